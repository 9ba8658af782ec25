import { DeadlineError } from '../../contract/errors.ts';
import { AttemptError, type AttemptLimits, type CallTime, type Step } from './request.ts';

/**
 * Aborts the attempt at the deadline, if the caller cancels, or if a file transfer stalls.
 * @throws AttemptError without sending if the deadline has passed or the caller has cancelled before the attempt.
 * Otherwise the service could make a change and nobody would receive its outcome
 */
export const withinTime: Step = (next) => async (request) => {
  const { signal, deadline, timeoutMs } = request.time;
  if (signal?.aborted) throw new AttemptError(false, signal.reason);
  if (performance.now() >= deadline) throw new AttemptError(false, new DeadlineError(timeoutMs));
  const limits = new Timers(request.time);
  const cancel = () => limits.onStop(signal?.reason);
  signal?.addEventListener('abort', cancel);
  try {
    return await next({ ...request, limits });
  } finally {
    limits.end();
    signal?.removeEventListener('abort', cancel);
  }
};

class Timers implements AttemptLimits {
  onStop: (reason: unknown) => void = () => undefined;
  readonly #transfer: CallTime['transfer'];
  readonly #whole: NodeJS.Timeout;
  #step: NodeJS.Timeout | undefined;
  #isMoving = false;

  constructor({ deadline, timeoutMs, transfer }: CallTime) {
    this.#transfer = transfer;
    this.#whole = setTimeout(() => this.onStop(new DeadlineError(timeoutMs)), deadline - performance.now());
    this.awaitAnswer();
  }

  awaitAnswer(): void {
    this.#isMoving = false;
    this.#setStep(this.#transfer?.answerMs, undefined);
  }

  moved(): void {
    if (this.#isMoving) this.#step?.refresh();
    else this.#setStep(this.#transfer?.idleMs, 'The file transfer made no progress for');
    this.#isMoving = true;
  }

  end(): void {
    clearTimeout(this.#whole);
    clearTimeout(this.#step);
  }

  #setStep(milliseconds: number | undefined, what: string | undefined): void {
    clearTimeout(this.#step);
    if (milliseconds === undefined) return;
    this.#step = setTimeout(() => this.onStop(new DeadlineError(milliseconds, what)), milliseconds);
  }
}
