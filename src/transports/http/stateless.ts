import {
  createMcpHandler,
  InMemoryServerEventBus,
  type McpHttpHandler,
  type McpServer,
  type Server,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import { asAuthInfo, type Caller, type HttpCall } from './authentication.ts';
import type { Exchange } from './exchange.ts';
import { createReports, type ReportOptions } from './reports.ts';
import { acceptsBoth, bothForms } from './request/accept.ts';
import { connectionClosed, serverEnded } from './sessions/session-messages.ts';

/** Answers requests of clients of revision 2026-07-28, each without a session. */
export interface Stateless {
  answer(exchange: Exchange, body: unknown, call: HttpCall<Caller>): Promise<Response>;
  readonly notify: ServerNotifier;
  close(): Promise<void>;
}

const maxSubscriptions = 64;

type Report = ReportOptions['onError'];

/** Creates the handler for such requests. @param createServer creates a new server for each request */
export function createStateless(
  createServer: (call: HttpCall<Caller>) => Server | McpServer,
  reports: ReportOptions,
): Stateless {
  const bus = new InMemoryServerEventBus(reports.onError);
  const createHandler = (onerror: Report): McpHttpHandler =>
    createMcpHandler(({ authInfo }) => createServer(authInfo?.extra?.call as HttpCall<Caller>), {
      legacy: 'reject',
      bus,
      maxSubscriptions,
      onerror,
    });
  /**
   * Handlers in use. Error reports of a handler do not name the request, so each request has a separate one.
   * Subscriptions share one.
   */
  const underWay = new Set<McpHttpHandler>();
  let reportListening: Report = reports.onError;
  const listening = createHandler((error) => reportListening(error));
  let lastListener: Promise<unknown> = Promise.resolve();
  /**
   * Opens subscriptions one after the other, so that each error report can be assigned to its subscription. The
   * response, a stream, begins immediately.
   */
  const listen = (report: Report, open: () => Promise<Response>): Promise<Response> => {
    const begun = lastListener.then(async () => {
      reportListening = report;
      return open().finally(() => {
        reportListening = reports.onError;
      });
    });
    lastListener = begun.catch(() => undefined);
    return begun;
  };
  return {
    notify: listening.notify,
    answer: async (exchange, body, call) => {
      const { report, answered } = createReports(call.requestId, reports);
      const isWaiting = isListening(body);
      const handler = isWaiting ? listening : createHandler(report);
      const request = exchange.toRequest(acceptsBoth(exchange.head.headers) ? bothForms : null);
      const answer = () => handler.fetch(request, { parsedBody: body, authInfo: asAuthInfo(call) });
      underWay.add(handler);
      if (!isWaiting) void call.ended.then(() => underWay.delete(handler));
      const response = await (isWaiting ? listen(report, answer) : answer());
      answered(response.status);
      return response.status === endedStatus ? endedAnswer(body) : response;
    },
    close: async () => {
      await Promise.all([...underWay].map((handler) => handler.close()));
    },
  };
}

/** Status without a body that the SDK returns if the server closes during a call. */
const endedStatus = 499;

/** The status is 200, because proxies and clients may repeat a request after 503, and the call may have changed something. */
const endedAnswer = (body: unknown): Response =>
  Response.json({
    jsonrpc: '2.0',
    id: (body as { id?: unknown } | null)?.id ?? null,
    error: { code: connectionClosed, message: serverEnded },
  });

/** Checks whether a request only waits for changes, so that shutdown need not wait for it. */
export const isListening = (body: unknown): boolean =>
  (body as { method?: unknown } | null)?.method === 'subscriptions/listen';
