import { InvalidArgumentsError } from '../../../contract/errors.ts';
import { didYouMean, nearestWords } from '../../../contract/spelling.ts';
import { type CardField, namesOfField } from '../card-columns.ts';
import type { QueryTable } from '../tables/table.ts';

interface NamesInQuery {
  readonly tables: readonly QueryTable[];
  /** Tables that the statement names. */
  readonly read: readonly QueryTable[];
  readonly fields: readonly CardField[];
}

/** Returns the error for a name that is in no table. The error lists the columns of every table that it mentions. */
export function unknownName(
  what: 'table' | 'column' | 'function',
  name: string,
  names: NamesInQuery,
): InvalidArgumentsError {
  const hint = {
    table: () => ofTable(name, names),
    column: () => ofColumn(name, names),
    function: () => '. Functions are those of SQLite, without files and extensions.',
  }[what];
  return new InvalidArgumentsError(`sql: there is no ${what} ${JSON.stringify(name.slice(0, 80))}${hint()}`);
}

function ofTable(name: string, { tables, fields }: NamesInQuery): string {
  const known = [...tables.map((table) => table.name), ...fields.flatMap(({ rowsIn }) => rowsIn ?? [])];
  return `${didYouMean(name, known)}. Tables: ${known.join(', ')}.`;
}

function ofColumn(name: string, { tables, read, fields }: NamesInQuery): string {
  const asked = name.toLowerCase();
  const homes = tables.filter((table) => allColumns(table).includes(asked));
  const own = tables
    .filter(({ name: table }) => table.endsWith(`_${asked}s`) || table.endsWith(`_${asked}`))
    .filter((table) => !homes.includes(table));
  const near = homes.length > mostHomes ? [] : homes;
  const columns = [...new Set(tables.flatMap(allColumns))];
  const where = [
    ...(homes.length === 0 ? [] : [` in the tables that are read${near.length > 0 ? ':' : ''}`]),
    ...(near.length === 0 ? [] : [` it is in ${near.map((table) => table.name).join(', ')}`]),
    ...(homes.length > 0 || own.length > 0
      ? []
      : [
          didYouMean(name, [...columns, ...fields.flatMap(namesOfField)]) ||
            ofOneWord(asked, read.flatMap(allColumns)) ||
            ofOneWord(asked, columns),
        ]),
    ...own.map((table, index) => `${index === 0 ? '; there is also the table' : ','} ${table.name}`),
  ];
  const told = new Set([...read.slice(0, mostTold), ...own, ...near]);
  return `${where.join('')}.${listed(asked, [...told])} Put texts in single quotation marks; describe_records lists the columns.`;
}

/** Returns the columns of tables. Tables with the same columns share a sentence. */
function listed(asked: string, tables: readonly QueryTable[]): string {
  const byColumns = new Map<string, string[]>();
  for (const table of tables) {
    const columns = nearestFirst(asked, table);
    byColumns.set(columns, [...(byColumns.get(columns) ?? []), table.name]);
  }
  return [...byColumns]
    .map(([columns, names]) => ` ${names.join(' and ')} ${names.length === 1 ? 'has' : 'have'} ${columns}.`)
    .join('');
}

/** Returns the names of all columns of a table, including those that `*` omits. */
const allColumns = ({ columns, further = [] }: QueryTable): readonly string[] => [
  ...new Set([...columns, ...further].map((column) => column.name)),
];

/**
 * If more tables than this contain the column, the error does not list them, because a column such as `name` is in too
 * many tables.
 */
const mostHomes = 6;

/** Maximum number of tables of the statement whose columns are listed in an error message. */
const mostTold = 3;

/** Returns the columns of a table. Columns with a spelling similar to the name come first. */
function nearestFirst(name: string, table: QueryTable): string {
  const names = allColumns(table);
  const near = nearestWords(name, names, names.length);
  return [...near, ...names.filter((one) => !near.includes(one))].join(', ');
}

/** Minimum length of a word to compare. Shorter words, such as `id` or `name`, are part of too many names. */
const leastWord = 5;

/** Returns a hint for the only column that is similar to a word of the name, such as `changed` for `last_change`. */
function ofOneWord(asked: string, columns: readonly string[]): string {
  const words = asked.split('_').filter((word) => word.length >= leastWord);
  const meant = columns.filter((column) =>
    words.some((word) => column.startsWith(word) || word.startsWith(column)),
  );
  return meant.length === 1 ? ` (did you mean ${meant[0]}?)` : '';
}
