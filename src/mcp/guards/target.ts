import { setTimeout } from 'node:timers/promises';
import type { Arguments } from '../../api/client/build-request.ts';
import { ApiError, UnexpectedAnswerError } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import type { AnyOperationClient, OperationResponse } from '../../contract/operations/operation-client.ts';
import { isUuid } from '../../contract/uuid.ts';
import { parseExact } from '../../json/exact.ts';
import { lazy } from '../../util/lazy.ts';
import type { Sanitizer } from '../output/sanitize.ts';
import { readCard } from './card.ts';
import type { Quota } from './limits/rate-limit.ts';
import { type Lost, lossesOf, mayLose, needsCard } from './losses.ts';
import { asCalled, type Policy } from './policy.ts';
import { readByNewest } from './read-record.ts';

interface Aiming {
  readonly services: {
    readonly policy: Policy;
    readonly quota?: Quota | undefined;
    readonly sanitizer: Sanitizer;
  };
  readonly definition: Operation;
  /** The operation with the access classes, such as `delete`, that follow from the arguments. */
  readonly called: Operation;
  readonly args: Arguments;
  /**
   * Client that reads for the confirming person. The policy for assistants does not apply to it, because that person
   * must see the record even if assistants may not read it.
   */
  readonly peopleClient: () => AnyOperationClient;
}

/** Effects of a call, determined before it is sent. */
export interface Aimed {
  /** The operation with the final access classes of this call. */
  readonly called: Operation;
  /** Reads the target record on first use, if an operation returns it. @throws CallError */
  readonly target: () => Promise<unknown>;
  /** Reads the target record on first use, and returns its JSON with all numbers exactly as the service wrote them. */
  readonly targetAsWritten: () => Promise<unknown>;
  /** Returns the JSON text of the target record if it has been read. Never sends a request. */
  readonly textRead: () => string | undefined;
  /** Returns the target record if it has been read and assistants may read it. Otherwise returns undefined. */
  readonly before: () => Promise<unknown>;
  /**
   * Returns the target record for the confirmation.
   * @throws CallError if the call cannot be confirmed without it
   */
  readonly shown: () => Promise<unknown>;
  /** Data that the call removes from the record. Determined only if the policy or a limit depends on it. */
  readonly losses: Lost;
}

/**
 * Pipeline step: determines which people a call reaches and which data it removes. If the arguments are not enough, it
 * reads the target record: a change reaches the attendees in the record, and writing a list removes entries that only
 * the record contains.
 */
export function aimed(call: Aiming): Aimed | Promise<Aimed> {
  const { called, args } = call;
  let begun: Promise<unknown> | undefined;
  let text: string | undefined;
  const answer = lazy(async () => {
    const response = await readTarget(call);
    text = response?.text;
    return response;
  });
  const read = lazy(() => {
    begun = answer().then((response) => response?.body);
    return begun;
  });
  const targetAsWritten = async () => {
    const response = await answer();
    return response === undefined ? undefined : parseExact(response.text);
  };
  const { outboundIf, target, risk } = called;
  const isOpen = isOpenTo(call.services.policy, called);
  const before = async () => (isOpen ? begun?.catch(() => undefined) : undefined);
  const mayReach = outboundIf !== undefined && target !== undefined && risk === undefined;
  const isLoss = isOfConcern(call) && mayLose(called, args);
  const known = { before, targetAsWritten, textRead: () => text };
  const found = async () => {
    const record = mayReach ? asRecord(await read()) : {};
    return { ...aimAt(call, read, record, isLoss ? await readLosses(call, read) : []), ...known };
  };
  // Most calls need no read, so they stay synchronous.
  return mayReach || isLoss ? found() : { ...aimAt(call, read, {}, []), ...known };
}

/** Maximum wait for the previous values, in milliseconds. After this time, the change is sent without them. */
const beforeMs = 2000;

/**
 * Pipeline step: reads the record before a change, so that the answer can show its name and previous values. Does nothing
 * if assistants may not read the record.
 */
export async function beforeRead({
  services: { policy },
  called,
  target,
  textRead,
  before,
}: Pick<Aiming, 'services' | 'called'> & Pick<Aimed, 'target' | 'textRead' | 'before'>): Promise<
  Pick<Aimed, 'before'> & { readonly was: RecordBefore }
> {
  const isOpen = isOpenTo(policy, called);
  if (called.access === 'read' || called.access === 'create' || !isOpen)
    return { before, was: { text: textRead(), isOpen } };
  let given: unknown;
  const read = target().then(
    (record) => {
      given = record;
    },
    () => undefined,
  );
  await Promise.race([read, setTimeout(beforeMs, undefined, { ref: false })]);
  const record = given;
  return { before: async () => record, was: { text: textRead(), isOpen } };
}

/** The record just before a change was sent. */
export interface RecordBefore {
  /** JSON text from the service. Undefined if the record was not read. */
  readonly text: string | undefined;
  /** Whether assistants may read the record. */
  readonly isOpen: boolean;
}

/** Checks whether assistants may read the target record of a call. */
export const isOpenTo = ({ allow, removed }: Policy, { target }: Operation) =>
  target !== undefined && allow.has('read') && !removed.has(target.tool);

function aimAt(
  { called, args }: Aiming,
  read: Aimed['target'],
  record: Arguments,
  losses: Lost,
): Omit<Aimed, 'before' | 'targetAsWritten' | 'textRead'> {
  const isUnread = called.loses !== undefined && losses === 'unread';
  const unless = called.target?.isPresumed ? unlessMissing : isUnread ? unlessUnread : undefined;
  return {
    called: asCalled(called, args, { record, lost: losses }),
    target: read,
    // If the call removes data from a record that cannot be read, ignore the failed read. The confirmation then states
    // that the lost data is unknown.
    shown: unless ? () => read().catch(unless) : read,
    losses,
  };
}

const asRecord = (read: unknown) => (read ?? {}) as Arguments;

/** Checks whether removed data must be determined: for the confirmation, for a refusal, or for a stricter limit. */
const isOfConcern = ({ services: { policy, quota } }: Aiming) =>
  policy.confirm.has('delete') || !policy.allow.has('delete') || quota !== undefined;

async function readLosses(call: Aiming, read: () => Promise<unknown>): Promise<Lost> {
  const { definition, args, services, peopleClient } = call;
  // Hide secrets from the confirming person too.
  const record = withoutSecrets(services.sanitizer, await read().catch(unlessUnread));
  const losses = lossesOf(definition, args, record);
  if (definition.loses?.card === undefined || !needsCard(definition, args, record, losses)) return losses;
  const { tool, type } = definition.loses.card;
  const id = (asRecord(record)[type] as { Id?: unknown } | null | undefined)?.Id;
  if (typeof id !== 'string' || !isUuid(id)) return losses;
  const card = await peopleClient().call(tool, { id }).catch(unlessUnread);
  return lossesOf(definition, args, record, readCard(card));
}

const withoutSecrets = (sanitizer: Sanitizer, record: unknown): unknown =>
  record === undefined ? undefined : JSON.parse(sanitizer.json(JSON.stringify(record)).text);

/** Ignores a 400 or 404, because the arguments may lead to another record. Rethrows any other error. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof ApiError) || ![400, 404].includes(error.status)) throw error;
}

/**
 * Ignores an unreadable response, and an error response other than 401, 404 and 429. Rethrows all other errors, which
 * end the call.
 */
function unlessUnread(error: unknown): undefined {
  const isUnread = error instanceof ApiError && ![401, 404, 429].includes(error.status);
  if (!isUnread && !(error instanceof UnexpectedAnswerError)) throw error;
}

async function readTarget({
  definition: { target },
  args,
  peopleClient,
}: Aiming): Promise<OperationResponse | undefined> {
  if (target === undefined) return undefined;
  return (await readByNewest(peopleClient(), target, args))?.response;
}
