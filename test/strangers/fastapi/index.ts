/** HTTP server: finds the route, authenticates the user and sends the response. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StartStranger, User } from '../world.ts';
import {
  type Call,
  HttpError,
  invalid,
  openApi,
  type Reply,
  type Route,
  referencePage,
  type Upload,
} from './app.ts';
import { caseRoutes } from './cases.ts';
import { documentRoutes } from './documents.ts';
import { lookupRoutes } from './lookups.ts';
import type { Memory } from './memory.ts';
import { models } from './models.ts';
import { participantRoutes } from './participants.ts';
import { parse, type Setting } from './schema.ts';
import { seed } from './seed.ts';
import { workRoutes } from './work.ts';

interface App {
  readonly memory: Memory;
  readonly setting: Setting;
  readonly routes: readonly Route[];
  readonly key: Buffer;
  readonly refreshing: Map<string, User>;
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Creates a token as PyJWT does. `sub` is the id of the user. */
function tokenFor({ key, refreshing }: App, user: User, lifetime: number) {
  const now = Math.floor(Date.now() / 1000);
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub: user.id, exp: now + lifetime, jti: randomUUID() })}`;
  const refresh = randomBytes(24).toString('base64url');
  refreshing.set(refresh, user);
  const access_token = `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  return { access_token, token_type: 'bearer', expires_in: lifetime, refresh_token: refresh };
}

function whoAsks({ key, memory }: App, header: string | undefined): User {
  const [, text = '', payload = '', mark = ''] =
    /^Bearer (([\w-]+\.[\w-]+))\.([\w-]+)$/i.exec(header ?? '') ?? [];
  const right = createHmac('sha256', key).update(text).digest('base64url');
  const claims =
    mark === right ? JSON.parse(Buffer.from(payload.split('.')[1] ?? '', 'base64url').toString()) : {};
  const user = memory.world.users.find(({ id }) => id === claims.sub);
  if (user === undefined || !user.isActive || claims.exp * 1000 < Date.now())
    throw new HttpError(401, header === undefined ? 'Not authenticated' : 'Could not validate credentials');
  return user;
}

function authRoutes(app: () => App, form: 'urlencoded' | undefined): Route[] {
  const token = ({ body, memory }: Call) => {
    const { username, password, refresh_token } = body;
    const again = app().refreshing.get(refresh_token ?? '');
    const { login, password: right, userId } = memory.world.signsIn;
    const isRight = username === login && password === right;
    const user = again ?? (isRight ? memory.world.users.find(({ id }) => id === userId) : undefined);
    if (user === undefined) throw new HttpError(401, 'Incorrect username or password');
    app().refreshing.delete(refresh_token ?? '');
    return tokenFor(app(), user, 3600);
  };
  return [
    {
      at: 'POST /api/v2/auth/token',
      summary: 'Login',
      body: 'TokenIn',
      ...(form ? { form } : {}),
      answer: 'TokenOut',
      isOpen: true,
      run: token,
    },
    {
      at: 'POST /api/v2/auth/short-lived-token',
      summary: 'Short lived token',
      body: 'ShortLivedIn',
      answer: 'TokenOut',
      run: ({ body, user }) => tokenFor(app(), user, body.lifetime),
    },
  ];
}

export interface FastapiOptions {
  readonly isSequential?: boolean;
  /** Whether the token endpoint takes a form, as in OAuth. */
  readonly isForm?: boolean;
}

const start = async (now: Date, { isSequential = false, isForm = false }: FastapiOptions) => {
  const setting = { isSequential };
  const routes: Route[] = [
    ...authRoutes(() => app, isForm ? 'urlencoded' : undefined),
    ...caseRoutes,
    ...workRoutes,
    ...participantRoutes,
    ...documentRoutes,
    ...lookupRoutes,
  ];
  const app: App = {
    memory: seed(now, setting),
    setting,
    routes,
    key: randomBytes(32),
    refreshing: new Map(),
  };
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void answer(app, request, response).then(
      (status) => requests.push(`${request.method} ${request.url} ${status}`),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, world: app.memory.world, requests, close };
};

/** Starts the service on a free port of 127.0.0.1. */
export const startFastapi: StartStranger = ({ now = new Date() } = {}) => start(now, {});
export const startFastapiWith =
  (options: FastapiOptions): StartStranger =>
  ({ now = new Date() } = {}) =>
    start(now, options);

async function answer(app: App, request: IncomingMessage, response: ServerResponse): Promise<number> {
  const url = new URL(request.url ?? '/', 'http://service');
  const send = (status: number, body?: string | Uint8Array, type = 'application/json', more = {}) => {
    response.writeHead(status, {
      server: 'uvicorn',
      ...(body === undefined ? {} : { 'content-type': type }),
      ...more,
    });
    response.end(body);
    return status;
  };
  try {
    if (url.pathname === '/swagger/index.html') return send(200, referencePage, 'text/html; charset=utf-8');
    if (url.pathname === '/openapi.json') return send(200, JSON.stringify(openApi(app.routes, app.setting)));
    const { status = 200, body, file } = await carryOut(app, request, url);
    if (file === undefined) return body === undefined ? send(204) : send(status, JSON.stringify(body));
    const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`;
    return send(200, file.bytes, file.type, { 'content-disposition': disposition });
  } catch (error) {
    if (!(error instanceof HttpError)) return send(500, 'Internal Server Error', 'text/plain; charset=utf-8');
    const more = error.status === 401 ? { 'www-authenticate': 'Bearer' } : {};
    return send(
      error.status,
      JSON.stringify(error.body ?? { detail: error.detail }),
      'application/json',
      more,
    );
  }
}

function matching(routes: readonly Route[], method: string, pathname: string) {
  let isKnown = false;
  for (const route of routes) {
    const [verb, path = ''] = route.at.split(' ');
    const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    const found = pattern.exec(pathname);
    if (found === null) continue;
    isKnown = true;
    if (verb === method) return { route, path: { ...found.groups } };
  }
  throw isKnown ? new HttpError(405, 'Method Not Allowed') : new HttpError(404, 'Not Found');
}

async function carryOut(app: App, request: IncomingMessage, url: URL): Promise<Reply> {
  const { route, path } = matching(app.routes, request.method ?? '', decodeURIComponent(url.pathname));
  const user = route.isOpen
    ? (app.memory.world.users[0] as User)
    : whoAsks(app, request.headers.authorization);
  const ids = modelled(app, Object.fromEntries(Object.keys(path).map((name) => [name, 'id'])), path, 'path');
  const query = modelled(app, route.query ?? {}, queryOf(url, route.query ?? {}), 'query');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { body, given, upload } = bodyOf(
    app,
    route,
    Buffer.concat(chunks),
    request.headers['content-type'] ?? '',
  );
  const call: Call = {
    ...{ memory: app.memory, setting: app.setting, user, path: ids, query, body, given, upload },
    ...{ authorization: request.headers.authorization, base: url.origin },
  };
  const result = route.run(call) as any;
  return result?.file === undefined ? { status: route.status ?? 200, body: result } : result;
}

/** Validates parameters like a body. */
function modelled(
  app: App,
  model: Record<string, string>,
  given: object,
  place: string,
): Record<string, any> {
  const name = `${place} ${JSON.stringify(model)}`;
  (models as Record<string, object>)[name] ??= model;
  const { value, troubles } = parse(name, given, app.setting);
  delete (models as Record<string, object>)[name];
  if (troubles.length > 0) invalid(troubles.map((one) => ({ ...one, loc: [place, ...one.loc.slice(1)] })));
  return value;
}

function queryOf(url: URL, model: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    [...url.searchParams]
      .filter(([name]) => model[name] !== undefined)
      .map(([name, text]) => [
        name,
        model[name]?.startsWith('bool') ? ['true', '1', 'on', 'yes'].includes(text.toLowerCase()) : text,
      ]),
  );
}

function bodyOf(app: App, route: Route, bytes: Buffer, type: string) {
  if (route.body === undefined) return { body: {}, given: new Set<string>() };
  if (route.form === 'multipart') {
    const { fields, upload } = readMultipart(bytes, type);
    if (fields.name === undefined)
      invalid([{ type: 'missing', loc: ['body', 'name'], msg: 'Field required' }]);
    return { body: fields, given: new Set(Object.keys(fields)), upload };
  }
  let given: unknown;
  try {
    given = route.form
      ? Object.fromEntries(new URLSearchParams(bytes.toString('utf8')))
      : JSON.parse(bytes.toString('utf8') || 'null');
  } catch {
    invalid([{ type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error' }]);
  }
  if (given === null) invalid([{ type: 'missing', loc: ['body'], msg: 'Field required' }]);
  const { value, given: names, troubles } = parse(route.body, given, app.setting);
  if (troubles.length > 0) invalid(troubles);
  return { body: value, given: names };
}

function readMultipart(bytes: Buffer, type: string): { fields: Record<string, string>; upload?: Upload } {
  const mark = /boundary="?([^";]+)/.exec(type)?.[1];
  if (mark === undefined) throw new HttpError(400, 'Missing boundary in multipart.');
  const fields: Record<string, string> = {};
  let upload: Upload | undefined;
  for (const part of bytes.toString('latin1').split(`--${mark}`).slice(1, -1)) {
    const end = part.indexOf('\r\n\r\n');
    const head = Buffer.from(part.slice(0, end), 'latin1').toString('utf8');
    const content = Buffer.from(part.slice(end + 4, -2), 'latin1');
    const name = /[; ]name="([^"]*)"/.exec(head)?.[1] ?? '';
    const file = /filename="([^"]*)"/.exec(head)?.[1];
    if (file === undefined) fields[name] = content.toString('utf8');
    else if (name === 'file')
      upload = { name: file, type: /content-type: (.*)/i.exec(head)?.[1] ?? '', bytes: content };
  }
  return { fields, ...(upload === undefined ? {} : { upload }) };
}
