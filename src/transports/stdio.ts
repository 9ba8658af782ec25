import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setImmediate as nextRound } from 'node:timers/promises';
import type { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createFrames } from './frames.ts';
import { gather } from './gather.ts';

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
  const { stdout, flush } = claimStdout();
  const frames = process.stdin.pipe(createFrames((refusal) => stdout.write(refusal), roomOf(process.stdout)));
  const handle = serveStdio(createServer, {
    transport: new StdioServerTransport(frames, stdout),
    onerror: onError,
  });
  const isTold = await new Promise<boolean>((resolve) => {
    const end = () => resolve(false);
    const stop = () => resolve(true);
    process.stdin.on('error', onError).once('close', () => setImmediate(end));
    frames.once('end', end);
    process.once('SIGINT', stop).once('SIGTERM', stop);
    // The client has closed stdout, so nobody is left to serve.
    process.stdout.once('error', end);
  });
  process.stdin.unpipe(frames).pause();
  await handle.close();
  flush();
  return isTold;
}

/** Returns a function that waits while too much output is unread. It first lets the latest input be answered. */
const roomOf = (output: Writable) => async (): Promise<void> => {
  await nextRound();
  while (output.writableLength > maxWaiting) await once(output, 'drain');
};

/**
 * Reserves stdout for the protocol: everything that other code writes there goes to stderr. Listeners of the returned
 * stream listen to stdout itself, which counts waiting answers.
 */
function claimStdout(): { readonly stdout: Writable; readonly flush: () => void } {
  const { stdout, stderr } = process;
  const { write, flush } = gather(stdout, stdout.write.bind(stdout));
  const listening = (['on', 'once', 'off'] as const).map((name) => [
    name,
    { value: stdout[name].bind(stdout) },
  ]);
  stdout.write = stderr.write.bind(stderr);
  // Each waiting answer has a listener. Their number needs no limit, because their bytes are limited.
  stdout.setMaxListeners(0);
  const claimed = Object.create(stdout, { ...Object.fromEntries(listening), write: { value: write } });
  return { stdout: claimed, flush };
}
