import type { Credentials, Send } from '../../api/transport/request.ts';
import { NetworkError } from '../../contract/errors.ts';

/**
 * Reads the file at a path of the service, with its query. Returns undefined if it is missing or forbidden.
 * @param isSignedIn whether a protected file is requested with a token
 */
export type GetFile = (path: string, isSignedIn: boolean) => Promise<Uint8Array | undefined>;

/** Files of the reference, and whether the service was reachable. */
export interface ReferenceFiles {
  readonly get: GetFile;
  /** Returns true if every request failed on the network. */
  readonly isUnreachable: () => boolean;
}

/** Timeout of one file, in milliseconds. */
const fileMs = 5_000;
/** Number of failed files after which no further one is requested. */
const maxFailures = 2;
/** Maximum size of a file that is kept for the second pass, in bytes. */
const maxKeptBytes = 256 * 1024;
/** Key of a separate connection pool, like that of a caller. */
const reader = {};

/**
 * Reads files of the service's reference, without a token if none is required.
 * @param send sends only to the service's origin and limits the response size
 */
export const referenceFiles = (send: Send, credentials: Credentials, signal: AbortSignal): ReferenceFiles => {
  let failures = 0;
  let unreachable = 0;
  let hasAnswered = false;
  /** Files read without a token, by path. Large ones are not kept, because they contain no list of other files. */
  const without = new Map<string, 'closed' | 'none' | Uint8Array>();
  let canSignIn = true;
  const read: GetFile = async (path, isSignedIn) => {
    const known = without.get(path);
    // Copied, because the receiver transfers its buffer.
    if (known instanceof Uint8Array) return known.slice();
    if (known !== undefined && (known === 'none' || !isSignedIn)) return undefined;
    const time = () => ({ signal, deadline: performance.now() + fileMs, timeoutMs: fileMs });
    const ask = (headers: Readonly<Record<string, string>>) =>
      send({
        method: 'GET',
        target: path,
        headers: { accept: 'application/json, */*;q=0.5', ...headers },
        body: undefined,
        access: 'read',
        time: time(),
        owner: reader,
      });
    if (known === undefined) {
      const open = await ask({});
      hasAnswered = true;
      if (open.status === 200) {
        if (open.bytes.length <= maxKeptBytes) without.set(path, open.bytes.slice());
        return open.bytes;
      }
      const isClosed = open.status === 401 || open.status === 403;
      without.set(path, isClosed ? 'closed' : 'none');
      if (!isClosed || !isSignedIn) return undefined;
    }
    // A failed sign-in is not repeated for each file, because that could lock the account.
    if (!canSignIn) return undefined;
    canSignIn = false;
    const token = await credentials.get(time());
    canSignIn = true;
    // Not retried like a call, because a forbidden reference says nothing about the token.
    const answer = await ask(credentials.header(token));
    return answer.status === 200 ? answer.bytes : undefined;
  };
  const get: GetFile = async (path, isSignedIn) => {
    // Do not wait for each further file of a service that does not respond.
    if (failures >= maxFailures) return undefined;
    try {
      return await read(path, isSignedIn);
    } catch (error) {
      failures += 1;
      if (error instanceof NetworkError) unreachable += 1;
      return undefined;
    }
  };
  return { get, isUnreachable: () => !hasAnswered && unreachable > 0 && unreachable === failures };
};
