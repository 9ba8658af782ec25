import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { shownNames } from '../domain/shown-names.ts';
import { createReference } from '../openapi/index.ts';
import { createDialect, type Dialect, nameInRefusal } from '../quirks/response-quirks.ts';
import { routesFor } from '../routes/index.ts';
import type { User } from '../state/entities/users.ts';
import type { World } from '../state/state.ts';
import { authenticate, nobody } from './authenticate.ts';
import { problem, ServiceError } from './errors.ts';
import { bindPairs, check, conform } from './model-binding.ts';
import { createKeptAnswers, type KeptAnswers } from './response-cache.ts';
import { Answer, type Route, type RouteRequest } from './route.ts';

/**
 * Creates the HTTP interface of the service: routing, binding, authentication, responses and errors.
 * @param present returns the current state of the service. All states have the same settings and quirks
 */
export function createApp(present: () => World): Hono {
  const app = new Hono();
  const world = present();
  const dialect = createDialect(world.quirks);
  let service = { world, dialect, kept: createKeptAnswers(world) };
  const now = (): Service => {
    const world = present();
    if (service.world !== world) service = { world, dialect, kept: createKeptAnswers(world) };
    return service;
  };
  const places = routesFor(world).flatMap((entry) => entry.paths.map((path) => placeOf(entry, path)));
  const parametersLast = places.sort((left, right) => left.names.length - right.names.length);
  for (const place of parametersLast)
    app.on(place.method, honoPattern(place.path), (context) => serve(now(), place, context));
  app.route('/', createReference(present));
  // Search again without regard to letter case, because the router is case-sensitive, but the service is not.
  app.notFound((context) => {
    const path = new URL(context.req.url).pathname;
    const places = parametersLast.filter(({ pattern }) => pattern.test(path));
    const place = places.find(({ method }) => method === context.req.method);
    if (place) return serve(now(), place, context);
    return new Response(null, { status: places.length > 0 ? 405 : 404, headers: dialect.headers });
  });
  app.onError((error) => refuse(now(), error));
  return app;
}

interface Service {
  readonly world: World;
  readonly dialect: Dialect;
  readonly kept: KeptAnswers;
}

/** One path of a route, prepared before the first request. */
interface Place {
  readonly entry: Route;
  readonly method: string;
  readonly path: string;
  readonly version: number;
  /** Names of the parameters, in the order of the pattern's groups. */
  readonly names: readonly string[];
  readonly pattern: RegExp;
}

function placeOf(entry: Route, text: string): Place {
  const { method, path } = split(text);
  return {
    entry,
    method,
    path,
    version: Number(/^\/api\/v(\d)/.exec(path)?.[1] ?? 0),
    names: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`, 'i'),
  };
}

async function serve(service: Service, place: Place, context: Context): Promise<Response> {
  const { world } = service;
  const began = performance.now();
  try {
    const authorization = context.req.header('authorization') ?? null;
    const user = place.entry.anonymous ? nobody : authenticate(world, authorization);
    const key = place.entry.isKept ? `${user.id} ${context.req.raw.url}` : undefined;
    const kept = key === undefined ? undefined : service.kept.get(key);
    if (kept) return sendJson(service, 200, kept);
    const result = await handle(service, place, user, context);
    return write(service, place, user, result, key);
  } catch (error) {
    return refuse(service, error);
  } finally {
    world.requestDurations.push({ at: world.now().getTime(), ms: performance.now() - began });
    if (world.requestDurations.length > 10_000) world.requestDurations.splice(0, 5_000);
  }
}

async function handle(service: Service, place: Place, user: User, context: Context): Promise<unknown> {
  const { entry, version } = place;
  const raw = context.req.raw;
  const url = new URL(raw.url);
  const query = entry.query ? bind(service, place, 'query', bindPairs(filled(url.searchParams))) : {};
  const { body, files } = await readBody(service, place, raw);
  const params = pathParams(place, url.pathname);
  const header = (name: string) => context.req.header(name);
  const request = { world: service.world, user, params, query, body, files, version, url, header };
  return entry.handle(request as unknown as RouteRequest<never, never>);
}

/** Removes query parameters without a value, because they count as missing. */
const filled = (pairs: URLSearchParams) => [...pairs].filter(([, value]) => value !== '');

async function readBody(
  service: Service,
  place: Place,
  raw: Request,
): Promise<{ body: unknown; files: RouteRequest['files'] }> {
  const { entry, path } = place;
  if (entry.fileParts) return readForm(service, place, raw);
  if (!entry.body) return { body: undefined, files: {} };
  const text = await raw.text();
  const type = raw.headers.get('content-type') ?? '';
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type);
  if (isForm && service.world.quirks.formToken === 'accepted' && /\/auth\/token$/.test(path))
    return { body: bind(service, place, 'body', bindPairs(new URLSearchParams(text))), files: {} };
  if (text !== '' && !/^application\/(json|[\w.-]+\+json)\b/i.test(type))
    throw problem(415, 'Unsupported Media Type');
  return { body: bind(service, place, 'body', parseJson(text)), files: {} };
}

/** Validates the sent values. Error messages use the field names of the simulated deployment. */
function bind({ dialect }: Service, { entry, path }: Place, part: 'query' | 'body', sent: unknown): unknown {
  const schema = entry[part] as z.ZodType;
  const translation = dialect.translate(path);
  const name = (ours: string) => (translation ? nameInRefusal(translation, part, ours) : ours);
  return check(schema, conform(schema, dialect.read(sent, path, part)), name);
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw problem(400, 'One or more validation errors occurred.', { $: ['The body is not valid JSON.'] });
  }
}

async function readForm(
  service: Service,
  place: Place,
  raw: Request,
): Promise<{ body: unknown; files: RouteRequest['files'] }> {
  if (!/^multipart\/form-data\b/i.test(raw.headers.get('content-type') ?? ''))
    throw problem(415, 'Unsupported Media Type');
  const files: Record<string, RouteRequest['files'][string]> = {};
  const pairs: [string, unknown][] = [];
  for (const [name, value] of await (await plainForm(raw)).formData()) {
    if (typeof value === 'string') pairs.push([name, value]);
    else
      files[service.dialect.translate(place.path)?.oursOf('body', name) ?? name] = {
        name: value.name,
        mediaType: value.type,
        bytes: new Uint8Array(await value.arrayBuffer()),
      };
  }
  const body = place.entry.body ? bind(service, place, 'body', bindPairs(pairs)) : undefined;
  return { body, files };
}

/** Returns the form without `filename*` parameters, because the form parser of Node refuses them. */
async function plainForm(raw: Request): Promise<Response> {
  const [, boundary = ''] = /boundary="?([^";]+)/i.exec(raw.headers.get('content-type') ?? '') ?? [];
  const start = `--${boundary}\r\n`;
  const parts = Buffer.from(await raw.arrayBuffer())
    .toString('latin1')
    .split(start);
  const plain = parts.map((part) =>
    part.replace(/^(Content-Disposition:[^\r\n]*?); filename\*=[^\r\n;]*/i, '$1'),
  );
  return new Response(Buffer.from(plain.join(start), 'latin1'), { headers: raw.headers });
}

/** @param key under which the response is cached, if the route allows it */
function write(
  service: Service,
  { path }: Place,
  user: User,
  result: unknown,
  key: string | undefined,
): Response {
  const { dialect, kept } = service;
  const answer = result instanceof Answer ? result : new Answer(200, result);
  const { status } = answer;
  if (answer.file) {
    const headers = {
      ...dialect.headers,
      'content-type': answer.file.mediaType,
      'content-disposition': disposition(answer.file.name),
    };
    return new Response(answer.file.bytes as Uint8Array<ArrayBuffer>, { status, headers });
  }
  if (answer.body === undefined) return new Response(null, { status, headers: dialect.headers });
  const text = dialect.write(answer.body, path, shownNames(service.world, user));
  return sendJson(service, status, key === undefined ? text : kept.keep(key, text));
}

function sendJson({ dialect }: Service, status: number, body: string | Uint8Array): Response {
  const headers = { ...dialect.headers, 'content-type': 'application/json; charset=utf-8' };
  return new Response(body as string | Uint8Array<ArrayBuffer>, { status, headers });
}

function refuse({ world, dialect }: Service, error: unknown): Response {
  const known =
    error instanceof ServiceError ? error : problem(500, 'An error occurred while processing your request.');
  if (!(error instanceof ServiceError))
    process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error));
  world.globalLog[known.status >= 500 ? 'errors' : 'warnings'] += 1;
  const status = known.body?.error === 'invalid_grant' ? world.quirks.badLoginStatus : known.status;
  const headers: Record<string, string> = { ...dialect.headers };
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  Object.assign(headers, known.headers);
  if (!known.body) return new Response(null, { status, headers });
  const isProblem = 'title' in known.body;
  const body = isProblem ? { ...known.body, traceId: world.newId() } : known.body;
  headers['content-type'] = `application/${isProblem ? 'problem+' : ''}json; charset=utf-8`;
  return new Response(JSON.stringify(body), { status, headers });
}

/** Returns a `Content-Disposition`. `filename*` has the exact name; `filename` is for clients without RFC 5987. */
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

/**
 * Converts a path for the router. `/api/v4/participants{id}` has a parameter within a segment, which needs a pattern
 * for the whole segment.
 */
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

function pathParams({ names, pattern }: Place, pathname: string): Record<string, string> {
  if (names.length === 0) return {};
  const values = pattern.exec(pathname)?.slice(1) ?? [];
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
  } catch {
    throw problem(400, 'The path is not properly encoded.');
  }
}
