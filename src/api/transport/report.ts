import type { AtService } from '../../contract/trace.ts';
import type { Step } from './request.ts';

export interface Attempted {
  /** Path and query, below the base URL. */
  readonly target: string;
  readonly status: number | undefined;
  readonly ms: number;
  readonly isRepeated: boolean;
}

export const reported =
  (tell: ((attempted: Attempted) => void) | undefined): Step =>
  (next) =>
    tell === undefined
      ? next
      : async (request) => {
          const { target, repetition = 0, trace } = request;
          const began = performance.now();
          if (trace) enter(trace.atService, began);
          let status: number | undefined;
          try {
            const answer = await next(request);
            ({ status } = answer);
            return answer;
          } finally {
            const ended = performance.now();
            if (trace) leave(trace.atService, ended);
            tell({ target, status, ms: ended - began, isRepeated: repetition > 0 });
          }
        };

function enter(time: AtService, now: number): void {
  if (time.underWay === 0) time.since = now;
  time.underWay += 1;
}

function leave(time: AtService, now: number): void {
  time.underWay -= 1;
  if (time.underWay === 0) time.ms += now - time.since;
}
