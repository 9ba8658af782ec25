import { InvalidArgumentsError } from '../../contract/errors.ts';
import { didYouMean, nearestWords } from '../../contract/spelling.ts';
import { type CardField, namesOfField } from './card-columns.ts';
import type { QueryTable } from './tables/table.ts';

/** Returns the error for a name that no table has. It lists the columns of every table that it mentions. */
export function unknownName(
  what: 'table' | 'column' | 'function',
  name: string,
  {
    tables,
    read,
    fields,
  }: {
    readonly tables: readonly QueryTable[];
    /** Tables that the statement names. */
    readonly read: readonly QueryTable[];
    readonly fields: readonly CardField[];
  },
): InvalidArgumentsError {
  const said = `sql: there is no ${what} ${JSON.stringify(name.slice(0, 80))}`;
  if (what === 'function')
    return new InvalidArgumentsError(`${said}. Functions are those of SQLite, without files and extensions.`);
  if (what === 'table') {
    const children = fields.flatMap(({ rowsIn }) => rowsIn ?? []);
    const known = [...tables.map((table) => table.name), ...children];
    return new InvalidArgumentsError(`${said}${didYouMean(name, known)}. Tables: ${known.join(', ')}.`);
  }
  const asked = name.toLowerCase();
  const homes = tables.filter((table) => allColumns(table).some((column) => column === asked));
  const own = tables.filter((table) => table.name.endsWith(`_${asked}s`) && !homes.includes(table));
  const columns = [...new Set(tables.flatMap(allColumns))];
  const near = homes.length > mostHomes ? [] : homes;
  const where = [
    ...(homes.length === 0 ? [] : [` in the tables that are read${near.length > 0 ? ':' : ''}`]),
    ...(near.length === 0 ? [] : [` it is in ${near.map((table) => table.name).join(', ')}`]),
    ...(homes.length > 0 || own.length > 0
      ? []
      : [didYouMean(name, [...columns, ...fields.flatMap(namesOfField)]) || ofOneWord(asked, columns)]),
    ...own.map((table, index) => `${index === 0 ? '; there is also the table' : ','} ${table.name}`),
  ];
  const told = new Set([...read.slice(0, mostTold), ...own, ...near]);
  const there = new Map<string, string[]>();
  for (const table of told) {
    const its = nearestFirst(asked, table);
    there.set(its, [...(there.get(its) ?? []), table.name]);
  }
  const columnsTold = [...there].map(([its, names]) =>
    names.length === 1 ? ` ${names[0]} has ${its}.` : ` ${names.join(' and ')} have ${its}.`,
  );
  return new InvalidArgumentsError(
    `${said}${where.join('')}.${columnsTold.join('')} Put texts in single quotation marks; describe_records lists the columns.`,
  );
}

/** Returns the names of all columns of a table, including those that `*` omits. */
const allColumns = ({ columns, further = [] }: QueryTable): readonly string[] => [
  ...new Set([...columns, ...further].map((column) => column.name)),
];

/** Maximum number of tables with a column for it to be a useful hint. A column such as `name` is in too many tables. */
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
