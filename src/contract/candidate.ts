/** A record that a name may refer to. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  /** Data that distinguishes it from records of the same name: number, e-mail, INN, type, state. */
  readonly detail?: string;
}
