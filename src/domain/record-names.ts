import type { OperationClient } from '../contract/operations/operation-client.ts';
import type { NameResolver } from '../contract/records/name-resolver.ts';
import type { RecordKind } from '../contract/records/record-ref.ts';
import { listAll } from './list-records.ts';
import { cachedGroupName } from './people/group-names.ts';
import { namedRecord, read, type UserRecord, userRecord } from './records.ts';

/** A record whose name is needed. The name of a group comes from user records, because no operation returns a group. */
export interface WantedName {
  readonly kind: RecordKind | 'group';
  readonly id: string;
  /** Id of the parent record, such as the dictionary of a value. */
  readonly within?: string | undefined;
}

/** Maximum number of pages that are read from a list, because it may have thousands of entries. */
const maxPages = 3;

/** Kinds whose records can be read one by one, with the list to read if many records are needed. */
export const readers = {
  object: { tool: 'get_object', many: 'cases', list: 'search_objects' },
  participant: { tool: 'get_participant', many: 'participants', list: undefined },
  user: { tool: 'get_user', many: 'users', list: 'list_users' },
  document: { tool: 'get_document', many: 'documents', list: undefined },
  task: { tool: 'get_task', many: 'tasks', list: undefined },
} as const;
export type ReadKind = keyof typeof readers;
type ReadTool = (typeof readers)[ReadKind]['tool'];
export const isReadKind = (kind: RecordKind): kind is ReadKind => Object.hasOwn(readers, kind);

/** Returns what is cached about a record's name. Never reads from the service. */
export function cachedName(
  operations: OperationClient,
  { kind, id, within }: WantedName,
): { readonly name: string | undefined } | undefined {
  if (kind === 'group') return cachedGroupName(operations, id);
  if (isReadKind(kind)) {
    const record = operations.cache.recall<ReadRecord>(recordKey(readers[kind].tool, id));
    return record && { name: record.Name };
  }
  const names = operations.cache.recall<ReadonlyMap<string, string>>(listKey({ kind, within }));
  return names && { name: names.get(id.toLowerCase()) };
}

/** Returns the name of a record. Returns undefined if it has none. @throws the errors of `OperationClient.call` */
export const recordName = async (operations: OperationClient, tool: ReadTool, id: string) =>
  (await recordOf(operations, tool, id)).Name;

/** The part of a record that is cached. */
interface ReadRecord extends Pick<UserRecord, 'Groups'> {
  readonly Name: string | undefined;
}

const recordKey = (tool: ReadTool, id: string) => `${tool} ${id}`;

/** Reads the name of a record, and the groups of a user. */
export const recordOf = (operations: OperationClient, tool: ReadTool, id: string): Promise<ReadRecord> =>
  operations.cache.remember(recordKey(tool, id), async () => {
    const answer = await operations.call(tool, { id });
    const { Name } = read(namedRecord, answer);
    return { Name: Name?.trim(), Groups: tool === 'get_user' ? read(userRecord, answer).Groups : [] };
  });

export const listedNames = (
  operations: OperationClient,
  list: 'search_objects' | 'list_users',
): Promise<ReadonlyMap<string, string>> =>
  operations.cache.remember(`names of ${list}`, async () => {
    const { items } = await listAll(operations, [list, {}], namedRecord, {
      maxPages: list === 'list_users' ? 10 : maxPages,
    });
    return new Map(items.flatMap(({ Id, Name }) => (Name === undefined ? [] : [[Id, Name]])));
  });

/** A list of names: the kind of the named records, and the id of their parent record if they have one. */
export interface NameList extends Pick<WantedName, 'within'> {
  readonly kind: RecordKind;
}

const listKey = ({ kind, within = '' }: NameList) => `names of ${kind} ${within}`;
/** The list in which names are looked up may already be a minute old, so names may be up to two minutes old. */
const listLifetimeMs = 60_000;

/** Returns all names in the list of a kind, by id in lower case. @throws the errors of `OperationClient.call` */
export const namesInList = (
  operations: OperationClient,
  names: NameResolver,
  list: NameList,
): Promise<ReadonlyMap<string, string>> =>
  operations.cache.remember(
    listKey(list),
    () => names.called(operations, list.kind, list.within),
    listLifetimeMs,
  );
