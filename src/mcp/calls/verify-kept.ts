import type { Arguments } from '../../api/client/build-request.ts';
import type { Answer } from '../../api/client/read-response.ts';
import { dropArgument, moreArgument } from '../../contract/operations/field-marks.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import type { AnyOperationClient } from '../../contract/operations/operation-client.ts';
import { isUuid } from '../../contract/uuid.ts';
import { compareEntry, compareKept, type Kept } from '../../json/agree.ts';

const nothing: Kept = { unkept: [], unseen: [] };

/**
 * Step: what of a change the record shows otherwise than it was sent, though the service answered with success; it does
 * so for values that the user may not write, and for fields that it calls otherwise. The record is what the change was
 * answered with, or where that shows nothing of it, what one read shows.
 */
export async function keptVerified(call: {
  readonly definition: Operation;
  readonly args: Arguments;
  readonly answer: Answer;
  readonly signal: AbortSignal | undefined;
  readonly peopleClient: (signal?: AbortSignal) => AnyOperationClient;
}): Promise<{ kept: Kept }> {
  const { definition, args, answer } = call;
  if (definition.stores === undefined) return { kept: nothing };
  const sent = storedOf(definition, args);
  if (Object.keys(sent).length === 0) return { kept: nothing };
  const compare = (record: unknown) => compareStored(definition, sent, record);
  const kept = compare(answer.body);
  if (kept.unseen.length < Object.keys(sent).length) return { kept };
  const record = await readChanged(call).catch(() => undefined);
  return { kept: record === undefined ? kept : compare(record) };
}

function compareStored({ stores, keeps, fills }: Operation, sent: Arguments, record: unknown): Kept {
  const { entryOf, names } = stores ?? {};
  if (entryOf === undefined) return compareKept(sent, record, { ...keeps, ...fills, ...names });
  return compareEntry(sent, (record as Arguments | null | undefined)?.[entryOf]);
}

/** The arguments that stand in the record afterwards: the body's, but for those that only say how it is changed. */
function storedOf({ body = {}, stores, fileParts = [] }: Operation, args: Arguments): Arguments {
  const without = new Set([moreArgument, dropArgument, ...(stores?.without ?? []), ...fileParts]);
  const names = Object.keys(body).filter((name) => !without.has(name) && args[name] !== undefined);
  const given = Object.fromEntries(names.map((name) => [name, args[name]]));
  // A file shows in a record by its name.
  const files = Object.entries(stores?.file ?? {}).flatMap(([part, field]) => {
    const file = args[part] as { name?: unknown } | undefined;
    return file?.name === undefined ? [] : [[field, file.name] as const];
  });
  return { ...given, ...(args[moreArgument] as Arguments | undefined), ...Object.fromEntries(files) };
}

async function readChanged({
  definition: { stores, target },
  args,
  answer,
  signal,
  peopleClient,
}: Parameters<typeof keptVerified>[0]): Promise<unknown> {
  if (stores?.shownBy === undefined) {
    if (target === undefined) return undefined;
    const asked = Object.entries(target.args).map(([there, here]) => [there, args[here]]);
    return peopleClient(signal).call(target.tool, Object.fromEntries(asked));
  }
  const { Id } = (answer.body ?? {}) as { Id?: unknown };
  return typeof Id === 'string' && isUuid(Id)
    ? peopleClient(signal).call(stores.shownBy, { id: Id })
    : undefined;
}
