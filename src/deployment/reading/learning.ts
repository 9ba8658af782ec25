import type { Credentials } from '../../api/transport/request.ts';
import type { DeploymentForm } from '../forms/deployment-file.ts';
import { driftBetween, formOf } from '../forms/form.ts';
import type { Learnt } from '../matching/learn.ts';
import type { Cache } from './cache.ts';
import type { NothingLearnt } from './nothing-learnt.ts';

/** What a reading of the service's reference came to. */
export type ReferenceReading = Learnt | NothingLearnt;

/** What the service's own reference says, read once for all callers, and not before somebody calls. */
export interface Learning {
  /**
   * Begins to read with the first call.
   * @returns what a call waits for where nothing is known from before; undefined where it waits for nothing
   */
  known(credentials: Credentials): Promise<void> | undefined;
  /** Reads now; whoever asks says themselves what came of it. */
  renew(credentials: Credentials): Promise<ReferenceReading>;
  close(): void;
}

/**
 * Calls wait so long after the beginning of the first reading on a machine, in milliseconds. By wrong names a user is
 * refused, perhaps until blocked, and a change is made by halves; what is learnt, or that there is nothing, is kept, so
 * that no later start waits.
 */
const patienceMs = 8_000;
/** What was learnt is believed for so long, in milliseconds; then it is read again while calls go on. */
const believedMs = 24 * 60 * 60_000;
/** That there is nothing to learn is believed for so long, in milliseconds, by later starts too. */
const nothingMs = 10 * 60_000;
/** No reading takes longer, in milliseconds. */
const readingMs = 60_000;

export interface LearningOptions {
  readonly cache: Cache;
  /** Reads the reference and learns from it. Never fails for what the service does. */
  readonly read: (credentials: Credentials, signal: AbortSignal) => Promise<ReferenceReading>;
  /** Told of what is known from now on, and how much of it was otherwise before. */
  readonly onLearnt: (form: DeploymentForm, changes: number) => Promise<void>;
  /** Told once why nothing is. */
  readonly onNothing: (reason: NothingLearnt) => void;
}

export function createLearning({ cache, read, onLearnt, onNothing }: LearningOptions): Learning {
  const ended = new AbortController();
  let first: { readonly reading: Promise<void>; readonly began: number } | undefined;
  let isSettled = false;
  let isTold = false;
  let known: DeploymentForm | undefined;
  /** On the monotonic clock. */
  let nextReading = Number.POSITIVE_INFINITY;

  const tell = (reason: NothingLearnt): void => {
    if (!isTold) onNothing(reason);
    isTold = true;
  };

  const take = async (form: DeploymentForm): Promise<void> => {
    const changes = known === undefined ? 0 : driftBetween(known, form).length;
    known = form;
    await onLearnt(form, changes);
  };

  const readAnew = async (credentials: Credentials): Promise<ReferenceReading> => {
    nextReading = Number.POSITIVE_INFINITY;
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(readingMs)]);
    const reading = await read(credentials, signal).catch((): ReferenceReading => 'no reference');
    if (ended.signal.aborted) return reading;
    const at = Date.now();
    const isNothing = typeof reading === 'string';
    nextReading = performance.now() + (isNothing ? nothingMs : believedMs);
    if (!isNothing) {
      const form = formOf(reading, new Date(at).toISOString());
      await take(form);
      await cache.write({ at, form });
    } else {
      tell(reading);
      // What was learnt before is still the best that is known.
      // A service that cannot be reached now may be there at the next start.
      if (known === undefined && reading !== 'unreachable') await cache.write({ at, nothing: reading });
    }
    return reading;
  };

  const begin = async (credentials: Credentials): Promise<void> => {
    const kept = await cache.read();
    if (kept === undefined) {
      await readAnew(credentials);
      return;
    }
    if ('form' in kept) await take(kept.form);
    else tell(kept.nothing);
    const age = Date.now() - kept.at;
    const span = 'form' in kept ? believedMs : nothingMs;
    nextReading = performance.now() + (age >= 0 ? Math.max(0, span - age) : 0);
  };

  return {
    known: (credentials) => {
      if (isSettled) {
        if (performance.now() >= nextReading) void readAnew(credentials);
        return undefined;
      }
      first ??= {
        reading: begin(credentials).finally(() => {
          isSettled = true;
        }),
        began: performance.now(),
      };
      const left = first.began + patienceMs - performance.now();
      return left > 0 ? within(left, first.reading) : undefined;
    },
    renew: async (credentials) => {
      isTold = true;
      const reading = await readAnew(credentials);
      isSettled = true;
      return reading;
    },
    close: () => ended.abort(),
  };
}

/** Until something is done, or the time is over, in milliseconds. */
function within(ms: number, done: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([done, over]).finally(() => clearTimeout(timer));
}
