import type { Arguments } from '../../../api/client/build-request.ts';
import { besideOthers } from '../../../api/client/deployed-values.ts';
import type { OperationNames } from '../../../contract/operations/deployment.ts';
import { dropArgument, moreArgument } from '../../../contract/operations/field-marks.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import { isArchived } from '../../../contract/records/finality.ts';
import { isUuid } from '../../../contract/uuid.ts';
import { compareEntry, compareKept, type Kept } from '../../../json/agree.ts';
import { fieldStem, idIn, isEmptyValue, isRow, type Row } from '../../../json/record-value.ts';
import type { Changed } from './made-change.ts';

/** What a record that a change was made of shows of it. */
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

/** Adds the fields of groups that no request has: a service may show a field within such a group. */
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

/** Whether a record shows the words by which a value was named; of an id nobody can tell. */
const isCalled = (given: unknown, shown: unknown) =>
  plain(given) !== '' && plain(shown).includes(plain(given));

/** What the answer to a change and a read of the record show of it: the read counts, where it shows anything. */
export function bothKept(told: Kept, read: Kept, sent: Arguments): Kept {
  const isShown = read.unseen.length < Object.keys(sent).length;
  return {
    unkept: read.unkept,
    unseen: isShown ? read.unseen : told.unseen.filter((name) => read.unseen.includes(name)),
  };
}

/** The arguments that stand in the record afterwards: the body's, but for those that only say how it is changed. */
export function storedOf({ definition, args, input, draft, services }: Changed): Arguments {
  const { body = {}, stores, fileParts = [] } = definition;
  if (stores?.becomes !== undefined) return { Status: stores.becomes };
  const without = new Set([moreArgument, dropArgument, ...(stores?.without ?? []), ...fileParts]);
  const names = Object.keys(body).filter((name) => !without.has(name) && args[name] !== undefined);
  const given = Object.fromEntries(names.map((name) => [name, args[name]]));
  const words = Object.keys(stores?.named ?? {}).filter((name) => given[name] !== undefined);
  // What an id is called, nobody knows here.
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

/** Fields of groups under the names by which the service has them beside all others. */
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

/** Bytes of a file that was sent; undefined of one that was passed on without anybody having been asked about it. */
function sizeOf({ body = [] }: Changed['draft'], part: string): number | undefined {
  const { content } = (body.find(({ argument }) => argument === part)?.value ?? {}) as {
    content?: Uint8Array | { readonly seen?: { readonly bytes: number } };
  };
  return content instanceof Uint8Array ? content.byteLength : content?.seen?.bytes;
}
