/** Why a call is not carried out, although its arguments may be right. */
export interface Refusal {
  /** Stable code for programs and assistants. */
  readonly code: string;
  readonly reason: string;
}
