import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { routesFor } from './areas/index.ts';
import { authenticate, nobody } from './authenticate.ts';
import { bindPairs, check, conform } from './bind.ts';
import { problem, ServiceError } from './errors.ts';
import { Answer, type Route, type RouteRequest } from './route.ts';
import type { World } from './world.ts';

/** The HTTP face of a world: routing, binding, who is asking, and how answers and refusals look. */
export function createApp(world: World): Hono {
  const app = new Hono();
  const routes = routesFor(world.settings).flatMap((entry) =>
    entry.paths.map((path) => ({ entry, ...split(path) })),
  );
  const parametersLast = routes.sort(
    (left, right) => Number(left.path.includes('{')) - Number(right.path.includes('{')),
  );
  for (const { entry, method, path } of parametersLast)
    app.on(method, honoPattern(path), (context) => serve(world, entry, path, context));
  const known = parametersLast.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`, 'i'));
  app.notFound((context) => {
    const path = new URL(context.req.url).pathname;
    return new Response(null, { status: known.some((pattern) => pattern.test(path)) ? 405 : 404 });
  });
  app.onError((error) => refuse(world, error));
  return app;
}

async function serve(world: World, entry: Route, path: string, context: Context): Promise<Response> {
  const began = performance.now();
  try {
    const raw = context.req.raw;
    const url = new URL(raw.url);
    const version = Number(/^\/api\/v(\d)/.exec(path)?.[1] ?? 0);
    const user = entry.anonymous ? nobody : authenticate(world, raw.headers.get('authorization'));
    const query = entry.query ? check(entry.query, conform(entry.query, bindPairs(url.searchParams))) : {};
    const { body, files } = await readBody(entry, raw);
    const request = {
      world,
      user,
      params: pathParams(path, url.pathname),
      query,
      body,
      files,
      version,
      url,
      header: (name: string) => raw.headers.get(name) ?? undefined,
    } as unknown as RouteRequest<never, never>;
    return write(await entry.handle(request));
  } catch (error) {
    return refuse(world, error);
  } finally {
    world.requestDurations.push({ at: world.now().getTime(), ms: performance.now() - began });
    if (world.requestDurations.length > 10_000) world.requestDurations.splice(0, 5_000);
  }
}

async function readBody(
  entry: Route,
  raw: Request,
): Promise<{ body: unknown; files: RouteRequest['files'] }> {
  if (entry.multipart) return readForm(entry, raw);
  if (!entry.body) return { body: undefined, files: {} };
  const text = await raw.text();
  const type = raw.headers.get('content-type') ?? '';
  if (text !== '' && !/^application\/(json|[\w.-]+\+json)\b/i.test(type))
    throw problem(415, 'Unsupported Media Type');
  return { body: checkJson(entry.body, text), files: {} };
}

function checkJson(schema: z.ZodType, text: string): unknown {
  let value: unknown = {};
  try {
    if (text !== '') value = JSON.parse(text);
  } catch {
    throw problem(400, 'One or more validation errors occurred.', { $: ['The body is not valid JSON.'] });
  }
  return check(schema, conform(schema, value));
}

async function readForm(
  entry: Route,
  raw: Request,
): Promise<{ body: unknown; files: RouteRequest['files'] }> {
  if (!/^multipart\/form-data\b/i.test(raw.headers.get('content-type') ?? ''))
    throw problem(415, 'Unsupported Media Type');
  const files: Record<string, RouteRequest['files'][string]> = {};
  const pairs: [string, unknown][] = [];
  for (const [name, value] of await raw.formData()) {
    if (typeof value === 'string') pairs.push([name, value]);
    else
      files[name] = {
        name: value.name,
        mediaType: value.type,
        bytes: new Uint8Array(await value.arrayBuffer()),
      };
  }
  const body = entry.body ? check(entry.body, conform(entry.body, bindPairs(pairs))) : undefined;
  return { body, files };
}

function write(result: unknown): Response {
  const answer = result instanceof Answer ? result : new Answer(200, result);
  const headers = new Headers(commonHeaders);
  if (answer.file) {
    headers.set('content-type', answer.file.mediaType);
    headers.set('content-disposition', disposition(answer.file.name));
    return new Response(answer.file.bytes as Uint8Array<ArrayBuffer>, { status: answer.status, headers });
  }
  if (answer.body === undefined) return new Response(null, { status: answer.status, headers });
  headers.set('content-type', 'application/json; charset=utf-8');
  return new Response(JSON.stringify(answer.body), { status: answer.status, headers });
}

function refuse(world: World, error: unknown): Response {
  const headers = new Headers(commonHeaders);
  const known =
    error instanceof ServiceError ? error : problem(500, 'An error occurred while processing your request.');
  if (!(error instanceof ServiceError))
    process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error));
  world.globalLog[known.status >= 500 ? 'errors' : 'warnings'] += 1;
  if (known.status === 401) headers.set('www-authenticate', 'Bearer');
  for (const [name, value] of Object.entries(known.headers)) headers.set(name, value);
  if (!known.body) return new Response(null, { status: known.status, headers });
  const isProblem = 'title' in known.body;
  const body = isProblem ? { ...known.body, traceId: world.newId() } : known.body;
  headers.set('content-type', `application/${isProblem ? 'problem+' : ''}json; charset=utf-8`);
  return new Response(JSON.stringify(body), { status: known.status, headers });
}

const commonHeaders = {
  'api-supported-versions': '1.0, 2.0, 3.0, 4.0',
  'api-deprecated-versions': '1.0',
  'cache-control': 'no-store,no-cache',
  pragma: 'no-cache',
};

/** `filename*` carries the real name; `filename` is what a reader without RFC 5987 gets. */
function disposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function split(path: string): { method: string; path: string } {
  const space = path.indexOf(' ');
  return { method: path.slice(0, space), path: path.slice(space + 1) };
}

/** `/api/v4/participants{id}` has a parameter within a segment, which the router takes as a pattern over the whole one. */
function honoPattern(path: string): string {
  return path
    .split('/')
    .map((segment) => {
      const found = /^([^{]*)\{(\w+)\}$/.exec(segment);
      if (!found) return segment;
      return found[1] ? `:${found[2]}{${found[1]}.+}` : `:${found[2]}`;
    })
    .join('/');
}

function pathParams(path: string, pathname: string): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const values = new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(pathname)?.slice(1) ?? [];
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
}
