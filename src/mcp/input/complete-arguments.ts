import type { Arguments } from '../../api/client/build-request.ts';
import { ApiError, UnexpectedAnswerError, UnreadTargetError } from '../../contract/errors.ts';
import { type Operation, writesWhole } from '../../contract/operations/operation.ts';
import { isRow, type Row } from '../../contract/records/row.ts';
import { asWritten } from './read-only-fields.ts';
import { completeList, mayLoseAll } from './replaced-lists.ts';

export interface Completed {
  readonly args: Arguments;
  /** Entries that the change intentionally removes from lists, by list name. */
  readonly lost: Readonly<Record<string, readonly unknown[]>>;
}

/**
 * Adds values that a change would otherwise clear (`keeps`) or that the service requires (`fills`), and completes
 * lists. Reads nothing if the operation needs none of this.
 * @param args validated arguments
 * @param read returns the current record, as the operation's `target` returns it
 * @throws LossError if a list would lose entries that the call does not name. UnreadTargetError if the record cannot be
 * read or lacks a required value. Other errors of `read`
 */
export function completeArguments(
  operation: Operation,
  args: Arguments,
  read: () => Promise<unknown>,
): Completed | Promise<Completed> {
  return needsRecord(operation, args) ? completeBy(operation, args, read) : { args, lost: {} };
}

async function completeBy(
  operation: Operation,
  args: Arguments,
  read: () => Promise<unknown>,
): Promise<Completed> {
  const { keeps, fills, replaces, target } = operation;
  const record = await read().catch((cause: unknown) => {
    throw explained(operation, cause);
  });
  const complete: Record<string, unknown> = { ...args };
  const lost: Record<string, readonly unknown[]> = {};
  for (const [name, list] of Object.entries(replaces ?? {})) {
    if (!Array.isArray(args[name])) continue;
    const whole = completeList({ operation, name, list }, args, record);
    complete[name] = whole.entries;
    if (whole.lost.length > 0) lost[name] = whole.lost;
  }
  for (const [name, field] of Object.entries({ ...keeps, ...fills })) {
    const value = kept(operation, name, args, fieldOf(record, field));
    if (value !== undefined) complete[name] = value;
    else if (args[name] === undefined && fills && name in fills)
      throw new UnreadTargetError(
        `Nothing was sent. ${name} is missing, and ${target?.tool} returned no ${field} to use instead. Pass \`${name}\`.`,
      );
  }
  return { args: complete, lost };
}

function needsRecord(operation: Operation, args: Arguments): boolean {
  const { fills, replaces, target } = operation;
  const isWhole = writesWhole(operation);
  if (!isWhole && fills === undefined && replaces === undefined) return false;
  // Without all arguments of the read operation, the record cannot be read.
  const isAimed = Object.values(target?.args ?? {}).every((name) => args[name] !== undefined);
  const isOpenToFill = Object.keys(fills ?? {}).some((name) => args[name] === undefined);
  return isAimed && (isWhole || isOpenToFill || (replaces !== undefined && !mayLoseAll(args)));
}

/**
 * Replaces an error of the read that could be mistaken for the outcome of the change, although the change was not sent.
 */
function explained({ target }: Operation, cause: unknown): unknown {
  const isUnclear = cause instanceof ApiError && (cause.status >= 500 || cause.status === 408);
  if (!isUnclear && !(cause instanceof UnexpectedAnswerError)) return cause;
  const message = `Nothing was sent: ${target?.tool} failed, and without the current record the change could overwrite data.`;
  return new UnreadTargetError(message, cause);
}

/** Returns the value to add. Returns undefined if the call already contains it, or if it cannot be written. */
function kept({ body }: Operation, name: string, args: Arguments, value: unknown): unknown {
  const schema = body?.[name];
  if (schema === undefined) return undefined;
  const current = asWritten(schema, isRow(value) ? filled(value) : value);
  const given = args[name];
  if (isRow(given) && isRow(current)) return { ...current, ...given };
  // A caller may specify a record in either of two arguments, such as `Name` and `NameId`.
  const isGiven = args[name] !== undefined || args[`${name}Id`] !== undefined;
  return isGiven ? undefined : current;
}

const filled = (value: Row): Row =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
const fieldOf = (record: unknown, name: string) => (isRow(record) ? record[name] : undefined);
