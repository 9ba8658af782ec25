import { setTimeout as sleep } from 'node:timers/promises';
import type { Listed, Model, Violation } from './model.ts';
import type { Gateway } from './proxy.ts';

export interface ChaosPlan {
  readonly seed: string;
  readonly users: number;
  /** How long users go on; or how many steps each of them makes at least, until everything has happened once. */
  readonly ends: { readonly seconds: number } | { readonly steps: number };
  /** Milliseconds between two calls of a user, in the mean. */
  readonly pauseMs: number;
  /** Arguments of node for the bridge. */
  readonly nodeArgs?: readonly string[];
}

/** What all users of a run share. */
export interface World {
  readonly seed: string;
  readonly plan: ChaosPlan;
  readonly service: string;
  readonly proxy: Gateway;
  readonly bridge: { url: string; isCutSince(moment: number): boolean };
  readonly report: Report;
  /** @param steps that a user has made */
  readonly isOver: (steps: number) => boolean;
  readonly users: ChaosUser[];
}

export interface ChaosUser {
  readonly mark: string;
  readonly model: Model;
  /** What this user's requests carry. */
  readonly headers: () => Record<string, string>;
  /** The id of the session, where there is one. */
  readonly session: () => string | undefined;
  /** Goes on until the run is over. */
  readonly live: () => Promise<void>;
  /** What the service holds of this user, by its plain API. */
  readonly listed: () => Promise<readonly Listed[]>;
}

/** Notes what must not be. */
export type Tell = (what: Violation['what'], requestId: string, detail: string) => void;

/** What is counted and found. */
export interface Report {
  /** By kind of fault: how often it was met. */
  readonly met: Map<string, number>;
  readonly calls: Map<string, number>;
  readonly writes: { done: number; failed: number; unknown: number };
  /** Codes of refusals. */
  readonly codes: Map<string, number>;
  readonly violations: Violation[];
  /** By request: the faults that it was dealt. */
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

/** One request to the plain API, which is asked until it answers. */
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
