import {
  createMcpHandler,
  InMemoryServerEventBus,
  type McpHttpHandler,
  type McpRequestContext,
  type McpServer,
  type Server,
  type ServerNotifier,
  type Transport,
} from '@modelcontextprotocol/server';
import { asAuthInfo, type Caller, type HttpCall } from './authentication.ts';
import type { Exchange } from './exchange.ts';
import { createReports, type ReportOptions } from './reports.ts';
import { connectionClosed, serverEnded } from './sessions/session-messages.ts';

/** Answers requests of clients of revision 2026-07-28, each without a session. */
export interface Stateless {
  /** Returns the response; undefined if it was already written. */
  answer(exchange: Exchange, body: unknown, call: HttpCall<Caller>): Promise<Response | undefined>;
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
  const createHandler = (onerror: Report, result?: Result): McpHttpHandler => {
    const create = ({ authInfo }: McpRequestContext) => {
      const server = createServer(authInfo?.extra?.call as HttpCall<Caller>);
      if (result) takeResult(server, result);
      return server;
    };
    return createMcpHandler(create, { legacy: 'reject', bus, maxSubscriptions, onerror });
  };
  /** Handlers in use, one for each request, because error reports do not name requests. Subscriptions share one. */
  const underWay = new Set<McpHttpHandler>();
  let reportListening: Report = reports.onError;
  const listening = createHandler((error) => reportListening(error));
  let lastListener: Promise<unknown> = Promise.resolve();
  /**
   * Opens subscriptions one after the other, so that errors can be assigned to them. Each takes little time, because
   * its response stream begins at once.
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
      const result: Result = { text: undefined };
      const handler = isWaiting ? listening : createHandler(report, result);
      const request = exchange.asAbortableRequest();
      const answer = () => handler.fetch(request, { parsedBody: body, authInfo: asAuthInfo(call) });
      underWay.add(handler);
      if (!isWaiting) void call.ended.then(() => underWay.delete(handler));
      const response = await (isWaiting ? listen(report, answer) : answer());
      answered(response.status);
      if (response.status === endedStatus) return endedAnswer(body);
      if (result.text === undefined) return response;
      exchange.writeJson(result.text);
      return undefined;
    },
    close: async () => {
      await Promise.all([...underWay].map((handler) => handler.close()));
    },
  };
}

/** JSON of the message with the result. Undefined if the SDK's response contains the message. */
interface Result {
  text: string | undefined;
}

/**
 * Takes the result of a request out of the SDK's response, which then contains an empty one. `Exchange` writes the
 * result, because the web streams of a `Response` take longer than the rest of the exchange. A response that is a stream
 * of events stays complete.
 */
function takeResult(server: Server | McpServer, result: Result): void {
  const connect = server.connect.bind(server);
  server.connect = (transport: Transport) => {
    const send = transport.send.bind(transport);
    let isFirst = true;
    transport.send = (message, options) => {
      const isWhole = isFirst && 'result' in message;
      isFirst = false;
      if (!isWhole) return send(message, options);
      result.text = JSON.stringify(message);
      return send({ ...message, result: {} }, options);
    };
    return connect(transport);
  };
}

/** Status without a body that the SDK returns if the server closes during a call. */
const endedStatus = 499;

/**
 * The status is 200, not 503, because proxies and clients may repeat a request after 503 although the call may have
 * changed something.
 */
const endedAnswer = (body: unknown): Response =>
  Response.json({
    jsonrpc: '2.0',
    id: (body as { id?: unknown } | null)?.id ?? null,
    error: { code: connectionClosed, message: serverEnded },
  });

/** Checks whether a request only waits for changes, so that shutdown need not wait for it. */
export const isListening = (body: unknown): boolean =>
  (body as { method?: unknown } | null)?.method === 'subscriptions/listen';
