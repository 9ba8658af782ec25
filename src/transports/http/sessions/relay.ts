import type { JSONRPCMessage, RequestId, Transport } from '@modelcontextprotocol/server';
import { ifStoreFails, type SharedState } from '../../../shared-state/shared-state.ts';

/** Passes messages of a session to the process that waits for them: answers to server requests, and cancellations. */
export interface Relay {
  /** Adds the process id to the ids of server requests, so that any process can pass on their answers. */
  mark(transport: Transport): void;
  /**
   * Passes on messages for other processes.
   * @returns the messages for this process; undefined if there are none. @throws SharedStateError if they cannot be
   * passed on
   */
  sort(body: unknown, session: SessionName): Promise<unknown>;
  /** Notifies the other processes that a client has ended its session. */
  end(session: SessionName): Promise<void>;
}

/** Name of a session in all processes. */
export interface SessionName {
  readonly id: string;
  readonly callerId: string;
}

export interface Relayed extends SessionName {
  /** The message. Undefined if the session has ended. */
  readonly message?: JSONRPCMessage;
}

/** Adds the process id to a request id, so that the answer reaches that process. */
const markOf = (process: string, id: RequestId) => `${process}.${id}`;

interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly requestId?: RequestId };
}

/** Creates the relay. @param onRelayed called with a message or the end of a session, from another process */
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
  /** Returns the original id of an answered request; `elsewhere` if another process sent the request. */
  const askedAs = (id: unknown): { readonly own: number } | 'elsewhere' => {
    const [, who, number] = /^([\w-]+)\.(\d+)$/.exec(String(id)) ?? [];
    return who === process ? { own: Number(number) } : 'elsewhere';
  };
  const sortOne = async (message: Message, session: SessionName): Promise<unknown> => {
    if (message.method === 'notifications/cancelled')
      // The process that handles the request cancels it; the others ignore the message.
      await tell({ ...session, message: message as JSONRPCMessage }).catch(ifStoreFails);
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
    end: (session) => tell(session).catch(ifStoreFails),
  };
}
