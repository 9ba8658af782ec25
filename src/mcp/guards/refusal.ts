/** Reason why a call with valid arguments is not executed. */
export interface Refusal {
  /** Stable code for programs and assistants. */
  readonly code: string;
  readonly reason: string;
}
