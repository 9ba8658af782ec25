import { type AdviceCode, advised, withAdvice } from '../../contract/advice.ts';
import { NetworkError } from '../../contract/errors.ts';
import type { Worded } from '../../contract/language.ts';
import { asIs, worded } from '../../contract/worded.ts';
import { networkMessages, networkReasons } from './messages.ts';

/** Messages for the operator that explain why there is no response. They contain no address and no internal details. */

/** The proxy could not be reached, or did not open a tunnel. */
export class ProxyError extends Error {
  /** Status of the proxy's refusal. */
  readonly status: number | undefined;
  readonly code: string;

  constructor(status: number | undefined, cause?: unknown) {
    super('the proxy did not connect', { cause });
    this.status = status;
    // Add a prefix to the code of the cause, because undici interprets some codes and would reconnect forever.
    this.code = `PROXY_${status ?? errorCode(cause)}`;
  }
}

export const unreachable = (error: unknown): Worded =>
  error instanceof ProxyError
    ? advised(proxyFailure(error), 'check-proxy')
    : advised(worded(networkMessages.unreachable, { why: reason(error) }), adviceFor(error));

function proxyFailure({ status, cause }: ProxyError): Worded {
  if (status === undefined) return worded(networkMessages.proxyUnreachable, { why: reason(cause) });
  if (status === 407) return networkMessages.proxyWantsUser;
  return worded(networkMessages[status < 500 ? 'proxyRefuses' : 'proxyCouldNot'], { status });
}

/** Returns the message for an open connection on which no complete response arrived. */
export const broken = (error: unknown) =>
  isNoHttp(error)
    ? withAdvice(
        'The server at the address of the case-management service does not speak valid HTTP.',
        'check-url-for-https',
      )
    : 'The connection to the service broke before its answer was complete.';

/** Checks whether a retry cannot help, because of the server's identity or the proxy. */
export const isBarred = (error: unknown) =>
  isUntrusted(error) || (error instanceof ProxyError && error.status !== undefined && error.status < 500);

/** Checks whether waiting cannot help. A proxy's refusal does not count, because it may be temporary. */
export const isLasting = (error: unknown) => isUntrusted(error) || errorCode(error) === 'ENOTFOUND';

export const notReached = (cause: unknown) =>
  new NetworkError(unreachable(cause), { cause, isLasting: isLasting(cause) });

/** Checks whether casebridge refused the connection, because the certificate or TLS version is not trusted. */
const isUntrusted = (error: unknown) =>
  /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/.test(errorCode(error));

const isNoHttp = (error: unknown) => errorCode(error).startsWith('HPE_');

/** Checks for a plain HTTP answer to the TLS handshake. OpenSSL versions use different codes. */
const isPlain = (error: unknown) =>
  /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST/.test(errorCode(error)) ||
  /wrong version number|packet length too long|http request/.test(
    (error as Error | undefined)?.message ?? '',
  );

const isUnknownAuthority = (error: unknown) =>
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_)/.test(errorCode(error));

function adviceFor(error: unknown): AdviceCode {
  if (isPlain(error)) return 'check-url-for-http';
  if (isUnknownAuthority(error)) return 'trust-authority';
  return isUntrusted(error) ? 'check-certificate' : 'check-network';
}

function reason(error: unknown): Worded {
  const code = errorCode(error);
  if (isNoHttp(error)) return networkReasons.noHttp;
  if (isPlain(error)) return networkReasons.noTls;
  return reasons[code] ?? (isUntrusted(error) ? networkReasons.untrusted : asIs(code));
}

const reasons: Readonly<Record<string, Worded>> = {
  ECONNREFUSED: networkReasons.refused,
  ECONNRESET: networkReasons.closed,
  ENOTFOUND: networkReasons.unknownHost,
  EAI_AGAIN: networkReasons.noLookup,
  EHOSTUNREACH: networkReasons.noWay,
  ENETUNREACH: networkReasons.noNetwork,
  UND_ERR_CONNECT_TIMEOUT: networkReasons.tooLong,
  UND_ERR_HEADERS_TIMEOUT: networkReasons.tooLong,
  UND_ERR_SOCKET: networkReasons.closed,
  CERT_HAS_EXPIRED: networkReasons.expired,
  CERT_NOT_YET_VALID: networkReasons.notYetValid,
  ERR_TLS_CERT_ALTNAME_INVALID: networkReasons.otherHost,
  DEPTH_ZERO_SELF_SIGNED_CERT: networkReasons.selfSigned,
  SELF_SIGNED_CERT_IN_CHAIN: networkReasons.unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: networkReasons.unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: networkReasons.unknownAuthority,
};

/** Returns the code of an error. If a host has several addresses, returns the code of the first one. */
function errorCode(error: unknown): string {
  const { code, name, errors } = (error ?? {}) as { code?: unknown; name?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return code;
  if (name === 'HTTPParserError') return 'HPE_ANY';
  return errors?.[0] === undefined ? 'no answer' : errorCode(errors[0]);
}
