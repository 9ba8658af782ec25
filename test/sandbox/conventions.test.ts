import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { typeId } from '../../src/sandbox/seed/classes-and-types.ts';
import { unknownId } from '../support/sample-ids.ts';
import { type Call, createCaller, form } from './client.ts';

interface Item {
  Id: string;
  Url: string;
  CreationDate: string;
  LastChangeDate: string;
}
interface Page {
  Items: Item[];
  NextPageUrl: string | null;
}

const guid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Method and path of every operation in the description. */
const operations = readFileSync(new URL('../repository/operations.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => / \/api\//.test(line))
  .map((line) => line.replaceAll(/\{\w+\}/g, unknownId));

const pagedLists = [
  'GET /api/v2/folders',
  'GET /api/v2/projects',
  'GET /api/v2/objects',
  'GET /api/v2/cases',
  'GET /api/v2/events',
  'GET /api/v2/tasks',
  'GET /api/v2/participants',
  'GET /api/v2/users',
];
const wholeLists = [
  'GET /api/v2/objectClasses',
  'GET /api/v2/objectTypes',
  'GET /api/v2/caseTypes',
  'GET /api/v2/rolesInCase',
  'GET /api/v2/eventTypes',
  'GET /api/v2/taskTypes',
  'GET /api/v2/taskStatuses',
  'GET /api/v2/taskPriorities',
  'GET /api/v2/legalForms',
  'GET /api/v2/dictionaries',
];
const postedLists = [
  'POST /api/v3/objects/GetObjects',
  'POST /api/v3/objects/GetCases',
  'POST /api/v3/documents',
];

let sandbox: Sandbox;
let call: Call;
beforeAll(async () => {
  sandbox = await createSandbox();
  call = createCaller(() => sandbox.url);
});
afterAll(() => sandbox.close());

const statusWithout = async (request: string) => (await call('', request)).status;
const read = async (request: string) => {
  const { status, body } = await call<Page>('admin', request, request.startsWith('POST') ? {} : undefined);
  expect(status, request).toBe(200);
  return body;
};

/** Returns all values in a response with their names. */
function* pairsOf(value: unknown): Generator<[string, unknown]> {
  if (Array.isArray(value)) for (const item of value) yield* pairsOf(item);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) {
      yield [key, item];
      yield* pairsOf(item);
    }
}

describe('every operation', () => {
  const isOpen = (request: string) => /auth\/(token|wintoken)$|\/health$/.test(request);

  it('stands at the path and the method that the description states [SVC-1, VER-1]', async () => {
    expect(operations.length).toBeGreaterThan(110);
    for (const request of operations)
      expect([200, 400, 401], request).toContain(await statusWithout(request));
    expect(await statusWithout('PATCH /api/v2/users')).toBe(405);
    expect(await statusWithout('GET /api/v2/nothing')).toBe(404);
  });

  it('is closed to callers without a token, but for sign-in and health [ATN-1]', async () => {
    const open = operations.filter(isOpen);
    expect(open).toHaveLength(4);
    for (const request of operations.filter((item) => !isOpen(item))) {
      const { status, headers } = await call('', request);
      expect([status, headers.get('www-authenticate')], request).toEqual([401, 'Bearer']);
    }
  });

  it('of an area with two versions answers in v1 as well [AUT-7, VER-3]', async () => {
    const inBoth =
      /\/v2\/(auth|objectClasses|objectTypes|caseTypes|folders|projects|rolesInCase|cases|events|eventTypes|tasks|task[TSP]\w+|participants|legalForms|users|dictionaries|calls|scripts)\b/;
    const twins = operations
      .filter((request) => inBoth.test(request))
      .map((item) => item.replace('/v2/', '/v1/'));
    expect(twins.length).toBeGreaterThan(50);
    for (const request of twins) expect([400, 401], request).toContain(await statusWithout(request));
  });

  it.each([1, 2])('of signing in gives tokens in v%i [AUT-7]', async (version) => {
    const ask = async (path: string, body: object, authorization = '') => {
      const answer = await fetch(`${sandbox.url}/api/v${version}/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization },
        body: JSON.stringify(body),
      });
      return (await answer.json()) as { access_token: string };
    };
    const account = { grant_type: 'password', username: 'anna', password: 'sandbox-anna' };
    const { access_token: token } = await ask('token', account);
    const ticket = Buffer.from('login:anna').toString('base64');
    for (const given of [
      await ask('wintoken', {}, `Negotiate ${ticket}`),
      await ask('short-lived-token', { lifetime: 60 }, `Bearer ${token}`),
    ])
      expect(given.access_token).toMatch(/^[0-9a-f]{64}$/);
  });

  it('on role permissions has two spellings without a version [VER-2]', async () => {
    for (const base of ['UserManagment/RolePermissions', 'RolePermissions'])
      expect(await statusWithout(`GET /api/${base}/GetRolePermissions?RoleId=${unknownId}`)).toBe(401);
  });
});

describe('every answer', () => {
  it('identifies records by UUIDs [CON-1]', async () => {
    for (const request of [...pagedLists, ...wholeLists, ...postedLists])
      for (const [key, value] of pairsOf(await read(request)))
        if (/^Id$|[a-z]Id$/.test(key) && !/^(External|LEDESClient)Id$/.test(key) && value !== null)
          expect(value, `${request}: ${key}`).toMatch(guid);
  });

  it('writes moments in UTC [CON-2]', async () => {
    for (const request of [...pagedLists, ...wholeLists, ...postedLists])
      for (const [key, value] of pairsOf(await read(request)))
        if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value))
          expect(value, `${request}: ${key}`).toMatch(utc);
  });

  it('gives each record its base fields, with a URL that can be read [ENT-1]', async () => {
    for (const request of [...pagedLists, ...wholeLists, ...postedLists])
      for (const item of (await read(request)).Items.slice(0, 3)) {
        expect(item.CreationDate <= item.LastChangeDate, request).toBe(true);
        expect(item.Url.startsWith(`${sandbox.url}/api/`), item.Url).toBe(true);
        const again = await call<Item>('admin', `GET ${item.Url}`);
        expect([again.status, again.body.Id], item.Url).toEqual([200, item.Id]);
      }
  });

  it('carries the headers of versions, caching and transport [VER-6]', async () => {
    for (const request of [
      'GET /api/v2/legalForms',
      'GET /api/v2/health',
      `GET /api/v2/objects/${unknownId}`,
    ]) {
      const { headers } = await call('anna', request);
      expect(Object.fromEntries(headers)).toMatchObject({
        'api-supported-versions': '1.0, 2.0, 3.0, 4.0',
        'api-deprecated-versions': '1.0',
        'cache-control': 'no-store,no-cache',
        pragma: 'no-cache',
        'content-type': 'application/json; charset=utf-8',
        'content-length': expect.stringMatching(/^\d+$/),
        date: expect.stringContaining('GMT'),
        'strict-transport-security': expect.stringContaining('max-age='),
        server: expect.any(String),
      });
    }
  });
});

describe('every list', () => {
  it('that has pages goes by Page and PageSize, however they are spelled [CON-13]', async () => {
    for (const request of pagedLists) {
      const first = await read(`${request}?PageSize=2`);
      const second = await read(`${request}?pagesize=2&PAGE=2`);
      expect([first.Items.length, typeof first.NextPageUrl], request).toEqual([2, 'string']);
      expect(second.Items, request).not.toContainEqual(first.Items[0]);
      expect((await read(`GET ${first.NextPageUrl}`)).Items, request).toEqual(second.Items);
    }
    for (const request of postedLists) {
      const { body } = await call<Page>('admin', request, { PageSize: 2, Page: 1 });
      expect([body.Items.length, typeof body.NextPageUrl], request).toEqual([2, 'string']);
    }
  });

  it('without pages gives everything at once in the same envelope [CON-14]', async () => {
    for (const request of wholeLists) {
      const { Items, NextPageUrl } = await read(`${request}?PageSize=1`);
      expect([Items.length > 1, NextPageUrl], request).toEqual([true, null]);
    }
  });
});

describe('requests', () => {
  it('take moments with an offset and answer in UTC [CON-3]', async () => {
    const event = {
      Name: 'By Moscow time',
      StartDate: '2026-03-04T12:00:00+03:00',
      EndDate: '2026-03-04T13:00:00+03:00',
    };
    const { body } = await call('anna', 'POST /api/v2/events', event);
    expect(body).toMatchObject({
      StartDate: '2026-03-04T09:00:00.000Z',
      EndDate: '2026-03-04T10:00:00.000Z',
    });
  });

  it('are JSON, or forms if they contain a file [CON-15]', async () => {
    const object = { ObjectTypeId: typeId('Enforcement'), Name: 'As JSON' };
    expect((await call('anna', 'POST /api/v2/cases', object)).status).toBe(201);
    expect((await call('anna', 'POST /api/v2/cases', form(object))).status).toBe(415);
    expect((await call('anna', 'PUT /api/v3/documents', form({ Name: 'As a form' }))).status).toBe(201);
    expect((await call('anna', 'PUT /api/v3/documents', { Name: 'As JSON' })).status).toBe(415);
  });
});
