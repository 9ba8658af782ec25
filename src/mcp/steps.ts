import type { Refusal } from './guards/refusal.ts';

/** How a step ends what it is part of: with a refusal, or with the result before the last step. */
export type Stop<Result = unknown> = { readonly refusal: Refusal } | { readonly ended: Result };

/** What a step gives to those behind it, by what it returns. */
type Given<Returned> = Exclude<Extract<Returned, object>, Stop>;

/** The state behind a step. What a step may leave out is not relied upon. */
type Behind<State, Returned> = [Given<Returned>] extends [never]
  ? State
  : State & ([Exclude<Returned, object>] extends [never] ? Given<Returned> : Partial<Given<Returned>>);

type EndedBy<Returned> = Returned extends { readonly ended: infer Result } ? Result : never;

/** How a list ends. */
type Outcome<State, Ended> =
  | { readonly done: State }
  | { readonly refusal: Refusal }
  | ([Ended] extends [never] ? never : { readonly ended: Ended });

/** Steps in their order. Each takes of the state what it needs, so a list in which that is not there yet does not compile. */
export interface Steps<Initial extends object, State extends object = Initial, Ended = never> {
  readonly names: readonly string[];
  /** The same list with one more step at its end, which works on its own as well: it knows no list. */
  step<Returned>(
    name: string,
    run: (state: State) => Returned,
  ): Steps<Initial, Behind<State, Awaited<Returned>>, Ended | EndedBy<Awaited<Returned>>>;
  /** Takes the steps until one ends them. What they give is written into the state. @throws what a step throws */
  run(initial: Initial): Promise<Outcome<State, Ended>>;
}

interface Step {
  readonly name: string;
  readonly run: (state: never) => unknown;
}

/** The empty list. */
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
        // Most steps have nothing to wait for.
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
