import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryRecords } from '../../../src/workflows/query/index.ts';
import { queryTables } from '../../../src/workflows/query/tables/tables.ts';
import { connectLookups, type Lookups } from '../../support/clients/workflows.ts';

let lookups: Lookups;
beforeAll(async () => {
  lookups = await connectLookups();
});
afterAll(() => lookups?.close());

const ask = (args: Record<string, unknown>) => lookups.ask('anna', 'describe_records', args);
/** Columns of the described tables, as `table: column`. */
const columnsOf = async (args: Record<string, unknown>): Promise<string[]> =>
  (await ask(args)).data.tables.flatMap(({ name, columns }: any) =>
    columns.map((column: string) => `${name}: ${column}`),
  );

describe('the description of query_records', () => {
  it('names the tables of tasks, events, documents and members of groups, with columns that exist', async () => {
    const named = [...queryRecords.description.matchAll(/(\w+) \(((?:\w+, )+\w+)\)/g)];
    const tables = named.map(([, table = '']) => table);
    expect(tables).toEqual(
      expect.arrayContaining(['tasks', 'events', 'documents', 'parties', 'user_groups']),
    );
    for (const [, table, columns = ''] of named) {
      const sql = `SELECT ${columns} FROM ${table} LIMIT 1`;
      const { isError, text } = await lookups.ask('anna', 'query_records', { sql });
      expect(isError, text).toBe(false);
    }
  });
});

describe('a described table', () => {
  it.each([...queryTables.map(({ name }) => name), 'cases_Claims'])(
    '%s has one example that uses it and runs',
    async (table) => {
      const { data } = await ask({ table });
      expect(data.examples).toHaveLength(1);
      expect(data.examples[0]).toMatch(new RegExp(`\\b${table}\\b`));
      const { isError, text } = await lookups.ask('anna', 'query_records', { sql: data.examples[0] });
      expect(isError, text).toBe(false);
    },
  );

  it('lists the values of columns that have few, and the columns that * omits', async () => {
    const tasks = await columnsOf({ table: 'tasks' });
    const status = tasks.find((column) => column.startsWith('tasks: status ')) as string;
    for (const value of ['Новая / New', 'Выполнена / Done']) expect(status).toContain(JSON.stringify(value));
    expect(tasks.find((column) => column.startsWith('tasks: priority '))).toContain('Срочный / Urgent');
    expect(tasks).toContainEqual(
      expect.stringMatching(/^tasks: mine \(.* responsible .*\) only if selected$/),
    );
    expect(tasks).toContain('tasks: case_id→cases or objects');
    expect(await columnsOf({ table: 'parties' })).toContainEqual(
      expect.stringContaining('role (Role / Роль) has "'),
    );
    expect(await columnsOf({ table: 'task_responsibles' })).toContainEqual(
      expect.stringMatching(/kind .* has "User", "Group"$/),
    );
    const stages = (await columnsOf({ table: 'cases' })).find((column) => column.startsWith('cases: stage '));
    expect(stages?.match(/"/g)).toHaveLength(24);
    expect(await columnsOf({ table: 'events' })).toContainEqual(
      expect.stringMatching(/^events: is_all_day /),
    );
  });

  it('says that days counts the non-working days of the firm', async () => {
    expect((await ask({ table: 'days' })).text).toContain('non-working days of the firm');
  });
});

describe('words', () => {
  it('that occur in values are found there', async () => {
    expect(await columnsOf({ words: 'Adjuster' })).toEqual([
      'parties: role (Role / Роль) has "Аварийный комиссар / Adjuster"',
    ]);
    expect(await columnsOf({ words: 'commercial litigation' })).toContain(
      'cases: type (Type / Тип) has "Арбитражное дело / Commercial litigation"',
    );
  });

  it('find other words of the same stem, and name the other fields of the block', async () => {
    const found = await columnsOf({ words: 'оплат' });
    expect(found).toContain('objects: PaymentDate (Дата оплаты / Payment date; Date)');
    expect(found).toContain('objects: Paid (Оплачено / Paid; Boolean)');
    expect(found).toContainEqual(
      expect.stringMatching(/^objects: other fields of the block ".*Contract terms": .*ContractAmount/),
    );
  });

  it('that are several match any of them, with the words that matched and those that did not', async () => {
    const found = await columnsOf({ words: 'срок judge zzz' });
    expect(found).toContain('cases: Judge (Судья / Judge; Text) [judge]');
    expect(found).toContain('tasks: due (Due / Срок) [срок]');
    expect((await ask({ words: 'срок judge zzz' })).notes).toEqual([
      'No name, title or listed value contains: zzz.',
    ]);
  });

  it('that one column has all of are answered with that column alone', async () => {
    const found = await columnsOf({ words: 'цена иска' });
    expect(found[0]).toBe('cases: ClaimAmount (Цена иска / Claim amount; Number)');
    expect(found.filter((column) => !column.includes('other fields of the block'))).toHaveLength(1);
  });
});
