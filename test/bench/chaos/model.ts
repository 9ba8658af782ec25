import type { Carried } from './proxy.ts';

/** What the service should hold, by what was acknowledged. */

export type Kind = 'task' | 'event' | 'participant' | 'document' | 'case';
/** What an answer to a change means. */
export type Outcome = 'done' | 'failed' | 'unknown';

/** One change that was asked for. */
export interface Write {
  readonly kind: Kind;
  /** What the record says after it, and no other change writes. */
  readonly nonce: string;
  readonly isDeletion: boolean;
  /** Of the request that carried it. */
  readonly requestId: string;
  outcome: Outcome;
  /** Where it failed for certain, or is unknown: what was said. */
  words: string;
  /** Whether nobody agreed to it, so that it must not be made. */
  readonly isForbidden?: boolean;
}

/** One record of a user. */
export interface Kept {
  readonly kind: Kind;
  readonly id: string;
  /** In their order; the first one made it. */
  readonly writes: Write[];
}

/** What one user knows. */
export interface Model {
  readonly mark: string;
  readonly kept: Map<string, Kept>;
  /** Creations, by nonce: answered or not. */
  readonly creations: Map<string, Write & { id?: string }>;
}

export const createModel = (mark: string): Model => ({ mark, kept: new Map(), creations: new Map() });

/** Nonces of the changes of one record that the service may hold now, and whether it may be gone. */
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

/** What was asked of a record, in order. */
const storyOf = ({ writes }: Kept) =>
  writes
    .map(({ requestId, nonce, outcome, isForbidden }) =>
      [requestId, nonce || 'deletion', outcome, isForbidden && 'without agreement'].filter(Boolean).join(' '),
    )
    .join(', ');

/** A record as the service's own list shows it. */
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

/** Compares what a user knows with all records of this user that the service holds. */
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

  /** The request that took the record away, as far as it can be told. */
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
