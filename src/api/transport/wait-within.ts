import { DeadlineError } from '../../contract/errors.ts';
import type { CallTime } from './request.ts';

/**
 * Waits for shared work within the caller's own time limit. A time-out does not stop the work.
 * @throws the reason of the caller's signal, DeadlineError, or the error of the work
 */
export async function waitWithin<T>(work: Promise<T>, time: CallTime): Promise<T> {
  const { signal, deadline, timeoutMs } = time;
  // Handle the error here, because after a time-out no other code handles it, and Node would report an unhandled
  // rejection.
  work.catch(() => undefined);
  signal?.throwIfAborted();
  let leave: () => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
    timer = setTimeout(() => reject(new DeadlineError(timeoutMs)), deadline - performance.now());
  });
  try {
    return await Promise.race([work, left]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}
