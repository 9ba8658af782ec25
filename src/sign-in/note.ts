import { createHash } from 'node:crypto';

/** Writes a line into the log. Secrets never go into it, nor names that a client gives itself. */
export type WriteNote = (
  message: string,
  fields?: Readonly<Record<string, string | number | undefined>>,
) => void;

/** Events of sign-ins for the log. */
export interface SignInLog {
  /** Takes what only a person who signed in can cause, and their clients. */
  readonly done: WriteNote;
  /** Takes what anybody can cause. It leaves lines out if there are too many. */
  readonly tried: WriteNote;
}

const maxLength = 200;

/** Returns what tells a connection apart in the log. Its own id is part of its tokens. */
export const loggedId = (id: string) => createHash('sha256').update(id).digest('base64url').slice(0, 12);

/** Returns a client's id. The id of a client that registered itself is long and means nothing. */
export const loggedClient = (id: string) =>
  id.length > maxLength && !URL.canParse(id) ? 'registered' : id.slice(0, maxLength);

export const loggedReason = (why: string) => why.slice(0, maxLength);
