import { lazy } from '../../util/lazy.ts';
import type { Network } from '../connections/connect.ts';
import type { Pools } from '../connections/pools.ts';
import { attempt } from './attempt.ts';
import { withinTime } from './deadline.ts';
import { type Attempted, reported } from './report.ts';
import type { Send, Step } from './request.ts';
import { createCircuitBreaker, type ServiceState, whileReachable } from './retry/circuit-breaker.ts';
import { paced } from './retry/pace.ts';
import { repeated } from './retry/retry.ts';
import { createRetryBudget } from './retry/retry-budget.ts';
import { createSentIds } from './sent-ids.ts';
import { withToken } from './token.ts';
import { type AttemptTracer, traced } from './traced.ts';
import { counted, inTurn } from './turn.ts';

export interface SendOptions {
  readonly baseUrl: URL;
  /** Maximum size of an answer, in bytes. Longer ones are refused. */
  readonly maxBytes: number;
  /** Proxy and certificate authorities. Default: a direct connection. */
  readonly network?: Network | undefined;
  readonly onAttempt?: ((attempted: Attempted) => void) | undefined;
  readonly tracer?: AttemptTracer | undefined;
  /** Whether the client's trace context is sent to the service. */
  readonly passTrace?: boolean;
}

/** Creates the HTTP client for all requests to the service. It opens no connection before the first request. */
export function createHttp(options: SendOptions): {
  send: Send;
  state: () => ServiceState;
  close(): Promise<void>;
} {
  const { baseUrl, maxBytes, onAttempt, tracer, passTrace = false } = options;
  const { origin, pathname } = baseUrl;
  const prefix = pathname.replace(/(?<!\/)\/+$/, '');
  const budget = createRetryBudget();
  const breaker = createCircuitBreaker();
  let pools: Pools | undefined;
  let ready: Send | undefined;
  // The first request loads undici, so that listing tools does not wait for it.
  const load = lazy(async (): Promise<Send> => {
    pools = await openPools(options);
    ready = through(
      [
        withToken,
        counted,
        repeated(budget),
        paced(),
        inTurn,
        whileReachable(breaker),
        reported(onAttempt),
        traced(tracer, passTrace),
        withinTime,
      ],
      attempt({ pools, ids: createSentIds(), origin, prefix, maxBytes }),
    );
    return ready;
  });
  return {
    send: (request) => (ready ? ready(request) : load().then((send) => send(request))),
    state: breaker.state,
    close: async () => {
      await pools?.destroy();
    },
  };
}

/** Composes middleware: `steps[0]` is outermost, `last` sends the request. */
const through = (steps: readonly Step[], last: Send): Send =>
  steps.reduceRight((next, step) => step(next), last);

async function openPools({ baseUrl, network = {} }: SendOptions): Promise<Pools> {
  const [{ connectTo }, { createPools }] = await Promise.all([
    import('../connections/connect.ts'),
    import('../connections/pools.ts'),
  ]);
  return createPools(connectTo(baseUrl.origin, network));
}
