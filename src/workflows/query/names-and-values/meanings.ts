import { isCallError } from '../../../contract/errors.ts';
import type { ComparedText } from '../../../contract/features/sql-engine.ts';
import type { OperationClient } from '../../../contract/operations/operation-client.ts';
import { valueSaid } from '../../../contract/operations/other-words.ts';
import type { NameResolver } from '../../../contract/records/name-resolver.ts';
import type { RecordKind } from '../../../contract/records/record-ref.ts';
import { objectStatus } from '../../../contract/records/vocabulary.ts';
import { normalise } from '../../../names/spelling/normalise.ts';
import { statusWords } from '../../arguments.ts';
import type { QueryTable, TableColumn } from '../tables/table.ts';
import { statusCell } from '../values.ts';
import { absentTexts, type TextsOf } from './near-values.ts';

/** Names of columns with few different values. */
export const fewValued = /^(?:type|status|stage|priority|role|kind|working_status)$/i;
/** Kinds of records that are entries of a dictionary. */
const dictionaryKinds: ReadonlySet<RecordKind> = new Set([
  'object type',
  'case type',
  'stage',
  'role in case',
  'task type',
  'task status',
  'task priority',
  'event type',
  'document type',
  'dictionary value',
]);

/** A string literal, and the value of its column for which it stands. */
export interface Meaning {
  readonly text: ComparedText;
  readonly value: string;
}

/** Results for string literals that are compared with a dictionary column, but equal none of its values. */
export interface ReadLiterals {
  /** Literals that stand for a value: by its system name, its name in another language, or in another letter case. */
  readonly meanings: readonly Meaning[];
  /** Literals for which casebridge found no value. */
  readonly unknown: readonly ComparedText[];
}

/** Maximum number of literals of a statement that are looked up in the service. Further literals count as unknown. */
const maxLookups = 20;

interface Statement {
  readonly operations: OperationClient;
  readonly names: NameResolver;
  readonly reads: ReadonlyMap<QueryTable, readonly TableColumn[]>;
  readonly textsOf: TextsOf;
}

/** For literals that equal no value of their dictionary column, finds the values for which they stand. */
export async function readLiterals(
  statement: Statement,
  texts: readonly ComparedText[],
): Promise<ReadLiterals> {
  const meanings: Meaning[] = [];
  const unknown: ComparedText[] = [];
  const lookups = { left: maxLookups };
  const ofDictionary = texts.filter((text) => columnsOf(statement, text).some(isOfDictionary));
  for (const text of absentTexts(ofDictionary, statement.textsOf)) {
    const value = text.isPattern ? undefined : await valueMeant(statement, text, lookups);
    if (value === undefined) unknown.push(text);
    else if (value !== text.value) meanings.push({ text, value });
  }
  return { meanings, unknown };
}

/** Returns the columns that a literal is compared with. */
const columnsOf = ({ reads }: Statement, { column, tables }: ComparedText): readonly TableColumn[] =>
  [...reads].flatMap(([{ name }, columns]) =>
    tables.length === 0 || tables.includes(name)
      ? columns.filter((one) => one.name.toLowerCase() === column.toLowerCase())
      : [],
  );

const isStatus = ({ from: [step] }: TableColumn) => step === '~status';
const isOfDictionary = (column: TableColumn) =>
  isStatus(column) ||
  (column.of === undefined ? fewValued.test(column.name) : dictionaryKinds.has(column.of));

/**
 * Returns the value for which a literal stands in all of its columns. Returns undefined if there is none, or several.
 */
async function valueMeant(
  statement: Statement,
  text: ComparedText,
  lookups: { left: number },
): Promise<string | undefined> {
  const { operations, names, textsOf } = statement;
  const inRows = [...textsOf(text).texts].filter(isCalled(text.value));
  if (inRows.length > 0) return inRows.length === 1 ? inRows[0] : undefined;
  const found = new Set<string | undefined>();
  for (const column of columnsOf(statement, text).filter(isOfDictionary)) {
    const { of, within } = column;
    if (isStatus(column)) found.add(statusMeant(text.value));
    else if (of !== undefined && lookups.left > 0) {
      lookups.left -= 1;
      found.add(await nameIn(operations, names, { kind: of, within }, text.value));
    } else if (of !== undefined) return undefined;
  }
  return found.size === 1 ? [...found][0] : undefined;
}

/** Splits a system name into words: `InProgress` and `in_progress` → `In Progress`. */
const inWords = (text: string) => text.replaceAll('_', ' ').replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');

/** Creates a check whether a value has a name, which may be only one of its two languages. */
function isCalled(name: string): (value: string) => boolean {
  const wanted = new Set([name, inWords(name)].map(normalise));
  return (value) => [value, ...value.split(' / '), inWords(value)].some((one) => wanted.has(normalise(one)));
}

/** Returns the status of an object that a word means. */
function statusMeant(text: string): string | undefined {
  const { inWork, archived } = objectStatus;
  const said =
    valueSaid(statusWords, [inWork, archived], inWords(text)) ??
    valueSaid(statusWords, [inWork, archived], text);
  const cell = said === undefined ? undefined : statusCell({ Status: said });
  return typeof cell === 'string' ? cell : undefined;
}

/** Returns the name of the dictionary entry that a text refers to. Returns undefined also if none can be read. */
async function nameIn(
  operations: OperationClient,
  names: NameResolver,
  { kind, within }: { readonly kind: RecordKind; readonly within: string | undefined },
  text: string,
): Promise<string | undefined> {
  try {
    return (await names.find(operations, kind, text, { within, guess: false })).name;
  } catch (error) {
    if (isCallError(error)) return undefined;
    throw error;
  }
}
