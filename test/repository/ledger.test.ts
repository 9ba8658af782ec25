import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { idsIn, withoutRow, withTests } from '../../scripts/ledgers.ts';

/** Sections of the API description that contain rules, in order. */
const sections = [
  'What the service does',
  'Conventions',
  'Entity reference',
  'Event',
  'Object (case)',
  'Task',
  'Document',
  'User',
  'Participant',
  'Health records',
  'Other resources',
  'States and transitions',
  'Authorization group',
  'General settings',
  'Object classes',
  'Object types',
  'Folders',
  'Projects',
  'Roles in case',
  'Objects',
  'Rules for create and edit',
  'Duplicate check',
  'List request',
  'GetTableObjects',
  'Related objects',
  'Events',
  'Tasks',
  'Documents',
  'Participants',
  'Users',
  'Role permissions',
  'Dictionaries',
  'Files',
  'Calls',
  'Scripts',
  'Health and logs',
  'Authentication',
  'Errors',
  'Limits',
  'Versioning',
];

interface Row {
  readonly section: string;
  readonly id: string;
  readonly rule: string;
  readonly tests: string;
}

const here = new URL('..', import.meta.url);
const ledger = readFileSync(new URL('../src/sandbox/RULES.md', here), 'utf8');
const headings = [...ledger.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
const rows = readRows(ledger);

/** Returns all rows of a table without its head. */
function readRows(text: string): Row[] {
  let section = '';
  const found: Row[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!line.startsWith('|') || /^\| Id \||^\|-/.test(line)) continue;
    const [id = '', rule = '', tests = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    found.push({ section, id, rule, tests });
  }
  return found;
}

describe('the ledger of rules', () => {
  it('has every section of the description that has rules, in its order, and each with rows', () => {
    expect(headings).toEqual([...sections, 'Without a row']);
    expect([...new Set(rows.map(({ section }) => section))]).toEqual(sections);
  });

  it('gives each rule a unique id, numbered consecutively in its section', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const section of sections) {
      const ids = rows.filter((row) => row.section === section).map(({ id }) => id);
      const prefix = /^[A-Z]+/.exec(ids[0] ?? '')?.[0];
      expect(ids, section).toEqual(ids.map((_id, index) => `${prefix}-${index + 1}`));
    }
  });

  it('states each rule, and has it shown by tests of the service', () => {
    for (const { id, rule, tests } of rows) {
      expect(rule, id).not.toBe('');
      expect(tests, id).toMatch(/^`sandbox\//);
    }
  });

  it('has every rule that the sources of the service cite', () => {
    const ids = new Set(rows.flatMap(({ id }) => [id, id.replace(/-.*/, '')]));
    const folder = new URL('../src/sandbox/', here);
    const cited = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) =>
        // All ids in brackets, or before a colon at the beginning of a comment: `(OBJ-9)`, `(LST, TAB)`.
        [
          ...readFileSync(new URL(path, folder), 'utf8').matchAll(
            /\(([A-Z]{3}\b[^()]*)\)|\* ([A-Z]{3}-\d+):/g,
          ),
        ].flatMap(([, listed, first]) =>
          [...(listed ?? first ?? '').matchAll(/\b[A-Z]{3}(?:-\d+)?\b/g)].map(([id]) => id),
        ),
      );
    expect(cited.length).toBeGreaterThan(60);
    expect([...new Set(cited)].filter((id) => !ids.has(id))).toEqual([]);
  });
});

describe('a ledger', () => {
  const tests = [
    { file: 'a.test.ts', ids: new Set(['ABC-1', 'ABC-2']) },
    { file: 'b.test.ts', ids: new Set(['ABC-1']) },
    { file: 'c.test.ts', ids: new Set<string>() },
  ];

  it('gets the files of the tests that carry the id of a row', () => {
    expect(withTests('| ABC-1 | A rule | old |\nno row', tests)).toBe(
      '| ABC-1 | A rule | `a.test.ts`, `b.test.ts` |\nno row',
    );
  });

  it('has a test for each row, and a row for each id in the name of a test', () => {
    expect(() => withTests('| ABC-3 | A rule | |', tests)).toThrow('[ABC-3]');
    expect(withoutRow(['| ABC-1 | A rule | |'], tests)).toEqual(['ABC-2']);
  });

  it('finds the ids at the end of the names of tests in all their forms', () => {
    const source = [
      "describe('a group [NOT-1]', () => {",
      "  it('is plain [ABC-1]', async () => {});",
      `  it("isn't [NOT-2] at the end", () => { f('no name [NOT-3]', it); });`,
      "  it.each<[string, number]>([\n    ['a [NOT-4]', f(1)],\n  ])('goes through %s [ABC-2, DEF-3]', (name) => {});",
      "  describe.each(kinds)('of %s', () => { it.runIf(isFirst())(`is within [ABC-4]`, () => {}); });",
      "  timeless().each([1])('has no time [ABC-5]', () => {});",
      '});',
      "test.each(clocks)('alone on %s [ABC-6]', () => {});",
    ];
    expect([...idsIn(source.join('\n'))]).toEqual(['ABC-1', 'ABC-2', 'DEF-3', 'ABC-4', 'ABC-5', 'ABC-6']);
  });
});
