import type { Arguments } from '../../api/client/build-request.ts';
import { ApiError, UnexpectedAnswerError } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { isUuid } from '../../contract/uuid.ts';
import { lazy } from '../../util/lazy.ts';
import type { CallServices, ToolCall } from '../calls/call-operation.ts';
import { createPeopleDesk } from '../calls/operation-client.ts';
import { readCard } from './card.ts';
import { type Lost, lossesOf, mayLose, needsCard } from './losses.ts';
import { asCalled } from './policy.ts';

/** A call with what is known of its aim. */
export interface Aimed {
  /** With the classes that this very call belongs to. */
  readonly operation: Operation;
  readonly args: Arguments;
  /**
   * The record, read when it is first needed; undefined where nothing shows it.
   * @throws where it cannot be read
   */
  readonly target: () => Promise<unknown>;
  /** The same for whoever is asked. @throws where nobody can agree to what is done to it */
  readonly shown: () => Promise<unknown>;
  /** What of the record would go, where anybody has to know. */
  readonly lost: Lost;
}

/**
 * What the call would reach and take away: a change reaches whom its record reaches, though the arguments do not name
 * them, and takes away what only the record shows.
 */
export async function aim(parts: CallServices, call: ToolCall, args: Arguments): Promise<Aimed> {
  const operation = asCalled(call.entry.operation, args);
  const read = lazy(() => readTarget(parts, call, args));
  const { outboundIf, target, risk, loses } = operation;
  const record = outboundIf && target && risk === undefined ? asRecord(await read()) : {};
  const lost = isOfConcern(parts) && mayLose(operation, args) ? await readLost(parts, call, args, read) : [];
  return {
    operation: asCalled(operation, args, { record, lost }),
    args,
    target: read,
    // A call that takes something away can be agreed to by somebody who is told that nobody knows what.
    shown: loses !== undefined && lost === 'unread' ? () => read().catch(unlessUnread) : read,
    lost,
  };
}

const asRecord = (read: unknown) => (read ?? {}) as Arguments;

/** Whether it makes a difference that a call loses something: it is refused, asked about or counted. */
const isOfConcern = ({ policy, quota }: CallServices) =>
  policy.confirm.has('delete') || !policy.allow.has('delete') || quota !== undefined;

async function readLost(
  parts: CallServices,
  call: ToolCall,
  args: Arguments,
  read: () => Promise<unknown>,
): Promise<Lost> {
  const { operation } = call.entry;
  // People see of it what assistants see.
  const record = withoutSecrets(parts, await read().catch(unlessUnread));
  const lost = lossesOf(operation, args, record);
  if (operation.loses?.card === undefined || !needsCard(operation, args, record, lost)) return lost;
  const { tool, type } = operation.loses.card;
  const id = (asRecord(record)[type] as { Id?: unknown } | null | undefined)?.Id;
  if (typeof id !== 'string' || !isUuid(id)) return lost;
  const card = await readBy(parts, call, tool, { id }).catch(unlessUnread);
  return lossesOf(operation, args, record, readCard(card));
}

const withoutSecrets = ({ sanitizer }: CallServices, record: unknown): unknown =>
  record === undefined ? undefined : JSON.parse(sanitizer.json(JSON.stringify(record)).text);

/** Of what the service answers on reading, that says nothing of the record; anything else is the call's own error. */
function unlessUnread(error: unknown): undefined {
  const isUnread = error instanceof ApiError && ![401, 404, 429].includes(error.status);
  if (!isUnread && !(error instanceof UnexpectedAnswerError)) throw error;
}

/** What the operation is about to act on, as it is now. */
async function readTarget(parts: CallServices, call: ToolCall, args: Arguments): Promise<unknown> {
  const { target } = call.entry.operation;
  if (target === undefined || Object.values(target.args).some((name) => args[name] === undefined))
    return undefined;
  const readArgs = Object.entries(target.args).map(([there, here]) => [there, args[here]]);
  return readBy(parts, call, target.tool, Object.fromEntries(readArgs));
}

/** Whoever is asked sees the record, whatever classes the assistant is offered. */
function readBy(parts: CallServices, call: ToolCall, tool: string, args: Arguments): Promise<unknown> {
  const caller = { principal: call.principal, signal: call.context.mcpReq.signal, trace: call.trace };
  return createPeopleDesk(parts, caller).call(tool, args);
}
