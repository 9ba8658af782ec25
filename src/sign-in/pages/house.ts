/** Whose pages these are. */
export interface House {
  /** Name of the firm, if the operator gave one. */
  readonly firm: string | undefined;
  /** Host of the service whose password is wanted. */
  readonly host: string;
}
