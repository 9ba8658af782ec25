/** One of the records that a name may have meant. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  /** What tells it from others of the same name: number, e-mail, INN, kind, state. */
  readonly detail?: string;
}
