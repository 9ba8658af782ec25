import type { AuthInfo, ServerContext } from '@modelcontextprotocol/server';
import { countedAs, type RefusalKind, refuse, retryAfter } from './request/error-response.ts';
import type { HeaderReader } from './request/head.ts';

/** Who sends a request. */
export interface Caller {
  /** Tells callers apart; sessions belong to one. */
  readonly id: string;
  /** Whom limits count, as far as it is known by now: a person may come with several tokens. Left out: the id. */
  readonly account?: () => string;
  /** Id of what the caller's token belongs to. Streams and sessions end with it. */
  readonly connection?: string;
}

export const accountOfCaller = ({ id, account }: Caller): string => account?.() ?? id;

/** Counts what a caller asks for. */
export interface Counter<Who extends Caller> {
  /** @returns why the request is refused, and for how long */
  request(caller: Who): { readonly message: string; readonly retryAfterMs: number } | undefined;
  /** Told the size of its body. */
  weigh(caller: Who, bytes: number): void;
}

/** An authentication that failed, as the HTTP layer answers it. */
export interface AuthRejection {
  /** 401: sign in again. 429: too many attempts. 502 and 503: nobody can be asked just now. */
  readonly status: 401 | 429 | 502 | 503;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
}

/**
 * Finds out who a request comes from.
 * @param bearer the token of its `Authorization` header
 * @param address of the client, as far as it is known
 */
export type Authenticate<Who extends Caller> = (
  bearer: string | undefined,
  address: string,
) => Promise<{ readonly caller: Who } | { readonly rejected: AuthRejection }>;

/** What a tool may know of the request that called it. */
export interface HttpCall<Who extends Caller> {
  readonly caller: Who;
  readonly requestId: string;
  /** As they came: `traceparent` and `tracestate` of W3C Trace Context. */
  readonly traceparent: string | undefined;
  readonly tracestate: string | undefined;
  /** Resolves when the answer has been sent, or the client has gone. */
  readonly ended: Promise<unknown>;
}

/** As the SDK carries it to the tools; the token itself stays behind. */
export const asAuthInfo = (call: HttpCall<Caller>): AuthInfo => ({
  token: '',
  clientId: call.caller.id,
  scopes: [],
  extra: { call },
});

/** The request behind a call of a tool: the one that carries it, not the one that began its session. */
export function httpCallOf<Who extends Caller>(context: ServerContext): HttpCall<Who> {
  const call = context.http?.authInfo?.extra?.call;
  if (call === undefined) throw new Error('a call arrived without its caller');
  return call as HttpCall<Who>;
}

/** The token of `Authorization: Bearer …` (RFC 6750); undefined where there is none. */
export const bearerOf = (headers: HeaderReader): string | undefined =>
  /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.get('authorization') ?? '')?.[1];

/** Scopes that a request takes and its caller's token does not grant. */
export interface Lack {
  readonly lacking: readonly string[];
  /** What to ask for: these, and what was granted already, since it takes the place of that. */
  readonly ask: readonly string[];
}

/**
 * The client can ask for more and come again; RFC 6750, 3.1.
 * @param known parameters of the challenge: where the way to sign in is described
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

/** @param known parameters of the challenge: what is known of the way to sign in */
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
