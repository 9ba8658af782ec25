import type { Credentials } from '../../api/transport/request.ts';
import type { DeploymentForm } from '../forms/deployment-file.ts';
import { driftBetween, formOf } from '../forms/form.ts';
import type { Learnt } from '../matching/learn.ts';
import type { Cache } from './cache.ts';
import type { NothingLearnt } from './nothing-learnt.ts';

export type ReferenceReading = Learnt | NothingLearnt;

/**
 * Field names learned from the API reference (OpenAPI) of the service, here called the reference. The first call starts
 * the reading, and all calls share the result.
 */
export interface Learning {
  /** Starts the reading of the reference. Returns a promise to await until its result is known. */
  known(credentials: Credentials): Promise<void> | undefined;
  /** Reads the reference now and returns the outcome, which the caller must report. */
  renew(credentials: Credentials): Promise<ReferenceReading>;
  close(): void;
}

/**
 * Maximum wait of calls until the reference has been read for the first time, in milliseconds. They wait because wrong
 * field names can cause the service to block a user, or to save only part of a change. The outcome is cached, so calls
 * after a restart do not wait.
 */
const patienceMs = 8_000;
/** Lifetime of a learned form, in milliseconds. Calls continue with the old form while a new one is read. */
const cacheTtlMs = 24 * 60 * 60_000;
/** Time after which a failed reading is repeated, in milliseconds. Applies after a restart too. */
const nothingMs = 10 * 60_000;
/** Timeout for reading the reference, in milliseconds. */
const readingMs = 60_000;

export interface LearningOptions {
  readonly cache: Cache;
  /** Reads the reference and learns from it. Does not throw if the service fails. */
  readonly read: (credentials: Credentials, signal: AbortSignal) => Promise<ReferenceReading>;
  /** Called with the learned form and the number of changes since the previous one. */
  readonly onLearnt: (form: DeploymentForm, changes: number) => Promise<void>;
  /** Called once with the reason if nothing was learned. */
  readonly onNothing: (reason: NothingLearnt) => void;
}

export function createLearning({ cache, read, onLearnt, onNothing }: LearningOptions): Learning {
  const ended = new AbortController();
  let first: { readonly reading: Promise<void>; readonly began: number } | undefined;
  let isSettled = false;
  let isTold = false;
  let known: DeploymentForm | undefined;
  /** Time at which the reference is read next, on the monotonic clock. */
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
    nextReading = performance.now() + (isNothing ? nothingMs : cacheTtlMs);
    if (!isNothing) {
      const form = formOf(reading, new Date(at).toISOString());
      await take(form);
      await cache.write({ at, form });
    } else {
      tell(reading);
      // Keep a form that was learned earlier, because it is still the best one. Do not cache that the service is
      // unreachable, because the next start may reach it.
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
    const span = 'form' in kept ? cacheTtlMs : nothingMs;
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

/** Waits until a promise resolves, at most the given number of milliseconds. */
function within(ms: number, done: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([done, over]).finally(() => clearTimeout(timer));
}
