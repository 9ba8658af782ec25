import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { as, startOpenUpstream } from '../support/clients/callers.ts';
import { type HttpProcess, startHttpProcess } from '../support/clients/harness.ts';
import { envelope } from '../support/clients/raw.ts';
import { jsonHeaders, type RawAnswer, type RawRequest, rawRequest } from '../support/clients/raw-http.ts';
import { exchangePath, expectDiscreet, type Upstream } from '../support/servers/upstream.ts';

export const listUsers = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_users', arguments: {}, _meta: envelope },
});
const newer = {
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'list_users',
};
export const proper = { ...jsonHeaders, ...newer, ...as('ann') };

/** Checks that a response is a refusal with this status and JSON-RPC code. */
export function expectRefused(answer: RawAnswer, status: number, code = -32_000): void {
  expect([answer.status, answer.message?.error?.code]).toEqual([status, code]);
  expect(answer.message).toEqual({
    jsonrpc: '2.0',
    ...('id' in answer.message ? { id: answer.message.id } : {}),
    error: expect.objectContaining({ message: expect.stringMatching(/^.{5,300}$/) }),
  });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['mcp-session-id']).toBeUndefined();
  expect(Object.keys(answer.headers)).not.toContain('x-powered-by');
  expectDiscreet(answer.text);
}

/**
 * Creates a server for malformed requests. After each test, checks that no request reached the service and
 * that the server keeps no state.
 */
export function useHardened() {
  const at = {} as { upstream: Upstream; server: HttpProcess; monitor: string; host: string; port: string };

  const page = 'https://tools.example.com';
  beforeAll(async () => {
    at.upstream = await startOpenUpstream();
    at.server = await startHttpProcess({
      args: ['--monitor-port', '0', '--allowed-origins', page],
      env: { CASEBRIDGE_URL: at.upstream.url, CASEBRIDGE_LOG_LEVEL: 'debug' },
    });
    [, at.monitor = ''] = await at.server.process.says(/Health and metrics: (http:\S+)\/livez/);
    ({ host: at.host, port: at.port } = new URL(at.server.url));
  });
  afterAll(async () => {
    await at.server?.close();
    await at.upstream?.close();
  });
  beforeEach(() => at.upstream.renew());
  afterEach(async () => {
    // No request reached the service, and the server has no state of a refused request.
    expect(at.upstream.seen.filter(({ target }) => target !== exchangePath)).toEqual([]);
    expect(await gauges()).toEqual({ sessions: 0, answering: 0 });
    expect(at.server.stderr()).not.toMatch(/canary-|of-ann|Bearer/);
  });

  /** Returns the numbers of sessions and of requests in progress, after the last response has ended. */
  async function gauges() {
    const read = async () => {
      const { text } = await rawRequest(`${at.monitor}/metrics`, { method: 'GET' });
      const value = (name: string) => Number(new RegExp(`^casebridge_${name} (\\d+)$`, 'm').exec(text)?.[1]);
      return { sessions: value('sessions'), answering: value('answering') };
    };
    for (let turn = 0; turn < 100 && (await read()).answering > 0; turn += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return read();
  }
  const send = ({ headers = {}, body = listUsers, ...rest }: RawRequest = {}): Promise<RawAnswer> =>
    rawRequest(at.server.url, { headers: { ...proper, ...headers }, body, ...rest });

  return { at, page, gauges, send };
}
