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
  /** Left out: whoever is let in may make every call. */
  readonly scopeCheck?:
    | ((caller: Who, body: unknown, bearer: string | undefined) => Promise<Lack | undefined>)
    | undefined;
  /** Take the client's address from a proxy in front. */
  readonly trustProxy: boolean;
  readonly maxBodyBytes: number;
  /** Requests and streams of one caller at the same time. */
  readonly maxRequestsPerCaller: number;
  /** Left out: nobody asks for too much. */
  readonly counter?: Counter<Who>;
  readonly onError: (error: Error) => void;
  /** Told of each answer when it begins. */
  readonly onAnswer: (answer: HttpAnswer) => void;
  readonly onDropped: UnderWayOptions['onDropped'];
}

/** Where the requests come from. */
export interface Origin {
  readonly bounds: Bounds;
  /** Somebody was let in with this request. */
  readonly know: (request: IncomingMessage) => void;
}

/** The address at which assistants connect. */
export interface McpEndpoint {
  /** Whether a request goes to it, and is called by a name of this server. Pages' questions before a request do not. */
  readonly takes: (request: IncomingMessage) => boolean;
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
  /** What is under way; streams that only wait for something to happen are not awaited. */
  readonly inFlight: Pick<InFlight, 'awaited' | 'waiting' | 'sweep'>;
  /** Ends the streams and requests of a connection of an assistant that has ended. */
  readonly endConnection: (connection: string) => void;
}

/** Of one caller; all of them have room for 64. */
const maxListening = 8;
const slowMs = 1000;
/** A slash at the end is easily typed. */
const target = new RegExp(`^${endpointPath}/?(?:\\?|$)`);

/**
 * Runs the cheapest checks first: target, kind of request, authentication, body.
 * @param page answers a browser
 */
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

  /** @returns the answer, if it has not been written yet */
  const respond = async (exchange: Exchange): Promise<Response | undefined> => {
    const { head, incoming, outgoing, ended } = exchange;
    for (const guard of guards) {
      const refused = guard(head);
      if (refused !== undefined) return refused;
    }
    const isPost = head.method === 'POST';
    // From its beginning: the server may be told to end while it asks who sends this.
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
    // Answers that are written at the same moment would be too much before anybody looks.
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
    // It lasts until the server ends: a proxy that kept its connection would send the next request into that end.
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

/** Whoever does not wait is made to: refusals as fast as they are asked for would take the time of the others. */
async function refuseSlowly({ kind, message, retryAfterMs }: Full): Promise<Response> {
  await sleep(slowMs);
  return countedAs(kind, refuse(429, message, retryAfter(retryAfterMs)));
}

/** The nearest address that was not made up: a proxy adds the one it saw at the end. */
export function clientAddress(incoming: IncomingMessage, trustProxy: boolean): string {
  const chain = trustProxy ? incoming.headersDistinct['x-forwarded-for'] : undefined;
  return chain?.join(',').split(',').at(-1)?.trim() ?? incoming.socket.remoteAddress ?? '';
}
