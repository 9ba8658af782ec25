import type {
  ChangeGiven,
  ChangeRefused,
  DraftedChange,
  PlannedChanges,
} from '../../contract/features/planned-changes.ts';
import { dropArgument } from '../../contract/operations/field-marks.ts';
import type { Row } from '../../contract/records/row.ts';

/** Entries to add to a list and to remove from it, instead of the whole list. */
interface ListEdit {
  readonly add: readonly unknown[];
  readonly remove: readonly unknown[];
}

/** Reads an argument such as `{ "add": [{ "Id": "Anna" }], "remove": [{ "Id": "Kate" }] }`. */
function editIn(value: unknown): ListEdit | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { add = [], remove = [], ...others } = value as Row;
  const isEdit = Array.isArray(add) && Array.isArray(remove) && Object.keys(others).length === 0;
  return isEdit && add.length + remove.length > 0 ? { add, remove } : undefined;
}

export const editedArguments = (args: Row): string[] =>
  Object.keys(args).filter((name) => editIn(args[name]) !== undefined);

/**
 * Returns a refusal if a member of an argument, such as a card field, contains a list edit. The entries of such a list
 * may belong to rows that also have entries in other fields.
 */
export function editInside(args: Row): ChangeRefused | undefined {
  for (const [name, value] of Object.entries(args)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    const [key] = editedArguments(value as Row);
    if (key !== undefined) return noEdit(`${name}.${key}`);
  }
  return undefined;
}

/** Returns a change with the entries of its edits as lists. Drafting it finds the ids of the entries. */
export async function withEntries(
  changes: PlannedChanges,
  { tool, arguments: args }: ChangeGiven,
): Promise<ChangeGiven> {
  const names = editedArguments(args);
  if (names.length === 0) return { tool, arguments: args };
  const lists = names.map((name) => {
    const { add = [], remove = [] } = editIn(args[name]) ?? {};
    return [name, [...remove, ...add]] as const;
  });
  const takesDrop = (await changes.takes(tool, dropArgument)) !== undefined;
  return {
    tool,
    arguments: { ...args, ...Object.fromEntries(lists), ...(takesDrop ? { [dropArgument]: ['all'] } : {}) },
  };
}

/** Returns a change with whole lists. @param drafted result of `withEntries` */
export async function withLists(
  changes: PlannedChanges,
  { tool, arguments: args }: ChangeGiven,
  { present, fields, args: resolved }: DraftedChange,
): Promise<ChangeGiven | ChangeRefused> {
  const lists: Record<string, unknown> = {};
  const dropped: string[] = [];
  for (const name of editedArguments(args)) {
    const { remove = [] } = editIn(args[name]) ?? {};
    const entries = resolved[name] as readonly unknown[];
    const had = present[name];
    // A list that the record lacks may still have entries in the service, which a shorter list would remove.
    const isShown = Array.isArray(fields.find(({ field }) => field === name)?.from);
    if (!isShown || !Array.isArray(had) || !Array.isArray(entries)) return noList(name);
    const gone = new Set(entries.slice(0, remove.length).map(keyOf));
    const missing = remove.find((_, at) => !had.some((one) => keyOf(one) === keyOf(entries[at])));
    if (missing !== undefined) return notInList(name, missing);
    const stays = had.filter((one) => !gone.has(keyOf(one)));
    const known = new Set(stays.map(keyOf));
    const added = new Map(entries.slice(remove.length).map((one) => [keyOf(one), one]));
    lists[name] = [...stays, ...[...added].flatMap(([key, one]) => (known.has(key) ? [] : [one]))];
    dropped.push(...gone);
  }
  const drop = args[dropArgument] ?? dropped;
  const takesDrop = dropped.length > 0 && (await changes.takes(tool, dropArgument)) !== undefined;
  return { tool, arguments: { ...args, ...lists, ...(takesDrop ? { [dropArgument]: drop } : {}) } };
}

/** Returns what identifies an entry: the first id in it, or the entry itself if it has none. */
function keyOf(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  const { Id, EntityId, Email } = entry as Row;
  return String(EntityId ?? Id ?? Email ?? JSON.stringify(entry)).toLowerCase();
}

const noEdit = (place: string): ChangeRefused => ({
  code: 'INVALID_ARGUMENTS',
  reason: `${place}: add and remove edit only a list that is an argument itself. Pass the whole list.`,
});

const noList = (name: string): ChangeRefused => ({
  code: 'INVALID_ARGUMENTS',
  reason: `${name}: the record has no list to change there. Pass the whole list.`,
});

const notInList = (name: string, entry: unknown): ChangeRefused => ({
  code: 'INVALID_ARGUMENTS',
  reason: `${name}: ${JSON.stringify(entry)} is not in the list of this record, so it cannot be removed.`,
});
