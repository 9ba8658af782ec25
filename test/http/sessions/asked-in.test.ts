import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernHttp,
} from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, startOpenUpstream } from '../../support/clients/callers.ts';
import { type HttpProcess, startHttpProcess } from '../../support/clients/harness.ts';
import { run } from '../../support/clients/process.ts';
import { jsonHeaders, modernRequest, rawRequest } from '../../support/clients/raw-http.ts';
import type { Upstream } from '../../support/servers/upstream.ts';

/** Responses to clients that look for a way to sign in. */

let upstream: Upstream;
const servers: HttpProcess[] = [];
const start = async (...args: string[]) => {
  const server = await startHttpProcess({ args, env: { CASEBRIDGE_URL: upstream.url } });
  servers.push(server);
  return server;
};
beforeAll(async () => {
  upstream = await startOpenUpstream();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await upstream?.close();
});

/** OAuth provider of a client that supports sign-in but has no tokens yet. */
const clientWithoutTokens = {
  redirectUrl: 'http://127.0.0.1:1/callback',
  clientMetadata: { redirect_uris: ['http://127.0.0.1:1/callback'], client_name: 'newcomer' },
  clientInformation: () => undefined,
  tokens: () => undefined,
  saveTokens: () => undefined,
  redirectToAuthorization: () => undefined,
  saveCodeVerifier: () => undefined,
  codeVerifier: () => '',
  saveClientInformation: () => undefined,
};
const info = { name: 'newcomer', version: '1' };
const connectAs = {
  v1: (url: string) =>
    new OldClient(info).connect(
      new OldHttp(new URL(url), { authProvider: clientWithoutTokens }) as Transport,
    ),
  v2: (url: string) =>
    new ModernClient(info).connect(new ModernHttp(new URL(url), { authProvider: clientWithoutTokens })),
};

describe('a client that supports sign-in, at a server without an issuer', () => {
  it.each(['v1', 'v2'] as const)('of SDK %s tells its user to bring a token', async (kind) => {
    const server = await start();
    await expect(connectAs[kind](server.url)).rejects.toThrow(
      'It needs a token in the Authorization header of each request (Authorization: Bearer ...)',
    );
  });

  it.each([
    ['POST', '/register', 400],
    ['GET', '/authorize?response_type=code', 400],
    ['POST', '/token', 400],
    ['GET', '/.well-known/oauth-authorization-server', 404],
    ['GET', '/.well-known/oauth-authorization-server/mcp', 404],
    ['GET', '/.well-known/oauth-protected-resource', 404],
    ['GET', '/.well-known/oauth-protected-resource/mcp', 404],
    ['GET', '/.well-known/openid-configuration', 404],
    ['GET', '/mcp/.well-known/openid-configuration', 404],
  ])('%s %s is answered with an error of OAuth', async (method, path, status) => {
    const server = servers[0] ?? (await start());
    const answer = await rawRequest(server.url, { method, path });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      status,
      { error: 'invalid_request', error_description: expect.stringContaining('put a token into') },
    ]);
  });

  it('is not asked to sign in if all callers act as one user', async () => {
    const server = await startHttpProcess({ args: ['--sandbox', '--single-user'] });
    servers.push(server);
    const { text } = await rawRequest(server.url, { path: '/register' });
    expect(JSON.parse(text).error_description).toContain('needs no sign-in');
  });
});

describe('with an issuer', () => {
  const issuer = ['--issuer', 'https://login.example.com', '--audience', 'casebridge'];
  const published = async (server: HttpProcess) => {
    const { headers } = await modernRequest(server.url, 'tools/list');
    const { text } = await rawRequest(server.url, {
      method: 'GET',
      path: '/.well-known/oauth-protected-resource/mcp/',
    });
    return [
      / scope="([^"]*)"/.exec(headers['www-authenticate'] ?? '')?.[1],
      JSON.parse(text).scopes_supported,
    ];
  };

  it.each([
    ['those of OpenID Connect', [], 'openid profile email'],
    ['the set ones', ['--scopes', 'api://casebridge/.default  profile'], 'api://casebridge/.default profile'],
  ])('clients are told which scopes to ask for: %s', async (_which, args, scopes) => {
    expect(await published(await start(...issuer, ...args))).toEqual([scopes, scopes.split(' ')]);
  });

  it('clients get no scopes if the setting is empty', async () => {
    expect(await published(await start(...issuer, '--scopes', 'none'))).toEqual([undefined, undefined]);
  });

  it('clients that treat this server as the issuer are redirected to the right one', async () => {
    const server = await start(...issuer);
    for (const path of ['/register', '/.well-known/oauth-authorization-server']) {
      const { text } = await rawRequest(server.url, { path });
      expect(JSON.parse(text).error_description).toContain('sign in at https://login.example.com');
    }
  });

  it.each([
    ['openid offline_access', 'contains offline_access, which assistants request themselves'],
    ['openid "all"', 'contains "\\"all\\"", which is not a scope'],
  ])('the scopes %j end the start', async (scopes, words) => {
    expect(await run(['http', ...issuer, '--scopes', scopes])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(words),
    });
  });
});

describe('a client with few headers', () => {
  const ask = async (headers: Record<string, string>, path = '/mcp') => {
    const server = servers[0] ?? (await start());
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    return rawRequest(server.url, {
      path,
      headers: { 'content-type': 'application/json', ...as('ann'), ...headers },
      body,
    });
  };

  it.each([
    ['nothing of what it accepts', {}],
    ['that it accepts anything', { accept: '*/*' }],
    ['that it accepts anything, less gladly', { accept: 'application/json, */*;q=0.1' }],
    ['it in capitals and with ranges', { accept: 'Application/*, TEXT/*;q=0.5' }],
  ])('says %s and is served', async (_what, headers) => {
    const { status, message } = await ask(headers);
    expect([status, message.result.protocolVersion]).toEqual([200, '2025-11-25']);
  });

  it.each([{ accept: 'application/json' }, { accept: 'text/html' }, { accept: '*/*;q=0' }])(
    'is refused if it cannot read the response: %j',
    async (headers) => {
      expect((await ask(headers)).status).toBe(406);
    },
  );

  it('reaches the server by an address with a slash at its end', async () => {
    const { status, message } = await ask(jsonHeaders, '/mcp/');
    expect([status, message.result.serverInfo.name]).toEqual([200, 'casebridge']);
  });

  it('is told by 405 that there is no stream without a session', async () => {
    const server = servers[0] ?? (await start());
    const headers = { ...as('ann'), accept: 'text/event-stream' };
    const answer = await rawRequest(server.url, { method: 'GET', headers });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  });
});

describe('a request that is wrong in itself', () => {
  it.each([
    [
      'of revision 2026-07-28',
      { 'mcp-method': 'tools/call', 'x-request-id': 'wrong-modern' },
      'method-header-mismatch',
    ],
    ['of an older revision', { accept: 'application/json', 'x-request-id': 'wrong-older' }, 'Not Acceptable'],
  ])(
    '%s is a warning with its reason and id, and no failure of the server',
    async (which, headers, reason) => {
      const server = await start();
      const id = headers['x-request-id'] ?? '';
      if (which.includes('2026'))
        await modernRequest(server.url, 'tools/list', {}, { headers: { ...as('ann'), ...headers } });
      else {
        const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info };
        await rawRequest(server.url, {
          headers: { ...jsonHeaders, ...as('ann'), ...headers },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
        });
      }
      const lines = (await server.close()).stderr.split('\n').filter((line) => /"level":[^123]/.test(line));
      expect(lines.length).toBe(1);
      const { level, at } = JSON.parse(lines[0] ?? '');
      expect([level, at]).toEqual([40, undefined]);
      expect(lines[0]).toContain(id);
      expect(lines[0]).toContain(reason);
    },
  );
});
