import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Addresses, endpointPath, networkOf } from './addresses.ts';
import {
  type Authenticate,
  accountOfCaller,
  bearerOf,
  type Caller,
  type Counter,
  challenge,
  type Lack,
  lackOfScope,
} from './authentication.ts';
import type { Bounds } from './connections/bounds.ts';
import { createInFlight, type Full, type InFlight, type UnderWayOptions } from './connections/in-flight.ts';
import { createOpenAnswers } from './connections/open-answers.ts';
import { createReserve } from './connections/reserve.ts';
import { crossOrigin } from './cross-origin.ts';
import { Exchange, type HttpAnswer } from './exchange.ts';
import { challengeParameters, type OAuthSignIn, whereToSignIn } from './oauth.ts';
import type { ProtocolRouter } from './protocol-router.ts';
import { readBody } from './request/body.ts';
import { countedAs, refuse, retryAfter } from './request/error-response.ts';
import {
  contentTypeGuard,
  type Guard,
  hostGuard,
  lengthGuard,
  methodGuard,
  originGuard,
} from './request/guards.ts';
import { headOf } from './request/head.ts';
import { isListening } from './stateless.ts';

export interface EndpointOptions<Who extends Caller> {
  readonly authenticate: Authenticate<Who>;
  readonly signIn: OAuthSignIn;
  /** Returns the scopes that a request lacks. Default: authenticated callers may make every call. */
  readonly scopeCheck?:
    | ((caller: Who, body: unknown, bearer: string | undefined) => Promise<Lack | undefined>)
    | undefined;
  /** Whether to take the client's address from the header of a proxy. */
  readonly trustProxy: boolean;
  readonly maxBodyBytes: number;
  /** Maximum number of concurrent requests and streams of one caller. */
  readonly maxRequestsPerCaller: number;
  /** Default: no rate limit. */
  readonly counter?: Counter<Who>;
  readonly onError: (error: Error) => void;
  /** Called for each response when it begins. */
  readonly onAnswer: (answer: HttpAnswer) => void;
  readonly onDropped: UnderWayOptions['onDropped'];
}

/** The connections from which requests come. */
export interface Origin {
  readonly bounds: Bounds;
  /** Records that the caller of a request was authenticated. */
  readonly know: (request: IncomingMessage) => void;
}

export interface McpEndpoint {
  /** Checks whether a request is for the endpoint of this server. Returns false for a preflight request. */
  readonly takes: (request: IncomingMessage) => boolean;
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
  /** Requests in flight. Shutdown does not wait for streams that only listen for changes. */
  readonly inFlight: Pick<InFlight, 'awaited' | 'waiting' | 'sweep'>;
  /** Ends the streams and requests of an assistant's connection that has ended. */
  readonly endConnection: (connection: string) => void;
}

/** Maximum number of subscriptions of one caller. Further ones are refused. All callers together may have 64. */
const maxListening = 8;
const slowMs = 1000;
/** Matches the path of the endpoint, also with a slash at the end, because users may type one. */
const target = new RegExp(`^${endpointPath}/?(?:\\?|$)`);

/** Creates the endpoint, with the cheapest checks first. @param page answers a browser */
export function createEndpoint<Who extends Caller>(
  addresses: Addresses,
  options: EndpointOptions<Who>,
  { answer }: Pick<ProtocolRouter, 'answer'>,
  page: Guard,
  { bounds, know }: Origin,
): McpEndpoint {
  const { signIn, maxBodyBytes, counter, onError, onDropped, onAnswer, trustProxy } = options;
  const inFlight = createInFlight({ max: options.maxRequestsPerCaller, bounds, onDropped });
  const listening = createInFlight({ max: maxListening, bounds, onDropped });
  const openAnswers = createOpenAnswers();
  const reserve = createReserve();
  const parameters = challengeParameters(addresses, signIn);
  const guards: readonly Guard[] = [
    hostGuard(addresses),
    originGuard(addresses),
    methodGuard,
    page,
    contentTypeGuard,
    lengthGuard(maxBodyBytes),
  ];
  const fieldsFor = crossOrigin(addresses);

  /** Processes a request. @returns the response; undefined if it was already written */
  const respond = async (exchange: Exchange): Promise<Response | undefined> => {
    const { head, incoming, outgoing, ended } = exchange;
    for (const guard of guards) {
      const refused = guard(head);
      if (refused !== undefined) return refused;
    }
    const isPost = head.method === 'POST';
    // Count the request from the beginning, because shutdown may start during authentication.
    const letGo = isPost ? inFlight.await(ended) : undefined;
    const bearer = bearerOf(head.headers);
    const found = await options.authenticate(bearer, networkOf(clientAddress(incoming, trustProxy)));
    if ('rejected' in found) return challenge(found.rejected, bearer !== undefined, parameters);
    const { caller } = found;
    exchange.caller = caller.id;
    know(incoming);
    const account = accountOfCaller(caller);
    const read = (maxBytes: number) => {
      if (incoming.headers.expect !== undefined) outgoing.writeContinue();
      return readBody(incoming, maxBytes, (bytes) => counter?.weigh(caller, bytes));
    };
    const full = inFlight.begin(account, outgoing, ended);
    const spare = full && (await reserve.read(account, head, read, ended));
    const refused = (spare ? undefined : full) ?? counter?.request(caller);
    if (refused) return refuseSlowly({ kind: 'requests_limit', ...refused });
    // Check after each large write, because concurrent responses could exceed the limit before the periodic check.
    exchange.onLargeWrite = inFlight.sweep;
    if (caller.connection !== undefined) openAnswers.add(caller.connection, outgoing, ended);
    const body = spare ?? (isPost ? await read(maxBodyBytes) : { json: undefined });
    if ('refused' in body) return body.refused;
    const lack = await options.scopeCheck?.(caller, body.json, bearer);
    if (lack) return lackOfScope(lack, whereToSignIn(addresses, signIn));
    if (isListening(body.json)) {
      const full = listening.begin(account, outgoing, ended);
      if (full) return refuseSlowly(full);
      letGo?.();
    }
    // The response to a GET or to a subscription lasts until shutdown. Its connection must not be reused, because a
    // proxy could send the next request just when the connection closes.
    exchange.isLasting = !isPost || isListening(body.json);
    return answer(exchange, body.json, {
      caller,
      requestId: exchange.requestId,
      traceparent: head.headers.get('traceparent') ?? undefined,
      tracestate: head.headers.get('tracestate') ?? undefined,
      ended,
    });
  };

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const exchange = new Exchange(incoming, outgoing, {
      address: clientAddress(incoming, trustProxy),
      fields: fieldsFor(headOf(incoming).headers),
      onAnswer,
    });
    try {
      const response = await respond(exchange);
      if (response !== undefined) await exchange.respond(response);
    } catch (error) {
      onError(error as Error);
      if (outgoing.headersSent) outgoing.destroy();
      else await exchange.respond(serverFailure());
    }
  };

  return {
    takes: ({ method, url = '', headers }) =>
      method !== 'OPTIONS' && target.test(url) && addresses.hosts.has(headers.host?.toLowerCase() ?? ''),
    serve: (incoming, outgoing) => void serve(incoming, outgoing),
    inFlight,
    endConnection: openAnswers.end,
  };
}

export const serverFailure = (): Response =>
  refuse(500, 'The server failed while handling the request; its log has details.', {}, -32_603);

/** Refuses a request after a delay. Otherwise a caller who retries immediately would take time from other callers. */
async function refuseSlowly({ kind, message, retryAfterMs }: Full): Promise<Response> {
  await sleep(slowMs);
  return countedAs(kind, refuse(429, message, retryAfter(retryAfterMs)));
}

/**
 * Returns the address of the client. Behind a proxy, this is the last one in `X-Forwarded-For`, which the proxy itself
 * has added. The client may have forged the others.
 */
export function clientAddress(incoming: IncomingMessage, trustProxy: boolean): string {
  const chain = trustProxy ? incoming.headersDistinct['x-forwarded-for'] : undefined;
  return chain?.join(',').split(',').at(-1)?.trim() ?? incoming.socket.remoteAddress ?? '';
}
