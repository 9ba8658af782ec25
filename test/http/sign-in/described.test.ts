import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningServer, startHttpServer } from '../../support/clients/harness.ts';
import { back, createAssistant } from '../../support/clients/oauth.ts';
import { createBrowser, type SeenPage } from '../../support/clients/person.ts';
import { tlsFile, tlsOf } from '../../support/servers/tls/files.ts';
import { person, stepsAt } from './steps.ts';

/** Clients whose id is the URL of a document that describes them. */

let answer: (response: ServerResponse, url: string) => unknown;
let asked = 0;
/** Number of the client. Each test uses another one, because the server caches their documents. */
let number = 0;
const path = () => `/client-${number}.json`;
const listener: RequestListener = ({ url }, response) => {
  asked += 1;
  answer(response, `${at()}${url}`);
};
const host = createServer(tlsOf('good'), listener);
/** Host with an untrusted certificate. */
const impostor = createServer(tlsOf('self-signed'), listener);
/** Host without a certificate, as used for programs under development. */
const plain = createHttpServer((_request, response) => json(response, described(`${plainAt()}/tried.json`)));
const servers = [host, impostor, plain];
/** Address without a listener. */
const unreachable = '127.0.0.1:9';
const placeOf = (one: (typeof servers)[number]) => `127.0.0.1:${(one.address() as AddressInfo).port}`;
const at = () => `https://${placeOf(host)}`;
const plainAt = () => `http://${placeOf(plain)}`;
let server: RunningServer;
beforeAll(async () => {
  for (const one of servers) await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve));
  server = await startHttpServer({
    args: [
      ...['--sandbox', '--sign-in', 'service', '--sign-in-registration'],
      ...['--sign-in-clients', `assistant.example ${unreachable} ${servers.map(placeOf).join(' ')}`],
    ],
    env: { CASEBRIDGE_CA_FILE: tlsFile('authority') },
  });
});
beforeEach(() => {
  asked = 0;
  number += 1;
  answer = (response, url) => json(response, described(url));
});
afterAll(async () => {
  await server?.close();
  for (const one of servers) {
    one.close();
    one.closeAllConnections();
  }
});

const described = (url: string, differing: object = {}) => ({
  client_id: url,
  client_name: 'Described <b>assistant</b>',
  redirect_uris: [back],
  ...differing,
});
const json = (response: ServerResponse, content: unknown) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(content));
const see = async (differing: Record<string, string> = {}) =>
  (await createBrowser(back).go(
    await stepsAt(server.url).begin({ client_id: `${at()}${path()}`, ...differing }),
  )) as SeenPage;

describe('a client with a document', () => {
  it('signs its person in, from the address alone, and is shown by name and host', async () => {
    const page = await see();
    expect(page.text).toContain('<h1>Connect <bdi>Described &#60;b&#62;assistant&#60;/b&#62;</bdi>?</h1>');
    expect(page.text).toContain(`described at ${new URL(at()).host}`);
    const assistant = createAssistant(server.url, { visit: person, document: `${at()}${path()}` });
    expect(JSON.stringify(await assistant.call('who_am_i'))).toContain('Anna');
    expect(assistant.visits[0]?.searchParams.get('client_id')).toBe(`${at()}${path()}`);
    // The document is cached, however many users sign in.
    expect(asked).toBe(1);
  });

  it.each<[string, (response: ServerResponse, url: string) => unknown]>([
    ['is about another', (response, url) => json(response, described(`${url}x`))],
    [
      'names no address to return to',
      (response, url) => json(response, described(url, { redirect_uris: [] })),
    ],
    [
      'names a script to return to',
      (response, url) => json(response, described(url, { redirect_uris: ['javascript:alert(1)'] })),
    ],
    ['is none', (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('<html>')],
    ['is elsewhere', (response, url) => response.writeHead(302, { location: `${url}/moved` }).end()],
    [
      'is of another kind',
      (response, url) =>
        response.writeHead(200, { 'content-type': 'text/html' }).end(JSON.stringify(described(url))),
    ],
    ['is missing', (response) => response.writeHead(404).end()],
    ['is huge', (response, url) => json(response, described(url, { more: 'x'.repeat(1_000_000) }))],
  ])('that %s is refused', async (_what, wrong) => {
    answer = wrong;
    const { status, text } = await see();
    expect(status).toBe(400);
    expect(text).toContain(`description of the program cannot be used. Its host: <q><bdi>${placeOf(host)}<`);
    expect(text).not.toContain('<form');
    // The server follows no redirects and does not retry.
    expect(asked).toBe(1);
  });

  it.each<[string, () => string]>([
    ['breaks off', () => `${at()}${path()}`],
    ['is at a host that nobody vouches for', () => `https://${placeOf(impostor)}/client.json`],
    ['is at a host that is away', () => `https://${unreachable}/client.json`],
  ])(
    'that %s counts as one that registered itself, for a program on this machine alone',
    async (_what, id) => {
      answer = (response) => response.socket?.destroy();
      const client_id = id();
      const { host } = new URL(client_id);
      const page = await see({ client_id });
      expect([page.status, page.text]).toEqual([
        200,
        expect.stringContaining(`described at ${host}. This server`),
      ]);
      expect(page.text).toContain('nobody has checked that name');
      expect(page.text).toContain('a program on this computer');
      for (const redirect_uri of ['https://evil.example/back', `https://evil.example/${host}`, 'ms-msdt:x']) {
        const other = await see({ client_id, redirect_uri });
        expect([other.status, other.text]).toEqual([
          400,
          expect.stringContaining(`cannot reach the host that describes the program: <q><bdi>${host}<`),
        ]);
      }
      expect((await see({ client_id, redirect_uri: `https://${host}/back` })).status).toBe(200);
      const assistant = createAssistant(server.url, { visit: person, document: client_id });
      expect(JSON.stringify(await assistant.call('who_am_i'))).toContain('Anna');
      expect(assistant.visits[0]?.searchParams.get('client_id')).toBe(client_id);
    },
  );

  it('that cannot be reached is refused if programs may not register, and the page names the remedy', async () => {
    const closed = await startHttpServer({
      args: ['--sandbox', '--sign-in', 'service', '--sign-in-clients', unreachable],
    });
    try {
      const url = await stepsAt(closed.url).begin({ client_id: `https://${unreachable}/client.json` });
      for (const [language, words] of [
        ['en', /let this server reach the host by https, or .*CASEBRIDGE_SIGN_IN_REGISTRATION/],
        ['ru', /открыть серверу доступ к этому сайту по https.*CASEBRIDGE_SIGN_IN_REGISTRATION/],
      ] as const) {
        const page = await fetch(url, { headers: { 'accept-language': language } });
        expect([page.status, await page.text()]).toEqual([400, expect.stringMatching(words)]);
      }
    } finally {
      await closed.close();
    }
  });

  it('that arrives too late is treated as a registered client, and delays no other request', async () => {
    const open: ServerResponse[] = [];
    answer = (response) => {
      // The second response arrives one character at a time.
      if (open.push(response) > 1) response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    };
    const drip = setInterval(() => open[1]?.write(' '), 200);
    const slow = [1, 2].map((one) => see({ client_id: `${at()}/slow-${one}.json` }));
    const tried = await see({ client_id: `${plainAt()}/tried.json` });
    expect(tried.status).toBe(200);
    for (const { status, text } of await Promise.all(slow))
      expect([status, text]).toEqual([200, expect.stringContaining('could not reach that description')]);
    clearInterval(drip);
  });

  it('that changes is cached for a while: no user is redirected to a changed address meanwhile', async () => {
    expect((await see()).status).toBe(200);
    const elsewhere = 'https://evil.example/back';
    answer = (response, url) => json(response, described(url, { redirect_uris: [elsewhere] }));
    const { status, text } = await see({ redirect_uri: elsewhere });
    expect([status, text]).toEqual([400, expect.stringContaining('address to return to is not registered')]);
    expect((await see()).status).toBe(200);
  });

  it.each([
    ['of letters that look alike', 'https://аssistant.example/client.json'],
    ['that begins alike', 'https://assistant.example.evil.example/client.json'],
    ['that ends alike', 'https://evil-assistant.example/client.json'],
    ['before which another name stands', 'https://assistant.example@evil.example/client.json'],
    ['of its own network', 'https://10.0.0.1/client.json'],
    ['of the machine’s own data', 'http://169.254.169.254/latest/meta-data/'],
    ['of this machine', 'https://127.0.0.1/client.json'],
    ['of this machine by name', 'https://localhost/client.json'],
    ['of this machine in version 6', 'https://[::1]/client.json'],
    ['of this machine as a number', 'https://2130706433/client.json'],
    ['without TLS', 'http://assistant.example/client.json'],
    ['that is a file', 'file:///etc/passwd'],
    ['that is data', 'data:application/json,{}'],
  ])('at a host %s is refused without a request', async (_what, client_id) => {
    const { status, text } = await see({ client_id });
    expect([status, text]).toEqual([400, expect.not.stringContaining('<form')]);
    expect(asked).toBe(0);
  });

  it('cannot turn, hide or break the words around its name', async () => {
    answer = (response, url) =>
      json(response, described(url, { client_name: `\u202Eevil\u200B\n\u2066 ${'x'.repeat(100)}` }));
    const { text } = await see();
    expect(text).toContain(`<h1>Connect <bdi>evil ${'x'.repeat(75)}</bdi>?</h1>`);
  });

  it('is not asked for again right after a failure', async () => {
    answer = (response) => response.writeHead(503).end();
    for (let tries = 0; tries < 5; tries += 1) expect((await see()).status).toBe(400);
    expect(asked).toBe(1);
  });

  it('that was read once opens the page while very many others fail', async () => {
    expect((await see()).status).toBe(200);
    answer = (response) => response.writeHead(404).end();
    asked = 0;
    const others = Array.from({ length: 100 }, (_, n) => see({ client_id: `${at()}/other-${n}.json` }));
    const texts = (await Promise.all(others)).map(({ text }) => text);
    expect(asked).toBeLessThanOrEqual(30);
    expect(texts.filter((text) => text.includes('Too many programs')).length).toBe(100 - asked);
    expect((await see()).status).toBe(200);
  });

  it.each([
    ['another spelling of its address', '/./client.json'],
    ['an address with a fragment', '/client.json#x'],
    ['the host alone', '/'],
  ])('is not accepted by %s, without a request', async (_what, path) => {
    expect((await see({ client_id: `${at()}${path}` })).status).toBe(400);
    expect(asked).toBe(0);
  });
});

describe('a program that registers itself', () => {
  const register = async (content: unknown) => {
    const answered = await fetch(new URL('/register', server.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    });
    return { status: answered.status, body: (await answered.json()) as { client_id: string; error: string } };
  };

  it.each([
    'http://evil.example/back',
    'https://assistant.example@evil.example/',
    'https://assistant.example/\\evil.example',
    'https://assistant.example/back#evil',
    'javascript:alert(1)',
    'data:text/html,x',
    'ms-msdt:/id',
    'search-ms:query=x',
    'view-source:https://evil.example',
    'intent://scan',
    'smb://evil.example/x',
    'mailto:x@evil.example',
    'https://*/back',
    'https://a;sandbox/back',
    "https://a'b/back",
    'https://evil.example./back',
    '//evil.example/back',
    'x'.repeat(3000),
  ])('cannot have people sent to %j', async (address) => {
    const { status, body } = await register({ redirect_uris: [back, address] });
    expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
  });

  it.each([
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor:'],
    ['vscode://publisher.extension/back', 'vscode:'],
    ['com.example.assistant:/back', 'com.example.assistant:'],
    ['https://assistant.example:8443/back', 'https://assistant.example:8443'],
  ])('may have people sent to %j, and the policy of the page names that alone', async (address, place) => {
    const { body } = await register({ redirect_uris: [address] });
    const page = await see({ client_id: body.client_id, redirect_uri: address });
    expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${place}; frame`);
  });

  it('shows a host name with look-alike letters in its encoded form', async () => {
    const address = 'https://сlaude.ai/back';
    const { body } = await register({ client_name: 'Сlaude', redirect_uris: [address] });
    const { text } = await see({ client_id: body.client_id, redirect_uri: address });
    expect(text).toContain('<dt>Goes back to</dt><dd>xn--laude-0ye.ai</dd>');
    expect(text).toContain('nobody has checked that name');
  });
});
