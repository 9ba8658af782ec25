/** Why no answer came, in words for the operator: no address and no inside of the machine. */

/** No connection could be made. */
export const unreachable = (error: unknown) =>
  `The case-management service cannot be reached: ${reason(error)}. The operator should check CASEBRIDGE_URL and the network.`;

/** A connection was made, and no answer came over it. */
export const broken = (error: unknown) =>
  errorCode(error).startsWith('HPE_')
    ? 'What answers at the address of the case-management service speaks no proper HTTP. The operator should check CASEBRIDGE_URL.'
    : 'The connection to the service broke before its answer was complete.';

/** Whether the connection was refused from this side, since nothing proves that it leads to the service. */
export const isUntrusted = (error: unknown) =>
  /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO/.test(errorCode(error));

function reason(error: unknown): string {
  const code = errorCode(error);
  return (
    reasons[code] ?? (isUntrusted(error) ? 'its certificate is not trusted, or it speaks no safe TLS' : code)
  );
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed while it was made',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name could not be looked up',
  EHOSTUNREACH: 'there is no way to its host',
  ENETUNREACH: 'there is no network',
  UND_ERR_CONNECT_TIMEOUT: 'connecting took too long',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet, or the clock of this machine is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed and not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate comes from an authority that is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate comes from an authority that is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate comes from an authority that is not trusted',
};

/** Connecting to several addresses of a host fails with an error that holds one for each. */
function errorCode(error: unknown): string {
  const { code, errors } = (error ?? {}) as { code?: unknown; errors?: readonly unknown[] };
  if (typeof code === 'string') return code;
  return errors?.[0] === undefined ? 'no answer' : errorCode(errors[0]);
}
