import type { QueryTable } from './table.ts';

/** General examples, shown if no table is requested. */
export const generalExamples: readonly string[] = [
  "SELECT responsible, count(*) AS n, sum(ClaimAmount) AS total FROM cases WHERE status = 'in work' GROUP BY 1 ORDER BY total DESC",
  "SELECT c.name, c.responsible FROM cases c WHERE c.status = 'in work' AND NOT EXISTS (SELECT 1 FROM events e WHERE e.case_id = c.id AND e.starts >= date('now'))",
];

const examples: Readonly<Record<string, string>> = {
  cases:
    "SELECT name, number, stage, responsible FROM cases WHERE status = 'in work' AND mine ORDER BY changed DESC",
  objects: 'SELECT type, status, count(*) AS n FROM objects GROUP BY 1, 2 ORDER BY n DESC',
  parties:
    'SELECT p.participant, p.role, o.name, o.number, o.client FROM parties p JOIN objects o ON o.id = p.case_id ORDER BY 1',
  tasks:
    "SELECT name, due, responsible, case_name FROM tasks WHERE is_open AND mine AND date(due) <= date('now', '+7 days') ORDER BY due",
  task_responsibles:
    'SELECT r.name, count(*) AS n FROM task_responsibles r JOIN tasks t ON t.id = r.task_id WHERE t.is_open GROUP BY 1 ORDER BY n DESC',
  task_documents:
    'SELECT d.task, d.name, t.case_name FROM task_documents d JOIN tasks t ON t.id = d.task_id WHERE t.is_open',
  task_history:
    "SELECT h.task, h.user, h.at FROM task_history h JOIN tasks t ON t.id = h.task_id WHERE h.action = 'Changed' AND date(h.at) >= date('now', '-7 days') ORDER BY h.at DESC",
  events:
    "SELECT name, starts, ends, location, case_name FROM events WHERE date(starts) >= date('now') AND mine ORDER BY starts",
  attendees:
    "SELECT a.name, e.name, e.starts FROM attendees a JOIN events e ON e.id = a.event_id WHERE date(e.starts) >= date('now') ORDER BY 1, 3",
  documents: 'SELECT case_name, type, count(*) AS n FROM documents GROUP BY 1, 2 ORDER BY n DESC',
  signatures: 'SELECT document, name, signed, status FROM signatures ORDER BY signed DESC',
  participants:
    "SELECT name, inn, phone FROM participants WHERE kind = 'Company' AND (email IS NULL OR phone IS NULL)",
  users:
    'SELECT name, email, last_login FROM users WHERE NOT is_blocked AND NOT is_client ORDER BY last_login',
  user_groups: 'SELECT name, count(*) AS members FROM user_groups GROUP BY 1 ORDER BY 2 DESC',
  user_roles: 'SELECT user, name FROM user_roles ORDER BY 2, 1',
  dictionary_values: 'SELECT dictionary, count(*) AS n FROM dictionary_values GROUP BY 1',
  folders: 'SELECT parent, name FROM folders ORDER BY 1, 2',
  projects:
    'SELECT p.name, count(c.id) AS cases FROM projects p LEFT JOIN cases c ON c.project_id = p.id GROUP BY 1',
  days: "SELECT b.working_no - a.working_no AS working_days FROM days a, days b WHERE a.day = date('now') AND b.day = date('now', '+30 days')",
};

export function exampleOf({ name, rows }: QueryTable): string {
  if ('rowsOf' in rows) {
    const holder = rows.rowsOf;
    return `SELECT h.name, x.* FROM ${name} x JOIN ${holder} h ON h.id = x.${holder.replace(/s$/, '')}_id ORDER BY 1, x.row`;
  }
  return examples[name] ?? `SELECT * FROM ${/^\w+$/.test(name) ? name : `"${name}"`} LIMIT 20`;
}
