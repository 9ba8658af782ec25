import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';

/** The requests of one session that wait for their answers. */
export interface Unanswered {
  /** Nobody waits for it any more. */
  forget(id: RequestId): void;
  /**
   * Answers all with an error: a stream that ends without an answer would leave clients to come back for it, or to wait
   * until their time is over, though nobody has it.
   * @param why in words for the client
   */
  refuse(why: string): Promise<void>;
}

/** As the SDKs number the end of a connection. */
const connectionClosed = -32_000;
/** Whoever gives up waiting must not believe that nothing happened. */
export const unknownOutcome = 'Nothing is known about the outcome: look before doing it again.';

/** @param transport before a server is connected to it */
export function watchUnanswered(transport: Transport): Unanswered {
  const asked = new Set<RequestId>();
  transport.onmessage = (message) => {
    if (isJSONRPCRequest(message)) asked.add(message.id);
  };
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const isAnswer = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
    if (isAnswer && message.id !== undefined) asked.delete(message.id);
    return send(message, options);
  };
  return {
    forget: (id) => void asked.delete(id),
    refuse: async (why) => {
      const error = { code: connectionClosed, message: `${why} ${unknownOutcome}` };
      await Promise.allSettled([...asked].map((id) => transport.send({ jsonrpc: '2.0', id, error })));
    },
  };
}
