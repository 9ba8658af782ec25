/** An OAuth client. Clients have no secret; each proves with PKCE that it started the flow. */
export interface Client {
  readonly id: string;
  /** Name that the client gives itself. Nobody has verified it. */
  readonly name: string;
  readonly redirects: readonly string[];
  /**
   * Source of trust in the client. `operator`: the operator listed it. `description`: the operator allowed the host of
   * its client ID metadata document. `nobody`: it registered itself, or its document could not be read.
   */
  readonly vouchedBy: 'operator' | 'description' | 'nobody';
}

/** Reason why a client is refused. The sign-in pages have a message for each. */
export type ClientFault = 'unknown' | 'host' | 'address' | 'unreached' | 'document' | 'registration' | 'busy';

export class ClientError extends Error {
  readonly fault: ClientFault;
  /** Verified host of a client document. */
  readonly host: string | undefined;

  /** @param message for the developer of the client */
  constructor(fault: ClientFault, message: string, options: ErrorOptions & { readonly host?: string } = {}) {
    super(message, options);
    this.fault = fault;
    this.host = options.host;
  }
}
