import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectLookups, type Lookups } from '../../support/clients/workflows.ts';

/** A user who may see three cases and no section. */

let lookups: Lookups;
beforeAll(async () => {
  lookups = await connectLookups();
  // Fill the caches by another user, because cached records must not be shown to users without permission.
  await lookups.ask('admin', 'query_records', { sql: 'SELECT name, ClaimAmount FROM cases' });
  await (await lookups.as('admin')).call('search_cases', { count: true });
});
afterAll(() => lookups?.close());

const theirs = [
  "Harbour Light Lines LLC v. O'Brien",
  'ООО «Вектор» к АО «Северный мост»',
  'ООО «Лютик» к ИП Кузнецов А. В.',
];
/** Names in other users' cases. Types of cases are visible to all users. */
const hidden = /Smith|Delta|Банкротство ООО|Quill|Тишина|Внутреннее расследование|Ёлкина/;
const ask = (name: string, args: Record<string, unknown>) => lookups.ask('client2', name, args);
const shown = ({ text, notes }: { text: string; notes: readonly string[] }) => `${text}\n${notes.join('\n')}`;

describe('a user who sees three cases', () => {
  it('counts three, with any question', async () => {
    const { data } = await ask('query_records', { sql: 'SELECT name FROM cases ORDER BY name' });
    expect(data.rows.flat()).toEqual(theirs);
    expect((await ask('query_records', { sql: 'SELECT count(*) FROM cases' })).data.rows).toEqual([[3]]);
    const client = await lookups.as('client2');
    expect(await client.call('search_cases', { count: true })).toEqual({ count: 3 });
    const listed = await client.call('search_cases', {
      sort: 'name desc',
      show: ['ClaimAmount'],
      PageSize: 2,
    });
    expect(listed.Items.map(({ Name }: any) => Name)).toEqual(
      [...theirs].sort(new Intl.Collator('ru').compare).reverse().slice(0, 2),
    );
  });

  it('learns nothing of the others by tables that are joined, by descriptions, names or refusals', async () => {
    const asked = [
      [
        'query_records',
        { sql: 'SELECT p.participant, p.role, c.name FROM parties p LEFT JOIN cases c ON c.id = p.case_id' },
      ],
      ['query_records', { sql: 'SELECT t.name, t.case_name FROM tasks t' }],
      ['query_records', { sql: 'SELECT e.name, e.case_name FROM events e' }],
      ['query_records', { sql: 'SELECT d.name, d.case_name FROM documents d' }],
      ['query_records', { sql: 'SELECT name FROM objects' }],
      ['query_records', { sql: 'SELECT count(*) FROM cases', scope: { words: 'Smith' } }],
      ['query_records', { sql: 'SELECT ClaimAmount FROM cases', plan: true }],
      ['describe_records', {}],
      ['describe_records', { table: 'cases' }],
      ['find_case', { case: 'Ромашка' }],
      ['find_case', { case: 'CL-2026-000123' }],
      ['find_case', { party: 'Northbridge' }],
      ['case_brief', { case: 'CL-2026-000123' }],
      ['search_cases', { Name: 'Delta', count: true }],
      ['search_cases', { show: ['Court', 'responsible'], sort: 'ClaimAmount' }],
      ['search_cases', { show: ['Courrt'] }],
      ['search_cases', { all: true }],
    ] as const;
    for (const [tool, args] of asked) {
      const said = shown(await ask(tool, args)).replaceAll(/CL-2026-000123|Delta\b(?=")/g, '');
      expect(said, `${tool} ${JSON.stringify(args)}`).not.toMatch(hidden);
      expect(said, `${tool} ${JSON.stringify(args)}`).not.toMatch(/\b2[56] (cases|of)|of 2[56]\b/);
    }
  });

  it('gets the same result for hidden and non-existent cases', async () => {
    const [there, nowhere] = await Promise.all(
      ['CL-2026-000123', 'CL-2026-999123'].map(async (number) =>
        shown(await ask('find_case', { case: number })).replaceAll(number, 'N'),
      ),
    );
    expect(there).toBe(nowhere);
  });
});
