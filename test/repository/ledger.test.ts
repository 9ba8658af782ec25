import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testNames } from '../support/test-names.ts';

/** The parts of the API description that have rules, in its order. */
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
  readonly file: string;
  readonly test: string;
}

const here = new URL('..', import.meta.url);
const ledger = readFileSync(new URL('../src/sandbox/RULES.md', here), 'utf8');
const headings = [...ledger.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);
const rows = readRows(ledger);

/** Every line of a table but its head. */
function readRows(text: string): Row[] {
  let section = '';
  const found: Row[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!line.startsWith('|') || /^\| Id \||^\|-/.test(line)) continue;
    const [id = '', rule = '', file = '', test = ''] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    found.push({ section, id, rule, file, test });
  }
  return found;
}

const below = new URL('sandbox/', here);
const tests = new Map(
  readdirSync(below, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => [basename(path, '.test.ts'), testNames(readFileSync(new URL(path, below), 'utf8'))]),
);

describe('the ledger of rules', () => {
  it('has every section of the description that has rules, in its order, and each with rows', () => {
    expect(headings).toEqual([...sections, 'Without a row']);
    expect([...new Set(rows.map(({ section }) => section))]).toEqual(sections);
  });

  it('gives each rule an id of its own, numbered through in its section', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    for (const section of sections) {
      const ids = rows.filter((row) => row.section === section).map(({ id }) => id);
      const prefix = /^[A-Z]+/.exec(ids[0] ?? '')?.[0];
      expect(ids, section).toEqual(ids.map((_id, index) => `${prefix}-${index + 1}`));
    }
  });

  it('states each rule and names a test that exists', () => {
    for (const { id, rule, file, test } of rows) {
      expect(rule, id).not.toBe('');
      expect(tests.get(file) ?? [], `${id}: ${file}`).toContain(test);
    }
  });

  it('has every rule that the sources of the service cite', () => {
    const ids = new Set(rows.flatMap(({ id }) => [id, id.replace(/-.*/, '')]));
    const folder = new URL('../src/sandbox/', here);
    const cited = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) =>
        // All that stands in brackets or before a colon at the beginning of a comment: `(OBJ-9)`, `(LST, TAB)`.
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

  it('finds the names of tests however they are written', () => {
    const source = [
      "describe('a group', () => {",
      "  it('is plain', async () => {});",
      `  it("isn't", () => {});`,
      "  it.each<[string, number]>([\n    ['a', f(1)],\n  ])('goes through %s', (name) => {});",
      '});',
      "test.each(clocks)('alone on %s', () => {});",
    ];
    expect(testNames(source.join('\n'))).toEqual([
      'a group > is plain',
      "a group > isn't",
      'a group > goes through %s',
      'alone on %s',
    ]);
  });
});
