/** A program that wants to act for a person. None has a secret: each proves by PKCE that it is the one that began. */
export interface Client {
  readonly id: string;
  /** As it calls itself; nobody vouches for it. */
  readonly name: string;
  readonly redirects: readonly string[];
  /**
   * Who answers for it: the operator typed it in, or let in the host that describes it; nobody answers for one that
   * registered itself, or whose description could not be read.
   */
  readonly vouchedBy: 'operator' | 'description' | 'nobody';
}

/** Why a client is not let in; the pages have words for each. */
export type ClientFault = 'unknown' | 'host' | 'address' | 'unreached' | 'document' | 'registration' | 'busy';

export class ClientError extends Error {
  readonly fault: ClientFault;
  /** The host of a description, checked to be one. */
  readonly host: string | undefined;

  /** @param message for the developer of the client */
  constructor(fault: ClientFault, message: string, options: ErrorOptions & { readonly host?: string } = {}) {
    super(message, options);
    this.fault = fault;
    this.host = options.host;
  }
}
