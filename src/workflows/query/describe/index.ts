import { z } from 'zod';
import { InvalidArgumentsError, isCallError } from '../../../contract/errors.ts';
import { workflow } from '../../../contract/features/workflow.ts';
import type { OperationClient } from '../../../contract/operations/operation-client.ts';
import { alsoCalled } from '../../../contract/operations/other-words.ts';
import { isRow } from '../../../contract/records/row.ts';
import { didYouMean } from '../../../contract/spelling.ts';
import { asIs, type Note, worded } from '../../../contract/worded.ts';
import { listAll } from '../../../domain/list-records.ts';
import { eachOnce, whyMissing } from '../../../domain/partial.ts';
import { type CardField, childTable, readCardFields } from '../card-columns.ts';
import { queryMessages } from '../messages.ts';
import { anyRecord } from '../source.ts';
import { exampleOf, generalExamples } from '../tables/examples.ts';
import type { QueryTable } from '../tables/table.ts';
import { blockNamed, holderColumn, readTableBlock } from '../tables/table-blocks.ts';
import { queryTables } from '../tables/tables.ts';
import type { RawRecord } from '../values.ts';
import { valuesOfColumns } from './column-values.ts';
import { described, describeFound, describeTable, type TableFacts, tableLine } from './described.ts';
import { createWordSearch } from './found-words.ts';

const keptMs = 60_000;
/** Maximum number of examples, if several tables are requested. */
const maxExamples = 3;

const tableNames = z.preprocess(
  (value) => (Array.isArray(value) ? value.join(',') : value),
  z.string().min(1).max(400),
);

export const describeRecords = workflow({
  name: 'describe_records',
  title: 'Describe records',
  titleRu: 'Виды записей',
  search: { words: 'table, field, sql' },
  access: 'read',
  isBulk: true,
  description: 'Lists tables and columns of query_records, with titles, counts and examples.',
  input: z.strictObject({
    table: alsoCalled(tableNames, 'tables').optional().describe('One or more, with commas'),
    words: z.string().min(1).max(200).optional().describe('Words of a title or tag'),
  }),
  output: z.object({ tables: z.array(described), examples: z.array(z.string()) }),
  run: async (operations, { table, words }) => {
    const asked = table === undefined ? queryTables : await tablesNamed(operations, table);
    const notes: Note[] = [];
    const failed = (what: string) => (error: unknown) => {
      if (!isCallError(error)) throw error;
      notes.push(whyMissing(asIs(what), error));
      return undefined;
    };
    const isAll = table !== undefined || words !== undefined;
    const all = await Promise.all(
      asked.map(async (one): Promise<TableFacts> => {
        const [page, fields] = await Promise.all([
          firstPage(operations, one).catch(failed(one.name)),
          readCardFields(operations, one).catch(failed(`card fields of ${one.name}`)),
        ]);
        const rows = page?.count;
        const values = isAll ? await valuesOfColumns(operations, one, page?.items ?? []) : new Map();
        return { table: one, rows, fields: await own(operations, one, fields ?? []), values };
      }),
    );
    const search = words === undefined ? undefined : createWordSearch(words);
    const shown = search ? describeFound(all, search) : all.map((one) => describeTable(one, isAll));
    const names = new Set(shown.map(({ name }) => name));
    const examples = isAll
      ? asked
          .filter(({ name }) => names.has(name))
          .slice(0, table === undefined ? 1 : maxExamples)
          .map(exampleOf)
      : generalExamples;
    const text = shown.map(tableLine);
    const found = search?.in(text.join(' ')) ?? new Set();
    const missing = search?.words.filter((word) => !found.has(word)) ?? [];
    return {
      data: { tables: [...shown], examples: [...examples] },
      text: [...text, ...(examples.length > 0 ? ['Examples:'] : []), ...examples].join('\n'),
      notes: eachOnce([
        ...(shown.length === 0 ? [queryMessages.noSuchWords] : []),
        ...(shown.length > 0 && missing.length > 0
          ? [worded(queryMessages.wordsMissing, { words: missing.join(', ') })]
          : []),
        ...notes,
      ]),
    };
  },
});

/** Returns the tables that a comma-separated list names. @throws the errors of `tableNamed` */
async function tablesNamed(operations: OperationClient, list: string): Promise<readonly QueryTable[]> {
  const names = new Set(list.split(/[,;]/).flatMap((name) => name.trim() || []));
  return Promise.all([...names].map((name) => tableNamed(operations, name)));
}

/** Returns a table or block. @throws InvalidArgumentsError with the nearest name; errors of `OperationClient.call` */
async function tableNamed(operations: OperationClient, name: string): Promise<QueryTable> {
  const table = queryTables.find((one) => one.name === name.toLowerCase());
  if (table) return table;
  const block = blockNamed(name);
  if (block !== undefined) {
    const { table: found } = await readTableBlock(operations, name, block);
    return { ...found, columns: [holderColumn, ...found.columns] };
  }
  const known = queryTables.map((one) => one.name);
  for (const parent of queryTables.filter(({ types }) => types)) {
    const fields = await readCardFields(operations, parent);
    const rows = childTable(parent, fields, name);
    if (rows) return rows;
    known.push(...new Set(fields.flatMap(({ rowsIn }) => rowsIn ?? [])));
  }
  throw new InvalidArgumentsError(
    `table: there is no ${JSON.stringify(name)}${didYouMean(name, known)}. Tables: ${known.join(', ')}.`,
  );
}

/**
 * Removes the fields that the table of cases also has from the fields of the table of objects, because each field is
 * listed only once.
 */
async function own(
  operations: OperationClient,
  { types }: QueryTable,
  fields: readonly CardField[],
): Promise<readonly CardField[]> {
  const cases = queryTables.find((one) => one.types && one.types !== types);
  if (types !== 'list_object_types' || cases === undefined) return fields;
  const known = new Set((await readCardFields(operations, cases).catch(() => [])).map(({ key }) => key));
  return fields.filter(({ key }) => !known.has(key));
}

interface FirstPage {
  readonly items: readonly RawRecord[];
  /** Number of records on the page, with `+` if there are more pages. Undefined for rows inside other records. */
  readonly count: string | undefined;
}

/** Returns the records on the first page of a list, or the rows inside them. */
async function firstPage(operations: OperationClient, { rows }: QueryTable): Promise<FirstPage | undefined> {
  if ('in' in rows) {
    const parent = queryTables.find(({ name }) => name === rows.in);
    const page = parent && rows.onCard !== true ? await firstPage(operations, parent) : undefined;
    const items = page?.items.flatMap((one) => [one[rows.field] ?? []].flat().filter(isRow));
    return items && { items, count: undefined };
  }
  if (!('list' in rows) || 'each' in rows || rows.isWhole) return undefined;
  const { items, isCut } = await operations.cache.remember(
    `query count of ${rows.list}`,
    async () => {
      const call = [rows.list as 'search_cases', { ...rows.args }] as const;
      return listAll(operations, call, anyRecord, { maxPages: 1 });
    },
    keptMs,
  );
  return { items, count: `${items.length}${isCut ? '+' : ''}` };
}
