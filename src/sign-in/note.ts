import { createHash } from 'node:crypto';

/** Writes a line to the log. It must contain no secrets and no names that clients have chosen. */
export type WriteNote = (
  message: string,
  fields?: Readonly<Record<string, string | number | undefined>>,
) => void;

/** Sign-in events for the log. */
export interface SignInLog {
  /** Logs events that only a signed-in person and their clients can cause. */
  readonly done: WriteNote;
  /** Logs events that anybody can cause. Omits lines if there are too many. */
  readonly tried: WriteNote;
}

const maxLength = 200;

/** Returns a hash that distinguishes connections in the log. The id itself is part of tokens, so it is not logged. */
export const loggedId = (id: string) => createHash('sha256').update(id).digest('base64url').slice(0, 12);

/** Returns a client id for the log. The id of a self-registered client is long and meaningless, so it is replaced. */
export const loggedClient = (id: string) =>
  id.length > maxLength && !URL.canParse(id) ? 'registered' : id.slice(0, maxLength);

export const loggedReason = (why: string) => why.slice(0, maxLength);
