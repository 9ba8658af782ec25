import { ProtocolError } from '@modelcontextprotocol/server';
import { SwitchedOffError } from '../contract/errors.ts';
import { logCall } from './calls/log-call.ts';
import type { RequestContext } from './calls/request-context.ts';
import type { Refusal } from './guards/refusal.ts';
import type { CallServices } from './services.ts';
import type { Steps } from './steps.ts';

/** What each request of a client begins with. */
export interface Handled extends RequestContext {
  readonly services: Pick<CallServices, 'log'>;
  /** By which it is known in log and figures. */
  readonly label: string;
  /** On the monotonic clock. */
  readonly began: number;
}

/** Answers to a request that does not come to the end of its steps. */
export interface Endings<Initial, Result> {
  /** Left out: a refusal is a failure like others. */
  readonly refused?: (state: Initial, refusal: Refusal) => Promise<Result>;
  readonly failed: (state: Initial, error: unknown) => Result;
}

/**
 * What goes around all steps of a request: the answer to a refusal or failure, the line of a failure, and the place within
 * the limits, which is given back.
 * @throws ProtocolError, which is an answer in the protocol's own words, and what `failed` throws
 */
export const handle =
  <Initial extends Handled, State extends { readonly result: unknown }, Ended, Result>(
    steps: Steps<Initial, State, Ended>,
    { refused, failed }: Endings<Initial, Result>,
  ) =>
  async (request: Initial): Promise<State['result'] | Ended | Result> => {
    const state: Initial & { readonly leave?: () => void } = request;
    try {
      const outcome = await steps.run(state);
      if ('done' in outcome) return outcome.done.result;
      if ('ended' in outcome) return outcome.ended;
      if (refused) return await refused(state, outcome.refusal);
      throw new SwitchedOffError(outcome.refusal.reason);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      // A client that cancelled or left is no failure, and nobody reads the result.
      const isLeft = state.signal?.aborted === true && error === state.signal.reason;
      if (!isLeft) logCall(state, { error });
      return failed(state, error);
    } finally {
      state.leave?.();
    }
  };
