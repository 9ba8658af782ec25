import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TlsOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach } from 'vitest';
import { startFaultServer } from '../support/servers/fault-server.ts';
import { startProxy, type TestProxy } from '../support/servers/proxy.ts';
import { expectDiscreet, useUpstream } from '../support/servers/upstream.ts';

const tlsFolder = new URL('../support/servers/tls/', import.meta.url);
export const pem = (name: string) => readFileSync(new URL(`${name}.pem`, tlsFolder));
export const authority = fileURLToPath(new URL('authority.pem', tlsFolder));
export const tls = (certificate: string): TlsOptions => ({ key: pem('key'), cert: pem(certificate) });
export const plainService = 'http://cases.invalid';

/** Returns the proxy's URL with a user and password, which contain characters that a URL must encode. */
export const withUser = ({ url }: TestProxy, password: string) =>
  url.replace('://', `://юрист:${encodeURIComponent(password)}@`);

/** Starts proxies, services behind them, and servers that use them. They are stopped after each test. */
export function useProxies() {
  const folder = mkdtempSync(join(tmpdir(), 'casebridge-proxy-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const { connectTo } = useUpstream();
  const ends: { close(): Promise<unknown> }[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end.close();
  });
  const own = <Thing extends { close(): Promise<unknown> }>(thing: Thing): Thing => {
    ends.push(thing);
    return thing;
  };

  /** Starts a service and a proxy for it. `ask` returns the result of a tool call through them. */
  async function setUp(options: { service?: TlsOptions; proxy?: TlsOptions } = {}) {
    const service = own(await startFaultServer(options.service ? { tls: options.service } : {}));
    const proxy = own(await startProxy(service.port, options.proxy ? { tls: options.proxy } : {}));
    const ask = async (url: string, env: Record<string, string>) => {
      const client = await connectTo(url, { env: { CASEBRIDGE_ALLOW_HTTP: 'true', ...env } });
      const result = await client.callTool('list_object_classes');
      const text = result.content[0]?.text ?? '';
      expectDiscreet(text);
      return { text, isError: result.isError === true, log: () => client.stderr() };
    };
    return { service, proxy, ask };
  }

  return { connectTo, ends, own, setUp, folder };
}
