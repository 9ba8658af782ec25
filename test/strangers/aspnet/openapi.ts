import type { Content, Route } from './contract.ts';
import { ProblemDetails, ValidationProblemDetails } from './contract.ts';
import type { Schema } from './schema.ts';
import { memberDoc, mention } from './schema.ts';

/** API versions. Each has a separate OpenAPI document. */
export const VERSIONS = [1, 2, 3, 4] as const;

const TITLES: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
};

function parameters(route: Route): object[] {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const inPath = names
    .filter((name) => name !== 'version')
    .map((name) => ({ name, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }));
  const inQuery = Object.entries(route.query?.shape ?? {}).map(([name, member]) => {
    const { description, nullable: _, ...schema } = memberDoc(member);
    return {
      name,
      in: 'query',
      ...(description === undefined ? {} : { description }),
      ...(member.required ? { required: true } : {}),
      // A parameter has its own description, so its schema can remain a plain $ref.
      schema: Array.isArray(schema.allOf) && !('default' in schema) ? schema.allOf[0] : schema,
    };
  });
  return [...inPath, ...inQuery];
}

function requestBody(route: Route): object | undefined {
  if (route.body === undefined) return undefined;
  // Swashbuckle inlines the properties of a form.
  const schema = route.isForm ? route.body.doc : mention(route.body);
  const mime = route.isForm ? 'multipart/form-data' : 'application/json';
  return {
    content: { [mime]: { schema } },
    ...(route.isBodyOptional || route.isForm ? {} : { required: true }),
  };
}

function content(status: number, body: Content | undefined): object | undefined {
  if (body === null) return undefined;
  if (body === 'file') {
    return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  }
  if (status < 400) return { 'application/json': { schema: mention(body ?? ProblemDetails) } };
  const problem = { 'application/problem+json': { schema: mention(problemOf(status)) } };
  return body === undefined || body === ProblemDetails
    ? problem
    : { ...problem, 'application/json': { schema: mention(body) } };
}

function problemOf(status: number): Schema<unknown> {
  return status === 400 ? ValidationProblemDetails : ProblemDetails;
}

/** Returns the status codes of an action: its own and those of the filters around it. */
function statuses(route: Route): number[] {
  const own = Object.keys(route.replies).map(Number);
  const binds = route.query !== undefined || route.body !== undefined || route.path.includes('{', 10);
  const around = [...(binds ? [400] : []), ...(route.tag === 'Health' ? [] : [401, 403])];
  const found = /\{(id|objectId|valueId)\}/.test(route.path) ? [404] : [];
  return [...new Set([...own, ...around, ...found])].sort((one, two) => one - two);
}

function operation(route: Route): object {
  const responses = statuses(route).map((status) => {
    const found = content(status, route.replies[status]);
    return [
      status,
      { description: TITLES[status] ?? '', ...(found === undefined ? {} : { content: found }) },
    ];
  });
  const params = parameters(route);
  const body = requestBody(route);
  return {
    tags: [route.tag],
    summary: route.summary,
    ...(params.length > 0 ? { parameters: params } : {}),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: Object.fromEntries(responses),
    ...(route.isOpen ? {} : { security: [{ Bearer: [] }] }),
  };
}

function collect(schema: Schema<unknown>, into: Map<string, object>): void {
  if (schema.name !== undefined) {
    if (into.has(schema.name)) return;
    into.set(schema.name, schema.doc);
  }
  for (const part of schema.parts) collect(part, into);
}

function components(routes: readonly Route[]): object {
  const found = new Map<string, object>();
  for (const problem of [ProblemDetails, ValidationProblemDetails]) collect(problem, found);
  for (const route of routes) {
    for (const part of route.query?.parts ?? []) collect(part, found);
    if (route.body !== undefined) {
      for (const part of route.isForm ? route.body.parts : [route.body]) collect(part, found);
    }
    for (const reply of Object.values(route.replies)) {
      if (reply !== null && reply !== 'file') collect(reply, found);
    }
  }
  return Object.fromEntries([...found].sort(([one], [two]) => (one < two ? -1 : 1)));
}

/** Returns the OpenAPI document of one version. */
export function openApi(all: readonly Route[], version: number): object {
  const routes = all.filter((route) => route.versions.includes(version) && !route.isHidden);
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const path = route.path.replace('{version}', String(version));
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.0.1',
    info: { title: `Public API version ${version}.0`, version: `${version}.0` },
    paths,
    components: {
      schemas: components(routes),
      securitySchemes: {
        Bearer: {
          type: 'http',
          description: 'Token of POST /api/v2/auth/token in the Authorization header',
          scheme: 'bearer',
          bearerFormat: 'JWT',
        },
      },
    },
  };
}

/** Returns the page of Swagger UI. */
export function swaggerPage(): string {
  const urls = VERSIONS.map((version) => ({
    url: `/swagger/v${version}/swagger.json`,
    name: `Public API version ${version}.0`,
  }));
  const config = JSON.stringify({
    urls,
    deepLinking: false,
    'urls.primaryName': null,
    persistAuthorization: false,
  });
  return `<!-- HTML for static distribution bundle build -->
<!DOCTYPE html>
<html lang="en">
<head>
    <meta charset="UTF-8">
    <title>Swagger UI</title>
    <link rel="stylesheet" type="text/css" href="./swagger-ui.css">
</head>
<body>
    <div id="swagger-ui"></div>
    <script src="./swagger-ui-bundle.js"></script>
    <script src="./swagger-ui-standalone-preset.js"></script>
    <script>
        window.onload = function () {
            var configObject = JSON.parse('${config}');
            configObject.dom_id = "#swagger-ui";
            configObject.presets = [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset];
            configObject.layout = "StandaloneLayout";
            const ui = SwaggerUIBundle(configObject);
            window.ui = ui;
        }
    </script>
</body>
</html>
`;
}
