import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { DocumentQuestion, DocumentThreadReply } from './document-thread.ts';
import { maxMegabytes } from './limits.ts';

/** Messages to the process: a request, then the bytes of the file in chunks. */
export type DocumentProcessRequest =
  | { readonly question: DocumentQuestion; readonly size: number }
  | { readonly chunk: Uint8Array };

/** Replies from the process, with its memory use in megabytes. */
export type DocumentProcessReply = (DocumentThreadReply | { readonly failed: 'memory' | 'crash' }) & {
  readonly megabytes: number;
};

/**
 * This process reads files in a worker thread. The process enforces the memory limit, because the resource limits of a
 * thread do not cover buffers and WebAssembly. Its main thread only monitors, so that it always notices when the server
 * has exited.
 */
const [threadFile = ''] = process.argv.slice(2);
const watchMs = 50;
const megabyte = 1024 * 1024;

const die = () => process.kill(process.pid, 'SIGKILL');
process.on('disconnect', die);
// Ignore signals, which are meant for the server. The server finishes its calls, then ends this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
yieldMemory();

const thread = new Worker(pathToFileURL(threadFile), {
  env: {},
  execArgv: [],
  resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
});
thread.on('message', (reply: DocumentThreadReply) => sendReply(reply));
thread.on('error', (error: NodeJS.ErrnoException) =>
  fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash'),
);
thread.on('exit', () => fail('crash'));

const megabytes = () => process.memoryUsage.rss() / megabyte;
const watch = setInterval(() => {
  if (megabytes() > maxMegabytes) fail('memory');
}, watchMs);

let asked: { readonly question: DocumentQuestion; readonly bytes: Uint8Array<ArrayBuffer> } | undefined;
let filled = 0;

process.on('message', (request: DocumentProcessRequest) => {
  if ('question' in request) {
    asked = { question: request.question, bytes: new Uint8Array(request.size) };
    filled = 0;
  } else {
    asked?.bytes.set(request.chunk, filled);
    filled += request.chunk.length;
  }
  if (asked === undefined || filled < asked.bytes.length) return;
  thread.postMessage(asked, [asked.bytes.buffer]);
  asked = undefined;
});

function sendReply(
  reply: DocumentThreadReply | { readonly failed: 'memory' | 'crash' },
  then = () => {},
): void {
  process.send?.({ ...reply, megabytes: Math.round(megabytes()) } satisfies DocumentProcessReply, then);
}

function fail(failed: 'memory' | 'crash'): void {
  clearInterval(watch);
  sendReply({ failed }, die);
}

/** Makes the kernel kill this process before the server if memory runs out. */
function yieldMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // The file exists only on Linux.
  }
}
