import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { replies } from './asked.ts';

/** Client of revision 2026-07-28 without a library. It sends valid and invalid messages as they are. */
export interface RawClient {
  /** Returns the whole response, with `result` or `error`. */
  send(method: string, params: object): Promise<any>;
  /** Calls a tool. `extra` contains parameters other than name and arguments. */
  call(name: string, args: unknown, extra?: object): Promise<any>;
}

/** Metadata that the revision requires in every request. */
export const envelope = {
  [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
  [CLIENT_INFO_META_KEY]: { name: 'raw', version: '1' },
  [CLIENT_CAPABILITIES_META_KEY]: { elicitation: { form: {} } },
};

/**
 * @param input stdin of the server
 * @param output stdout of the server
 */
export function speak(input: Writable, output: Readable): RawClient {
  const waiting = new Map<number, (answer: any) => void>();
  createInterface({ input: output }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  let id = 0;
  const send = (method: string, params: object) => {
    id += 1;
    input.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params: { _meta: envelope, ...params } })}\n`,
    );
    return new Promise((resolve) => waiting.set(id, resolve));
  };
  return {
    send,
    call: (name, args, extra = {}) => send('tools/call', { name, arguments: args, ...extra }),
  };
}

/** Returns the user's response to a confirmation, in the form in which a client sends it when it repeats the call. */
export const reply = (kind: keyof typeof replies) => ({ inputResponses: { confirm: replies[kind] } });
