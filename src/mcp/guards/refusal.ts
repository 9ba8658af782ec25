/** Reason why casebridge does not execute a call although its arguments are valid. */
export interface Refusal {
  readonly code: string;
  readonly reason: string;
}
