import { setTimeout as sleep } from 'node:timers/promises';
import type { Listed, Model, Violation } from './model.ts';
import type { Gateway } from './proxy.ts';

export interface ChaosPlan {
  readonly seed: string;
  readonly users: number;
  /**
   * Length of the run: seconds, or a minimum number of steps per user. A run by steps continues until each
   * event has occurred once.
   */
  readonly ends: { readonly seconds: number } | { readonly steps: number };
  /** Mean pause between two calls of a user, in milliseconds. */
  readonly pauseMs: number;
  /** Arguments of Node.js for the server. */
  readonly nodeArgs?: readonly string[];
}

/** State shared by all users of a run. */
export interface World {
  readonly seed: string;
  readonly plan: ChaosPlan;
  readonly service: string;
  readonly proxy: Gateway;
  readonly bridge: { url: string; isCutSince(moment: number): boolean };
  readonly report: Report;
  /**
   * Returns whether the run is over for a user.
   * @param steps number of steps that the user has taken
   */
  readonly isOver: (steps: number) => boolean;
  readonly users: ChaosUser[];
}

export interface ChaosUser {
  readonly mark: string;
  readonly model: Model;
  /** Returns the headers of this user's requests. */
  readonly headers: () => Record<string, string>;
  /** Returns the id of the session, if there is one. */
  readonly session: () => string | undefined;
  /** Sends requests until the run is over. */
  readonly live: () => Promise<void>;
  /** Reads this user's records directly through the service's API, without casebridge. */
  readonly listed: () => Promise<readonly Listed[]>;
}

/** Reports a violation. */
export type Tell = (what: Violation['what'], requestId: string, detail: string) => void;

/** Counters and violations of a run. */
export interface Report {
  /** Number of occurrences, by kind of fault. */
  readonly met: Map<string, number>;
  readonly calls: Map<string, number>;
  readonly writes: { done: number; failed: number; unknown: number };
  /** Number of errors, by error code. */
  readonly codes: Map<string, number>;
  readonly violations: Violation[];
  /** Assigned faults, by request id. */
  readonly dealt: Map<string, string>;
}

export const createReport = (): Report => ({
  met: new Map(),
  calls: new Map(),
  writes: { done: 0, failed: 0, unknown: 0 },
  codes: new Map(),
  violations: [],
  dealt: new Map(),
});

export const count = (counts: Map<string, number>, name: string) =>
  counts.set(name, (counts.get(name) ?? 0) + 1);

/** Sends a request directly to the service's API, without casebridge, until it gets a response. */
export async function plain(
  service: string,
  path: string,
  {
    token,
    body,
    method = body === undefined ? 'GET' : 'POST',
  }: { token?: string; body?: object; method?: string } = {},
): Promise<any> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await fetch(service + path, {
        method,
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
      return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
    } catch (error) {
      if (attempt >= 50 || !(error instanceof TypeError)) throw error;
      await sleep(100);
    }
  }
}

export const signIn = async (service: string, login: string): Promise<string> =>
  (
    await plain(service, '/api/v2/auth/token', {
      body: { grant_type: 'password', username: login, password: `sandbox-${login}` },
    })
  ).access_token;
