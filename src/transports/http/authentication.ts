import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';
import { countedAs, type RefusalKind, refuse, retryAfter } from './request/error-response.ts';
import type { HeaderReader } from './request/head.ts';

export interface Caller {
  /** Key that identifies the caller. Each session belongs to one caller. */
  readonly id: string;
  /** Returns the identity for limits, because a person may have several tokens. Default: the id. */
  readonly account?: () => string;
  /** Id of the connection to which the caller's token belongs. Streams and sessions end with the connection. */
  readonly connection?: string;
}

export const accountOfCaller = ({ id, account }: Caller): string => account?.() ?? id;

/** Counts the requests of callers for rate limits. */
export interface Counter<Who extends Caller> {
  /** Counts a request. @returns reason of a refusal, and time until a retry; undefined if it is allowed */
  request(caller: Who): { readonly message: string; readonly retryAfterMs: number } | undefined;
  /** Counts the bytes of a request body. */
  weigh(caller: Who, bytes: number): void;
}

/** A failed authentication, as the HTTP response reports it. */
export interface AuthRejection {
  /** 401: sign in again. 429: too many attempts. 502 and 503: the token cannot be checked now. */
  readonly status: 401 | 429 | 502 | 503;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
}

/**
 * Determines the caller of a request.
 * @param bearer token of the `Authorization` header
 * @param address address of the client, if it is known
 */
export type Authenticate<Who extends Caller> = (
  bearer: string | undefined,
  address: string,
) => Promise<{ readonly caller: Who } | { readonly rejected: AuthRejection }>;

/** Data of an HTTP request that is available to tools. */
export interface HttpCall<Who extends Caller> {
  readonly caller: Who;
  readonly requestId: string;
  /** Header of W3C Trace Context, unchanged. The same applies to `tracestate`. */
  readonly traceparent: string | undefined;
  readonly tracestate: string | undefined;
  /** Resolves when the response has been sent or the client has disconnected. */
  readonly ended: Promise<unknown>;
}

/** Wraps a call for the SDK, which passes it to the tools. The token is left out. */
export const asAuthInfo = (call: HttpCall<Caller>): AuthInfo => ({
  token: '',
  clientId: call.caller.id,
  scopes: [],
  extra: { call },
});

/** Returns the HTTP request that carries a tool call, not the request that started its session. */
export function httpCallOf<Who extends Caller>(context: ServerContext): HttpCall<Who> {
  const call = context.http?.authInfo?.extra?.call;
  if (call === undefined) throw new Error('a call arrived without its caller');
  return call as HttpCall<Who>;
}

/** Returns the token from the header `Authorization: Bearer …` (RFC 6750). Returns undefined if there is none. */
export const bearerOf = (headers: HeaderReader): string | undefined =>
  /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.get('authorization') ?? '')?.[1];

/** Scopes that a request requires and its caller's token does not grant. */
export interface Lack {
  readonly lacking: readonly string[];
  /** Scopes to request: lacking and granted ones, because a new grant replaces the old one. */
  readonly ask: readonly string[];
}

/**
 * Creates the refusal for a missing scope (RFC 6750, 3.1). The client can request the scope and retry.
 * @param known parameters of the challenge that contain the address of the metadata
 */
export function lackOfScope({ lacking, ask }: Lack, known: readonly string[]): Response {
  const message = `This needs ${lacking.join(' and ')}, which the token does not grant: connect again and allow it.`;
  const parameters = [
    ...known,
    'error="insufficient_scope"',
    `error_description="${message}"`,
    `scope="${ask.join(' ')}"`,
  ];
  const answer = refuse(403, message, { 'www-authenticate': `Bearer ${parameters.join(', ')}` });
  return countedAs('scope', answer);
}

/** Creates the response to a failed authentication. @param known challenge parameters about the sign-in */
export function challenge(
  { status, message, retryAfterMs }: AuthRejection,
  hadBearer: boolean,
  known: readonly string[],
): Response {
  const counted = (answer: Response) => countedAs(rejectionKind(status, hadBearer), answer);
  if (status !== 401) return counted(refuse(status, message, retryAfter(retryAfterMs ?? 1000)));
  const parameters = [
    ...known,
    // There is no error code if no token was sent. The characters of the description are restricted (RFC 6750, 3).
    ...(hadBearer
      ? ['error="invalid_token"', `error_description="${message.replace(/[^ !#-[\]-~]/g, "'")}"`]
      : []),
  ];
  return counted(refuse(401, message, { 'www-authenticate': `Bearer ${parameters.join(', ')}` }));
}

function rejectionKind(status: AuthRejection['status'], hadBearer: boolean): RefusalKind {
  if (status === 429) return 'refused_tokens_limit';
  if (status !== 401) return 'service_away';
  return hadBearer ? 'refused_token' : 'no_token';
}
