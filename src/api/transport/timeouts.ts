import { DeadlineError } from '../../contract/errors.ts';
import type { CallTime } from './attempt.ts';

/** Ends an attempt that takes too long: in all, and for a transfer of a file also by standing still. */
export class AttemptTimeouts {
  readonly #time: CallTime;
  readonly #giveUp: (error: DeadlineError) => void;
  readonly #whole: NodeJS.Timeout;
  #step: NodeJS.Timeout | undefined;
  #isMoving = false;

  constructor(time: CallTime, giveUp: (error: DeadlineError) => void) {
    this.#time = time;
    this.#giveUp = giveUp;
    this.#whole = setTimeout(
      () => giveUp(new DeadlineError(time.timeoutMs)),
      time.deadline - performance.now(),
    );
    this.awaitAnswer();
  }

  /** Everything was sent: from here on the service may take as long as for any call. */
  awaitAnswer(): void {
    this.#isMoving = false;
    this.#setStep(this.#time.transfer?.answerMs, undefined);
  }

  /** A piece of a file came or went. */
  moved(): void {
    if (this.#isMoving) this.#step?.refresh();
    else this.#setStep(this.#time.transfer?.idleMs, 'Nothing of the file moved for');
    this.#isMoving = true;
  }

  end(): void {
    clearTimeout(this.#whole);
    clearTimeout(this.#step);
  }

  #setStep(milliseconds: number | undefined, what: string | undefined): void {
    clearTimeout(this.#step);
    if (milliseconds === undefined) return;
    this.#step = setTimeout(() => this.#giveUp(new DeadlineError(milliseconds, what)), milliseconds);
  }
}
