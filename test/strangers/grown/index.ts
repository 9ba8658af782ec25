/** HTTP server of one installation: authentication, rate limits and errors. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StartStranger, User } from '../world.ts';
import { Fault, FileAnswer, type Route, second, type Voice } from './contract.ts';
import { createMemory, type Memory } from './memory.ts';
import { createReference } from './reference.ts';
import { accountRoutes, createSessions, type Sessions } from './routes/routes-account.ts';
import { caseListRoutes } from './routes/routes-case-lists.ts';
import { caseRoutes } from './routes/routes-cases.ts';
import { catalogRoutes } from './routes/routes-catalogs.ts';
import { documentRoutes } from './routes/routes-documents.ts';
import { eventRoutes } from './routes/routes-events.ts';
import { participantRoutes } from './routes/routes-participants.ts';
import { taskRoutes } from './routes/routes-tasks.ts';
import { userRoutes } from './routes/routes-users.ts';
import { documentNames, seedDocuments } from './seed-documents.ts';
import { seedFirm } from './seed-firm.ts';
import { seedWork, taskNames } from './seed-work.ts';
import { plainId, readQuery, readShape, writeShape } from './wire.ts';

const RATE = { requests: 40, milliseconds: 5000 };
const BODY_LIMIT = 20 * 1024 * 1024;

const page = (title: string, says: string): string =>
  `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\r\n<html xmlns="http://www.w3.org/1999/xhtml">\r\n<head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"/><title>${title}</title></head>\r\n<body><div id="header"><h1>Ошибка сервера</h1></div><div id="content"><fieldset><h2>${title}</h2><h3>${says}</h3></fieldset></div></body>\r\n</html>\r\n`;

type Headers = Record<string, string>;
const html: Headers = { 'content-type': 'text/html; charset=utf-8' };
const plain: Headers = { 'content-type': 'text/plain; charset=utf-8' };
const json: Headers = { 'content-type': 'application/json; charset=utf-8' };

interface Found {
  readonly route: Route;
  readonly path: Record<string, string>;
}

interface Pattern {
  readonly route: Route;
  readonly expression: RegExp;
  readonly names: readonly string[];
}

const compile = (route: Route): Pattern => ({
  route,
  expression: new RegExp(`^${route.path.replace(/\{(\w+)\}/g, '([^/]*)')}/?$`, 'i'),
  names: [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? ''),
});

const find = (patterns: readonly Pattern[], method: string, pathname: string): Found | string[] => {
  const known = new Set<string>();
  for (const { route, expression, names } of patterns) {
    const match = expression.exec(pathname);
    if (!match) continue;
    const path: Record<string, string> = {};
    const fits = names.every((name, index) => {
      const raw = decodeURIComponent(match[index + 1] ?? '');
      const id = route.pathShapes?.[name]?.kind === 'text' ? raw : plainId(raw);
      path[name] = id ?? '';
      return id !== undefined;
    });
    if (!fits) continue;
    if (route.method === method) return { route, path };
    known.add(route.method);
  }
  return [...known];
};

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw new Fault(413, 'Превышен допустимый размер запроса.');
    chunks.push(chunk);
  }
  const raw = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim();
  if (!raw) return undefined;
  if (request.headers['content-type']?.includes('x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(raw));
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    throw new Fault(400, 'Тело запроса не является корректным JSON.', { field: 'body' });
  }
};

const refusal = (fault: Fault, voice: Voice): [Headers, string] => {
  const { status, message, field } = fault;
  if (fault.body !== undefined) return [json, JSON.stringify(fault.body)];
  if (voice.errors === 'message') {
    const state =
      status === 400
        ? { Message: 'The request is invalid.', ModelState: { [field ?? '']: [message] } }
        : { Message: message };
    return [json, JSON.stringify(state)];
  }
  if (voice.errors === 'oauth')
    return [json, JSON.stringify({ error: field ?? 'invalid_request', error_description: message })];
  if (voice.errors === 'code') {
    const code =
      { 400: 'validation_failed', 404: 'not_found', 409: 'conflict', 500: 'internal_error' }[status] ??
      'request_failed';
    return [json, JSON.stringify({ error: { code, message, ...(field ? { target: field } : {}) } })];
  }
  if (status === 400 || status === 409 || status === 413) return [plain, message];
  const title =
    status === 404 ? '404 - Файл или каталог не найден.' : `${status} - Ошибка выполнения запроса.`;
  return [
    html,
    page(title, status === 500 ? 'Runtime Error. Сведения об ошибке записаны в журнал.' : message),
  ];
};

interface Hall {
  readonly memory: Memory;
  readonly sessions: Sessions;
  readonly patterns: readonly Pattern[];
}

const letIn = (hall: Hall, request: IncomingMessage): { user: User; token: string } | undefined => {
  const token = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const user = token === undefined ? undefined : hall.sessions.userOf(token);
  return token !== undefined && user ? { user, token } : undefined;
};

const isOpenPath = (found: Found | string[]): boolean => !Array.isArray(found) && found.route.open === true;

type Send = (status: number, headers: Headers, body?: string | Buffer) => void;

const answer = async (hall: Hall, request: IncomingMessage, address: URL, send: Send): Promise<void> => {
  const method = request.method ?? 'GET';
  const found = find(hall.patterns, method, address.pathname);
  const guest = letIn(hall, request);
  if (guest) {
    const wait = hall.sessions.waits(guest.token, RATE.requests, RATE.milliseconds);
    if (wait > 0) {
      const body = page(
        '429 - Слишком много запросов.',
        'Превышена частота обращений. Повторите запрос позже.',
      );
      return send(429, { 'content-type': 'text/html', 'retry-after': String(wait) }, body);
    }
  } else if (!isOpenPath(found) && address.pathname.toLowerCase().startsWith('/api/')) {
    const body = JSON.stringify({ Message: 'Authorization has been denied for this request.' });
    return send(401, { ...json, 'www-authenticate': 'Bearer' }, body);
  }
  if (Array.isArray(found)) {
    if (found.length === 0)
      return send(
        404,
        html,
        page(
          '404 - Файл или каталог не найден.',
          'Запрошенный ресурс удалён, переименован или временно недоступен.',
        ),
      );
    const body = JSON.stringify({
      Message: `The requested resource does not support http method '${method}'.`,
    });
    return send(405, { ...json, allow: found.filter((name) => name !== method).join(', ') }, body);
  }
  const { route, path } = found;
  try {
    const sent = await readBody(request);
    const query = readQuery(route.query, address.searchParams, route.voice);
    const body = route.body ? readShape(route.body, sent ?? {}, '', route.voice) : sent;
    if (route.delay) await new Promise((resolve) => setTimeout(resolve, route.delay));
    const result = await route.run({
      id: path.id ?? '',
      path,
      query,
      body,
      headers: request.headers,
      user: guest?.user,
    });
    if (result instanceof FileAnswer) {
      const disposition = `attachment; filename="file"; filename*=UTF-8''${encodeURIComponent(result.name)}`;
      return send(200, { 'content-type': result.type, 'content-disposition': disposition }, result.bytes);
    }
    const [status, shape] = route.reply;
    if (!shape) return send(status, {});
    send(status, json, JSON.stringify(writeShape(shape, result, route.voice)));
  } catch (error) {
    const fault = error instanceof Fault ? error : new Fault(500, 'Внутренняя ошибка сервера.');
    const [headers, body] = refusal(fault, route.voice);
    const challenge: Headers = fault.status === 401 ? { 'www-authenticate': 'Negotiate' } : {};
    send(fault.status, { ...headers, ...challenge }, body);
  }
};

/** Starts an installation that grew over ten years, with several generations of routes. */
export const startGrown: StartStranger = async (options = {}) => {
  const memory = createMemory(options.now ?? new Date(), taskNames, documentNames);
  seedFirm(memory);
  seedWork(memory);
  seedDocuments(memory);
  const sessions = createSessions(memory);
  const routes = [
    ...accountRoutes(memory, sessions),
    ...userRoutes(memory),
    ...participantRoutes(memory),
    ...catalogRoutes(memory),
    ...caseListRoutes(memory),
    ...caseRoutes(memory),
    ...taskRoutes(memory),
    ...eventRoutes(memory),
    ...documentRoutes(memory),
  ];
  const hall: Hall = { memory, sessions, patterns: routes.map(compile) };
  const reference = createReference(routes);
  const requests: string[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send: Send = (status, headers, body) => {
      requests.push(`${request.method} ${request.url} ${status}`);
      const always: Headers = {
        'cache-control': 'no-store,no-cache',
        pragma: 'no-cache',
        server: 'Microsoft-IIS/8.5',
        'api-supported-versions': '1.0, 2.0, 3.0, 4.0',
        'api-deprecated-versions': '1.0',
        'strict-transport-security': 'max-age=2592000',
      };
      const bytes = typeof body === 'string' ? Buffer.from(body) : body;
      response.writeHead(status, {
        ...always,
        ...headers,
        ...(status === 204 ? {} : { 'content-length': String(bytes?.length ?? 0) }),
      });
      response.end(bytes);
    };
    try {
      const address = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`);
      const shown = request.method === 'GET' ? reference(address) : undefined;
      if (shown) send(shown.status, shown.headers, shown.body);
      else await answer(hall, request, address, send);
    } catch {
      const [headers, body] = refusal(new Fault(500, ''), second);
      if (!response.headersSent) send(500, headers, body);
    }
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    world: memory.world,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
