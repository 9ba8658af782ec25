import type { Route } from '../http/route.ts';
import type { Quirks } from '../quirks/quirks.ts';
import { createDialect } from '../quirks/response-quirks.ts';
import { answersOf } from './answers.ts';
import { type Components, createComponents, type Json, text, uuid } from './components.ts';
import { describe } from './describe.ts';
import { type Endpoint, endpointsOf, operationIdOf, tagOf } from './endpoints.ts';
import { translateDocument } from './translate.ts';

/** The Authorize button of the reference page asks for an account's login and password, not for a token (ATN-2). */
const securitySchemes = {
  Account: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'Login and password, separated by a space.',
  },
};

/** Returns the OpenAPI document of one public version. */
export function publicDocument(routes: readonly Route[], version: number, quirks: Quirks): Json {
  const components = createComponents();
  const paths: Record<string, Json> = {};
  const endpoints = endpointsOf(routes, version);
  for (const endpoint of endpoints)
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(endpoint, components, quirks),
    };
  const tags = [...new Set(endpoints.map(({ path }) => tagOf(path)))];
  const document = {
    openapi: '3.0.1',
    info: { title: `Public API version ${version}.0`, version: `${version}.0` },
    paths,
    components: { schemas: components.schemas, securitySchemes },
    tags: tags.map((name) => ({ name })),
  };
  // Copy the document, because `translateDocument` changes it in place and schemas must be shared only by name.
  const copy = JSON.parse(JSON.stringify(document)) as Json;
  translateDocument(copy, createDialect(quirks).translate);
  return copy;
}

/**
 * Returns a document of the internal API, which callers of the public API must not use. The reference page lists both
 * kinds of documents (VER-4).
 */
export function internalDocument(version: number): Json {
  const done = { 200: { description: 'Success' } };
  return {
    openapi: '3.0.1',
    info: { title: `Internal API version ${version}.0`, version: `${version}.0` },
    paths: {
      '/internal/mcp/state': { get: { tags: ['Mcp'], operationId: 'GetMcpState', responses: done } },
      '/internal/events/{id}/move': {
        post: {
          tags: ['Events'],
          operationId: 'MoveEvent',
          parameters: [{ name: 'id', in: 'path', required: true, schema: uuid }],
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties: { calendar: text } } } },
          },
          responses: done,
        },
      },
    },
    components: { securitySchemes },
    security: [{ Account: [] }],
  };
}

function operation(endpoint: Endpoint, components: Components, quirks: Quirks): Json {
  const { entry, path } = endpoint;
  const parameters = [...pathParameters(path), ...queryParameters(endpoint, components)];
  return {
    tags: [tagOf(path)],
    summary: entry.summary,
    operationId: operationIdOf(endpoint),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...requestBody(endpoint, components),
    responses: answersOf(endpoint, components, quirks),
    // The version headers also declare the first version as deprecated.
    ...(path.startsWith('/api/v1/') ? { deprecated: true } : {}),
    ...(entry.anonymous ? {} : { security: [{ Account: [] }] }),
  };
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: uuid,
  }));
}

function queryParameters({ entry, version }: Endpoint, components: Components): Json[] {
  if (!entry.query) return [];
  const { properties = {}, required = [] } = describe(entry.query, version, components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) ? { required: true } : {}),
    schema,
  }));
}

function requestBody(endpoint: Endpoint, components: Components): Json {
  const { entry, version } = endpoint;
  if (entry.fileParts)
    return { requestBody: { content: { 'multipart/form-data': { schema: form(endpoint, components) } } } };
  const body = entry.body;
  if (!body) return {};
  const schema = components.ref(`Request[${operationIdOf(endpoint)}]`, () =>
    describe(body, version, components),
  );
  const isRequired = !body.safeParse({}).success;
  return {
    requestBody: { content: { 'application/json': { schema } }, ...(isRequired ? { required: true } : {}) },
  };
}

/** Returns the schema of a form as the web framework writes it, with file parts as binary properties. */
function form({ entry, version }: Endpoint, components: Components): Json {
  const parts = Object.entries(entry.fileParts ?? {});
  const plain = entry.body ? describe(entry.body, version, components) : {};
  const files = parts.map(([name]) => [name, { type: 'string', format: 'binary' }]);
  const required = [
    ...parts.filter(([, need]) => need === 'required').map(([name]) => name),
    ...((plain.required as string[] | undefined) ?? []),
  ];
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: { ...Object.fromEntries(files), ...(plain.properties as Json | undefined) },
  };
}
