import type { Carried } from './proxy.ts';

/** This file defines the model of a user: the records that the service should have after the acknowledged changes. */

export type Kind = 'task' | 'event' | 'participant' | 'document' | 'case';
/** Outcome of a change, as its response reports it. */
export type Outcome = 'done' | 'failed' | 'unknown';

/** One requested change. */
export interface Write {
  readonly kind: Kind;
  /** Text that only this change writes into the record. */
  readonly nonce: string;
  readonly isDeletion: boolean;
  /** Id of the request that made the change. */
  readonly requestId: string;
  outcome: Outcome;
  /** Message of the response if the change failed or its outcome is unknown. */
  words: string;
  /** Whether no user confirmed the change, so that it must not be made. */
  readonly isForbidden?: boolean;
}

/** One record of a user. */
export interface Kept {
  readonly kind: Kind;
  readonly id: string;
  /** Changes of the record, in order. The first one created it. */
  readonly writes: Write[];
}

/** Records that one user expects in the service. */
export interface Model {
  readonly mark: string;
  readonly kept: Map<string, Kept>;
  /** Creations, by nonce, including those without a response. */
  readonly creations: Map<string, Write & { id?: string }>;
}

export const createModel = (mark: string): Model => ({ mark, kept: new Map(), creations: new Map() });

/** Returns the nonces that a record may have now, and whether it may be or must be gone. */
export function possible({ writes }: Kept, carried: readonly Carried[]) {
  const orderOf = (write: Write): number =>
    carried.findLast(({ requestId, nonces, method }) =>
      write.isDeletion ? method === 'DELETE' && requestId === write.requestId : nonces.includes(write.nonce),
    )?.order ?? -1;
  const done = writes.filter(({ outcome }) => outcome === 'done');
  const last = done.at(-1);
  const lastOrder = last ? orderOf(last) : -1;
  const at = last ? writes.indexOf(last) : -1;
  const open = writes.filter(
    (write, place) => write.outcome === 'unknown' && (place > at || orderOf(write) > lastOrder),
  );
  const all = last ? [last, ...open] : open;
  return {
    nonces: new Set(all.filter(({ isDeletion }) => !isDeletion).map(({ nonce }) => nonce)),
    mayBeGone: all.some(({ isDeletion }) => isDeletion),
    mustBeGone: last?.isDeletion === true && open.length === 0,
  };
}

/** Returns a list of the requested changes of a record, for messages. */
const storyOf = ({ writes }: Kept) =>
  writes
    .map(({ requestId, nonce, outcome, isForbidden }) =>
      [requestId, nonce || 'deletion', outcome, isForbidden && 'without agreement'].filter(Boolean).join(' '),
    )
    .join(', ');

/** Record in the service's own list. */
export interface Listed {
  readonly kind: Kind;
  readonly id: string;
  readonly nonce: string;
}

export interface Violation {
  readonly what:
    | 'acknowledged writes lost'
    | 'doubled'
    | 'wrong'
    | 'failed for certain, and made'
    | 'foreign answers'
    | 'INTERNAL'
    | 'unanswered'
    | 'secrets'
    | 'record of changes';
  readonly requestId: string;
  readonly detail: string;
}

/** Compares a user's model with all records of this user in the service. */
export function compare(model: Model, listed: readonly Listed[], carried: readonly Carried[]): Violation[] {
  const found: Violation[] = [];
  const tell = (what: Violation['what'], write: Write | undefined, detail: string) =>
    found.push({
      what,
      requestId: write?.requestId ?? '',
      detail: `${model.mark}: ${detail}; ${write?.words ?? ''}`,
    });
  const claimed = new Set<string>();
  const keyOf = ({ kind, id }: Listed) => `${kind}:${id}`;
  for (const record of listed) {
    const kept = model.kept.get(keyOf(record));
    if (kept) checkKept(kept, record);
    else checkUnknown(record);
  }
  const there = new Set(listed.map(keyOf));
  for (const [key, kept] of model.kept)
    if (!there.has(key) && !possible(kept, carried).mayBeGone)
      tell('acknowledged writes lost', endOf(kept), `${key} is not there: ${storyOf(kept)}`);
  for (const [nonce, creation] of model.creations)
    if (creation.outcome === 'done' && creation.id === undefined && !claimed.has(nonce))
      tell('acknowledged writes lost', creation, `${creation.kind} ${nonce} is not there`);
  return found;

  /** Returns the change that deleted the record. Returns the first change of the record if that is unknown. */
  function endOf({ id, writes }: Kept): Write | undefined {
    const end = carried.find(({ method, target }) => method === 'DELETE' && target.includes(id));
    return writes.find(({ requestId }) => requestId === end?.requestId) ?? writes[0];
  }

  function checkKept(kept: Kept, record: Listed): void {
    const { nonces, mustBeGone } = possible(kept, carried);
    const last = kept.writes.findLast(({ outcome }) => outcome === 'done');
    if (mustBeGone) tell('acknowledged writes lost', last, `${keyOf(record)} is still there`);
    if (mustBeGone || nonces.has(record.nonce)) return;
    const made = kept.writes.find(({ nonce }) => nonce === record.nonce);
    const isEarlier = made && last && kept.writes.indexOf(made) < kept.writes.indexOf(last);
    const otherwise = isEarlier ? 'acknowledged writes lost' : 'wrong';
    tell(
      made?.outcome === 'failed' ? 'failed for certain, and made' : otherwise,
      made ?? last,
      `${keyOf(record)} holds ${record.nonce} instead of ${[...nonces].join(' or ')}`,
    );
  }

  function checkUnknown(record: Listed): void {
    const creation = model.creations.get(record.nonce);
    const key = keyOf(record);
    if (!creation) tell('wrong', undefined, `${key} holds ${record.nonce}, which nobody made`);
    else if (creation.outcome === 'failed') tell('failed for certain, and made', creation, key);
    else if (creation.id !== undefined || claimed.has(record.nonce)) tell('doubled', creation, key);
    claimed.add(record.nonce);
  }
}
