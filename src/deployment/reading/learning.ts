import type { Credentials } from '../../api/transport/request.ts';
import type { DeploymentForm } from '../forms/deployment-file.ts';
import { formOf } from '../forms/form.ts';
import type { Learnt } from '../matching/learn.ts';
import type { Cache } from './cache.ts';

/** What a reading of the service's reference came to. */
export type ReferenceReading = Learnt | 'no reference' | 'another product';

/** What the service's own reference says, read once for all callers, and not before somebody calls. */
export interface Learning {
  /**
   * Begins to read with the first call.
   * @returns what that call, and those that come meanwhile, wait for; undefined from then on
   */
  known(credentials: Credentials): Promise<void> | undefined;
  close(): void;
}

/** A call waits so long, in milliseconds, where nothing is known from before: what it changes should go by the right names. */
const patienceMs = 8_000;
/** What was learnt is believed for so long, in milliseconds; then it is read again while calls go on. */
const believedMs = 24 * 60 * 60_000;
/** No reading takes longer, in milliseconds. */
const readingMs = 60_000;

export interface LearningOptions {
  readonly cache: Cache;
  /** Reads the reference and learns from it. Never fails for what the service does. */
  readonly read: (credentials: Credentials, signal: AbortSignal) => Promise<ReferenceReading>;
  /** Told of what is known from now on. */
  readonly onLearnt: (form: DeploymentForm) => Promise<void>;
  /** Told once why nothing is. */
  readonly onFailure: (reason: string) => void;
  readonly patienceMs?: number;
}

export function createLearning({ cache, read, onLearnt, onFailure, ...options }: LearningOptions): Learning {
  const ended = new AbortController();
  let first: Promise<void> | undefined;
  let isSettled = false;
  let isTold = false;
  /** On the monotonic clock. */
  let nextReading = Number.POSITIVE_INFINITY;

  const readAnew = async (credentials: Credentials): Promise<void> => {
    nextReading = performance.now() + believedMs;
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(readingMs)]);
    const reading = await read(credentials, signal).catch((): ReferenceReading => 'no reference');
    if (ended.signal.aborted) return;
    if (typeof reading === 'string') {
      if (!isTold) onFailure(reading);
      isTold = true;
      return;
    }
    const at = Date.now();
    const form = formOf(reading, new Date(at).toISOString());
    await onLearnt(form);
    await cache.write({ at, form });
  };

  const begin = async (credentials: Credentials): Promise<void> => {
    const kept = await cache.read();
    if (kept !== undefined) {
      await onLearnt(kept.form);
      const age = Date.now() - kept.at;
      nextReading = performance.now() + (age >= 0 ? Math.max(0, believedMs - age) : 0);
    } else {
      const patience = waiting(options.patienceMs ?? patienceMs);
      await Promise.race([readAnew(credentials), patience.over]);
      patience.end();
    }
    isSettled = true;
  };

  return {
    known: (credentials) => {
      if (isSettled) {
        if (performance.now() >= nextReading) void readAnew(credentials);
        return undefined;
      }
      first ??= begin(credentials);
      return first;
    },
    close: () => ended.abort(),
  };
}

function waiting(ms: number): { readonly over: Promise<void>; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { over, end: () => clearTimeout(timer) };
}
