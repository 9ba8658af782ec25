import type { Operation } from '../../src/contract/operations/operation.ts';
import { type TestClient, type TestService, textOf } from './clients/harness.ts';

/** Records which tools have succeeded at least once, and which the service has rejected at least once. */
export interface Tally {
  /** Wraps a client so that its calls are counted. */
  watch(client: TestClient): TestClient;
  /** Connects counted clients, one for each login. */
  connect<const Logins extends readonly string[]>(
    service: TestService,
    ...logins: Logins
  ): Promise<{ -readonly [Place in keyof Logins]: TestClient }>;
  /** Closes the clients of `connect`. */
  close(): Promise<void>;
  /**
   * Returns the operations that never succeeded (`carriedOut`), and those that the service never rejected (`refused`).
   */
  leftOut(operations: readonly Operation[]): { carriedOut: string[]; refused: string[] };
}

/** Creates a tally, with which a test file proves that it covers all tools of its area. */
export function createTally(): Tally {
  const carriedOut = new Set<string>();
  const refused = new Set<string>();
  const missing = (operations: readonly Operation[], seen: ReadonlySet<string>) =>
    operations.map(({ name }) => name).filter((name) => !seen.has(name));
  const watch = (client: TestClient): TestClient => ({
    ...client,
    callTool: async (name, args, options) => {
      const result = await client.callTool(name, args, options);
      if (!result.isError) carriedOut.add(name);
      else if (isOfService(textOf(result))) refused.add(name);
      return result;
    },
    call: async (name, args) => {
      const answer = await client.call(name, args);
      carriedOut.add(name);
      return answer;
    },
    refusal: async (name, args) => {
      const text = await client.refusal(name, args);
      if (isOfService(text)) refused.add(name);
      return text;
    },
  });
  const clients: TestClient[] = [];
  return {
    watch,
    connect: async (service, ...logins) => {
      const connected = await Promise.all(logins.map((login) => service.connectAs(login)));
      clients.push(...connected);
      return connected.map(watch) as never;
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
    },
    leftOut: (operations) => ({
      carriedOut: missing(operations, carriedOut),
      refused: missing(operations, refused),
    }),
  };
}

/**
 * Checks whether the service returned the error. An error that casebridge returns without sending a request proves
 * nothing about the operation.
 */
const isOfService = (text: string) => /^(API_ERROR|SIGN_IN_FAILED)\b/.test(text);
