import { z } from 'zod';
import { InvalidArgumentsError, isCallError } from '../../contract/errors.ts';
import { workflow } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { didYouMean } from '../../contract/spelling.ts';
import { asIs, type Note } from '../../contract/worded.ts';
import { listAll } from '../../domain/list-records.ts';
import { eachOnce, whyMissing } from '../../domain/partial.ts';
import { foldLetters } from '../../names/normalise.ts';
import { type CardField, childTable, readCardFields } from './card-columns.ts';
import { queryMessages } from './messages.ts';
import { anyRecord } from './source.ts';
import type { QueryTable } from './tables/table.ts';
import { blockNamed, holderColumn, readTableBlock } from './tables/table-blocks.ts';
import { queryTables } from './tables/tables.ts';

/** Maximum number of object card fields that are listed by default. */
const shownFields = 60;
const keptMs = 60_000;

const queryExamples: readonly string[] = [
  "SELECT responsible, count(*) AS n, sum(ClaimAmount) AS total FROM cases WHERE status = 'in work' GROUP BY 1 ORDER BY total DESC",
  "SELECT c.name, c.responsible FROM cases c WHERE c.status = 'in work' AND NOT EXISTS (SELECT 1 FROM events e WHERE e.case_id = c.id AND e.starts >= date('now'))",
];

const described = z.object({
  name: z.string(),
  title: z.string(),
  rows: z.string().optional(),
  columns: z.array(z.string()),
});
type Described = z.output<typeof described>;

/** Workflow `describe_records`: describes the tables of query_records. */
export const describeRecords = workflow({
  name: 'describe_records',
  title: 'Describe records',
  titleRu: 'Виды записей',
  search: { words: 'table, field, sql' },
  access: 'read',
  isBulk: true,
  description: 'Lists tables and columns of query_records, with titles, counts and examples.',
  input: z.strictObject({
    table: z.string().min(1).max(200).optional(),
    words: z.string().min(1).max(200).optional().describe('Words of a title or tag'),
  }),
  output: z.object({ tables: z.array(described), examples: z.array(z.string()) }),
  run: async (operations, { table, words }) => {
    const asked = table === undefined ? queryTables : [await tableNamed(operations, table)];
    const notes: Note[] = [];
    const failed = (what: string) => (error: unknown) => {
      if (!isCallError(error)) throw error;
      notes.push(whyMissing(asIs(what), error));
      return undefined;
    };
    const isAll = table !== undefined || words !== undefined;
    const tables = await Promise.all(
      asked.map(async (one) => {
        const [rows, fields] = await Promise.all([
          countOf(operations, one).catch(failed(one.name)),
          readCardFields(operations, one).catch(failed(`card fields of ${one.name}`)),
        ]);
        return describeTable(one, rows, await own(operations, one, fields ?? []), isAll);
      }),
    );
    const shown = words === undefined ? tables : tables.flatMap((one) => onlyOf(one, words));
    return {
      data: { tables: shown, examples: [...queryExamples] },
      text: [...shown.map(tableLine), 'Examples:', ...queryExamples].join('\n'),
      notes: eachOnce([...(shown.length === 0 ? [queryMessages.noSuchWords] : []), ...notes]),
    };
  },
});

/**
 * Returns a table, a child table or a table block.
 * @throws InvalidArgumentsError with the nearest name if there is none; errors of `OperationClient.call`
 */
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
 * Removes the fields of cases from the fields of objects. Cases are objects, too, but their fields are listed only
 * once.
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

/** Returns the number of records on the first page, with `+` if there are more pages. */
async function countOf(operations: OperationClient, { rows }: QueryTable): Promise<string | undefined> {
  if (!('list' in rows) || 'each' in rows || rows.isWhole) return undefined;
  const { items, isCut } = await operations.cache.remember(
    `query count of ${rows.list}`,
    async () => {
      const call = [rows.list as 'search_cases', { ...rows.args }] as const;
      return listAll(operations, call, anyRecord, { maxPages: 1 });
    },
    keptMs,
  );
  return `${items.length}${isCut ? '+' : ''}`;
}

function describeTable(
  { name, title, columns }: QueryTable,
  rows: string | undefined,
  fields: readonly CardField[],
  isAll: boolean,
): Described {
  const shown = isAll ? fields : fields.slice(0, shownFields);
  const rest = fields.length - shown.length;
  return {
    name,
    title,
    ...(rows === undefined ? {} : { rows }),
    columns: [
      ...columns.map(
        (one) => `${one.name}${one.to ? `→${one.to}` : ''}${one.title ? ` (${one.title})` : ''}`,
      ),
      ...shown.map(
        ({ key, title: of, format, rowsIn }) =>
          `${/^\w+$/.test(key) ? key : `"${key}"`} (${[of, format].filter(Boolean).join('; ')})${rowsIn ? ` rows in ${rowsIn}` : ''}`,
      ),
      ...(rest > 0 ? [`and ${rest} more card fields: give table or words`] : []),
    ],
  };
}

function onlyOf(table: Described, words: string): Described[] {
  const wanted = foldLetters(words.trim());
  const columns = table.columns.filter((column) => foldLetters(column).includes(wanted));
  const isMeant = foldLetters(`${table.name} ${table.title}`).includes(wanted);
  return isMeant ? [table] : columns.length > 0 ? [{ ...table, columns }] : [];
}

const tableLine = ({ name, title, rows, columns }: Described) =>
  `${name} – ${title}${rows === undefined ? '' : ` [${rows}]`}: ${columns.join(', ')}`;
