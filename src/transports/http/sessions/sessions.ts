import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  type JSONRPCMessage,
  type McpServer,
  type Server,
} from '@modelcontextprotocol/server';
import { LRUCache } from 'lru-cache';
import { type SharedState, SharedStateError } from '../../../shared-state/shared-state.ts';
import { letGo } from '../../../util/let-go.ts';
import { ownText } from '../../../util/own-text.ts';
import { accountOfCaller, type Caller, type HttpCall } from '../authentication.ts';
import type { Exchange } from '../exchange.ts';
import { countedAs, refuse, retryAfter } from '../request/error-response.ts';
import { type EventPlace, placeOfEvent } from './event-ids.ts';
import { createEventStores, type SessionEvents } from './event-store.ts';
import { answerTo, type ProtocolRefusal } from './protocol-refusals.ts';
import { createRelay, type SessionName } from './relay.ts';
import { idLifetimeMs, type SessionIds } from './session-ids.ts';
import { cancelledBy, introduction, serverEnded, sessionEnded } from './session-messages.ts';
import { createSharedEvents } from './shared-events.ts';
import { SessionTransport } from './transport.ts';

export interface SessionLimits {
  /** Maximum number of sessions of all callers. Beyond it, a new one is refused. */
  readonly max: number;
  /**
   * Maximum number of sessions of one caller. Beyond it, the caller's longest idle session is closed. If none is idle,
   * the new session is refused.
   */
  readonly maxPerCaller: number;
  /** Time after which a session without requests and open streams is closed, in milliseconds. */
  readonly idleMs: number;
  /** Ids with which another process can continue a session. Default: sessions end with this process. */
  readonly ids?: SessionIds | undefined;
  /** State shared by processes, so that any of them can answer any request of a session. Default: none. */
  readonly state?: SharedState | undefined;
}

interface Session {
  readonly callerId: string;
  readonly connection: string | undefined;
  /** Returns the identity under which limits count the session. */
  readonly account: () => string;
  readonly transport: SessionTransport;
  readonly isOwn: SessionEvents['isOwn'];
  readonly close: () => Promise<void>;
  /** Number of requests and streams in flight. */
  open: number;
  /** Time of the last use, on the monotonic clock. */
  usedAt: number;
}

/** Sessions of clients of revision 2025-11-25 and older. */
export interface Sessions {
  /** Answers a request. @returns the response; undefined if it was already written */
  handle(exchange: Exchange, body: unknown, call: HttpCall<Caller>): Promise<Response | undefined>;
  count(): number;
  /** Closes the sessions of an assistant's connection. */
  endOf(connection: string): void;
  /** Closes sessions that have been idle for too long. Must be called periodically. */
  sweep(): void;
  /** Answers all waiting requests with an error, closes all sessions, and accepts no new requests. */
  closeAll(): Promise<void>;
}

const header = 'mcp-session-id';
/** Maximum number of ended sessions that are remembered: about 2 MB. */
const maxEnded = 10_000;
/** Maximum size of an `initialize` request, in characters of JSON, because the session keeps it. */
const maxIntroduction = 32 * 1024;

export interface SessionReports {
  readonly onError: (error: Error) => void;
  readonly onRefused: (call: HttpCall<Caller>, refusal: ProtocolRefusal) => void;
}

/** Creates the registry of sessions. @param createServer creates a new server for each session */
export function createSessions(
  createServer: (call: HttpCall<Caller>) => Server | McpServer,
  limits: SessionLimits,
  { onError, onRefused }: SessionReports,
): Sessions {
  const sessions = new Map<string, Session>();
  const { ids } = limits;
  const resuming = new Map<string, Promise<Session | Response | undefined>>();
  /** Sessions that clients have ended. The key is the beginning of the id, which is unique. */
  const ended = letGo(new LRUCache<string, true>({ max: maxEnded, ttl: idLifetimeMs }));
  const state = limits.state?.isShared ? limits.state : undefined;
  const shared = state && createSharedEvents(state);
  const events = createEventStores(undefined, shared, state?.process);
  const relay =
    state &&
    createRelay(state, ({ id, callerId, message }) => {
      const session = sessions.get(id);
      if (session?.callerId !== callerId) return;
      if (message === undefined) void session.close();
      else take(session, message);
    });
  let isClosed = false;

  const open = async (id: string, call: HttpCall<Caller>): Promise<Session> => {
    const own = events.forSession(markOf(id));
    const transport = new SessionTransport({
      id,
      events: own,
      onBegun: () => void sessions.set(id, session),
    });
    relay?.mark(transport);
    const server = createServer(call);
    const { caller } = call;
    const session: Session = {
      callerId: caller.id,
      connection: caller.connection,
      account: () => accountOfCaller(caller),
      transport,
      isOwn: own.isOwn,
      close: () => server.close().catch(onError),
      open: 0,
      usedAt: performance.now(),
    };
    transport.onerror = onError;
    await server.connect(transport);
    // Called after a DELETE, and when this server closes the session.
    const { onclose } = transport;
    transport.onclose = () => {
      sessions.delete(id);
      own.forget();
      onclose?.();
    };
    return session;
  };

  /** Makes room for another session of a caller. @returns the refusal if there is no room */
  const refuseRoom = ({ caller }: HttpCall<Caller>): Response | undefined => {
    const account = accountOfCaller(caller);
    const own = [...sessions.values()].filter((session) => session.account() === account);
    if (own.length >= limits.maxPerCaller) {
      const idle = own.filter((session) => session.open === 0).sort((a, b) => a.usedAt - b.usedAt)[0];
      if (idle === undefined)
        return countedAs(
          'own_sessions_limit',
          refuse(429, `${own.length} sessions are in use: end one first.`, retryAfter(60_000)),
        );
      void idle.close();
    }
    if (sessions.size < limits.max) return undefined;
    const full = 'The server has reached its limit of sessions: try again later.';
    return countedAs('sessions_limit', refuse(503, full, retryAfter(30_000)));
  };

  const begin = async ({ head: { method } }: Exchange, body: unknown, call: HttpCall<Caller>) => {
    // Answer 405, which means that there is no stream, because clients of older revisions send a GET even without a
    // session.
    if (method === 'GET')
      return refuse(405, 'A stream needs a session: begin with initialize, sent by POST.', { allow: 'POST' });
    if (method !== 'POST' || !isInitializeRequest(body))
      return refuse(400, 'The Mcp-Session-Id header is missing: begin with initialize.');
    if (JSON.stringify(body).length > maxIntroduction)
      return refuse(413, `An initialize has at most ${maxIntroduction} characters.`, {}, -32_600);
    return refuseRoom(call) ?? open(ids?.mint(body.params, call.caller.id) ?? randomUUID(), call);
  };

  const endEverywhere = async (session: SessionName) => {
    await state?.put(endedKey(session.id), 'ended', idLifetimeMs).catch(onError);
    await relay?.end(session);
  };
  /** If the store is unavailable, the session counts as valid, because its id is useless without the caller's token. */
  const isOver = async (id: string) => (await state?.get(endedKey(id)).catch(() => undefined)) !== undefined;

  /** Continues a session that began in another process, from the client's data in the session id. */
  const resume = async (id: string, call: HttpCall<Caller>) => {
    const params = ended.has(markOf(id)) ? undefined : ids?.read(id, call.caller.id);
    if (params === undefined || (await isOver(id))) return undefined;
    const refused = refuseRoom(call);
    if (refused) return refused;
    const session = await open(id, call);
    await session.transport.introduce(introduction(params), call);
    return session;
  };

  /** Continues a session once. Concurrent requests wait for the same result. */
  const resumeOnce = (id: string, call: HttpCall<Caller>) => {
    const key = `${call.caller.id} ${id}`;
    const begun = resuming.get(key) ?? resume(id, call).finally(() => resuming.delete(key));
    resuming.set(key, begun);
    return begun;
  };

  /** Ends a session at the request of its client. */
  const end = async (session: Session, name: SessionName): Promise<Response> => {
    // Record the end, because otherwise any process could continue a session whose id contains its data.
    if (ids !== undefined) ended.set(markOf(name.id), true);
    if (relay !== undefined) void endEverywhere(name);
    await session.transport.refuseAll(sessionEnded);
    await session.transport.close();
    return new Response(null, { status: 200 });
  };

  const answer = async (
    session: Session,
    name: SessionName,
    exchange: Exchange,
    body: unknown,
    call: HttpCall<Caller>,
  ) => {
    const { transport } = session;
    const { method } = exchange.head;
    const refusal =
      method === 'POST'
        ? transport.post(exchange, body, call)
        : method === 'GET'
          ? transport.listen(exchange)
          : transport.refuseEnd(exchange);
    if (refusal !== undefined) {
      onRefused(call, refusal);
      return answerTo(refusal);
    }
    if (method === 'DELETE') return end(session, name);
    forgetCancelled(session, body);
    return undefined;
  };

  return {
    handle: async (exchange, body, call) => {
      if (isClosed) return refuse(503, 'The server is shutting down: try again.', retryAfter(1000));
      const id = exchange.head.headers.get(header);
      const session =
        id === null ? await begin(exchange, body, call) : (sessions.get(id) ?? (await resumeOnce(id, call)));
      if (session instanceof Response) return session;
      // Do not reveal that another caller has this session.
      if (session === undefined || session.callerId !== call.caller.id)
        return refuse(404, 'There is no such session: begin a new one with initialize.', {}, -32_001);
      session.open += 1;
      void call.ended.then(() => {
        session.open -= 1;
        session.usedAt = performance.now();
        // Close a session whose `initialize` was invalid.
        if (session.transport.sessionId === undefined) void session.close();
      });
      const name = { id: session.transport.sessionId ?? id ?? '', callerId: session.callerId };
      const elsewhere = eventElsewhere(exchange, session);
      if (elsewhere && shared) return shared.follow(markOf(name.id), elsewhere);
      if (relay === undefined) return answer(session, name, exchange, body, call);
      const own = await relay.sort(body, name).catch(refuseAway);
      if (own instanceof Response) return own;
      if (own === undefined && body !== undefined) return new Response(null, { status: 202 });
      return answer(session, name, exchange, own, call);
    },
    count: () => sessions.size,
    endOf: (connection) => {
      for (const one of [...sessions.values()]) if (one.connection === connection) void one.close();
    },
    sweep: () => {
      const since = performance.now() - limits.idleMs;
      for (const session of [...sessions.values()])
        if (session.open === 0 && session.usedAt < since) void session.close();
        else session.transport.keepAlive();
      events.sweep();
    },
    closeAll: async () => {
      isClosed = true;
      await Promise.all(
        [...sessions.values()].map(async ({ transport, close }) => {
          await transport.refuseAll(serverEnded);
          await close();
        }),
      );
    },
  };
}

/** Processes a message that another process received. */
function take(session: Session, message: JSONRPCMessage): void {
  session.transport.onmessage?.(message);
  forgetCancelled(session, message);
}

/** Ends the stream of a cancelled request, because it would occupy one of the caller's slots. */
function forgetCancelled({ transport }: Session, message: unknown): void {
  const cancelled = cancelledBy(message);
  if (cancelled !== undefined) transport.forget(cancelled);
}

/** Returns the refusal if the store is unavailable. @throws every other error */
function refuseAway(error: unknown): Response {
  if (!(error instanceof SharedStateError)) throw error;
  return refuse(503, 'The answer cannot be delivered right now: send it again.', retryAfter(1000));
}

/** Returns the client's position in a stream that this session does not have. */
function eventElsewhere({ head }: Exchange, session: Session): EventPlace | undefined {
  const last = head.method === 'GET' ? head.headers.get('last-event-id') : null;
  return last === null || session.isOwn(last) ? undefined : placeOfEvent(last);
}

const endedKey = (id: string) => `ended:${markOf(id)}`;
const markOf = (id: string) => ownText(id.slice(0, 16));
