import fc from 'fast-check';
import type { FaultRule } from '../../../src/sandbox/faults/fault-rules.ts';

/** Faults affect only requests for records, so that sign-in and name lookups work. */
const changesOf = '/^(PUT|PATCH|DELETE) |^POST \\/api\\/v\\d\\/(tasks|events|cases)/';
const readsOf = '/^GET \\/api\\/v\\d\\/(tasks|events|objects)\\//';

const status = (number: number, more: object = {}) => ({ kind: 'status' as const, status: number, ...more });
const broken: readonly FaultRule['fault'][] = [
  ...[500, 502, 503, 504].flatMap((number) => [status(number), status(number, { done: true })]),
  status(429),
  status(429, { retryAfter: 0 }),
  { kind: 'drop', at: 'request' },
  { kind: 'drop', at: 'headers' },
  { kind: 'drop', at: 'body' },
  { kind: 'truncated', contentLength: 'right' },
  { kind: 'truncated', contentLength: 'wrong' },
  { kind: 'invalidJson' },
  { kind: 'signInPage' },
  { kind: 'expiredToken' },
  { kind: 'latency', ms: 5 },
];
const refused = [400, 403, 404, 409, 412, 422].map((number) => status(number));

/** Random faults of responses: errors, refusals, rate limits, broken connections and truncated bodies. */
export const randomFaults: fc.Arbitrary<FaultRule[]> = fc.array(
  fc
    .tuple(
      fc.oneof(
        fc.record({ on: fc.constant(changesOf), fault: fc.constantFrom(...broken, ...refused) }),
        fc.record({ on: fc.constant(readsOf), fault: fc.constantFrom(...broken) }),
      ),
      fc.oneof(
        fc.record({ nth: fc.integer({ min: 1, max: 6 }) }),
        fc.record({ every: fc.integer({ min: 1, max: 4 }), times: fc.integer({ min: 1, max: 6 }) }),
      ),
    )
    .map(([rule, when]) => ({ ...rule, ...when })),
  { minLength: 1, maxLength: 4 },
);
