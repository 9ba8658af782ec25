import { afterEach, expect } from 'vitest';
import { type Ended, type Process, startProcess } from '../support/clients/process.ts';
import { environmentOf, startUpstream, type Upstream } from '../support/servers/upstream.ts';

/**
 * Enables the default confirmation settings, because with fewer confirmations the server prints a warning to
 * stderr.
 */
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
/** Metadata about the client in each request of revision 2026-07-28. */
export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
export const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
export const callTool = (id: number, name: string, args: object = {}) =>
  request(id, 'tools/call', { name, arguments: args });

/** Closes the server's stdin. Returns how the server ends. */
export function endOf(server: Process): Promise<Ended> {
  server.child.stdin.end();
  return server.ended;
}

/** Parses stdout. Each line must be a JSON-RPC message. */
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

/** Starts servers over stdio, to which a test writes single bytes, and mock services for them. */
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

  /** Starts a server, performs the handshake and sends further messages. */
  function greet(args: string[], env: Record<string, string>, ...more: unknown[]): Process {
    const server = start(args, env);
    send(server, initialize, initialized, ...more);
    return server;
  }

  return { ends, start, startService, greet };
}
