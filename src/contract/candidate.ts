/** A record that a name may refer to. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  /** Data that distinguishes the record from others with the same name: number, e-mail, INN, type, state. */
  readonly detail?: string;
}
