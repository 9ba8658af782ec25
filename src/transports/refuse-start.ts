import { createInterface } from 'node:readline';
import { createFrames } from './frames.ts';

/** Maximum wait for requests, in milliseconds. Beyond it, the process ends without an answer. */
const firstRequestMs = 10_000;
/** Internal error (JSON-RPC 2.0, 5.1). */
const internalError = -32_603;

/**
 * Answers the first request on stdin with an error, because assistants show such an error but not stderr. Clients that
 * try `server/discover` first get the same error for the `initialize` that follows. Also returns when stdin ends.
 */
export async function refuseStart(message: string): Promise<void> {
  const { stdin, stdout } = process;
  const write = (line: string) => void stdout.write(line);
  stdin.on('error', () => undefined);
  const input = stdin.pipe(createFrames(write, async () => undefined));
  const error = { code: internalError, message };
  for await (const line of createInterface({ input, signal: AbortSignal.timeout(firstRequestMs) })) {
    const { id, method } = JSON.parse(line);
    if (id === undefined || method === undefined) continue;
    write(`${JSON.stringify({ jsonrpc: '2.0', id, error })}\n`);
    if (method !== 'server/discover') break;
  }
  stdin.unpipe(input).destroy();
}
