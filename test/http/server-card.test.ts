import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpProcess, startHttpProcess } from '../support/clients/harness.ts';
import { modernRequest, rawRequest, sessionMessage } from '../support/clients/raw-http.ts';
import { freePorts } from '../support/servers/nginx.ts';

/** Description of the server for clients that have not connected yet. */

const { version, mcpName, description } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const publicUrl = 'https://mcp.example.com/mcp';
const type = 'application/mcp-server-card+json';
let at: string;
let server: HttpProcess;
let other: HttpProcess;
beforeAll(async () => {
  const [port = 0] = await freePorts(1);
  at = `http://127.0.0.1:${port}`;
  const listening = ['--port', String(port), '--public-url', publicUrl];
  [server, other] = await Promise.all([
    startHttpProcess({ args: ['--sandbox', '--server-card', ...listening] }),
    startHttpProcess({ args: ['--sandbox', '--single-user'] }),
  ]);
});
afterAll(() => Promise.all([server.close(), other.close()]));

const ask = (headers: Readonly<Record<string, string>> = {}, method = 'GET', url = at) =>
  rawRequest(url, {
    path: '/mcp/server-card',
    method,
    headers: { host: 'mcp.example.com', accept: type, ...headers },
  });

describe('the server card', () => {
  it('describes this server and its URL, as the package does, without authentication', async () => {
    const { status, headers, text } = await ask({ origin: 'https://somebody.example' });
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      type,
      'public, max-age=3600',
    ]);
    expect([headers['access-control-allow-origin'], headers['access-control-expose-headers']]).toEqual([
      '*',
      'ETag',
    ]);
    const { remotes, ...identity } = JSON.parse(text);
    expect(identity).toEqual({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      name: mcpName,
      version,
      title: 'casebridge',
      description,
    });
    expect(mcpName).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(description.length).toBeLessThanOrEqual(100);
    expect(remotes).toEqual([
      { type: 'streamable-http', url: publicUrl, supportedProtocolVersions: expect.any(Array) },
    ]);
  });

  it('is the same for everybody, and is not sent again to those who have it', async () => {
    const { headers, text } = await ask();
    const etag = headers.etag as string;
    expect((await ask({ authorization: 'Bearer of-somebody', accept: '*/*' })).text).toBe(text);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask({ 'if-none-match': known });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('can be read by pages in browsers, also with a preflight request', async () => {
    const asked = await ask(
      {
        origin: 'https://somebody.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'if-none-match',
      },
      'OPTIONS',
    );
    expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([204, '*']);
    expect(asked.headers['access-control-allow-headers']).toContain('If-None-Match');
  });

  it('lists the supported protocol revisions', async () => {
    const said = JSON.parse((await ask()).text).remotes[0].supportedProtocolVersions as string[];
    const spoken = await Promise.all(said.map((revision) => speaks(other.url, revision)));
    expect(spoken).toEqual(said);
  });

  it("is served only for this server's hosts, and only if it is switched on", async () => {
    expect((await ask({ host: 'elsewhere.example' })).status).toBe(403);
    expect((await ask({ host: new URL(other.url).host }, 'GET', other.url)).status).toBe(404);
  });
});

/** Returns the protocol revision in which the server answers a client of the given revision. */
async function speaks(url: string, revision: string): Promise<string> {
  if (revision >= '2026-07-28') {
    const { message } = await modernRequest(url, 'server/discover');
    return message.result.supportedVersions.find((one: string) => one === revision);
  }
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: revision, capabilities: {}, clientInfo };
  const { message } = await sessionMessage(url, { id: 1, method: 'initialize', params });
  return message.result.protocolVersion;
}
