import type { Credentials, Send } from '../../api/transport/request.ts';
import { NetworkError } from '../../contract/errors.ts';

/**
 * Reads a file from the service. `path` includes the query. Returns undefined if the file is missing or forbidden.
 * @param isSignedIn whether to request a protected file again with a token
 */
export type GetFile = (path: string, isSignedIn: boolean) => Promise<Uint8Array | undefined>;

/** Files of the API reference (OpenAPI), and whether the service could be reached. */
export interface ReferenceFiles {
  readonly get: GetFile;
  /** Checks whether every request failed with a network error. */
  readonly isUnreachable: () => boolean;
}

const fileMs = 5_000;
/** Number of failed requests after which no other file is requested. */
const maxFailures = 2;
/** Maximum size of a file that is cached for the second pass with a token, in bytes. */
const maxKeptBytes = 256 * 1024;
/** Owner key of these requests. It gives them separate connections, like those of a caller. */
const reader = {};

/**
 * Reads the files of the service's API reference. Sends a token only if a file requires one.
 * @param send sends requests only to the service's origin and limits the response size
 */
export const referenceFiles = (send: Send, credentials: Credentials, signal: AbortSignal): ReferenceFiles => {
  let failures = 0;
  let unreachable = 0;
  let hasAnswered = false;
  /** Outcome of requests without a token, by path. Large files are not cached, because they refer to no other files. */
  const without = new Map<string, 'closed' | 'none' | Uint8Array>();
  let canSignIn = true;
  const read: GetFile = async (path, isSignedIn) => {
    const known = without.get(path);
    // Return a copy, because the receiver may transfer its buffer to a thread.
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
    // Do not repeat a failed sign-in for every file, because that could lock the account.
    if (!canSignIn) return undefined;
    canSignIn = false;
    const token = await credentials.get(time());
    canSignIn = true;
    // Do not renew the token and retry, because a forbidden reference does not mean that the token is invalid.
    const answer = await ask(credentials.header(token));
    return answer.status === 200 ? answer.bytes : undefined;
  };
  const get: GetFile = async (path, isSignedIn) => {
    // If the service does not respond, do not wait for a timeout for each of the other files.
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
