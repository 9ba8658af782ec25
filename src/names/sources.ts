import type {
  OperationArguments,
  OperationClient,
  OperationResponse,
} from '../contract/operations/operation-client.ts';
import { isArchived } from '../contract/records/finality.ts';
import type { Inside, RecordSource, RowTemplate } from '../contract/records/record-source.ts';
import { isRow, type Row } from '../contract/records/row.ts';
import { isUuid } from '../contract/uuid.ts';
import type { NamedRecord } from './match.ts';
import { personIn } from './person-names.ts';
import { normalise } from './spelling/normalise.ts';
import { fill } from './templates.ts';

type Args = Readonly<Record<string, unknown>>;

/** Requests the list of a source. @param asked arguments in addition to the source's own */
export const askList = (
  operations: OperationClient,
  { list, args }: RecordSource,
  asked: Args,
): Promise<OperationResponse> =>
  operations.answer(list, { ...args, ...asked } as OperationArguments[typeof list], {
    replaceable: Object.keys(asked),
    asksAgain: true,
  });

/** Returns the records nested in a record. Each row also contains the records that surround it. */
export function rowsInside({ lists }: Inside, record: Row): readonly Row[] {
  let holders: readonly { readonly row: Row; readonly around: Row }[] = [{ row: record, around: {} }];
  for (const [list, name] of lists)
    holders = holders.flatMap(({ row, around }) =>
      rowsIn(row[list]).map((inner) => ({ row: inner, around: { ...around, [name]: row } })),
    );
  return holders.map(({ row, around }) => ({ ...row, ...around }));
}

const rowsIn = (value: unknown): readonly Row[] =>
  Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null) : [];

/**
 * Returns the dictionaries that may contain the records: those with the system name in `dictionary`. If there are none,
 * those whose names match `words` in `dictionary`.
 */
export function dictionariesOf(
  { dictionary }: RecordSource,
  entries: readonly NamedRecord[],
): readonly NamedRecord[] {
  if (dictionary === undefined) return [];
  const called = entries.filter(({ aliases }) => aliases.includes(normalise(dictionary.systemName)));
  if (called.length > 0) return called;
  return entries.filter(({ name, aliases }) =>
    [name, ...aliases].some((word) => dictionary.words.test(word)),
  );
}

/** Converts a list row to a record with its names. Returns undefined if the row has no id or no name. */
export function entryOf(source: RecordSource, row: Row): NamedRecord | undefined {
  const { Name: name, SysName: system } = row;
  const id = source.key === undefined ? row.Id : fill(source.key, row);
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  const halves = name.includes(' / ') ? name.split(' / ') : [];
  const detail = fillAll(source.detail, row).join(', ');
  const login = source.login === undefined ? undefined : fill(source.login, row);
  const person = source.person && personIn(source.person, row);
  // A login that has only letters may be a first name, so do not use it as a code.
  const codes = [
    ...fillAll(source.codesOf, row),
    login !== undefined && /[^\p{L}]/u.test(login) ? login : '',
  ];
  const state = stateOf(row);
  const facts = source.facts?.map((template) => factOf(fill(template, row)));
  return {
    id,
    name,
    ...(state === undefined ? {} : { isArchived: state }),
    ...(detail === '' ? {} : { detail }),
    ...(facts === undefined ? {} : { facts, created: fill('{CreationDate}', row) }),
    ...(login === undefined ? {} : { login: login.toLowerCase() }),
    ...(person === undefined ? {} : { person }),
    ...(source.companyType !== undefined && row.Type === source.companyType ? { isCompany: true } : {}),
    codes: texts(codes).map((code) => code.trim().toLowerCase()),
    names: comparable([name, ...fillAll(source.names, row)]),
    aliases: comparable([...halves, system, inWords(system), ...fillAll(source.aliases, row)]),
  };
}

/** Leaves out a fact that is only an id, because a user cannot tell records apart by it. */
const factOf = (text: string | undefined) => (text !== undefined && isUuid(text) ? undefined : text);

/** Checks whether a row is archived. Returns undefined if the row contains no information about it. */
function stateOf({ Status, IsArchive }: Row): boolean | undefined {
  const { SysName, Name } = isRow(Status) ? Status : { SysName: Status, Name: undefined };
  const word = [SysName, Name].find((one): one is string => typeof one === 'string');
  return isArchived({ Status: word, IsArchive: typeof IsArchive === 'boolean' ? IsArchive : undefined });
}

/** Checks whether operations accept an entry's id: a UUID, or an id that the source's `key` template created. */
export const hasUsableId = (source: RecordSource, { id }: NamedRecord): boolean =>
  source.key !== undefined || isUuid(id);

/** Splits a system name into words: `InProgress` → `In Progress`. */
const inWords = (system: unknown) =>
  typeof system === 'string' ? system.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ') : undefined;

const texts = (all: readonly unknown[]) =>
  all.filter((value): value is string => typeof value === 'string' && value !== '');
const comparable = (all: readonly unknown[]) => [...new Set(texts(all).map(normalise))].filter(Boolean);

const fillAll = (templates: readonly RowTemplate[] = [], row: Row) =>
  texts(templates.map((template) => fill(template, row)));
