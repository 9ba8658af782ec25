import { setTimeout } from 'node:timers/promises';
import type { Arguments } from '../../api/client/build-request.ts';
import { ApiError, UnexpectedAnswerError } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import type { AnyOperationClient, OperationResponse } from '../../contract/operations/operation-client.ts';
import { isUuid } from '../../contract/uuid.ts';
import { parseExact } from '../../json/exact.ts';
import { lazy } from '../../util/lazy.ts';
import { answersChange } from '../input/response-options.ts';
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
  /** With the classes that the arguments tell of. */
  readonly called: Operation;
  readonly args: Arguments;
  /** Whoever is asked sees the record, whatever classes the assistant is offered. */
  readonly peopleClient: () => AnyOperationClient;
}

/** What is known of the aim of a call. */
export interface Aimed {
  /** With the classes that this very call belongs to. */
  readonly called: Operation;
  /**
   * The record, read when it is first needed; undefined where nothing shows it.
   * @throws where it cannot be read
   */
  readonly target: () => Promise<unknown>;
  /** The same, character by character as the service wrote it. */
  readonly targetAsWritten: () => Promise<unknown>;
  /** The text of it as far as it has been read by now; reads nothing. */
  readonly textRead: () => string | undefined;
  /** The same where it has been read already and assistants may read it themselves; else nothing. */
  readonly before: () => Promise<unknown>;
  /** The same for whoever is asked. @throws where nobody can agree to what is done to it */
  readonly shown: () => Promise<unknown>;
  /** What of the record would go, where anybody has to know. */
  readonly losses: Lost;
}

/**
 * Step: what the call would reach and take away. A change reaches whom its record reaches, though the arguments do not
 * name them, and takes away what only the record shows.
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
  // Most calls tell it all by themselves.
  return mayReach || isLoss ? found() : { ...aimAt(call, read, {}, []), ...known };
}

/** How long a change waits for what was there before, in milliseconds: it is made all the same. */
const beforeMs = 2000;

/** Step: reads what a change is made of, where nobody has yet, so that its answer can say what was there before. */
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
  if (called.access !== 'update' || !answersChange(called) || !isOpen)
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

/** The record just before a change is sent. */
export interface RecordBefore {
  /** As the service wrote it; undefined if nobody read it. */
  readonly text: string | undefined;
  /** Whether assistants may read it themselves. */
  readonly isOpen: boolean;
}

/** Whether assistants may read themselves what a call is about. */
const isOpenTo = ({ allow, removed }: Policy, { target }: Operation) =>
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
    // A call that takes something away can be agreed to by somebody who is told that nobody knows what.
    shown: unless ? () => read().catch(unless) : read,
    losses,
  };
}

const asRecord = (read: unknown) => (read ?? {}) as Arguments;

/** Whether it makes a difference that a call loses something: it is refused, asked about or counted. */
const isOfConcern = ({ services: { policy, quota } }: Aiming) =>
  policy.confirm.has('delete') || !policy.allow.has('delete') || quota !== undefined;

async function readLosses(call: Aiming, read: () => Promise<unknown>): Promise<Lost> {
  const { definition, args, services, peopleClient } = call;
  // People see of it what assistants see.
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

/** Of what was looked for where it likely is. */
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof ApiError) || ![400, 404].includes(error.status)) throw error;
}

/** Of what the service answers on reading, that says nothing of the record; anything else is the call's own error. */
function unlessUnread(error: unknown): undefined {
  const isUnread = error instanceof ApiError && ![401, 404, 429].includes(error.status);
  if (!isUnread && !(error instanceof UnexpectedAnswerError)) throw error;
}

/** What the operation is about to act on, as it is now. */
async function readTarget({
  definition: { target },
  args,
  peopleClient,
}: Aiming): Promise<OperationResponse | undefined> {
  if (target === undefined) return undefined;
  return (await readByNewest(peopleClient(), target, args))?.response;
}
