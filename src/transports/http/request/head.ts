import type { IncomingMessage } from 'node:http';

/** Headers of a request, by lower-case name. Repeated headers are joined with commas (RFC 9110, 5.3). */
export interface HeaderReader {
  get(name: string): string | null;
}

/** Method, address and headers of a request. A web `Request` has this type, too. */
export interface RequestHead {
  readonly method: string;
  /** Address with scheme and host. */
  readonly url: string;
  readonly headers: HeaderReader;
}

/** Reads the head of a request. Nothing is copied. */
export function headOf(incoming: IncomingMessage): RequestHead {
  const { method = '', url: target = '', socket } = incoming;
  const headers = headersOf(incoming);
  const scheme = 'encrypted' in socket ? 'https' : 'http';
  // A request in absolute form contains the whole address (RFC 9112, 3.2.2).
  const url = target.startsWith('/') ? `${scheme}://${headers.get('host') ?? ''}${target}` : target;
  return { method, url, headers };
}

function headersOf(incoming: IncomingMessage): HeaderReader {
  const { headers, rawHeaders } = incoming;
  // For some repeated headers Node keeps only the first value. Here all values count.
  const isDistinct = 2 * Object.keys(headers).length === rawHeaders.length;
  return { get: (name) => textOf(isDistinct ? headers[name] : incoming.headersDistinct[name]) };
}

const textOf = (value: string | string[] | undefined): string | null =>
  typeof value === 'string' ? value : (value?.join(', ') ?? null);
