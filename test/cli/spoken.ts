import { afterEach, expect } from 'vitest';
import { type Ended, type Process, startProcess } from '../support/clients/process.ts';
import { environmentOf, startUpstream, type Upstream } from '../support/servers/upstream.ts';

/** Questions are asked: with fewer of them the server says so, and stderr would not be empty. */
export const asByDefault = { CASEBRIDGE_CONFIRM: '' };

export const send = (to: Process, ...messages: unknown[]) => {
  for (const message of messages)
    to.child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
};
export const request = (id: number, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
export const initialize = request(0, 'initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
});
/** What each request of revision 2026-07-28 says of its client. */
export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
export const callTool = (id: number, name: string, args: object = {}) =>
  request(id, 'tools/call', { name, arguments: args });

/** How a server ends after the end of what it reads. */
export function endOf(server: Process): Promise<Ended> {
  server.child.stdin.end();
  return server.ended;
}

/** Every line of stdout, each of which has to be a message of JSON-RPC. */
export function messages(stdout: string): any[] {
  expect(stdout.endsWith('\n') || stdout === '').toBe(true);
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const message = JSON.parse(line);
      expect(message).toMatchObject({ jsonrpc: '2.0' });
      return message;
    });
}
export const answered = (id: number) =>
  new RegExp(`"id":${id}[,}][^\\n]*\\n|\\n[^\\n]*"id":${id}[,}][^\\n]*\\n`);

/** Servers over stdio that a test speaks to byte by byte, and services behind them. */
export function useStdio() {
  const ends: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end.close();
  });

  const start = (args: string[], env?: Record<string, string>): Process => {
    const started = startProcess(args, env);
    ends.push(started);
    return started;
  };
  const startService = async (on?: Partial<Upstream['on']>) => {
    const upstream = await startUpstream(on);
    ends.push(upstream);
    return { upstream, env: { ...environmentOf(upstream.url), ...asByDefault, CASEBRIDGE_TIMEOUT: '900' } };
  };

  /** A server that was started and greeted, and got further messages. */
  function greet(args: string[], env: Record<string, string>, ...more: unknown[]): Process {
    const server = start(args, env);
    send(server, initialize, initialized, ...more);
    return server;
  }

  return { ends, start, startService, greet };
}
