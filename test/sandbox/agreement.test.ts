import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { profileTable } from '../../src/sandbox/quirks/profiles.ts';
import { compare, namesOf, propertiesOf } from '../support/agreement.ts';
import { compilerOf, discover, type Json, operationsOf } from '../support/openapi.ts';
import { unknownId } from '../support/sample-ids.ts';
import { wrongFor } from '../support/wrong-values.ts';
import { type Call, createCaller } from './client.ts';

/** That of a hostile one lies on purpose. */
const profiles = Object.keys(profileTable).filter((name) => name !== 'hostile');
const lists = /^\/api\/v\d\/(documents|objects\/Get(Objects|Cases))$/;

/** Documents are shown below the top of their section to whoever searches them: the only text that a list takes. */
function searchOf(document: Json, operation: Json): Json {
  if (!operation.operationId.endsWith('Documents')) return {};
  const { properties } = propertiesOf(document, operation.requestBody.content['application/json'].schema);
  const [name] = Object.keys(properties).filter(
    (key) => properties[key].type === 'string' && !properties[key].format && !properties[key].enum,
  );
  return { [String(name)]: 'а' };
}

/** What no read of the sample data shows, or what a longer list than that of the sample data has. */
const unseen = /\.(DefaultValue|Parent|ParentTask|Above)$|\.Participants?\.Role$/;

/** Moments without a zone are no date-time of OpenAPI: a deployment that writes them says so all the same. */
const withoutMoments = (node: Json): Json =>
  JSON.parse(JSON.stringify(node).replaceAll(',"format":"date-time"', ''));

interface Listing {
  readonly version: number;
  readonly request: string;
  readonly operation: Json;
}

describe.each(profiles)('the reference of the profile %s', (profile) => {
  let sandbox: Sandbox;
  let call: Call;
  let documents: Map<number, Json>;
  let compilers: Map<number, ReturnType<typeof compilerOf>>;
  beforeAll(async () => {
    sandbox = await createSandbox({ profile, quirks: { referencePage: 'script' } });
    call = createCaller(() => sandbox.url);
    documents = await discover(sandbox.url);
    compilers = new Map(
      [...documents].map(([version, document]) => [version, compilerOf(withoutMoments(document))]),
    );
  });
  afterAll(() => sandbox.close());

  /** Lists, and reads of what the lists name. */
  async function reads(): Promise<(Listing & { body: unknown })[]> {
    const found: (Listing & { body: unknown })[] = [];
    for (const [version, document] of documents) {
      for (const { method, path, operation } of operationsOf(document)) {
        if (!/application\/json/.test(JSON.stringify(operation.responses['200']?.content ?? {}))) continue;
        const isList = method === 'get' ? !/\{|download/.test(path) : lists.test(path);
        if (!isList || operation.parameters?.some(({ required }: Json) => required)) continue;
        const request = `${method.toUpperCase()} ${path}`;
        const hasPages = JSON.stringify(operation).includes('"Page"') || method === 'post';
        const items: Json[] = [];
        for (const Page of hasPages ? [1, 2, 3, 4, 5, 6, 7] : [1]) {
          const asked = method === 'post' ? { Page, ...searchOf(document, operation) } : undefined;
          const { status, body } = await call<any>(
            'admin',
            asked ? request : `${request}?Page=${Page}`,
            asked,
          );
          expect(status, request).toBe(200);
          found.push({ version, request, operation, body });
          items.push(...(Array.isArray(body) ? body : (body?.Items ?? [])));
          if (!(body?.Items?.length >= 15)) break;
        }
        const one = document.paths[`${path}/{id}`]?.get;
        for (const { Id } of one ? items.slice(0, 12) : []) {
          const single = `GET ${path}/${Id}`;
          const read = await call<any>('admin', single);
          expect(read.status, single).toBe(200);
          found.push({ version, request: single, operation: one, body: read.body });
        }
      }
    }
    return found;
  }

  it('tells every name that lists and single reads answer with, its kind, and none that they never have', async () => {
    const told = new Set<string>();
    const strays = new Set<string>();
    const known = new Set<string>();
    for (const { version, request, operation, body } of await reads()) {
      const document = documents.get(version) as Json;
      const { schema } = operation.responses['200'].content['application/json'];
      const kind = request.replace(/^\w+ \/api\/v\d\/(\w+).*$/, '$1');
      const nameOf = (path: string) => `${kind}${path.replace(/^\.Items\./, '.')}`;
      const listener = {
        told: (name: string) => told.add(nameOf(name)),
        stray: (name: string) => strays.add(`${request}${name}`),
      };
      compare(document, schema, body, listener);
      for (const name of namesOf(document, schema)) known.add(nameOf(name));
      const validate = compilers.get(version)?.(withoutMoments(schema)) ?? expect.fail();
      expect(validate(body), `${request}: ${JSON.stringify(validate.errors?.slice(0, 3))}`).toBe(true);
    }
    expect([...strays]).toEqual([]);
    expect([...known].filter((name) => !told.has(name) && !unseen.test(name)).sort()).toEqual([]);
    expect(told.size).toBeGreaterThan(60);
  });

  it('tells the names that bodies and queries are read by, at every depth', async () => {
    let checked = 0;
    for (const [version, document] of documents)
      for (const { method, path, operation } of operationsOf(document)) {
        const request = `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, unknownId)}`;
        const query = (operation.parameters ?? []).filter(({ in: place }: Json) => place === 'query');
        const wrong = query.flatMap(({ name, schema }: Json) => {
          const [value] = wrongFor(document, schema, { asText: true });
          return value ? [[name, String([value.value].flat()[0])]] : [];
        });
        if (wrong.length > 0) {
          const { status, body } = await call<Json>('admin', `${request}?${new URLSearchParams(wrong)}`);
          expect(status, `v${version} ${request}`).toBe(400);
          const named = Object.keys(body.errors).map((key) => key.split('.')[0]);
          for (const [name] of wrong) expect(named, request).toContain(name);
          checked += wrong.length;
        }
        const content = operation.requestBody?.content['application/json'];
        if (!content) continue;
        const [sent] = wrongFor(document, content.schema);
        const required = query.filter(({ required }: Json) => required);
        if (!sent || required.length > 0) continue;
        const { status, body } = await call<Json>('admin', request, sent.value as object);
        expect(status, `v${version} ${request}`).toBe(400);
        expect(Object.keys(body.errors), request).toEqual(expect.arrayContaining([...sent.paths]));
        checked += sent.paths.length;
      }
    expect(checked).toBeGreaterThan(250);
  });
});
