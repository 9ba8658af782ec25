import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import { replies } from './asked.ts';

/** A client of the 2026-07-28 revision without a library: what it sends is what a test wrote, right or wrong. */
export interface RawClient {
  /** The whole answer: with `result` or with `error`. */
  send(method: string, params: object): Promise<any>;
  /** A tool call; `extra` goes beside name and arguments. */
  call(name: string, args: unknown, extra?: object): Promise<any>;
}

/** What the revision wants with every request. */
export const envelope = {
  [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
  [CLIENT_INFO_META_KEY]: { name: 'raw', version: '1' },
  [CLIENT_CAPABILITIES_META_KEY]: { elicitation: { form: {} } },
};

/** @param input the server's stdin; @param output its stdout */
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

/** The answer of a human, as a client sends it with the second request. */
export const reply = (kind: keyof typeof replies) => ({ inputResponses: { confirm: replies[kind] } });
