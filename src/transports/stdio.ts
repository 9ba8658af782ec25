import type { Writable } from 'node:stream';
import type { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createFrames } from './frames.ts';

/**
 * Serves MCP on this process's stdin and stdout until stdin ends or the process is told to stop.
 * @param createServer a new server for the connection
 * @param onError errors of the transport that concern no request
 */
export async function runStdio(createServer: () => Server, onError: (error: Error) => void): Promise<void> {
  const stdout = claimStdout();
  const frames = process.stdin.pipe(createFrames((refusal) => stdout.write(refusal)));
  const handle = serveStdio(createServer, {
    transport: new StdioServerTransport(frames, stdout),
    onerror: onError,
  });
  await new Promise<void>((resolve) => {
    process.stdin.on('error', onError).once('close', () => setImmediate(resolve));
    frames.once('end', resolve);
    process.once('SIGINT', () => resolve()).once('SIGTERM', () => resolve());
    // The reader went away: nobody is left to serve.
    process.stdout.once('error', () => resolve());
  });
  process.stdin.unpipe(frames).pause();
  await handle.close();
}

/** Takes stdout for the protocol: whatever else is written there from now on, by any library, goes to stderr. */
function claimStdout(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return Object.create(process.stdout, { write: { value: write } });
}
