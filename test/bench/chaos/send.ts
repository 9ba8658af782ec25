import { type Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Ways of sending a request and reading its response. */
export const manners = [
  'in one piece',
  'slowly sent',
  'slowly read',
  'dropped after a while',
  'dropped at the first byte',
  'broken off while it is sent',
  'by hand, with 100-continue',
] as const;
export type Manner = (typeof manners)[number];

/** Result of sending a request. */
export type Ended =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string; readonly session: string }
  /** The client itself dropped the request. */
  | { readonly kind: 'left' }
  /** The connection was refused, so nothing was sent. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'broken'; readonly why: string };

export interface Sending {
  readonly url: string;
  readonly agent: Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly manner: Manner;
  /** Delay before a request is dropped, in milliseconds. */
  readonly afterMs: number;
  /** Called with each message of a stream as it arrives. */
  readonly onMessage?: (message: any) => void;
}

/** Maximum time for a response, in milliseconds, even if faults occur between casebridge and the service. */
export const answerWithinMs = 60_000;

/** Sends one request. Never throws. */
export async function send(sending: Sending): Promise<Ended> {
  return sending.manner === 'by hand, with 100-continue' ? sendByHand(sending) : sendByNode(sending);
}

function sendByNode({ url, agent, headers, body, manner, afterMs, onMessage }: Sending): Promise<Ended> {
  return new Promise((resolve) => {
    let isLeft = false;
    const sent = request(url, { method: 'POST', headers, agent });
    const leave = () => {
      isLeft = true;
      sent.destroy();
      resolve({ kind: 'left' });
    };
    const late = setTimeout(() => {
      sent.destroy();
      resolve({ kind: 'broken', why: `no answer within ${answerWithinMs} ms` });
    }, answerWithinMs);
    if (manner === 'dropped after a while') setTimeout(leave, afterMs);
    sent.once('close', () => clearTimeout(late));
    let before: { readonly id: string; readonly at: number } | undefined;
    sent.once('socket', (socket) => {
      listenTo(socket);
      before = usedFor.get(socket);
      usedFor.set(socket, { id: headers['x-request-id'] ?? '', at: performance.now() });
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (isLeft) return;
      resolve(
        error.code === 'ECONNREFUSED'
          ? { kind: 'refused' }
          : {
              kind: 'broken',
              why: `${error}, ${before ? `on the connection of ${before.id} ${Math.round(performance.now() - before.at)} ms after it was sent` : 'on a new connection'}`,
            },
      );
    });
    sent.once('response', (response) => {
      if (manner === 'dropped at the first byte') return leave();
      return void take(response, manner === 'slowly read', onMessage).then(resolve);
    });
    void pour(sent, body, manner, leave);
  });
}

/** Last use of each connection. */
const usedFor = new WeakMap<Socket, { readonly id: string; readonly at: number }>();
const listened = new WeakSet<Socket>();
/** Adds an error listener, because after an early response nothing else handles the connection's errors. */
function listenTo(socket: Socket): void {
  if (!listened.has(socket)) socket.on('error', () => undefined);
  listened.add(socket);
}

async function pour(sent: ClientRequest, body: string, manner: Manner, leave: () => void): Promise<void> {
  const bytes = Buffer.from(body);
  sent.setHeader('content-length', bytes.length);
  if (manner !== 'slowly sent' && manner !== 'broken off while it is sent') return void sent.end(bytes);
  const middle = Math.ceil(bytes.length / 2);
  sent.write(bytes.subarray(0, middle));
  await sleep(40);
  if (manner === 'broken off while it is sent') return leave();
  for (let at = middle; at < bytes.length && !sent.destroyed; at += 64) {
    sent.write(bytes.subarray(at, at + 64));
    await sleep(3);
  }
  sent.end();
  return undefined;
}

/** Reads a response to its end. */
async function take(
  response: IncomingMessage,
  isSlow: boolean,
  onMessage: Sending['onMessage'],
): Promise<Ended> {
  const chunks: Buffer[] = [];
  let told = 0;
  const tell = () => {
    const lines = Buffer.concat(chunks).toString('utf8').split('\n').slice(0, -1);
    for (const line of lines.slice(told))
      if (line.startsWith('data: {')) onMessage?.(JSON.parse(line.slice(6)));
    told = lines.length;
  };
  try {
    for await (const chunk of response) {
      chunks.push(chunk as Buffer);
      if (onMessage) tell();
      if (isSlow) await sleep(30);
    }
  } catch (error) {
    return { kind: 'broken', why: String(error) };
  }
  return {
    kind: 'answered',
    status: response.statusCode ?? 0,
    text: Buffer.concat(chunks).toString('utf8'),
    session: String(response.headers['mcp-session-id'] ?? ''),
  };
}

/** Sends a request without an HTTP library. The body is sent only if the server asks for it. */
function sendByHand({ url, headers, body }: Sending): Promise<Ended> {
  const { hostname, port, pathname, host } = new URL(url);
  const lines = Object.entries({
    host,
    ...headers,
    expect: '100-continue',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    let isSent = false;
    socket.setTimeout(answerWithinMs, () => socket.destroy());
    socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (isSent || !chunk.includes('100 Continue')) return;
      isSent = true;
      socket.write(body);
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? { kind: 'refused' } : { kind: 'broken', why: String(error) }),
    );
    socket.once('close', () => {
      const text = Buffer.concat(chunks)
        .toString('utf8')
        .replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, '');
      const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
      const session = /^mcp-session-id: (\S+)/im.exec(text)?.[1] ?? '';
      const bodyText = unchunked(text);
      if (status === 0) resolve({ kind: 'broken', why: 'the connection ended without an answer' });
      else resolve({ kind: 'answered', status, text: bodyText, session });
    });
  });
}

/** Returns the body of a raw response. */
function unchunked(text: string): string {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (!/transfer-encoding: chunked/i.test(head)) return body;
  // Chunk sizes can be removed by a pattern, because no line of JSON or of an event consists only of
  // hexadecimal digits.
  return body.replace(/(^|\r\n)[\da-f]+\r\n/g, '');
}

/** Returns the response message: the JSON body, or the last message of a stream. */
export function messageIn(text: string): any {
  const data = text.split('\n').filter((line) => line.startsWith('data: {'));
  try {
    return JSON.parse(data.at(-1)?.slice(6) ?? text);
  } catch {
    return undefined;
  }
}
