import { z } from 'zod';
import type { CardField } from '../card-columns.ts';
import type { QueryTable, TableColumn } from '../tables/table.ts';
import type { WordSearch } from './found-words.ts';

/** Maximum number of object card fields that are listed by default. */
const shownFields = 60;
/** Maximum number of values shown per column, and of other fields shown per block. */
const maxValues = 12;
const maxBeside = 8;

export const described = z.object({
  name: z.string(),
  title: z.string(),
  rows: z.string().optional(),
  columns: z.array(z.string()),
});
export type Described = z.output<typeof described>;

export interface TableFacts {
  readonly table: QueryTable;
  readonly rows: string | undefined;
  readonly fields: readonly CardField[];
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** Describes a table. @param isAll if false, omits values and the last fields of a long list */
export function describeTable({ table, rows, fields, values }: TableFacts, isAll: boolean): Described {
  const shown = isAll ? fields : fields.slice(0, shownFields);
  const rest = fields.length - shown.length;
  return {
    ...headOf(table, rows),
    columns: [
      ...table.columns.map((one) => columnText(one, isAll ? values.get(one.name) : undefined)),
      ...(table.further ?? []).map((one) => `${columnText(one)} only if selected`),
      ...shown.map(fieldText),
      ...(rest > 0 ? [`and ${rest} more card fields. To see them, pass \`table\` or \`words\``] : []),
    ],
  };
}

/**
 * Describes the columns that contain the searched words in their name, title or values, and the other fields in the
 * blocks of these columns. Columns with all words replace those with some of them, also in other tables.
 */
export function describeFound(all: readonly TableFacts[], search: WordSearch): readonly Described[] {
  const found = all.map((facts) => foundIn(facts, search));
  const most = Math.max(0, ...found.flatMap(({ best }) => best));
  const isSome = most < search.words.length;
  return found.flatMap(({ facts, inTable, columns }) => {
    if (inTable.size > 0 && inTable.size >= most) return [describeTable(facts, true)];
    const kept = columns.filter(({ words }) => words.size > 0 && (isSome || words.size === most));
    if (kept.length === 0) return [];
    const texts = kept.map(({ text, own }) => (isSome ? `${text} [${[...own].join(', ')}]` : text));
    return [{ ...headOf(facts.table, facts.rows), columns: [...texts, ...beside(facts.fields, kept)] }];
  });
}

interface FoundColumn {
  readonly text: string;
  readonly field?: CardField;
  /** Searched words that the column itself contains, and those that it contains together with the name of its table. */
  readonly own: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

function foundIn(facts: TableFacts, search: WordSearch) {
  const { table, fields, values } = facts;
  const inTable = search.in(`${table.name} ${table.title}`);
  const columns: FoundColumn[] = [
    ...[...table.columns, ...(table.further ?? [])].map((column) => {
      const having = (values.get(column.name) ?? []).filter((value) => search.in(value).size > 0);
      return { text: columnText(column, having), own: search.in(columnText(column, having)) };
    }),
    ...fields.map((field) => ({ text: fieldText(field), field, own: search.in(fieldText(field)) })),
  ].map((one) => ({ ...one, words: one.own.size > 0 ? new Set([...one.own, ...inTable]) : one.own }));
  return { facts, inTable, columns, best: [inTable.size, ...columns.map(({ words }) => words.size)] };
}

/** Returns texts for the other fields in the blocks of found fields. */
function beside(fields: readonly CardField[], found: readonly FoundColumn[]): string[] {
  const blocks = new Set(found.flatMap(({ field }) => field?.block || []));
  return [...blocks].flatMap((block) => {
    const others = fields.filter((one) => one.block === block && found.every(({ field }) => field !== one));
    if (others.length === 0) return [];
    const more = others.length > maxBeside ? ` and ${others.length - maxBeside} more` : '';
    return [
      `other fields of the block "${block}": ${others.slice(0, maxBeside).map(fieldText).join(', ')}${more}`,
    ];
  });
}

const headOf = ({ name, title }: QueryTable, rows: string | undefined) => ({
  name,
  title,
  ...(rows === undefined ? {} : { rows }),
});

function columnText({ name, to, title }: TableColumn, values: readonly string[] = []): string {
  const shown = values.slice(0, maxValues).map((value) => JSON.stringify(value));
  const has = shown.length === 0 ? '' : ` has ${shown.join(', ')}${values.length > maxValues ? '…' : ''}`;
  return `${name}${to ? `→${to}` : ''}${title ? ` (${title})` : ''}${has}`;
}

const fieldText = ({ key, title, format, rowsIn }: CardField) =>
  `${/^\w+$/.test(key) ? key : `"${key}"`} (${[title, format].filter(Boolean).join('; ')})${rowsIn ? ` rows in ${rowsIn}` : ''}`;

export const tableLine = ({ name, title, rows, columns }: Described) =>
  `${name} – ${title}${rows === undefined ? '' : ` [${rows}]`}: ${columns.join(', ')}`;
