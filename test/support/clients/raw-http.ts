import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { envelope } from './raw.ts';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The message in a JSON body, or the last message of an event stream. */
  readonly message: any;
}

export interface RawRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
  readonly agent?: RequestOptions['agent'];
  /** Aborts the request and closes the connection. */
  readonly signal?: AbortSignal | undefined;
}

/** Sends one request without a library. A test sets all headers, including Host. */
export function rawRequest(url: string, wanted: RawRequest = {}): Promise<RawAnswer> {
  const { hostname, port, pathname } = new URL(url);
  const { method = 'POST', path = pathname, headers = {}, body, agent, signal } = wanted;
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: hostname, port, method, path, headers: headers as Record<string, string>, agent, signal },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            message: messageIn(text),
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function messageIn(text: string): any {
  const data = text
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .at(-1);
  try {
    return JSON.parse(data === undefined ? text : data.slice('data: '.length));
  } catch {
    return undefined;
  }
}

/** Headers of every request with a JSON-RPC message. */
export const jsonHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
};

export interface MessageOptions {
  readonly id?: number | string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: RequestOptions['agent'];
  readonly signal?: AbortSignal | undefined;
}

/** Sends a request of revision 2026-07-28. */
export function modernRequest(
  url: string,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  { id = 1, headers = {}, agent, signal }: MessageOptions = {},
): Promise<RawAnswer> {
  const named = params.name ?? params.uri;
  const name: Record<string, string> = typeof named === 'string' ? { 'mcp-name': named } : {};
  return rawRequest(url, {
    headers: {
      ...jsonHeaders,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...name,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params: { _meta: envelope, ...params } }),
    agent,
    signal,
  });
}

/** Sends a message of revision 2025-11-25, within a session if `headers` contain its id. */
export function sessionMessage(
  url: string,
  message: object,
  { headers = {}, agent, signal }: MessageOptions = {},
): Promise<RawAnswer> {
  return rawRequest(url, {
    headers: { ...jsonHeaders, 'mcp-protocol-version': '2025-11-25', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    agent,
    signal,
  });
}

/**
 * Starts a session.
 * @returns the headers for further requests of the session
 */
export async function beginSession(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  capabilities: object = {},
): Promise<Record<string, string>> {
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  const {
    status,
    headers: answered,
    text,
  } = await sessionMessage(url, { id: 0, method: 'initialize', params }, { headers });
  const id = answered['mcp-session-id'];
  if (status !== 200 || typeof id !== 'string') throw new Error(`no session: ${status} ${text}`);
  const session = { ...headers, 'mcp-session-id': id };
  await sessionMessage(url, { method: 'notifications/initialized' }, { headers: session });
  return session;
}
