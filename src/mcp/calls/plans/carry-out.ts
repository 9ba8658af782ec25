import {
  ApiError,
  type CallError,
  isCallError,
  isOutcomeUnknown,
  NameError,
} from '../../../contract/errors.ts';
import type {
  ChangeOutcome,
  ChangeTerms,
  FieldChange,
  UndoChange,
} from '../../../contract/features/planned-changes.ts';
import { createdArgument, type Operation } from '../../../contract/operations/operation.ts';
import type { Row } from '../../../contract/records/row.ts';
import { recordIn } from '../../../json/record-value.ts';
import type { AuditEvent } from '../../../observability/audit-log.ts';
import { verdictOn } from '../../guards/allowed.ts';
import { shownFor } from '../../guards/question/before-values.ts';
import { recordState } from '../../guards/question/proposal-digest.ts';
import type { Refusal } from '../../guards/refusal.ts';
import type { NotedKept } from '../../output/kept-notes.ts';
import { createdId } from '../audit.ts';
import { compareStored, storedOf } from '../changes/compare-stored.ts';
import type { Verified } from '../changes/verified.ts';
import type { ChangeToVerify } from '../changes/verify-change.ts';
import { removalMessages } from '../messages.ts';
import { digestsOf, type Plannable } from './draft-change.ts';
import { writtenValues } from './images.ts';

interface InPlan {
  readonly terms: ChangeTerms;
}

const changed: Refusal = {
  code: 'CHANGED_MEANWHILE',
  reason: 'The record or the change no longer matches the plan. Nothing was done to it. Plan it again.',
};
const unagreed: Refusal = {
  code: 'CONFIRMATION_NEEDED',
  reason:
    'A human must agree to this change, but nobody was asked about it. Nothing was done. Plan it again.',
};

/**
 * Pipeline step: takes the place of the confirmation for a planned change. Refuses the call if it no longer equals the
 * planned change, or if it requires a confirmation that the plan did not get.
 */
export async function agreedInPlan(
  call: Plannable & InPlan,
): Promise<{ refusal: Refusal } | { decision: AuditEvent['decision'] } | undefined> {
  const { services, called, terms } = call;
  const { agreedBy, isAfterOwn } = terms;
  if (verdictOn(services.policy, called).isAsked && agreedBy === undefined) return { refusal: unagreed };
  const { digest, requestDigest } = digestsOf(call, isAfterOwn ? undefined : await call.shown());
  if ((isAfterOwn ? requestDigest : digest) !== terms.digest) return { refusal: changed };
  return agreedBy && { decision: agreedBy };
}

type Told = Plannable & ChangeToVerify & Verified & { readonly target: () => Promise<unknown> };

/** Pipeline step: returns the outcome of the change, and how to undo it. */
export async function rowTold(call: Told): Promise<{ result: ChangeOutcome }> {
  const { definition, answer, kept } = call;
  // If the change added an entry to a record, the response is the whole record, so its id is not that of a created
  // record.
  const created = definition.stores?.entryOf === undefined ? createdId(definition, answer) : undefined;
  const others = [...new Set((kept.others ?? []).map(({ path }) => path.join('.')))];
  return {
    result: {
      ...{ state: stateOfKept(definition, kept, call.after), created, others },
      doubts: [...kept.unkept, ...kept.unseen],
      undo: await undoOf(call, created),
    },
  };
}

function stateOfKept({ stores, removes }: Operation, kept: NotedKept, after: Verified['after']) {
  if (kept.unkept.length > 0 || kept.note === removalMessages.remains) return 'not kept';
  if (removes !== undefined) return kept.note === removalMessages.unknown ? 'unverified' : 'done';
  const isRead = stores !== undefined && after?.record !== undefined;
  return isRead && kept.unseen.length === 0 ? 'done' : 'unverified';
}

async function undoOf(call: Told, created: string | undefined): Promise<UndoChange | undefined> {
  const { definition, services, args } = call;
  const { undoneBy, stores, target, access } = definition;
  if (undoneBy !== undefined)
    return (await wasThere(call)) ? undefined : counterpart(call, undoneBy, created);
  if (access !== 'update' || stores === undefined || target === undefined) return undefined;
  const before = await services.readAnswer(target.tool, args, await call.target().catch(() => undefined));
  const after = recordIn(call.after?.record);
  if (recordIn(before) === undefined || after === undefined) return undefined;
  const { values, unwritable } = writtenValues(definition, args, before);
  const ids = Object.fromEntries(Object.values(target.args).map((name) => [name, args[name]]));
  const isList = Object.keys(definition.replaces ?? {}).some((name) => values[name] !== undefined);
  return {
    tool: definition.name,
    // The undo may remove any entry, because this change added the entries that the previous list lacks.
    arguments: { ...values, ...ids, ...(isList ? { drop: ['all'] } : {}) },
    read: readOf(target, args),
    expected: Object.fromEntries(
      Object.keys(values).map((name) => [name, shownFor(definition, after, name) ?? null]),
    ),
    unwritable,
  };
}

/** Checks whether the entry existed before. An undo would then remove more than was added. */
async function wasThere(call: Told): Promise<boolean> {
  const { definition, services, args } = call;
  const { stores, target } = definition;
  if (stores?.entryOf === undefined || target === undefined) return false;
  const before = await services.readAnswer(target.tool, args, await call.target().catch(() => undefined));
  const { unkept, unseen } = compareStored(definition, storedOf(call), before);
  return unkept.length + unseen.length === 0;
}

function counterpart(
  { definition, args, after }: Told,
  { tool, args: names }: NonNullable<Operation['undoneBy']>,
  created: string | undefined,
): UndoChange | undefined {
  const given = Object.entries(names).map(
    ([there, here]) => [there, here === createdArgument ? created : args[here]] as const,
  );
  const isNew = Object.values(names).includes(createdArgument);
  const shownBy = definition.stores?.shownBy;
  const read = isNew
    ? shownBy && created && { tool: shownBy, arguments: { id: created } }
    : definition.target && readOf(definition.target, args);
  if (!read || (isNew && created === undefined)) return undefined;
  const ofEntry = definition.stores?.entryOf !== undefined;
  return {
    ...{ tool, read, unwritable: [] },
    arguments: Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    expected: ofEntry || after?.record === undefined ? {} : { [wholeRecord]: recordState(after.record) },
  };
}

/** Returns the record's fields that differ from their state after the change. */
export function changedFields(definition: Operation, answer: unknown, expected: UndoChange['expected']) {
  const record = recordIn(answer) ?? {};
  const isSame = (one: unknown, other: unknown) =>
    JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
  return Object.entries(expected).flatMap(([name, was]): FieldChange[] => {
    const is = name === wholeRecord ? recordState(record) : shownFor(definition, record, name);
    if (isSame(was, is)) return [];
    const by = changedBy(record);
    const who = by === undefined ? {} : { by };
    return [name === wholeRecord ? { field: name, ...who } : { field: name, from: was, to: is, ...who }];
  });
}

/** Returns which user changed the record last, and when. Returns undefined if the record does not contain this. */
function changedBy(record: Row): string | undefined {
  const names = Object.keys(record);
  const by = names.find((name) =>
    /^(last)?_?(change|changed|modified|updated|edited)_?(by|user|author)$/i.test(name),
  );
  const { Name: name = by && record[by] } = (by === undefined ? {} : (record[by] ?? {})) as {
    Name?: unknown;
  };
  const parts = [name, record.LastChangeDate].filter((part) => typeof part === 'string');
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** Key in `expected` for the state of the whole record. */
const wholeRecord = '*';

const readOf = ({ tool, args }: NonNullable<Operation['target']>, given: Plannable['args']) => ({
  tool,
  arguments: Object.fromEntries(Object.entries(args).map(([there, here]) => [there, given[here]])),
});

/** Returns the outcome of a failed change. @param wasSent whether sending had begun */
export function rowOutcome(error: unknown, wasSent: boolean, operation?: Operation): ChangeOutcome {
  const { code, message } = isCallError(error)
    ? error
    : { code: 'INTERNAL', message: 'casebridge failed while handling the change; its log has details.' };
  const reason = isCallError(error) ? reasonOf(error, operation) : message;
  if (wasSent && (!isCallError(error) || isOutcomeUnknown(error))) return { state: 'unknown', code, reason };
  const { canRetry = false, retryAfterMs } = isCallError(error) ? error : {};
  return { state: 'refused', code, reason, canRetry, retryAfterMs };
}

/** Returns the message of an error, the records that a name may mean, and the next step that the catalogue advises. */
function reasonOf(error: CallError, operation: Operation | undefined): string {
  const step = error instanceof ApiError ? operation?.errors?.[error.status] : undefined;
  const named = error instanceof NameError ? [error, ...error.further] : [];
  const explained = named.flatMap((one) => [one.message, candidatesIn(one)]);
  return [...(named.length > 0 ? explained : [error.message]), step]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
}

/**
 * Lists the records that a name may mean. A long list contains only their names, because most of its length would be
 * ids.
 */
function candidatesIn({ candidates }: NameError): string {
  const hasIds = candidates.length <= maxWithIds;
  return candidates.map(({ id, name }) => (hasIds || !name ? `${name ?? ''} (${id})` : name)).join('; ');
}

const maxWithIds = 5;
