/** Firm and service whose names the pages show. */
export interface House {
  /** Name of the firm. Undefined if the operator has set none. */
  readonly firm: string | undefined;
  /** Host of the case-management service. */
  readonly host: string;
}
