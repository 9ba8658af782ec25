import type { Arguments } from '../../../api/client/build-request.ts';
import { besideOthers } from '../../../api/client/deployed-values.ts';
import type { OperationNames } from '../../../contract/operations/deployment.ts';
import { dropArgument, moreArgument } from '../../../contract/operations/field-marks.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import { isArchived } from '../../../contract/records/finality.ts';
import { isRow, type Row } from '../../../contract/records/row.ts';
import { isUuid } from '../../../contract/uuid.ts';
import { compareEntry, compareKept, type Kept } from '../../../json/agree.ts';
import { fieldStem, idIn, isEmptyValue } from '../../../json/record-value.ts';
import type { Changed } from './made-change.ts';

/** Compares the values that a change sent with the record that should now contain them. */
export function compareStored(
  definition: Pick<Operation, 'stores' | 'keeps' | 'fills' | 'body' | 'replaces'>,
  sent: Arguments,
  record: unknown,
): Kept {
  const { stores, keeps, fills, body, replaces } = definition;
  const { entryOf, names, named = {}, becomes } = stores ?? {};
  const written = { ...body, ...keeps, ...fills, ...sent };
  const shown = isRow(record) ? withGrouped(record, Object.keys(written)) : { Items: record ?? [] };
  if (entryOf !== undefined) return compareEntry(sent, shown[entryOf]);
  if (becomes !== undefined) return compareState(shown, becomes === 'archived');
  const words = Object.keys(named).filter((one) => sent[one] !== undefined);
  const rest = Object.fromEntries(Object.entries(sent).filter(([one]) => !words.includes(one)));
  const isWhole = (name: string) => replaces?.[name]?.missing !== 'kept';
  const wholes = Object.keys({ ...keeps, ...replaces }).filter(isWhole);
  const { unkept, unseen } = compareKept(rest, shown, { ...keeps, ...fills, ...names }, wholes);
  const unsure = words.filter((one) => !isCalled(sent[one], shown[named[one] as string]));
  return { unkept, unseen: [...unseen, ...unsure] };
}

/**
 * Copies the fields inside groups to the top level of the record, because a service may return sent fields there. Skips
 * groups that the request contains, and names that occur in several groups.
 */
function withGrouped(record: Row, written: readonly string[]): Row {
  const groups = Object.entries(record).flatMap(([name, value]) =>
    isRow(value) && idIn(value) === undefined && !written.some((one) => fieldStem(one) === fieldStem(name))
      ? [value]
      : [],
  );
  const inside = groups.flatMap((group) => Object.entries(group));
  const isAlone = (name: string) =>
    inside.filter(([other]) => fieldStem(other) === fieldStem(name)).length === 1;
  return { ...Object.fromEntries(inside.filter(([name]) => isAlone(name))), ...record };
}

function compareState({ Status, IsArchive }: Arguments, isWanted: boolean): Kept {
  const is = isArchived({
    Status: typeof Status === 'string' ? Status : (Status as { Name?: string } | undefined)?.Name,
    IsArchive: typeof IsArchive === 'boolean' ? IsArchive : undefined,
  });
  if (is === undefined) return { unkept: [], unseen: ['Status'] };
  return { unkept: is === isWanted ? [] : ['Status'], unseen: [] };
}

const plain = (text: unknown) =>
  typeof text === 'string' ? text.replace(/\s+/g, ' ').trim().toLowerCase() : '';

/**
 * Checks whether the returned value contains the words that the caller passed. Empty words stand for an id that the
 * caller passed, and never match.
 */
const isCalled = (given: unknown, shown: unknown) =>
  plain(given) !== '' && plain(shown).includes(plain(given));

/**
 * Combines two comparisons of the sent values: one with the response to the change, and one with a later read. If the
 * read returns none of the values, a value counts as unchecked only if the response does not contain it either.
 */
export function bothKept(told: Kept, read: Kept, sent: Arguments): Kept {
  const isShown = read.unseen.length < Object.keys(sent).length;
  return {
    unkept: read.unkept,
    unseen: isShown ? read.unseen : told.unseen.filter((name) => read.unseen.includes(name)),
  };
}

/** Returns the sent values that the record should contain. Omits arguments that only control the change. */
export function storedOf({ definition, args, input, draft, services }: Changed): Arguments {
  const { body = {}, stores, fileParts = [] } = definition;
  if (stores?.becomes !== undefined) return { Status: stores.becomes };
  const without = new Set([moreArgument, dropArgument, ...(stores?.without ?? []), ...fileParts]);
  const names = Object.keys(body).filter((name) => !without.has(name) && args[name] !== undefined);
  const given = Object.fromEntries(names.map((name) => [name, args[name]]));
  const words = Object.keys(stores?.named ?? {}).filter((name) => given[name] !== undefined);
  // If the caller passed an id, the name of the value is unknown here. An empty string stands for it.
  const called = words.map((name) => {
    const text = (input as Arguments | undefined)?.[name];
    return [name, typeof text === 'string' && !isUuid(text) ? text : ''] as const;
  });
  const files = Object.entries(stores?.file ?? {}).flatMap(([part, fields]) => {
    const file = args[part] as { name?: unknown } | undefined;
    if (file?.name === undefined) return [];
    const size = sizeOf(draft, part);
    return [[fields.name, file.name] as const, ...(size === undefined ? [] : [[fields.size, size] as const])];
  });
  return {
    ...ungrouped(given, services.deployment.operations(definition)),
    ...(args[moreArgument] as Arguments | undefined),
    ...Object.fromEntries([...called, ...files]),
  };
}

/** Moves fields out of their groups and renames them, if the deployment expects them at the top level. */
function ungrouped(given: Arguments, names: OperationNames = {}): Arguments {
  const fields = Object.entries(given).map(([name, value]) => {
    const group = besideOthers(value, name, names);
    if (group === undefined) return { [name]: value };
    return {
      ...Object.fromEntries(group.beside),
      ...(isEmptyValue(group.rest) ? {} : { [name]: group.rest }),
    };
  });
  return Object.assign({}, ...fields) as Arguments;
}

/** Returns a sent file's size in bytes. Returns undefined if its content was not read before it was sent. */
function sizeOf({ body = [] }: Changed['draft'], part: string): number | undefined {
  const { content } = (body.find(({ argument }) => argument === part)?.value ?? {}) as {
    content?: Uint8Array | { readonly seen?: { readonly bytes: number } };
  };
  return content instanceof Uint8Array ? content.byteLength : content?.seen?.bytes;
}
