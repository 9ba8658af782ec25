import { afterEach, expect } from 'vitest';
import { draftRequest } from '../../../src/api/client/build-request.ts';
import { createExecutor } from '../../../src/api/client/executor.ts';
import type { Network } from '../../../src/api/connections/connect.ts';
import { createTokenSource } from '../../../src/api/tokens/token-source.ts';
import { wireDefaults } from '../../../src/api/tokens/token-wire.ts';
import { createHttp } from '../../../src/api/transport/send.ts';
import { isCallError } from '../../../src/contract/errors.ts';
import { asDescribed } from '../../../src/deployment/deployment.ts';
import { errorText } from '../../../src/mcp/output/error-text.ts';
import { createSanitizer } from '../../../src/mcp/output/sanitize.ts';
import { catalogue } from '../../../tools/index.ts';
import { type FaultServer, startFaultServer } from '../servers/fault-server.ts';
import { canary, expectDiscreet } from '../servers/upstream.ts';

/** Result of a call. */
export interface Outcome {
  /** `done`, the code of the error, or `cancelled`. */
  readonly code: string;
  /** JSON from the service, or the error message for the assistant. */
  readonly text: string;
}

export interface Inside {
  /**
   * Executes an operation by the name of its tool. Throws only errors whose class is not one of casebridge's error
   * classes.
   */
  call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<Outcome>;
  close(): Promise<void>;
}

const operations = new Map(catalogue.flatMap((area) => area.operations).map((one) => [one.name, one]));
const id = '11111111-1111-4111-8111-111111111111';

/** One call for each type of request. */
export const calls = {
  read: ['get_task', { id }],
  create: ['create_task', { Name: 'A task' }],
  replace: ['update_task', { id, Name: 'A task' }],
  edit: ['edit_object', { id, Name: 'A case' }],
  remove: ['delete_task', { id }],
  act: ['notify_user', { id, Text: 'Hello' }],
} as const satisfies Record<string, readonly [string, Record<string, unknown>]>;

/**
 * Composes the HTTP client and the executor of operations in this process, without MCP tools, so that many tests take
 * little time.
 */
export function compose(
  url: string,
  options: { timeoutMs?: number; maxBytes?: number; network?: Network } = {},
): Inside {
  const { timeoutMs = 20_000, maxBytes = 16 * 1024 * 1024, network } = options;
  const { send, close } = createHttp({ baseUrl: new URL(url), maxBytes, network });
  const execute = createExecutor({ send, timeoutMs });
  const signIn = { kind: 'password', login: 'anna', password: canary.password } as const;
  const incoming = createSanitizer([canary.password]);
  const tokens = createTokenSource({ send, signIn, wire: wireDefaults, timeoutMs });
  return {
    close,
    call: async (name, args = {}, signal) => {
      const operation = operations.get(name);
      if (!operation) throw new Error(`no operation ${name}`);
      try {
        const { text } = await execute(draftRequest(operation, args, asDescribed), {
          principal: { id: 'anna', identity: async () => ({}), tokens },
          signal,
        });
        return { code: 'done', text };
      } catch (error) {
        if (signal?.aborted && error === signal.reason) return { code: 'cancelled', text: '' };
        if (!isCallError(error)) throw error;
        const text = errorText(operation, error, incoming);
        expectDiscreet(text);
        expect(text.startsWith(error.code)).toBe(true);
        return { code: error.code, text };
      }
    },
  };
}

/** Starts fault servers and clients for a test file, and closes them after each test. */
export function useFaults() {
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  return {
    server: async (options?: Parameters<typeof startFaultServer>[0]): Promise<FaultServer> => {
      const server = await startFaultServer(options);
      ends.push(() => server.close());
      return server;
    },
    bridge: (url: string, options?: Parameters<typeof compose>[1]): Inside => {
      const bridge = compose(url, options);
      ends.push(() => bridge.close());
      return bridge;
    },
  };
}
