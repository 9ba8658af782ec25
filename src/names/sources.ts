import type {
  OperationArguments,
  OperationClient,
  OperationFor,
  OperationName,
  OperationResponse,
  OperationTaking,
} from '../contract/operation-client.ts';
import type { RecordKind } from '../contract/record-ref.ts';
import { isUuid } from '../contract/uuid.ts';
import { type DictionaryTerm, dictionaryTerms, entityKind } from '../contract/vocabulary.ts';
import type { NamedRecord } from './match.ts';
import { normalise } from './normalise.ts';
import { objectQuestions } from './object-filters.ts';

export type Row = Readonly<Record<string, unknown>>;
type Args = Readonly<Record<string, unknown>>;

/** Where the records of a kind are listed, and what they are called there. */
export type Source = { [List in OperationName]: SourceIn<List> }[OperationName];

interface SourceIn<List extends OperationName> {
  /** The operation that lists them. */
  readonly list: List;
  readonly args?: Partial<OperationArguments[List]>;
  /** The argument of the list that takes part of a name; left out: the list is read whole. */
  readonly search?: ArgumentOf<List>;
  /** Questions for part of a name, where no argument takes it as it is. */
  readonly questions?: (part: string) => readonly Partial<OperationArguments[List]>[];
  /** Arguments of the list that take a number or address of a certain form whole. */
  readonly codes?: readonly (readonly [RegExp, argument: ArgumentOf<List>])[];
  /** The argument that takes the id of what the records belong to, where the caller has to say it. */
  readonly within?: ArgumentOf<List>;
  /** The dictionary whose values the records are. */
  readonly dictionary?: DictionaryTerm;
  /** Where the list shows what holds the records, and not these: how each of those is read by its id, and its records. */
  readonly inside?: Inside | undefined;
  /** What stands for a row in place of its id. */
  readonly key?: (row: Row) => unknown;
  /** Whether nothing lists them, so that whoever asks for an unknown one is told all. */
  readonly isUnlisted?: true;
  /** Whether the list answers trees. */
  readonly isNested?: true;
  /** Whether the list comes in pages. */
  readonly isPaged?: List extends OperationTaking<'PageSize'> ? true : never;
  /** What else a row is called, beside Name. */
  readonly names?: (row: Row) => readonly unknown[];
  readonly aliases?: (row: Row) => readonly unknown[];
  /** Numbers and addresses that mean a row only when they are whole. */
  readonly codesOf?: (row: Row) => readonly unknown[];
  readonly login?: (row: Row) => unknown;
  /** What tells rows of one name apart. */
  readonly detail?: (row: Row) => readonly unknown[];
  /** Path segments of the API whose operations change such records. */
  readonly changedBy?: readonly string[];
  /** Words for a person: `several ${many}`. */
  readonly many: string;
}

export interface Inside {
  readonly read: OperationFor<{ readonly id: string }>;
  readonly rows: (record: Row) => readonly Row[];
}

type ArgumentOf<List extends OperationName> = keyof OperationArguments[List] & string;

/** What the list of a source answers. @param asked of the arguments that the source names */
export const askList = (
  operations: OperationClient,
  { list, args }: Source,
  asked: Args,
): Promise<OperationResponse> =>
  operations.answer(list, { ...args, ...asked } as OperationArguments[typeof list], {
    replaceable: Object.keys(asked),
  });

const rowsIn = (value: unknown): readonly Row[] =>
  Array.isArray(value) ? value.filter((row) => typeof row === 'object' && row !== null) : [];
const of = (row: Row, name: string): Row => (row[name] ?? {}) as Row;

const objects = {
  questions: objectQuestions,
  isPaged: true,
  names: (row) => [row.Number],
  detail: (row) => [row.Number, of(row, 'Type').Name, row.Status],
  changedBy: ['objects', 'cases'],
} as const satisfies Partial<Source>;

const types = {
  detail: (row) => [of(row, 'ObjectClass').Name, row.Status],
} as const satisfies Partial<Source>;

const documents = {
  list: 'list_documents',
  search: 'Search',
  isPaged: true,
  detail: (row) => [of(row, 'Case').Name, of(row, 'Type').Name, row.Date],
  changedBy: ['documents', 'objects', 'cases'],
} as const satisfies Partial<Source>;

const values = { list: 'list_dictionary_values' } as const;

/** Kinds whose records have names to be found by; the others are reached by id or link. */
export const sources: Readonly<Partial<Record<RecordKind, Source>>> = {
  object: { ...objects, list: 'search_objects', many: 'objects' },
  case: { ...objects, list: 'search_cases', many: 'cases' },
  'object class': { list: 'list_object_classes', detail: (row) => [row.Section], many: 'object classes' },
  'object type': { ...types, list: 'list_object_types', many: 'object types' },
  'case type': { ...types, list: 'list_case_types', many: 'case types' },
  folder: {
    list: 'list_folders',
    search: 'Name',
    isNested: true,
    isPaged: true,
    detail: (row) => [of(row, 'ObjectClass').Name],
    many: 'folders',
  },
  project: {
    list: 'list_projects',
    isPaged: true,
    detail: (row) => [of(row, 'Folder').Name, of(row, 'ObjectClass').Name],
    many: 'projects',
  },
  stage: { ...values, dictionary: dictionaryTerms.stage, many: 'stages' },
  'role in case': { list: 'list_roles_in_case', many: 'roles in a case' },
  user: {
    list: 'list_users',
    isPaged: true,
    codesOf: (row) => [row.Email, loginAsCode(row.ExternalId)],
    login: (row) => row.ExternalId,
    aliases: ({ FirstName: first, LastName: last }) =>
      first && last ? [`${first} ${last}`, `${last} ${first}`] : [],
    detail: (row) => [row.Email, row.Type, row.Status],
    many: 'users',
  },
  'system role': {
    list: 'list_users',
    isPaged: true,
    inside: {
      read: 'get_user',
      rows: (user) => rowsIn(user.Roles).map((role) => ({ ...role, User: user })),
    },
    isUnlisted: true,
    detail: (row) => [`of ${of(row, 'User').Name}`],
    changedBy: ['UserManagment', 'RolePermissions'],
    many: 'system roles that users have',
  },
  participant: {
    list: 'list_participants',
    search: 'Name',
    codes: [
      [/^\d{10}(?:\d\d)?$/, 'INN'],
      [/^[^\s@]+@\S+$/, 'Email'],
    ],
    isPaged: true,
    codesOf: (row) => [innOf(row), of(row, 'ContactInfo').EmailMain, of(row, 'ContactInfo').Email],
    aliases: (row) => {
      const { FirstName: first, LastName: last } = of(row, 'IndividualInfo');
      return first && last ? [`${first} ${last}`, `${last} ${first}`] : [of(row, 'CompanyInfo').Name];
    },
    detail: (row) => [
      innOf(row) && `INN ${innOf(row)}`,
      row.Type,
      of(row, 'ContactInfo').EmailMain ?? of(row, 'ContactInfo').Email,
      casesOf(row),
    ],
    changedBy: ['participants'],
    many: 'participants',
  },
  'task type': { list: 'list_task_types', many: 'task types' },
  'task status': { list: 'list_task_statuses', many: 'task statuses' },
  'task priority': { list: 'list_task_priorities', many: 'task priorities' },
  'task name': { ...values, dictionary: dictionaryTerms.taskName, many: 'task names' },
  'event type': { list: 'list_event_types', many: 'event types' },
  document: {
    ...documents,
    args: { EntityKind: entityKind.file },
    names: (row) => [row.FileName],
    many: 'documents',
  },
  'document folder': { ...documents, args: { EntityKind: entityKind.folder }, many: 'document folders' },
  'document type': { ...values, dictionary: dictionaryTerms.documentType, many: 'document types' },
  dictionary: { list: 'list_dictionaries', many: 'dictionaries' },
  'dictionary value': { ...values, within: 'id', many: 'dictionary values' },
  'legal form': { list: 'list_legal_forms', many: 'legal forms' },
  field: {
    list: 'list_object_types',
    inside: {
      read: 'get_object_type',
      rows: (type) =>
        rowsIn(type.Blocks).flatMap((block) =>
          rowsIn(block.Fields).map((field) => ({ ...field, Block: block, Of: type })),
        ),
    },
    key: (row) => row.Tag ?? row.Id,
    aliases: (row) => [row.Tag, row.Id],
    detail: (row) => [of(row, 'Block').Name, of(row, 'Of').Name],
    many: 'fields',
  },
};

/** The dictionaries among these that hold the records of a kind. */
export function dictionariesOf(
  { dictionary }: Source,
  entries: readonly NamedRecord[],
): readonly NamedRecord[] {
  if (dictionary === undefined) return [];
  const called = entries.filter(({ aliases }) => aliases.includes(normalise(dictionary.systemName)));
  if (called.length > 0) return called;
  return entries.filter(({ name, aliases }) =>
    [name, ...aliases].some((word) => dictionary.words.test(word)),
  );
}

/** A login of letters alone may be anybody's first name. */
const loginAsCode = (login: unknown) => (/[^\p{L}]/u.test(String(login ?? '')) ? login : undefined);
/** One of them tells namesakes apart, where nothing else does. */
const casesOf = (row: Row) => {
  const [first, ...others] = rowsIn(row.Cases);
  return first && `in ${first.Name}${others.length > 0 ? ` and ${others.length} more` : ''}`;
};
const innOf = (row: Row) => of(row, 'CompanyInfo').IdNumber ?? row.INN;

/** A row of a list as a record to be found; undefined for what has no id or name. */
export function entryOf(source: Source, row: Row): NamedRecord | undefined {
  const { Name: name, SysName: system } = row;
  const id = source.key ? source.key(row) : row.Id;
  if (typeof id !== 'string' || typeof name !== 'string') return undefined;
  // What is no id would only be refused by the call that it is put into.
  if (source.key === undefined && !isUuid(id)) return undefined;
  const halves = name.includes(' / ') ? name.split(' / ') : [];
  const detail = texts(source.detail?.(row) ?? []).join(', ');
  return {
    id,
    name,
    ...(detail === '' ? {} : { detail }),
    ...texts([source.login?.(row)]).map((login) => ({ login: login.toLowerCase() }))[0],
    codes: texts(source.codesOf?.(row) ?? []).map((code) => code.trim().toLowerCase()),
    names: comparable([name, ...(source.names?.(row) ?? [])]),
    aliases: comparable([...halves, system, ...(source.aliases?.(row) ?? [])]),
  };
}

const texts = (all: readonly unknown[]) =>
  all.filter((value): value is string => typeof value === 'string' && value !== '');
const comparable = (all: readonly unknown[]) => [...new Set(texts(all).map(normalise))].filter(Boolean);
