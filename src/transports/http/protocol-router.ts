import {
  classifyInboundRequest,
  createMcpHandler,
  type McpHttpHandler,
  type McpServer,
  PROTOCOL_VERSION_META_KEY,
  type Server,
} from '@modelcontextprotocol/server';
import { asAuthInfo, type Caller, type HttpCall } from './authentication.ts';
import { createReports, type ReportOptions } from './reports.ts';
import { createSessions, type SessionLimits, type Sessions } from './sessions/sessions.ts';

/** Input of the factory of servers. `legacy`: once per session (revision 2025-11-25 and older); `modern`: once per request. */
export interface ServerRequest<Who extends Caller> {
  readonly era: 'legacy' | 'modern';
  readonly call: HttpCall<Who>;
  /** Address and headers of the request; its body has been read. */
  readonly request: Request;
}

export interface ProtocolRouterOptions<Who extends Caller> extends ReportOptions {
  readonly createServer: (occasion: ServerRequest<Who>) => Server | McpServer;
  readonly sessions: SessionLimits;
}

/** Both eras of the protocol at one address. */
export interface ProtocolRouter {
  readonly sessions: Sessions;
  readonly modern: McpHttpHandler;
  answer(request: Request, body: unknown, call: HttpCall<Caller>): Promise<Response>;
}

const maxSubscriptions = 64;

export function createProtocolRouter<Who extends Caller>(
  options: ProtocolRouterOptions<Who>,
): ProtocolRouter {
  const { createServer } = options;
  const { report, watch } = createReports(options);
  const serve = (era: 'legacy' | 'modern', call: HttpCall<Caller>, request: Request) =>
    createServer({ era, call: call as HttpCall<Who>, request });
  const modern = createMcpHandler(
    ({ authInfo, requestInfo }) =>
      serve('modern', authInfo?.extra?.call as HttpCall<Who>, requestInfo as Request),
    { legacy: 'reject', maxSubscriptions, onerror: report },
  );
  const sessions = createSessions(
    (call, request) => serve('legacy', call, request),
    options.sessions,
    report,
  );
  return {
    sessions,
    modern,
    answer: (request, body, call) =>
      watch(call, async () =>
        isLegacy(request, body)
          ? sessions.handle(request, body, call)
          : modern.fetch(request, { parsedBody: body, authInfo: asAuthInfo(call) }),
      ),
  };
}

/** Whether the request belongs to revision 2025-11-25 or older. */
function isLegacy(request: Request, body: unknown): boolean {
  // What claims a newer revision is looked at closely where it is served, and once is enough.
  if (claimsRevision(body)) return false;
  const { headers } = request;
  const outcome = classifyInboundRequest({
    httpMethod: request.method,
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
