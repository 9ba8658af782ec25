import { afterEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { profileTable } from '../../src/sandbox/quirks/profiles.ts';
import { compare, namesOf, propertiesOf } from '../support/answers/agreement.ts';
import { compilerOf, discover, type Json, operationsOf } from '../support/repository/openapi.ts';
import { unknownId } from '../support/sample-ids.ts';
import { wrongFor } from '../support/texts/wrong-values.ts';
import { type Call, createCaller } from './client.ts';

/** The profile `hostile` is left out, because its reference is wrong on purpose. */
const profiles = Object.keys(profileTable).filter((name) => name !== 'hostile');
const lists = /^\/api\/v\d\/(documents|objects\/Get(Objects|Cases))$/;

/**
 * Returns a search, because documents below the top folder are listed only in a search. The search text is
 * the only plain string property.
 */
function searchOf(document: Json, operation: Json): Json {
  if (!operation.operationId.endsWith('Documents')) return {};
  const { properties } = propertiesOf(document, operation.requestBody.content['application/json'].schema);
  const [name] = Object.keys(properties).filter(
    (key) => properties[key].type === 'string' && !properties[key].format && !properties[key].enum,
  );
  return { [String(name)]: 'а' };
}

/** Fields that the sample data does not show, or shows only in longer lists. */
const unseen = /\.(DefaultValue|Parent|ParentTask|Above)$|\.Participants?\.Role$/;

/**
 * Removes the format of timestamps, because a timestamp without a time zone is not an OpenAPI `date-time`.
 * Such a deployment nevertheless declares this format.
 */
const withoutMoments = (node: Json): Json =>
  JSON.parse(JSON.stringify(node).replaceAll(',"format":"date-time"', ''));

/** Responses of one operation. */
interface Answers {
  readonly version: number;
  readonly request: string;
  readonly operation: Json;
  readonly bodies: unknown[];
}

let sandbox: Sandbox;
afterEach(() => sandbox.close());

async function start(profile: string) {
  sandbox = await createSandbox({ profile, quirks: { referencePage: 'script' } });
  return { call: createCaller(() => sandbox.url), documents: await discover(sandbox.url) };
}

/** Reads all pages of the lists, and some of the listed records. */
async function read(call: Call, documents: Map<number, Json>): Promise<Answers[]> {
  const found: Answers[] = [];
  const get = async (request: string, asked?: Json) => {
    const { status, body } = await call<any>('admin', request, asked);
    expect(status, request).toBe(200);
    return body;
  };
  for (const [version, document] of documents)
    for (const { method, path, operation } of operationsOf(document)) {
      if (!/application\/json/.test(JSON.stringify(operation.responses['200']?.content ?? {}))) continue;
      const isList = method === 'get' ? !/\{|download/.test(path) : lists.test(path);
      if (!isList || operation.parameters?.some(({ required }: Json) => required)) continue;
      const isGet = method === 'get';
      const request = `${method.toUpperCase()} ${path}`;
      const bodies: any[] = [];
      for (const Page of [1, 2, 3, 4, 5, 6, 7]) {
        const body = await (isGet
          ? get(`${request}?Page=${Page}`)
          : get(request, { Page, ...searchOf(document, operation) }));
        bodies.push(body);
        if (!(body?.Items?.length >= 15)) break;
      }
      found.push({ version, request, operation, bodies });
      const one = document.paths[`${path}/{id}`]?.get;
      const items: Json[] = bodies.flatMap((body) => (Array.isArray(body) ? body : (body?.Items ?? [])));
      const singles: unknown[] = [];
      for (const { Id } of one ? items.slice(0, 12) : []) singles.push(await get(`GET ${path}/${Id}`));
      if (one) found.push({ version, request: `GET ${path}/`, operation: one, bodies: singles });
    }
  return found;
}

describe.each(profiles)('the reference of the profile %s', (profile) => {
  it('contains all names that lists and single reads return, with their types, and no others', async () => {
    const { call, documents } = await start(profile);
    const answers = await read(call, documents);
    const [told, strays, known] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const compilers = new Map(
      [...documents].map(([version, document]) => [version, compilerOf(withoutMoments(document))]),
    );
    for (const { version, request, operation, bodies } of answers) {
      const document = documents.get(version) as Json;
      const { schema } = operation.responses['200'].content['application/json'];
      const kind = request.replace(/^\w+ \/api\/v\d\/(\w+).*$/, '$1');
      const nameOf = (path: string) => `${kind}${path.replace(/^\.Items\./, '.')}`;
      const listener = {
        told: (name: string) => told.add(nameOf(name)),
        stray: (name: string) => strays.add(`${request}${name}`),
      };
      for (const name of namesOf(document, schema)) known.add(nameOf(name));
      const validate = compilers.get(version)?.(withoutMoments(schema)) ?? expect.fail();
      for (const body of bodies) {
        compare(document, schema, body, listener);
        expect(validate(body), `${request}: ${JSON.stringify(validate.errors?.slice(0, 3))}`).toBe(true);
      }
    }
    expect([...strays]).toEqual([]);
    expect([...known].filter((name) => !told.has(name) && !unseen.test(name)).sort()).toEqual([]);
    expect(told.size).toBeGreaterThan(60);
  });

  it('tells the names that bodies and queries are read by, at every depth', async () => {
    const { call, documents } = await start(profile);
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
