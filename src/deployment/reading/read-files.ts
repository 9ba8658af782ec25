import type { Credentials, Send } from '../../api/transport/request.ts';
import { NetworkError } from '../../contract/errors.ts';

/**
 * The file at a path of the service, with its query; undefined where there is none, or no access.
 * @param isSignedIn whether a file that is closed to strangers is asked for with a token
 */
export type GetFile = (path: string, isSignedIn: boolean) => Promise<Uint8Array | undefined>;

/** Files of the reference, and whether the service could be reached for any of them. */
export interface ReferenceFiles {
  readonly get: GetFile;
  /** True if every request failed on the network. */
  readonly isUnreachable: () => boolean;
}

/** One file of a reference may take so long, in milliseconds. */
const fileMs = 5_000;
/** Files that did not come, after which no other is asked for. */
const maxFailures = 2;
/** Longest file that is kept for the second look at the reference. */
const maxKeptBytes = 256 * 1024;
/** Has connections of its own, as each caller has. */
const reader = {};

/**
 * Reads files of the service's reference, without a token where none is asked for.
 * @param send sends to the service's origin alone, and bounds what is read
 */
export const referenceFiles = (send: Send, credentials: Credentials, signal: AbortSignal): ReferenceFiles => {
  let failures = 0;
  let unreachable = 0;
  let hasAnswered = false;
  /** By path: what came without a token. A long file is not kept: it holds no list of others. */
  const without = new Map<string, 'closed' | 'none' | Uint8Array>();
  let canSignIn = true;
  const read: GetFile = async (path, isSignedIn) => {
    const known = without.get(path);
    // Whoever gets a file takes its memory as well.
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
    // A sign-in that fails once is not tried again file by file: that could lock the account.
    if (!canSignIn) return undefined;
    canSignIn = false;
    const token = await credentials.get(time());
    canSignIn = true;
    // Not as calls do it: a reference that nobody may read says nothing of the token.
    const answer = await ask(credentials.header(token));
    return answer.status === 200 ? answer.bytes : undefined;
  };
  const get: GetFile = async (path, isSignedIn) => {
    // What does not answer is not waited for file by file.
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
