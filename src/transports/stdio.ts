import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { Server, Transport } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createFrames } from './frames.ts';
import { type Gathered, gather } from './gather.ts';

/** Unread output in bytes at which input is paused. */
const maxWaiting = 1024 * 1024;

/**
 * Serves MCP on this process's stdin and stdout until stdin ends or the process receives SIGINT or SIGTERM.
 * @param createServer returns a new server for the connection
 * @param onError called for transport errors outside of a request
 * @returns whether a signal stopped it
 */
export async function runStdio(
  createServer: () => Server,
  onError: (error: Error) => void,
): Promise<boolean> {
  const output = claimStdout();
  const handle = serveStdio(createServer, { transport: createTransport(output), onerror: onError });
  const isTold = await new Promise<boolean>((resolve) => {
    const end = () => resolve(false);
    const stop = () => resolve(true);
    process.stdin
      .on('error', onError)
      .once('end', end)
      .once('close', () => setImmediate(end));
    process.once('SIGINT', stop).once('SIGTERM', stop);
    // The client has closed stdout, so nobody is left to serve.
    process.stdout.on('error', (error) => {
      onError(error);
      end();
    });
  });
  await handle.close();
  output.flush();
  return isTold;
}

/** Creates the transport for the SDK. Unlike the SDK's own one, it parses and checks each message once. */
function createTransport({ write }: Gathered): Transport {
  const { stdin, stdout } = process;
  let isOpen = true;
  const frames = createFrames({
    onMessage: (message) => transport.onmessage?.(message),
    onError: (error) => transport.onerror?.(error),
    refuse: write,
  });
  const read = (chunk: Buffer): void => {
    stdin.pause();
    frames(chunk);
    const goOn = () => void (isOpen && stdin.resume());
    // If the output has failed, the process will end soon.
    void roomIn(stdout).then(goOn, goOn);
  };
  const transport: Transport = {
    start: async () => {
      stdin.on('data', read);
    },
    send: async (message) => {
      if (!isOpen) throw new Error('The connection is closed.');
      if (!write(`${JSON.stringify(message)}\n`)) await once(stdout, 'drain');
    },
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      stdin.off('data', read).pause();
      transport.onclose?.();
    },
  };
  return transport;
}

/**
 * Waits for one iteration of the event loop, so that the latest input can be answered. Then waits while too much output
 * is unread.
 */
async function roomIn(output: Writable): Promise<void> {
  await nextRound();
  while (output.writableLength > maxWaiting) await once(output, 'drain');
}

/** Reserves stdout for the protocol: everything that other code writes there goes to stderr. */
function claimStdout(): Gathered {
  const { stdout, stderr } = process;
  const gathered = gather(stdout, stdout.write.bind(stdout));
  stdout.write = stderr.write.bind(stderr);
  // Each waiting answer has a listener. The number of listeners needs no limit, because the total size of waiting
  // answers is limited.
  stdout.setMaxListeners(0);
  return gathered;
}
