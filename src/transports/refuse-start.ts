import type { JSONRPCMessage } from '@modelcontextprotocol/server';
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
  const refuse = (line: string) => void stdout.write(line);
  await new Promise<void>((resolve) => {
    let isAnswered = false;
    const answer = (request: JSONRPCMessage) => {
      if (isAnswered || !('id' in request && 'method' in request)) return;
      const error = { code: internalError, message };
      refuse(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, error })}\n`);
      isAnswered = request.method !== 'server/discover';
      if (isAnswered) resolve();
    };
    setTimeout(resolve, firstRequestMs).unref();
    stdin.on('error', () => undefined).once('close', resolve);
    stdin
      .on('data', createFrames({ onMessage: answer, onError: () => undefined, refuse }))
      .once('end', resolve);
  });
  stdin.destroy();
}
