import type { Credentials, Send } from '../../api/transport/request.ts';

/** The file at a path of the service, with its query; undefined where there is none, or no access. */
export type GetFile = (path: string) => Promise<Uint8Array | undefined>;

/** One file of a reference may take so long, in milliseconds. */
const fileMs = 5_000;
/** Files that did not come, after which no other is asked for. */
const maxFailures = 2;
/** Has connections of its own, as each caller has. */
const reader = {};

/**
 * Reads files of the service's reference, without a token where none is asked for.
 * @param send sends to the service's origin alone, and bounds what is read
 */
export const referenceFiles = (send: Send, credentials: Credentials, signal: AbortSignal): GetFile => {
  let failures = 0;
  const read: GetFile = async (path) => {
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
    const open = await ask({});
    const isClosed = open.status === 401 || open.status === 403;
    // Not as calls do it: a reference that nobody may read says nothing of the token.
    const answer = isClosed ? await ask(credentials.header(await credentials.get(time()))) : open;
    return answer.status === 200 ? answer.bytes : undefined;
  };
  return async (path) => {
    // What does not answer is not waited for file by file.
    if (failures >= maxFailures) return undefined;
    try {
      return await read(path);
    } catch {
      failures += 1;
      return undefined;
    }
  };
};
