import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { InvalidArgumentsError } from '../../../src/contract/errors.ts';
import type { DocumentReader } from '../../../src/contract/features/documents/document-reader.ts';
import { createDocumentReader } from '../../../src/documents/reader.ts';

/** The worker thread misbehaves according to the file's name, because no real format is known to cause this. */
const stuck = new URL('stuck-thread.mjs', import.meta.url);
const server = fileURLToPath(new URL('stuck-server.ts', import.meta.url));

let reader: DocumentReader | undefined;
const open = (milliseconds = 20_000) => {
  reader = createDocumentReader({ thread: stuck, milliseconds });
  return reader;
};
afterEach(() => reader?.close());

const file = (name: string, bytes: Uint8Array = Uint8Array.of(7)) => ({ name, bytes });
const text = async (from: DocumentReader, name: string, bytes?: Uint8Array, signal?: AbortSignal) =>
  (await from.read(file(name, bytes), undefined, signal)).parts[0]?.text ?? '';
const processOf = (said: string) => Number(/\d+$/.exec(said)?.[0]);
const isGone = (pid: number) => vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(), 20_000);
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'it was read',
    (error: unknown) => (error instanceof InvalidArgumentsError ? error.message : error),
  );

it('six files are held in memory at the same time, and the others wait for their turn', async () => {
  const room = open();
  let [held, most] = [0, 0];
  const hold = () =>
    room.hold(async () => {
      held += 1;
      most = Math.max(most, held);
      await new Promise((resolve) => setTimeout(resolve, 5));
      held -= 1;
      if (most % 2 === 1) throw new Error('of one alone');
    }, undefined);
  await Promise.allSettled(Array.from({ length: 30 }, hold));
  expect([held, most]).toEqual([0, 6]);
  const left = AbortSignal.abort(new Error('the caller has left'));
  await expect(room.hold(async () => undefined, left)).rejects.toThrow('the caller has left');
});

describe('a reading that is stopped', () => {
  it('exceeds its time, and the next file is read', async () => {
    const room = open(2000);
    const [first, second, third] = await Promise.all([
      refusalOf(text(room, 'loop')),
      refusalOf(text(room, 'loop')),
      text(room, 'good'),
    ]);
    expect(first).toMatch(/^document: reading it took more than 2 s and was stopped: .* open it yourself/);
    expect(second).toBe(first);
    expect(third).toMatch(/^good: 1 bytes/);
  });

  it.each([['buffers'], ['wasm'], ['heap']])('exceeds its memory: %s', async (what) => {
    const room = open(90_000);
    const before = process.memoryUsage.rss();
    expect(await refusalOf(text(room, what))).toMatch(
      /^document: reading it took more than 400 MB of memory and was stopped/,
    );
    expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(200);
    expect(await text(room, 'good')).toMatch(/^good/);
  });

  it('has no waiting caller any more, and stops at once', async () => {
    const room = open();
    const pid = processOf(await text(room, 'good'));
    const leaving = new AbortController();
    const asked = text(room, 'loop', undefined, leaving.signal);
    leaving.abort(new Error('the caller has left'));
    await expect(asked).rejects.toThrow('the caller has left');
    await isGone(pid);
  });

  it('is everything, when the reader is closed', async () => {
    const room = open();
    const pid = processOf(await text(room, 'good'));
    void refusalOf(text(room, 'loop'));
    await room.close();
    await isGone(pid);
  });
});

describe('a failure', () => {
  it.each([['exit'], ['throw'], ['reject'], ['unexpected']])(
    'is a refusal that says nothing of the file, and the next file is read: %s',
    async (what) => {
      const room = open();
      const said = await refusalOf(text(room, what));
      expect(said).toMatch(/^document: its content does not match its format, and reading it failed\./);
      expect(said).not.toContain('secret');
      expect(await text(room, 'good')).toMatch(/^good/);
    },
  );

  it("is a refusal with a reason and the user's next step, if a format gives them", async () => {
    const room = open();
    expect(await refusalOf(text(room, 'refuse'))).toMatch(
      /^document: the PDF requires a password\. .*open it yourself with the password/,
    );
  });

  it('is a file that is larger than files that are read may be: nothing is done with it', async () => {
    const room = open();
    const large = new Uint8Array(50 * 1024 * 1024 + 1);
    expect(await refusalOf(text(room, 'good', large))).toMatch(/^document: the file has 51 MB, but/);
  });
});

describe('files', () => {
  it('come whole, the largest too, and without the server growing by several of them', async () => {
    const room = open();
    const large = new Uint8Array(50 * 1024 * 1024);
    large[large.length - 1] = 9;
    const before = process.memoryUsage.rss();
    expect(await text(room, 'good', large)).toMatch(/^good: 52428800 bytes, the last 9,/);
    expect((process.memoryUsage.rss() - before) / 1024 / 1024).toBeLessThan(200);
    expect(await text(room, 'good', new Uint8Array())).toMatch(/^good: 0 bytes/);
  });

  it('are read by two processes at most, which go on to the next', async () => {
    const room = open();
    const read = await Promise.all(Array.from({ length: 8 }, () => text(room, 'good')));
    expect(new Set(read.map(processOf)).size).toBeLessThanOrEqual(2);
  });
});

describe.skipIf(!existsSync('/proc/self/task'))('a server', () => {
  const start = ['--import', 'tsx', server, stuck.href];

  it('ends when it has nothing else to do, though a process waits for files', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, start);
    await isGone(processOf(stdout.trim()));
  });

  it('exits when it is told to although it waits for files, even if it is otherwise idle', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [...start, 'close']);
    expect(stdout).toMatch(/\nclosed\n$/);
    await isGone(processOf(stdout.trim()));
  });

  it('that is killed leaves no process behind, even one that never ends', async () => {
    const child = spawn(process.execPath, [...start, 'stuck'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = await child.stdout.take(1).toArray();
    child.kill('SIGKILL');
    await isGone(processOf(String(said).trim()));
  });
});
