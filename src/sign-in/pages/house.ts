/** Firm and service that the pages name. */
export interface House {
  /** Name of the firm. Undefined if the operator has set none. */
  readonly firm: string | undefined;
  /** Host of the case-management service. */
  readonly host: string;
}
