/** OpenAPI document as springdoc would generate it from the controllers, and the page that displays it. */
import { int, type Schema, type Shape, text } from './schema.ts';
import { MAX_SIZE, type Paging, type Reply, type Route } from './server.ts';

type Components = Map<string, Schema>;

const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** Returns a function that creates the schema of a shape. Named shapes become components. */
function refer(components: Components): (shape: Shape<unknown>) => Schema {
  const use = (shape: Shape<unknown>): Schema => {
    if (!shape.name) return shape.describe(use);
    if (!components.has(shape.name)) {
      components.set(shape.name, {});
      components.set(shape.name, shape.describe(use));
    }
    return ref(shape.name);
  };
  return use;
}

const ERROR: Schema = {
  required: ['timestamp', 'status', 'error', 'path'],
  type: 'object',
  properties: {
    timestamp: { type: 'string', format: 'date-time' },
    status: { type: 'integer', format: 'int32' },
    error: { type: 'string' },
    message: { type: 'string' },
    errors: { type: 'array', items: ref('FieldErrorDto') },
    path: { type: 'string' },
  },
};
const FIELD_ERROR: Schema = {
  required: ['field', 'defaultMessage', 'code'],
  type: 'object',
  properties: {
    field: { type: 'string' },
    rejectedValue: { nullable: true },
    defaultMessage: { type: 'string' },
    code: { type: 'string' },
  },
};
const CONFLICT: Schema = {
  required: ['error', 'errorType', 'conflictMessage', 'conflictObjects'],
  type: 'object',
  properties: {
    error: { type: 'string' },
    errorType: { type: 'string', enum: ['CONFLICT'] },
    conflictMessage: { type: 'string' },
    conflictObjects: { type: 'array', items: { type: 'string', format: 'uuid' } },
  },
};
const flag: Schema = { type: 'boolean' };
const number: Schema = { type: 'integer', format: 'int32' };
const SORT: Schema = { type: 'object', properties: { empty: flag, sorted: flag, unsorted: flag } };
const PAGEABLE: Schema = {
  type: 'object',
  properties: {
    pageNumber: number,
    pageSize: number,
    sort: ref('SortObject'),
    offset: { type: 'integer', format: 'int64' },
    paged: flag,
    unpaged: flag,
  },
};

function pageOf(components: Components, item: Schema, name: string): Schema {
  components.set('SortObject', SORT);
  components.set('PageableObject', PAGEABLE);
  components.set(`Page${name}`, {
    type: 'object',
    properties: {
      content: { type: 'array', items: item },
      pageable: ref('PageableObject'),
      last: flag,
      totalElements: { type: 'integer', format: 'int64' },
      totalPages: number,
      size: number,
      number,
      sort: ref('SortObject'),
      first: flag,
      numberOfElements: number,
      empty: flag,
    },
  });
  return ref(`Page${name}`);
}

function pageParameters(paging: Paging): Schema[] {
  const at = (name: string, description: string, schema: Schema) => ({
    name,
    in: 'query',
    description,
    required: false,
    schema,
  });
  const order = `Sorting criteria in the format: property,(asc|desc). Default sort order is ascending. Multiple sort criteria are supported. Properties: ${paging.sort.join(', ')}.`;
  return [
    at(
      'page',
      'Zero-based page index (0..N)',
      int({ min: 0, fallback: 0 }).describe(() => ({})),
    ),
    at(
      'size',
      `The size of the page to be returned; ${MAX_SIZE} at most`,
      int({ min: 1, fallback: paging.size }).describe(() => ({})),
    ),
    at('sort', order, { type: 'array', items: text().describe(() => ({})) }),
  ];
}

function parameters(route: Route, path: string, use: (shape: Shape<unknown>) => Schema): Schema[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));
  const inQuery = Object.entries(route.query ?? {}).map(([name, shape]) => {
    const { nullable: _, description, ...schema } = use(shape);
    const words = description === undefined ? {} : { description };
    return { name, in: 'query', ...words, required: !shape.optional, schema };
  });
  const paged = route.paging && route.paging.from !== 'body' ? pageParameters(route.paging) : [];
  return [...inPath, ...inQuery, ...paged];
}

function answers(route: Route, components: Components, use: (shape: Shape<unknown>) => Schema): Schema {
  const found: Schema = {};
  for (const [status, shape] of Object.entries(route.answers)) {
    const words = { '200': 'OK', '201': 'Created', '204': 'No Content' }[status] ?? 'OK';
    if (shape === null) found[status] = { description: words };
    else if (shape === 'bytes')
      found[status] = {
        description: words,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      };
    else {
      const schema = use(shape);
      const body = route.paging ? pageOf(components, schema, shape.name ?? 'Object') : schema;
      found[status] = { description: words, content: { '*/*': { schema: body } } };
    }
  }
  const error = { '*/*': { schema: ref('ErrorResponse') } };
  found['400'] = { description: 'Bad Request', content: error };
  found['401'] = { description: 'Unauthorized', content: error };
  if (!route.open) found['403'] = { description: 'Forbidden', content: error };
  if (/\{|Update|Download|GetTable|Exclude/.test(route.paths.join()))
    found['404'] = { description: 'Not Found', content: error };
  const isChange = route.method !== 'GET' && !route.open;
  const oneOf = { schema: { oneOf: [ref('ErrorResponse'), ref('ConflictResponse')] } };
  if (isChange) found['409'] = { description: 'Conflict', content: { '*/*': oneOf } };
  return found;
}

function requestBody(route: Route, use: (shape: Shape<unknown>) => Schema): Schema | undefined {
  if (!route.body) return undefined;
  const schema = use(route.body);
  const file = { type: 'string', format: 'binary' };
  const parts = { schema: { type: 'object', properties: { document: schema, file } } };
  const multipart = route.multipart ? { 'multipart/form-data': parts } : {};
  return { content: { 'application/json': { schema }, ...multipart }, required: !route.bodyOptional };
}

/** Returns the OpenAPI document of these routes. */
export function openApi(routes: readonly Route[], baseUrl: string): unknown {
  const components: Components = new Map([
    ['ErrorResponse', ERROR],
    ['FieldErrorDto', FIELD_ERROR],
    ['ConflictResponse', CONFLICT],
  ]);
  const use = refer(components);
  const paths: Record<string, Schema> = {};
  const names = new Map<string, number>();
  for (const route of routes.filter((one) => !one.hidden))
    for (const path of route.paths) {
      // springdoc numbers handlers with the same name.
      const seen = names.get(route.name) ?? 0;
      names.set(route.name, seen + 1);
      const given = parameters(route, path, use);
      const body = requestBody(route, use);
      paths[path] ??= {};
      paths[path][route.method.toLowerCase()] = {
        tags: [route.tag],
        summary: route.summary,
        operationId: seen === 0 ? route.name : `${route.name}_${seen}`,
        ...(given.length > 0 ? { parameters: given } : {}),
        ...(body ? { requestBody: body } : {}),
        responses: answers(route, components, use),
        ...(route.open ? { security: [] } : {}),
      };
    }
  return {
    openapi: '3.0.1',
    info: { title: 'Public API version 4.0', version: '4.0' },
    servers: [{ url: baseUrl, description: 'Generated server url' }],
    security: [{ bearerAuth: [] }],
    tags: [...new Set(routes.map((one) => one.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(components),
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

const CONFIG = '/v3/api-docs/swagger-config';

function html(body: string): Reply {
  return { status: 200, bytes: Buffer.from(body), headers: { 'content-type': 'text/html;charset=UTF-8' } };
}

const PAGE = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="UTF-8">
    <title>Swagger UI</title>
    <link rel="stylesheet" type="text/css" href="./swagger-ui.css" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="./swagger-ui-bundle.js" charset="UTF-8"></script>
    <script>
    window.onload = function() {
      window.ui = SwaggerUIBundle({
        url: "/v3/api-docs",
        dom_id: '#swagger-ui',
        deepLinking: true,
        layout: "StandaloneLayout",
        configUrl: "${CONFIG}"
      });
    };
    </script>
  </body>
</html>
`;

/** Returns the response for a path of the API reference, or undefined for other paths. */
export function referencePage(path: string, baseUrl: string, make: () => unknown): Reply | undefined {
  const location = `/swagger-ui/index.html?configUrl=${CONFIG}`;
  if (path === '/swagger/index.html' || path === '/swagger-ui.html')
    return { status: 302, headers: { location } };
  if (path === '/swagger-ui/index.html') return html(PAGE);
  if (path === '/v3/api-docs') return { status: 200, body: make() };
  if (path !== CONFIG) return undefined;
  const oauth2RedirectUrl = `${baseUrl}/swagger-ui/oauth2-redirect.html`;
  return {
    status: 200,
    body: { configUrl: CONFIG, oauth2RedirectUrl, url: '/v3/api-docs', validatorUrl: '' },
  };
}
