import { isJsonContentType } from '@modelcontextprotocol/server';
import type { Addresses } from '../addresses.ts';
import { countedAs, refuse } from './error-response.ts';
import type { RequestHead } from './head.ts';

/** Checks a request before authentication. Returns the refusal, if there is one. */
export type Guard = (request: RequestHead) => Response | undefined;

/** Refuses other hosts. A page that uses DNS rebinding sends its own host name. */
export function hostGuard({ hosts }: Addresses): Guard {
  return ({ headers, url }) => {
    const host = headers.get('host') ?? '';
    const names = { 'Host header': host, target: authorityOf(url) };
    for (const [place, name] of Object.entries(names))
      if (!hosts.has(name.toLowerCase()))
        return countedAs(
          'host',
          refuse(403, `The ${place} (${shown(name)}) is not an address of this server.`),
        );
    return undefined;
  };
}

/**
 * Returns the host in the address of a request. A request in absolute form contains it (RFC 9112, 3.2.2). For other
 * requests it is the Host header.
 */
const authorityOf = (url: string) => url.slice(url.indexOf('//') + 2, url.indexOf('/', 'https://'.length));

/** Refuses web pages that are not allowed. Other clients send no origin. */
export function originGuard({ origins }: Addresses): Guard {
  return ({ headers }) => {
    const origin = headers.get('origin');
    if (origin === null || origins.has(origin)) return undefined;
    return countedAs('origin', refuse(403, `Web pages from ${shown(origin)} may not use this server.`));
  };
}

export const methods = ['GET', 'POST', 'DELETE'];

export const methodGuard: Guard = ({ method }) =>
  methods.includes(method)
    ? undefined
    : refuse(405, `${shown(method)} is none of ${methods.join(', ')}.`, { allow: methods.join(', ') });

/** Requires JSON, because a form on any web page can send plain text, but not JSON. */
export const contentTypeGuard: Guard = ({ method, headers }) =>
  method !== 'POST' || isJsonContentType(headers.get('content-type'))
    ? undefined
    : refuse(415, 'The Content-Type must be application/json.');

/** Refuses a body with a too large `Content-Length` before it is read. */
export function lengthGuard(maxBytes: number): Guard {
  return ({ headers }) =>
    Number(headers.get('content-length') ?? 0) > maxBytes ? bodyTooLarge(maxBytes) : undefined;
}

export const bodyTooLarge = (maxBytes: number, headers: Readonly<Record<string, string>> = {}) =>
  refuse(413, `A request may have at most ${maxBytes} bytes.`, headers);

const shown = (text: string) => JSON.stringify(text.slice(0, 80));
