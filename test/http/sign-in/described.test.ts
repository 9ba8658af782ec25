import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type HttpProcess, startHttpServer } from '../../support/clients/harness.ts';
import { back, createAssistant } from '../../support/clients/oauth.ts';
import { createBrowser, type SeenPage } from '../../support/clients/person.ts';
import { person, stepsAt } from './steps.ts';

/** Clients that are known by the address of a document about them. */

let answer: (response: ServerResponse, url: string) => unknown;
let asked = 0;
/** Each test has a client of its own: what is known of one is kept for a while. */
let number = 0;
const path = () => `/client-${number}.json`;
const host = createServer((_request, response) => {
  asked += 1;
  answer(response, `${at()}${path()}`);
});
const at = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
let server: HttpProcess;
beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  server = await startHttpServer({
    args: ['--sandbox', '--sign-in', 'service', '--sign-in-clients', `127.0.0.1:${new URL(at()).port}`],
  });
});
beforeEach(() => {
  asked = 0;
  number += 1;
  answer = (response, url) => json(response, described(url));
});
afterAll(async () => {
  await server?.close();
  host.close();
  host.closeAllConnections();
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
    expect(page.text).toContain(`Described &#60;b&#62;assistant&#60;/b&#62; wants`);
    expect(page.text).toContain(`described at ${new URL(at()).host}`);
    const assistant = createAssistant(server.url, { visit: person, clientId: `${at()}${path()}` });
    expect(JSON.stringify(await assistant.call('who_am_i'))).toContain('Anna');
    expect(assistant.visits[0]?.searchParams.get('client_id')).toBe(`${at()}${path()}`);
    // It is read once for a while, however many sign in.
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
    ['is none', (response) => response.end('<html>')],
    ['is elsewhere', (response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end()],
    ['is missing', (response) => response.writeHead(404).end()],
    ['is huge', (response, url) => json(response, described(url, { more: 'x'.repeat(1_000_000) }))],
    ['breaks off', (response) => response.socket?.destroy()],
  ])('that %s is not let in', async (_what, wrong) => {
    answer = wrong;
    const { status, text } = await see();
    expect(status).toBe(400);
    expect(text).toContain('the document of the client at');
    expect(text).not.toContain('<form');
  });

  it('cannot turn, hide or break the words around its name', async () => {
    answer = (response, url) =>
      json(response, described(url, { client_name: `\u202Eevil\u200B\n\u2066 ${'x'.repeat(100)}` }));
    const { text } = await see();
    expect(text).toContain(`<bdi>evil ${'x'.repeat(75)} wants`);
  });

  it('is asked for again after a failure', async () => {
    answer = (response) => response.writeHead(503).end();
    expect((await see()).status).toBe(400);
    answer = (response, url) => json(response, described(url));
    expect((await see()).status).toBe(200);
  });

  it.each([
    ['another spelling of its address', '/./client.json'],
    ['an address with a fragment', '/client.json#x'],
    ['the host alone', '/'],
  ])('is not known by %s, and nobody is asked', async (_what, path) => {
    expect((await see({ client_id: `${at()}${path}` })).status).toBe(400);
    expect(asked).toBe(0);
  });
});
