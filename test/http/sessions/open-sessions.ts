import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { spelt } from '../../support/clients/callers.ts';
import { type HttpProcess, startHttpProcess } from '../../support/clients/harness.ts';
import { jsonHeaders } from '../../support/clients/raw-http.ts';
import { json, startUpstream, type Upstream } from '../../support/servers/upstream.ts';

export const ann = { authorization: 'Bearer ann' };
export const listUsers = (id: number | string = 1) => ({
  id,
  method: 'tools/call',
  params: { name: 'list_users', arguments: {} },
});

/** Waits until the condition holds, at most four seconds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !holds(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(holds()).toBe(true);
}

/** Starts one server for the tests of a file, and sends messages in its sessions. */
export function useSessions() {
  const at = {} as { upstream: Upstream; server: HttpProcess };
  beforeAll(async () => {
    at.upstream = await startUpstream();
    letIn();
    at.server = await startHttpProcess({
      args: ['--monitor-port', '0'],
      env: { CASEBRIDGE_URL: at.upstream.url, CASEBRIDGE_CONFIRM: 'delete' },
    });
  });
  afterEach(() => {
    at.upstream.renew();
    letIn();
  });
  afterAll(async () => {
    await at.server?.close();
    await at.upstream?.close();
  });

  /** Makes the service accept all callers. The exchanged token is the caller's name. */
  function letIn(): void {
    at.upstream.on.exchange = (response, { headers }) =>
      json(response, 200, { access_token: headers.authorization?.slice('Bearer '.length), expires_in: 600 });
    at.upstream.on.call = (response, { headers }) =>
      json(response, 200, { Items: [], Of: spelt(headers.authorization) });
  }

  /** Sends a message and closes the connection when the received part of the stream matches `enough`. */
  function cutOff(message: object, headers: Record<string, string>, enough: RegExp): Promise<string> {
    const { hostname, port, pathname } = new URL(at.server.url);
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: hostname,
          port,
          path: pathname,
          method: 'POST',
          headers: { ...jsonHeaders, 'mcp-protocol-version': '2025-11-25', ...headers },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
            if (!enough.test(text)) return;
            sent.destroy();
            resolve(text);
          });
          response.once('error', () => undefined);
        },
      );
      sent.once('error', reject);
      sent.end(JSON.stringify({ jsonrpc: '2.0', ...message }));
    });
  }

  return { at, letIn, cutOff };
}
