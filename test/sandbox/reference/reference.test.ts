import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { routesFor } from '../../../src/sandbox/routes/index.ts';
import { createWorld } from '../../../src/sandbox/state/state.ts';
import {
  compilerOf,
  discover,
  type Json,
  listed,
  nodesOf,
  operationsOf,
  resolve,
} from '../../support/repository/openapi.ts';
import { type Call, createCaller } from '../client.ts';

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const world = createWorld({ now: () => new Date(), seed: 'reference' });
let sandbox: Sandbox;
let call: Call;
/** Public reference documents by version, found without a token. */
let documents: Map<number, Json>;

beforeAll(async () => {
  sandbox = await createSandbox();
  call = createCaller(() => sandbox.url);
  documents = await discover(sandbox.url);
});
afterAll(() => sandbox.close());

const documentOf = (version: number) => documents.get(version) as Json;
const operationOf = (version: number, request: string): Json => {
  const [method = '', path = ''] = request.split(' ');
  return documentOf(version).paths[path]?.[method.toLowerCase()];
};

function bodyOf(version: number, request: string, type = 'application/json'): Json {
  return resolve(documentOf(version), operationOf(version, request).requestBody.content[type].schema);
}

describe('the page of the reference', () => {
  it.each(['/swagger', '/swagger/'])('is reached from %s by a relative redirect', async (path) => {
    const redirect = await fetch(sandbox.url + path, { redirect: 'manual' });
    expect(redirect.status).toBe(301);
    expect(redirect.headers.get('location')).toMatch(/^(swagger\/)?index\.html$/);
    const page = await fetch(sandbox.url + path);
    expect(page.url).toBe(`${sandbox.url}/swagger/index.html`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  });

  it('lists four public documents and an internal one, relative to itself [VER-4]', async () => {
    const all = await listed(sandbox.url);
    expect(all.map(({ name }) => name)).toEqual(['v4', 'v3', 'v2', 'v1', 'v63']);
    expect(all.map(({ url }) => url)).toEqual(all.map(({ name }) => `${name}/swagger.json`));
    expect(all.at(-1)?.document.info.title).toBe('Internal API version 63.0');
    expect([...documents.keys()]).toEqual([4, 3, 2, 1]);
  });

  it('writes its list so that neither HTML nor a script is broken by it', async () => {
    const script = await (await fetch(`${sandbox.url}/swagger/index.js`)).text();
    const quoted = /JSON\.parse\('(.*)'\)/.exec(script)?.[1] ?? '';
    expect(quoted).not.toMatch(/['<>&]/);
    expect(JSON.parse(quoted).documentTitle).toContain("'");
  });

  it('knows no other documents', async () => {
    for (const name of ['v5', 'v62', 'constructor'])
      expect((await fetch(`${sandbox.url}/swagger/${name}/swagger.json`)).status).toBe(404);
  });
});

describe('the public documents', () => {
  it.each([1, 2, 3, 4])(
    'hold every route of v%i exactly once, and nothing else [HLO-6, VER-5]',
    (version) => {
      const document = documentOf(version);
      const routes = routesFor(world).flatMap(({ paths }) => paths);
      const own = routes.filter(
        (path) => path.includes(` /api/v${version}/`) || path.includes('/RolePermissions'),
      );
      const shown = operationsOf(document).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
      expect(shown.sort()).toEqual(own.filter((path) => path !== 'GET /api/v3/health').sort());
      expect(document.info.version).toBe(`${version}.0`);
    },
  );

  it.each([1, 2, 3, 4])('are sound OpenAPI 3.0 in v%i', (version) => {
    const document = documentOf(version);
    expect(document.openapi).toMatch(/^3\.0\.\d$/);
    const operations = operationsOf(document);
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length);
    const tags = document.tags.map(({ name }: Json) => name);
    for (const { path, method, operation } of operations) {
      expect(methods).toContain(method);
      expect(operation.summary).toMatch(/\S/);
      expect(tags).toEqual(expect.arrayContaining(operation.tags));
      const parameters: Json[] = operation.parameters ?? [];
      const places = parameters.map(({ name, in: place }) => `${place} ${name}`);
      expect(new Set(places).size).toBe(places.length);
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
      expect(inPath.every(({ required }) => required)).toBe(true);
      expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true);
      for (const response of Object.values<Json>(operation.responses))
        expect(response.description).toMatch(/\S/);
    }
  });

  it.each([1, 2, 3, 4])('refer to schemas that are there, in v%i', (version) => {
    const document = documentOf(version);
    const references = nodesOf(document).filter(({ $ref }) => typeof $ref === 'string');
    expect(references.some(({ $ref }) => /%5B.*%5D$/.test($ref))).toBe(true);
    for (const { $ref } of references) {
      expect($ref).toMatch(/^#\/components\/schemas\/[\w.%~-]+$/);
      expect(Object.keys(resolve(document, { $ref }) ?? {}), $ref).not.toEqual([]);
    }
    const used = new Set(references.map(({ $ref }) => decodeURIComponent($ref.split('/').pop())));
    expect(used.size).toBe(Object.keys(document.components.schemas).length);
  });

  it.each([1, 2, 3, 4])('hold nothing in v%i that OpenAPI 3.0 does not know', (version) => {
    const nodes = nodesOf(documentOf(version));
    expect(nodes.filter(({ type }) => Array.isArray(type))).toEqual([]);
    const foreign = ['$schema', 'propertyNames', 'since', 'undocumented', 'const', '~standard'];
    const keys = new Set(nodes.flatMap((node) => Object.keys(node)));
    expect(foreign.filter((key) => keys.has(key))).toEqual([]);
  });

  it.each([1, 2, 3, 4])('have bodies in v%i that a validator compiles', (version) => {
    const compile = compilerOf(documentOf(version));
    const bodies = operationsOf(documentOf(version)).flatMap(({ operation }) =>
      Object.values<Json>(operation.requestBody?.content ?? {}),
    );
    expect(bodies.length).toBeGreaterThan(3);
    for (const { schema } of bodies) expect(compile(schema)).toBeTypeOf('function');
  });

  it('mark requests that need a token, and describe how the Authorize button signs in [ATN-2]', () => {
    const { Account: account } = documentOf(2).components.securitySchemes;
    expect(account).toMatchObject({ type: 'apiKey', in: 'header', name: 'Authorization' });
    expect(account.description).toMatch(/separated by a space/);
    const open = [1, 2, 3, 4].flatMap((version) =>
      operationsOf(documentOf(version)).filter(({ operation }) => !operation.security),
    );
    expect(open.map(({ path }) => path).sort()).toEqual([
      '/api/v1/auth/token',
      '/api/v1/auth/wintoken',
      '/api/v2/auth/token',
      '/api/v2/auth/wintoken',
      '/api/v2/health',
    ]);
    expect(operationOf(2, 'GET /api/v2/cases').security).toEqual([{ Account: [] }]);
  });
});

describe('a request that an outsider builds from the documents', () => {
  const dates = (version: number, request: string) =>
    (operationOf(version, request).parameters as Json[])
      .filter(({ in: place, schema }) => place === 'query' && schema.format === 'date-time')
      .map(({ name }) => name);

  it('names the two dates that events are listed by', () => {
    expect(dates(2, 'GET /api/v2/events')).toEqual(['StartDateFrom', 'StartDateTo']);
    expect(dates(1, 'GET /api/v1/tasks')).toEqual(['ExecutionDateFrom', 'ExecutionDateTo']);
  });

  it('tells query parameters by type, and which are required [CON-12]', () => {
    const { parameters } = operationOf(2, 'GET /api/v2/users');
    expect(Object.fromEntries(parameters.map(({ name, schema }: Json) => [name, schema.type]))).toEqual({
      IsClient: 'boolean',
      IsLocked: 'boolean',
      Page: 'integer',
      PageSize: 'integer',
    });
    const [docId] = operationOf(3, 'GET /api/v3/documents/Download').parameters;
    expect(docId).toEqual({
      name: 'docID',
      in: 'query',
      required: true,
      schema: { type: 'string', format: 'uuid' },
    });
    const filters = operationOf(1, 'GET /api/v1/cases').parameters.find(
      ({ name }: Json) => name === 'Filters',
    );
    expect(resolve(documentOf(1), filters.schema.items).properties.IsEmpty).toEqual({
      type: 'boolean',
      nullable: true,
    });
  });

  it('tells the names of bodies, required ones, kinds of value and the values of a choice', () => {
    const call = bodyOf(2, 'POST /api/v2/calls');
    expect(call.required).toEqual(['From', 'To', 'Direction']);
    expect(call.properties).toMatchObject({
      Direction: { type: 'string', enum: ['Incoming', 'Outgoing'] },
      StartDate: { type: 'string', format: 'date-time', nullable: true },
      Duration: { type: 'integer', format: 'int32', minimum: 0, nullable: true },
      CaseId: { type: 'string', format: 'uuid', nullable: true },
    });
    expect(operationOf(2, 'POST /api/v2/calls').requestBody.required).toBe(true);
    expect(bodyOf(2, 'POST /api/v2/auth/token').required).toEqual(['grant_type']);
    const { IndividualInfo: info } = bodyOf(4, 'POST /api/v4/participants{id}').properties;
    expect(Object.keys(resolve(documentOf(4), info.allOf[0]).properties)).toContain('LastName');
  });

  it('omit parts of later versions [VER-7]', () => {
    const attributes = [1, 2, 3].map(
      (version) => bodyOf(version, `PUT /api/v${version}/tasks/{id}`).properties.Attributes,
    );
    expect(attributes.map(Boolean)).toEqual([false, false, true]);
    const contact = (version: number) =>
      Object.keys(bodyOf(version, `POST /api/v${version}/participants`).properties.ContactInfo.properties);
    expect(contact(1)).not.toContain('EmailMain');
    expect(contact(2)).toContain('EmailMain');
  });

  it('has one binary part in the form of a new document and of a recording', () => {
    const forms = [
      bodyOf(3, 'PUT /api/v3/documents', 'multipart/form-data'),
      bodyOf(2, 'POST /api/v2/calls/uploadRecording', 'multipart/form-data'),
    ];
    for (const { properties } of forms)
      expect(Object.keys(properties).filter((name) => properties[name].format === 'binary')).toEqual([
        'File',
      ]);
    expect(forms.map(({ required }) => required)).toEqual([undefined, ['File']]);
    expect(Object.keys(forms[0]?.properties)).toEqual(
      expect.arrayContaining(['Name', 'CaseId', 'Attributes']),
    );
  });

  it('has one path for the MCP settings, in v1, wherever the service keeps them', async () => {
    const mcpPaths = (found: Map<number, Json>) =>
      [...found].flatMap(([version, { paths }]) =>
        Object.keys(paths)
          .filter((path) => /mcp/i.test(path))
          .map((path) => `${version} ${path}`),
      );
    expect(mcpPaths(documents)).toEqual([`1 ${sandbox.mcpSettingsPath}`]);
    const elsewhere = await createSandbox({ settings: { mcpSettingsPath: '/settings/Mcp' } });
    expect(mcpPaths(await discover(elsewhere.url))).toEqual(['1 /settings/Mcp']);
    await elsewhere.close();
  });
});

describe('the live service', () => {
  it('answers its lists and single reads as the documents say', async () => {
    for (const version of [1, 2, 3]) {
      const compile = compilerOf(documentOf(version));
      const plain = operationsOf(documentOf(version)).filter(
        ({ path, method, operation }) =>
          method === 'get' &&
          !path.includes('{') &&
          !operation.parameters?.some(({ required }: Json) => required),
      );
      for (const { path, operation } of plain.filter(({ path }) => !path.endsWith('/logs/Get'))) {
        const { status, body } = await call<Json>('admin', `GET ${path}`);
        const validate = compile(operation.responses[status].content['application/json'].schema);
        expect(validate(body), `${path}: ${JSON.stringify(validate.errors)}`).toBe(true);
      }
    }
  });

  it('gives its documents only to signed-in callers if it is set so, and its page to all', async () => {
    const closed = await createSandbox({ settings: { referenceNeedsToken: true } });
    const path = 'GET /swagger/v2/swagger.json';
    const caller = createCaller(() => closed.url);
    expect((await caller('', path)).status).toBe(401);
    expect((await caller<Json>('kate', path)).body.info.title).toBe('Public API version 2.0');
    expect((await caller('', 'GET /swagger/index.js')).status).toBe(200);
    await closed.close();
  });
});
