/** API reference: a Swagger 2.0 document generated from the listed routes, and its page. */
import type { Route, Shape, Voice } from './contract.ts';
import { voiced } from './wire.ts';

type Json = Record<string, unknown>;

const DOCUMENT = '/swagger/docs/v1';

interface Shown {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

const choiceSchema = (shape: Shape): Json => {
  if (Array.isArray(shape.values)) return { type: 'string', enum: shape.values };
  const values = (shape.values ?? {}) as Readonly<Record<string, number>>;
  const words = Object.entries(values).map(([name, code]) => `${code} - ${name}`);
  return { type: 'integer', format: 'int32', enum: Object.values(values), description: words.join(', ') };
};

const leaf = (shape: Shape, voice: Voice): Json => {
  switch (shape.kind) {
    case 'guid':
      return { type: 'string', format: 'uuid' };
    case 'int':
      return { type: 'integer', format: 'int32' };
    case 'long':
      return { type: 'integer', format: 'int64' };
    case 'number':
      return { type: 'number', format: 'double' };
    case 'flag':
      return { type: 'boolean' };
    case 'moment':
      if (voice.dates === 'ms')
        return { type: 'integer', format: 'int64', description: 'Миллисекунды с 01.01.1970 UTC' };
      return {
        type: 'string',
        format: 'date-time',
        ...(voice.dates === 'bare' ? { description: 'UTC, без указания зоны' } : {}),
      };
    case 'choice':
      return choiceSchema(shape);
    case 'tags':
      return { type: 'object', additionalProperties: {}, description: 'Пары «тег: значение»' };
    case 'any':
      return {};
    default:
      return { type: 'string' };
  }
};

const withWords = (schema: Json, shape: Shape): Json => {
  const words = [shape.note, schema.description].filter(Boolean).join('. ');
  return {
    ...schema,
    ...(words ? { description: words } : {}),
    ...(shape.fallback === undefined ? {} : { default: shape.fallback }),
    ...(shape.maximum === undefined ? {} : { maximum: shape.maximum }),
  };
};

/** Collects schemas by name. The same record may have several wire formats. */
const createDefinitions = () => {
  const definitions: Record<string, Json> = {};
  const names = new Map<string, string>();
  const schema = (shape: Shape, voice: Voice): Json => {
    if (shape.kind === 'list')
      return withWords({ type: 'array', items: schema(shape.of?.() ?? shape, voice) }, shape);
    if (shape.kind !== 'record') return withWords(leaf(shape, voice), shape);
    const key = `${shape.title} ${voice.names} ${voice.dates} ${voice.nulls}`;
    let name = names.get(key);
    if (name === undefined) {
      const base = shape.title ?? 'Model';
      name = base;
      for (let number = 2; definitions[name]; number += 1) name = `${base}${number}`;
      names.set(key, name);
      // Reserve the name first, because a record may contain itself.
      definitions[name] = {};
      definitions[name] = describe(shape, voice);
    }
    return { $ref: `#/definitions/${name}` };
  };
  const describe = (shape: Shape, voice: Voice): Json => {
    const fields = Object.entries(shape.fields ?? {});
    const required = fields.filter(([, field]) => field.must).map(([name]) => voiced(name, voice));
    const properties = fields.map(([name, field]) => {
      const own = schema(field, voice);
      const nullable = field.must || '$ref' in own ? {} : { 'x-nullable': true };
      return [voiced(name, voice), { ...own, ...nullable }];
    });
    return {
      type: 'object',
      ...(required.length > 0 ? { required } : {}),
      properties: Object.fromEntries(properties) as Json,
    };
  };
  return { definitions, schema };
};

type Schema = (shape: Shape, voice: Voice) => Json;

const queryParameters = (route: Route, schema: Schema): Json[] =>
  Object.entries(route.query).flatMap(([name, shape]) => {
    const own = (key: string, of: Shape): Json => ({
      name: key,
      in: 'query',
      required: of.must === true,
      ...(of.kind === 'list' ? { collectionFormat: 'multi' } : {}),
      ...schema(of, route.voice),
    });
    const inner = shape.kind === 'list' ? shape.of?.() : undefined;
    if (inner?.kind !== 'record') return [own(voiced(name, route.voice), shape)];
    return Object.entries(inner.fields ?? {}).map(([field, of]) =>
      own(`${voiced(name, route.voice)}[0].${voiced(field, route.voice)}`, of),
    );
  });

const refusals = (route: Route): Json => {
  if (route.voice.errors === 'page') {
    return {
      400: { description: 'Ошибка в запросе (text/plain)' },
      404: { description: 'Не найдено (text/html)' },
    };
  }
  const names = { message: 'HttpError', code: 'ErrorEnvelope', oauth: 'OAuthError' };
  const schema = { $ref: `#/definitions/${names[route.voice.errors]}` };
  return {
    400: { description: 'BadRequest', schema },
    ...(route.voice.errors === 'oauth' ? {} : { 404: { description: 'NotFound', schema } }),
  };
};

const operation = (route: Route, schema: Schema): Json => {
  const [status, shape] = route.reply;
  const path = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => {
    const name = match[1] ?? '';
    return {
      name,
      in: 'path',
      required: true,
      ...leaf(route.pathShapes?.[name] ?? { kind: 'guid' }, route.voice),
    };
  });
  const body = route.body
    ? [{ name: 'request', in: 'body', required: true, schema: schema(route.body, route.voice) }]
    : [];
  const given = route.file
    ? { schema: { type: 'file' } }
    : shape
      ? { schema: schema(shape, route.voice) }
      : {};
  const words = { 200: 'OK', 201: 'Created', 204: 'No Content' }[status] ?? 'OK';
  return {
    tags: [route.tag],
    summary: route.says,
    operationId: `${route.tag}_${route.method}_${route.path.replace(/\W+/g, '_')}`,
    consumes: route.body ? ['application/json'] : [],
    produces: route.file ? ['application/octet-stream'] : ['application/json'],
    parameters: [...path, ...queryParameters(route, schema), ...body],
    responses: { [status]: { description: words, ...given }, ...refusals(route) },
    ...(route.open ? { security: [] } : {}),
  };
};

const errorDefinitions: Record<string, Json> = {
  HttpError: {
    type: 'object',
    properties: {
      Message: { type: 'string' },
      ModelState: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    },
  },
  ErrorEnvelope: {
    type: 'object',
    properties: {
      error: {
        type: 'object',
        properties: { code: { type: 'string' }, message: { type: 'string' }, target: { type: 'string' } },
      },
    },
  },
  OAuthError: {
    type: 'object',
    properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  },
};

const describeAll = (routes: readonly Route[], host: string): Json => {
  const { definitions, schema } = createDefinitions();
  Object.assign(definitions, errorDefinitions);
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    if (route.unlisted) continue;
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, schema) };
  }
  return {
    swagger: '2.0',
    info: {
      version: 'v1',
      title: 'Public API version 2.0',
      description: 'Даты принимаются в UTC. Перечисления передаются числами, принимаются и имена.',
    },
    host,
    schemes: ['http'],
    paths,
    definitions,
    securityDefinitions: {
      Bearer: { type: 'apiKey', name: 'Authorization', in: 'header', description: 'Bearer {access_token}' },
    },
    security: [{ Bearer: [] }],
  };
};

const pageFor = (host: string): string => `<!DOCTYPE html>
<html>
<head>
  <title>Swagger UI</title>
  <meta charset="utf-8"/>
  <script type="text/javascript">
    window.swashbuckleConfig = {
      rootUrl: 'http://${host}',
      discoveryPaths: arrayFrom('swagger/docs/v1'),
      booleanValues: arrayFrom('true|false'),
      validatorUrl: stringOrNullFrom('null'),
      customScripts: arrayFrom(''),
      docExpansion: 'none',
      supportedSubmitMethods: arrayFrom('get|put|post|delete|options|head|patch'),
      oAuth2Enabled: ('false' == 'true'),
      apiKeyName: 'Authorization',
      apiKeyIn: 'header'
    };
    function arrayFrom(text) { return text == '' ? [] : text.split('|'); }
    function stringOrNullFrom(text) { return text == 'null' ? null : text; }
  </script>
</head>
<body class="swagger-section">
<div id="header"><form id="api_selector"><input placeholder="http://${host}${DOCUMENT}" id="input_baseUrl" name="baseUrl" type="text"/></form></div>
<div id="swagger-ui-container" class="swagger-ui-wrap"></div>
</body>
</html>
`;

/** Handles requests below /swagger. */
export const createReference =
  (routes: readonly Route[]) =>
  (address: URL): Shown | undefined => {
    const path = address.pathname.toLowerCase();
    if (path === '/swagger' || path === '/swagger/')
      return { status: 301, headers: { location: '/swagger/index.html' } };
    if (path === '/swagger/index.html' || path === '/swagger/ui/index') {
      return {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: pageFor(address.host),
      };
    }
    if (path !== DOCUMENT) return undefined;
    const body = JSON.stringify(describeAll(routes, address.host));
    return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body };
  };
