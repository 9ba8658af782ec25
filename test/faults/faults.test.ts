import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, type TestClient, textOf } from '../support/clients/harness.ts';
import {
  canary,
  environmentOf,
  exchangePath,
  expectDiscreet,
  type Handler,
  html,
  json,
  reset,
  startUpstream,
  tokenPath,
  type Upstream,
  useUpstream,
} from '../support/servers/upstream.ts';

/** Faults of the service during a call. Faults of the sign-in are in `sign-in.test.ts`. */

const { start, connectTo } = useUpstream();

let upstream: Upstream;
let client: TestClient;
beforeAll(async () => {
  upstream = await startUpstream();
  client = await connect({ env: environmentOf(upstream.url) });
});
beforeEach(() => upstream.renew());
afterAll(async () => {
  const log = client.stderr();
  await client.close();
  await upstream.close();
  expect(log).toContain('call refused');
  expectDiscreet(log);
});

const read = ['list_object_classes', {}] as const;
const create = ['create_object', { ObjectTypeId: randomUUID(), Name: 'A case' }] as const;

/** Returns the message of a refusal. It must not reveal any secret. */
async function refusal([name, args]: readonly [string, object], from = client): Promise<string> {
  const text = await from.refusal(name, args as Record<string, unknown>);
  expectDiscreet(text);
  return text;
}

/** Returns a URL without a listener. */
async function deadUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

describe('an unreachable service', () => {
  it('makes calls fail with points to check, and does not stop the server', async () => {
    const alone = await connectTo(await deadUrl());
    for (const call of [read, create]) {
      const text = await refusal(call, alone);
      expect(text).toMatch(/^UNREACHABLE: .*the connection was refused.*CASEBRIDGE_URL/);
      expect(text).toContain('Trying again later can help.');
    }
    expect((await alone.listTools()).tools.length).toBeGreaterThan(10);
  });
});

describe('a service that does not answer with JSON', () => {
  it.each<[string, Handler, RegExp]>([
    ['a sign-in page', (response) => html(response), /^SIGN_IN_PAGE: .*CASEBRIDGE_URL/],
    [
      'JSON that breaks off',
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"Items": ['),
      /^UNEXPECTED_ANSWER: .*not valid JSON/,
    ],
    [
      'the web page of a proxy that refuses',
      (response) => html(response, 403),
      /^API_ERROR 403: The service answered with status 403 and no message/,
    ],
    [
      'more than fits',
      (response) => json(response, 200, 'x'.repeat(17 * 1024 * 1024)),
      /^UNEXPECTED_ANSWER: The answer is larger than 16 MB/,
    ],
  ])('gets one request, and its response is reported: %s', async (_what, handler, message) => {
    upstream.on.call = handler;
    expect(await refusal(read)).toMatch(message);
    expect(upstream.requests(/objectClasses/).length).toBe(1);
  });

  it('may answer a change with nothing, and that is done; a read has to bring something', async () => {
    upstream.on.call = (response) => response.writeHead(200).end();
    expect(textOf(await client.callTool(...create))).toBe('Done.');
    expect(await refusal(read)).toMatch(/^UNEXPECTED_ANSWER: The service returned no data/);
  });
});

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'of status %i is not followed: no token goes elsewhere',
    async (status) => {
      const elsewhere = await start();
      upstream.on.call = (response) => response.writeHead(status, { location: `${elsewhere.url}/x` }).end();
      expect(await refusal(create)).toMatch(
        new RegExp(`^UNEXPECTED_ANSWER: .*redirect \\(status ${status}\\).*CASEBRIDGE_URL`),
      );
      expect(elsewhere.seen).toEqual([]);
      expect(upstream.requests('/api/v2/objects').length).toBe(1);
    },
  );
});

describe('a connection that is reset', () => {
  it('is no matter for a read: it is sent again', async () => {
    upstream.on.call = (response) => {
      if (upstream.requests(/objectClasses/).length < 3) reset(response);
      else json(response, 200, { Items: ['third'] });
    };
    expect(await client.call(...read)).toEqual({ Items: ['third'] });
  });

  it('every time makes a read fail at the third attempt', async () => {
    upstream.on.call = reset;
    expect(await refusal(read)).toMatch(/^UNREACHABLE: .*broke before its answer was complete/);
    expect(upstream.requests(/objectClasses/).length).toBe(3);
  });

  it('within the answer is treated like one before it', async () => {
    upstream.on.call = (response) => {
      if (upstream.requests(/objectClasses/).length > 1) return json(response, 200, { Items: [] });
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"Items":', () => reset(response));
    };
    expect(await client.call(...read)).toEqual({ Items: [] });
    expect(upstream.requests(/objectClasses/).length).toBe(2);
    upstream.on.call = (response) => {
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': 100 });
      response.write('{"Id":', () => reset(response));
    };
    expect(await refusal(create)).toMatch(/^OUTCOME_UNKNOWN/);
    expect(upstream.requests('/api/v2/objects').length).toBe(1);
  });

  it.each([
    ['POST', create],
    ['DELETE', ['delete_object', { id: randomUUID() }] as const],
    ['PATCH', ['edit_object', { id: randomUUID(), Name: 'B case' }] as const],
    ['POST', ['notify_user', { id: randomUUID(), Text: 'Hello' }] as const],
  ])('leaves the outcome of a %s unknown, and nothing is sent twice', async (method, call) => {
    upstream.on.call = reset;
    const text = await refusal(call);
    expect(text).toMatch(/^OUTCOME_UNKNOWN: .*may or may not have been made/);
    expect(text).toMatch(
      /Check with (get|list|search)_\w+ before|No tool shows whether it happened: ask the user/,
    );
    expect(text).not.toMatch(/try(ing)? again/i);
    const sent = upstream.seen.map((request) => request.method);
    // A read before a change may be repeated like any other read.
    expect(sent.filter((one) => one !== 'GET')).toEqual([method]);
    expect(sent.at(-1)).toBe(method);
  });
});

describe('a temporary failure', () => {
  it.each([429, 503])('of status %i is waited out by a read', async (status) => {
    upstream.on.call = (response) => {
      if (upstream.requests(/objectClasses/).length > 1) json(response, 200, { Items: [] });
      else response.writeHead(status, { 'retry-after': '0' }).end();
    };
    expect(await client.call(...read)).toEqual({ Items: [] });
    expect(upstream.requests(/objectClasses/).length).toBe(2);
  });

  it('is reported to the assistant for a creation, with the time to wait', async () => {
    upstream.on.call = (response) => json(response, 503, { title: 'Busy' }, { 'retry-after': '17' });
    const text = await refusal(create);
    expect(text).toMatch(/^API_ERROR 503: Busy/);
    expect(text).toContain('Try again in 17 s.');
    expect(upstream.requests('/api/v2/objects').length).toBe(1);
  });
});

describe('a service that never answers', () => {
  it('ends each call when its time is over', async () => {
    const hurried = await connectTo(upstream.url, { env: { CASEBRIDGE_TIMEOUT: '1' } });
    upstream.on.call = () => undefined;
    expect(await refusal(read, hurried)).toMatch(
      /^DEADLINE: The service did not answer completely within 1 s/,
    );
    expect(await refusal(create, hurried)).toMatch(/^OUTCOME_UNKNOWN: /);
    expect(upstream.requests(/objectClasses/).length).toBe(1);
    expect(upstream.requests('/api/v2/objects').length).toBe(1);
  });
});

describe("the service's message", () => {
  it('reaches the assistant as plain text, without its markup', async () => {
    const detail = '<p>The <b>stage</b> is closed.</p><script>alert(1)</script>';
    upstream.on.call = (response) => json(response, 409, { detail, traceId: 'trace-77' });
    const text = await refusal(create);
    expect(text).toMatch(/^API_ERROR 409: The stage is closed\.\n/);
    expect(text).toContain('Request id: trace-77');
  });
});

describe('a request', () => {
  it('carries the short-lived token, and the password goes nowhere but to the sign-in', async () => {
    const own = await start();
    await (await connectTo(own.url)).call(...read);
    expect(
      own.seen.map(({ target, headers, body }) => [
        target,
        headers.authorization,
        body.includes(canary.password),
      ]),
    ).toEqual([
      [tokenPath, undefined, true],
      [exchangePath, `Bearer ${canary.session}`, false],
      ['/api/v2/objectClasses', `Bearer ${canary.token}-1`, false],
    ]);
  });

  it('goes below the path of the base address', async () => {
    const own = await start();
    own.on.call = (response, seen) => {
      if (seen.target === `/firm${tokenPath}`) own.on.signIn(response, seen);
      else if (seen.target === `/firm${exchangePath}`) own.on.exchange(response, seen);
      else json(response, 200, { Items: [seen.target] });
    };
    const below = await connectTo(`${own.url}/firm/`);
    expect(await below.call(...read)).toEqual({ Items: ['/firm/api/v2/objectClasses'] });
  });
});
