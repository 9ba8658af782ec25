import { isJsonContentType } from '@modelcontextprotocol/server';
import type { Addresses } from '../addresses.ts';
import { countedAs, refuse } from './error-response.ts';
import type { RequestHead } from './head.ts';

/**
 * What a request has to be before anybody asks who sent it.
 * @returns the refusal; undefined where it may go on
 */
export type Guard = (request: RequestHead) => Response | undefined;

/** A page of somebody else's that a name server points here (DNS rebinding) names its own host. */
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

/** What a request for a proxy names itself; RFC 9112, 3.2.2. Of any other it is the Host header. */
const authorityOf = (url: string) => url.slice(url.indexOf('//') + 2, url.indexOf('/', 'https://'.length));

/** Browsers say from which page a request comes; scheme, host and port all have to fit. Other clients say nothing. */
export function originGuard({ origins }: Addresses): Guard {
  return ({ headers }) => {
    const origin = headers.get('origin');
    if (origin === null || origins.has(origin)) return undefined;
    return countedAs('origin', refuse(403, `Web pages of ${shown(origin)} may not use this server.`));
  };
}

export const methods = ['GET', 'POST', 'DELETE'];

export const methodGuard: Guard = ({ method }) =>
  methods.includes(method)
    ? undefined
    : refuse(405, `${shown(method)} is none of ${methods.join(', ')}.`, { allow: methods.join(', ') });

/** A form of any page can send text; only a program can send JSON. */
export const contentTypeGuard: Guard = ({ method, headers }) =>
  method !== 'POST' || isJsonContentType(headers.get('content-type'))
    ? undefined
    : refuse(415, 'The Content-Type must be application/json.');

/** What is announced as too large is not waited for. */
export function lengthGuard(maxBytes: number): Guard {
  return ({ headers }) =>
    Number(headers.get('content-length') ?? 0) > maxBytes ? bodyTooLarge(maxBytes) : undefined;
}

export const bodyTooLarge = (maxBytes: number, headers: Readonly<Record<string, string>> = {}) =>
  refuse(413, `A request may have at most ${maxBytes} bytes at most.`, headers);

const shown = (text: string) => JSON.stringify(text.slice(0, 80));
