/** Reason why casebridge does not execute a call although its arguments are valid. */
export interface Refusal {
  /** Stable code for programs and assistants. */
  readonly code: string;
  readonly reason: string;
}
