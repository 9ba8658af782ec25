import {
  classifyInboundRequest,
  type McpServer,
  PROTOCOL_VERSION_META_KEY,
  type Server,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import type { Caller, HttpCall } from './authentication.ts';
import type { Exchange } from './exchange.ts';
import { type ReportOptions, reasonIn } from './reports.ts';
import type { RequestHead } from './request/head.ts';
import { createSessions, type SessionLimits, type Sessions } from './sessions/sessions.ts';
import { createStateless } from './stateless.ts';

/**
 * Request for which an MCP server object is created. `legacy`: created once per session (revision 2025-11-25 and
 * older). `modern`: created once per request.
 */
export interface ServerRequest<Who extends Caller> {
  readonly era: 'legacy' | 'modern';
  readonly call: HttpCall<Who>;
}

export interface ProtocolRouterOptions<Who extends Caller> extends ReportOptions {
  readonly createServer: (occasion: ServerRequest<Who>) => Server | McpServer;
  readonly sessions: SessionLimits;
}

/** Serves both generations of the protocol at one address. */
export interface ProtocolRouter {
  readonly sessions: Sessions;
  /** Notifies subscribed clients about changes. Only clients of protocol revision 2026-07-28 or later subscribe. */
  readonly notify: ServerNotifier;
  /** Answers a request. @returns the response; undefined if it was already written */
  answer(exchange: Exchange, body: unknown, call: HttpCall<Caller>): Promise<Response | undefined>;
  /** Ends requests and streams that belong to no session. */
  close(): Promise<void>;
}

export function createProtocolRouter<Who extends Caller>(
  options: ProtocolRouterOptions<Who>,
): ProtocolRouter {
  const { createServer, onError, onRefused } = options;
  const serve = (era: 'legacy' | 'modern', call: HttpCall<Caller>) =>
    createServer({ era, call: call as HttpCall<Who> });
  const sessions = createSessions((call) => serve('legacy', call), options.sessions, {
    onError,
    onRefused: ({ requestId }, { status, message }) =>
      onRefused({ requestId, status, reason: reasonIn(message) }),
  });
  const stateless = createStateless((call) => serve('modern', call), options);
  return {
    sessions,
    notify: stateless.notify,
    answer: (exchange, body, call) =>
      isLegacy(exchange.head, body)
        ? sessions.handle(exchange, body, call)
        : stateless.answer(exchange, body, call),
    close: stateless.close,
  };
}

/** Checks whether a request belongs to revision 2025-11-25 or older. */
function isLegacy({ method, headers }: RequestHead, body: unknown): boolean {
  // If the body contains the protocol revision, which only newer revisions require, do not check more here. The handler
  // of newer revisions validates it.
  if (claimsRevision(body)) return false;
  const outcome = classifyInboundRequest({
    httpMethod: method,
    ...optional('protocolVersionHeader', headers.get('mcp-protocol-version')),
    ...optional('mcpMethodHeader', headers.get('mcp-method')),
    ...optional('mcpNameHeader', headers.get('mcp-name')),
    body,
  });
  return outcome.kind === 'legacy';
}
const claimsRevision = (body: unknown): boolean => {
  const { params } = (body ?? {}) as { params?: { _meta?: Record<string, unknown> } };
  return typeof params?._meta?.[PROTOCOL_VERSION_META_KEY] === 'string';
};

const optional = <Key extends string>(key: Key, value: string | null) =>
  (value === null ? {} : { [key]: value }) as { [Name in Key]?: string };
