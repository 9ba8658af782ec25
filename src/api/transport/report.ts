import type { Step } from './request.ts';

/** A request that was tried once. */
export interface Attempted {
  /** Path and query, below the base URL. */
  readonly target: string;
  /** Of the answer, where one came. */
  readonly status: number | undefined;
  readonly ms: number;
  /** Whether it was tried before. */
  readonly isRepeated: boolean;
}

/** Tells of every attempt, where somebody wants to know. */
export const reported =
  (tell: ((attempted: Attempted) => void) | undefined): Step =>
  (next) =>
    tell === undefined
      ? next
      : async (request) => {
          const { target, isRepeated = false } = request;
          const began = performance.now();
          let status: number | undefined;
          try {
            const answer = await next(request);
            ({ status } = answer);
            return answer;
          } finally {
            tell({ target, status, ms: performance.now() - began, isRepeated });
          }
        };
