import type { Refusal } from './guards/refusal.ts';

/** Result of a step after which the remaining steps are not run: a refusal, or an early result. */
export type Stop<Result = unknown> = { readonly refusal: Refusal } | { readonly ended: Result };

/** Properties that a step adds to the state. */
type Given<Returned> = Exclude<Extract<Returned, object>, Stop>;

/** State after a step. If the step may return nothing, the properties that it adds are optional. */
type Behind<State, Returned> = [Given<Returned>] extends [never]
  ? State
  : State & ([Exclude<Returned, object>] extends [never] ? Given<Returned> : Partial<Given<Returned>>);

type EndedBy<Returned> = Returned extends { readonly ended: infer Result } ? Result : never;

type Outcome<State, Ended> =
  | { readonly done: State }
  | { readonly refusal: Refusal }
  | ([Ended] extends [never] ? never : { readonly ended: Ended });

/**
 * Ordered list of steps. Each step reads properties of the state. The list does not compile if a step comes before the
 * step that adds the properties which it reads.
 */
export interface Steps<Initial extends object, State extends object = Initial, Ended = never> {
  readonly names: readonly string[];
  /** Returns the list with one more step. A step is an independent function. */
  step<Returned>(
    name: string,
    run: (state: State) => Returned,
  ): Steps<Initial, Behind<State, Awaited<Returned>>, Ended | EndedBy<Awaited<Returned>>>;
  /** Runs the steps until one ends the list, and adds their results to the state. @throws the errors of the steps */
  run(initial: Initial): Promise<Outcome<State, Ended>>;
}

interface Step {
  readonly name: string;
  readonly run: (state: never) => unknown;
}

export const steps = <Initial extends object>(): Steps<Initial> => listOf([]);

function listOf<Initial extends object, State extends object, Ended>(
  list: readonly Step[],
): Steps<Initial, State, Ended> {
  return {
    names: list.map(({ name }) => name),
    step: (name, run) => listOf([...list, { name, run }]),
    run: async (state) => {
      for (const { run } of list) {
        const returned = run(state as never);
        // Await only promises, because most steps are synchronous.
        const given = returned instanceof Promise ? await returned : returned;
        if (given === undefined) continue;
        if (isStop(given)) return given as Outcome<State, Ended>;
        Object.assign(state, given);
      }
      return { done: state as unknown as State };
    },
  };
}

const isStop = (given: unknown): given is Stop =>
  typeof given === 'object' && given !== null && ('refusal' in given || 'ended' in given);
