import { KeptAwayError } from '../../contract/errors.ts';
import type { CallerStore } from '../../contract/features/planned-changes.ts';
import { createEnvelope } from '../../shared-state/envelope.ts';
import { type SharedState, SharedStateError } from '../../shared-state/shared-state.ts';

/**
 * Creates the stores for callers. Entries are encrypted with one key per caller, even in this process's memory, because
 * previous values of records are kept longer than any answer.
 */
export function createCallerStores(
  state: Pick<SharedState, 'get' | 'put' | 'update' | 'count' | 'secretFor'>,
): (principalId: string) => CallerStore {
  const secret = Buffer.from(state.secretFor('plans')).toString('base64');
  return (principalId) => {
    const envelope = createEnvelope(secret, [principalId]);
    const nameOf = (key: string) => `plan:${envelope.nameOf(`plan:${key}`)}`;
    return {
      get: <T>(key: string) =>
        orAway(async () => {
          const name = nameOf(key);
          const closed = await state.get(name);
          const text = closed === undefined ? undefined : envelope.open(name, closed);
          return text === undefined ? undefined : (JSON.parse(text) as T);
        }),
      put: (key, value, lifetimeMs) =>
        orAway(() => {
          const name = nameOf(key);
          return state.put(name, envelope.close(name, JSON.stringify(value)), lifetimeMs);
        }),
      claim: (key, lifetimeMs) =>
        orAway(async () => (await state.count(nameOf(`claim ${key}`), lifetimeMs)) === 1),
      hold: (key, holder, lifetimeMs) => orAway(() => hold(state, nameOf(`hold ${key}`), holder, lifetimeMs)),
      release: (key, holder) =>
        orAway(() =>
          state.update(nameOf(`hold ${key}`), 1000, (found) =>
            holderIn(found) === holder ? undefined : found,
          ),
        ),
    };
  };
}

const holderIn = (found: string | undefined) => found?.slice(0, found.lastIndexOf(' '));
const endIn = (found: string | undefined) => Number(found?.slice(found.lastIndexOf(' ') + 1) ?? 0);

async function hold(
  state: Pick<SharedState, 'update'>,
  key: string,
  holder: string,
  lifetimeMs: number,
): Promise<boolean> {
  let isHeld = false;
  // Store the expiry time in the value, because every update renews the lifetime of the entry.
  await state.update(key, lifetimeMs, (found) => {
    isHeld = holderIn(found) === holder || endIn(found) < Date.now();
    return isHeld ? `${holder} ${Date.now() + lifetimeMs}` : found;
  });
  return isHeld;
}

async function orAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SharedStateError)) throw error;
    throw new KeptAwayError(
      'The store for plans is unavailable. Call again in a minute; reading still works.',
      { cause: error },
    );
  }
}
