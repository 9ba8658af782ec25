/** Records used as arguments, by name or id. */
export interface Asked {
  /** Name of a case. */
  readonly matter: string;
  /** Id of that case. */
  readonly id: string;
  /** Id of a document. */
  readonly document: string;
  /** Name of a type of case. */
  readonly type: string;
}

const counts = ['signatures', 'attendees', 'days', 'dictionary_values'].map(
  (table) => `(SELECT count(*) FROM ${table})`,
);

/** Returns arguments for each workflow that cover all of its code paths. */
export const lookupQuestions = ({
  matter,
  id,
  document,
  type,
}: Asked): Readonly<Record<string, readonly Record<string, unknown>[]>> => ({
  find_case: [{ case: matter }, { case: id }],
  case_brief: [{ case: matter }, { case: id }],
  agenda: [{}, { person: 'me' }, { case: id }],
  case_timeline: [{ case: id }],
  find_person: [{ person: 'Anna' }],
  workload: [{}],
  open_case_intake: [{ name: 'A matter', type, party: 'Nobody Known', kind: 'Company', responsible: 'me' }],
  read_document: [{ document }, { document, find: 'claim' }, { document, as: 'pages' }],
  compare_documents: [{ earlier: document, later: document }],
  draft_document: [
    { text: '# A letter', name: 'A letter', case: id, date: '2026-03-04' },
    { text: 'A letter', name: 'A letter', type: 'Договор / Contract' },
  ],
  query_records: [
    { sql: 'SELECT c.*, Court, p.role FROM cases c LEFT JOIN parties p ON p.case_id = c.id' },
    { sql: `SELECT ${counts.join(', ')}` },
  ],
  describe_records: [{}],
  who_am_i: [{}],
});
