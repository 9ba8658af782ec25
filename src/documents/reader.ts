import type { DocumentFile, DocumentReader } from '../contract/features/documents/document-reader.ts';
import { createPool, type Helper, type PoolLoad } from '../util/pool.ts';
import { createLine } from '../util/waiting-line.ts';
import type { DocumentProcessReply, DocumentProcessRequest } from './document-process.ts';
import type { DocumentQuestion } from './document-thread.ts';
import { maxFileBytes, maxMegabytes, readingMs } from './limits.ts';
import { fileTooLarge, readTooLong, readTooMuch, unreadable, unreadableInside } from './refusals.ts';

/** Maximum number of processes for all callers, so that reading does not occupy all processor cores. */
const maxProcesses = 2;
const idleMs = 60_000;
/** Maximum number of files that are being downloaded or held in memory, up to 50 MB each. */
const maxHeld = 6;
/** Maximum length of the queue. Higher than the maximum number of concurrent calls, so it is never reached. */
const maxWaiting = 10_000;
/** Size of the chunks sent to the process, in bytes. Each message is in memory on both sides, so chunks are small. */
const chunkBytes = 1024 * 1024;

/** TypeScript sources cannot be forked, so a program run from source uses the files of the last build. */
const folder = import.meta.url.endsWith('.ts') ? '../../dist/src/' : './';
const fileOf = (name: string) => new URL(`${folder}${name}.js`, import.meta.url);

interface Request {
  readonly question: DocumentQuestion;
  readonly bytes: Uint8Array;
}

export interface DocumentReaderOptions {
  readonly thread?: URL;
  /** Maximum time for one file, in milliseconds. */
  readonly milliseconds?: number;
}

/** Creates the reader. It starts no process before the first file. */
export function createDocumentReader({
  thread = fileOf('document-thread'),
  milliseconds = readingMs,
}: DocumentReaderOptions = {}): DocumentReader & { load(): PoolLoad } {
  const pool = createPool<Request, DocumentProcessReply>({
    most: maxProcesses,
    idleMs,
    start: (onReply, fail) => startProcess(thread, onReply, fail),
    bound: { milliseconds, passed: () => readTooLong(milliseconds) },
    // Discard the process, because libraries do not release the memory that a large file needed.
    isSpent: (reply) => hasEnded(reply) || reply.megabytes > maxMegabytes / 2,
  });
  const line = createLine({ own: maxHeld, all: maxHeld, waiting: maxWaiting });
  const ask = async (
    { bytes, name, inside = [] }: DocumentFile,
    about: object & Partial<DocumentQuestion>,
    signal: AbortSignal | undefined,
  ) => {
    if (bytes.length > maxFileBytes) throw fileTooLarge(bytes.length);
    const question = { name, inside, ...about } as DocumentQuestion;
    const reply = await pool.ask({ question, bytes }, signal);
    if ('refused' in reply) throw unreadable(reply.refused.reason, reply.refused.message);
    if (!('failed' in reply)) return reply;
    throw reply.failed === 'memory' ? readTooMuch() : unreadableInside('at' in reply ? reply.at : undefined);
  };
  return {
    hold: async (run, signal) => {
      const leave = await line.enter('files');
      try {
        signal?.throwIfAborted();
        return await run();
      } finally {
        leave?.();
      }
    },
    read: async (file, range, signal) => {
      const reply = await ask(file, { read: range }, signal);
      if ('content' in reply) return reply.content;
      throw new Error('the process returned an unexpected reply');
    },
    show: async (file, numbers, signal) => {
      const reply = await ask(file, { show: numbers }, signal);
      if ('pictures' in reply) return reply.pictures;
      throw new Error('the process returned an unexpected reply');
    },
    extract: async (file, signal) => {
      const reply = await ask(file, { extract: true }, signal);
      if ('file' in reply) return reply.file;
      throw new Error('the process returned an unexpected reply');
    },
    load: pool.load,
    close: pool.close,
  };
}

const hasEnded = (reply: DocumentProcessReply) => 'failed' in reply && reply.failed !== 'error';

async function startProcess(
  thread: URL,
  onReply: (reply: DocumentProcessReply) => void,
  fail: (error: unknown) => void,
): Promise<Helper<Request>> {
  const [{ fork }, { fileURLToPath }] = await Promise.all([import('node:child_process'), import('node:url')]);
  const child = fork(fileURLToPath(fileOf('document-process')), [fileURLToPath(thread)], {
    serialization: 'advanced',
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('message', onReply);
  // The reason is unknown, because the process may have been killed or may have exited.
  child.on('error', () => fail(unreadableInside()));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  void ended.then(() => fail(unreadableInside()));
  const send = (request: DocumentProcessRequest) =>
    new Promise<void>((resolve, reject) =>
      child.send(request, (error) => (error ? reject(error) : resolve())),
    );
  return {
    tell: ({ question, bytes }) => {
      const sendAll = async () => {
        await send({ question, size: bytes.length });
        for (let from = 0; from < bytes.length; from += chunkBytes)
          await send({ chunk: bytes.subarray(from, from + chunkBytes) });
      };
      // If sending fails, the process has exited, and its exit handler reports that.
      void sendAll().catch(() => undefined);
    },
    hold: (isHeld) => {
      for (const one of [child, child.channel]) one?.[isHeld ? 'ref' : 'unref']();
    },
    end: () => {
      // Keep the event loop alive until the exit, because a caller waits for it.
      child.ref();
      child.kill('SIGKILL');
      return ended;
    },
  };
}
