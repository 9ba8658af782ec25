import { vi } from 'vitest';
import type { Operation } from '../../src/contract/operations/operation.ts';
import { type TestClient, type TestService, textOf } from './clients/harness.ts';

// Each file that counts starts several servers, on machines that may be busy.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

/** Remembers which tools were carried out and which the service refused. */
export interface Tally {
  /** The same client, counted. */
  watch(client: TestClient): TestClient;
  /** Counted clients, one for each login. */
  connect<const Logins extends readonly string[]>(
    service: TestService,
    ...logins: Logins
  ): Promise<{ -readonly [Place in keyof Logins]: TestClient }>;
  /** Ends the clients that `connect` started. */
  close(): Promise<void>;
  /** Names of operations that were never carried out, and of those that the service never refused. */
  leftOut(operations: readonly Operation[]): { carriedOut: string[]; refused: string[] };
}

/** A tally, so that a file can prove that it left no tool of its area out. */
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

/** What the bridge refuses by itself, before anything is sent, proves nothing about the operation. */
const isOfService = (text: string) => /^(API_ERROR|SIGN_IN_FAILED)\b/.test(text);
