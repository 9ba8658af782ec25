import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { type SharedState, SharedStateError } from '../../../shared-state/shared-state.ts';

/**
 * Messages of a session that reach another process than the one which waits for them: answers to what that asked its
 * client, and what the client no longer waits for.
 */
export interface Relay {
  /** From now on each process can tell whose question an answer belongs to. */
  mark(transport: Transport): void;
  /**
   * Passes on what another process waits for.
   * @returns what this one has to look at; undefined: nothing. @throws SharedStateError where it cannot be passed on
   */
  sort(body: unknown, session: SessionName): Promise<unknown>;
  /** Tells the others that a client has ended its session. */
  end(session: SessionName): Promise<void>;
}

/** A session as its processes know it. */
export interface SessionName {
  readonly id: string;
  readonly callerId: string;
}

export interface Relayed extends SessionName {
  /** Left out: the session has ended. */
  readonly message?: JSONRPCMessage;
}

/** What a process makes of its own ids, and reads of those that come back. */
const markOf = (process: string, id: RequestId) => `${process}.${id}`;

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: RequestId };
}

/** @param onRelayed told of what concerns sessions of this process */
export function createRelay(state: SharedState, onRelayed: (relayed: Relayed) => void): Relay {
  const { process } = state;
  const tell = (relayed: Relayed) => state.tell('session', JSON.stringify(relayed));
  const marked = <Sent extends JSONRPCMessage>(message: Sent): Sent => {
    if (!('method' in message)) return message;
    if ('id' in message) return { ...message, id: markOf(process, message.id as RequestId) };
    const { requestId } = (message.params ?? {}) as { requestId?: RequestId };
    if (message.method !== 'notifications/cancelled' || requestId === undefined) return message;
    return { ...message, params: { ...message.params, requestId: markOf(process, requestId) } };
  };
  /** The id by which this process knows what is answered; `elsewhere`: another one asked. */
  const askedAs = (id: unknown): { readonly own: number } | 'elsewhere' => {
    const [, who, number] = /^([\w-]+)\.(\d+)$/.exec(String(id)) ?? [];
    return who === process ? { own: Number(number) } : 'elsewhere';
  };
  const sortOne = async (message: Message, session: SessionName): Promise<unknown> => {
    if (message.method === 'notifications/cancelled')
      // Whoever has the request ends it, and the others know nothing of it.
      await tell({ ...session, message: message as JSONRPCMessage }).catch(orNothing);
    const isAnswer = message.method === undefined && ('result' in message || 'error' in message);
    if (!isAnswer) return message;
    const asked = askedAs(message.id);
    if (asked !== 'elsewhere') return { ...message, id: asked.own };
    await tell({ ...session, message: message as JSONRPCMessage });
    return undefined;
  };
  state.listen('session', (text) => {
    const relayed = JSON.parse(text) as Relayed;
    const { message } = relayed;
    if (message === undefined || 'method' in message) return onRelayed(relayed);
    const asked = askedAs(message.id);
    if (asked !== 'elsewhere') onRelayed({ ...relayed, message: { ...message, id: asked.own } });
  });
  return {
    mark: (transport) => {
      const send = transport.send.bind(transport);
      transport.send = (message, options) => send(marked(message), options);
    },
    sort: async (body, session) => {
      if (typeof body !== 'object' || body === null) return body;
      if (!Array.isArray(body)) return sortOne(body, session);
      const left = await Promise.all(body.map((message) => sortOne(message as Message, session)));
      const own = left.filter((message) => message !== undefined);
      return own.length === 0 ? undefined : own;
    },
    end: (session) => tell(session).catch(orNothing),
  };
}

function orNothing(error: unknown): undefined {
  if (error instanceof SharedStateError) return undefined;
  throw error;
}
