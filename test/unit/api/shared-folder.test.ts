import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  renameSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { InvalidArgumentsError } from '../../../src/contract/errors.ts';
import { kilobyte, useFolder } from './folder.ts';

const { at, megabyte, read } = useFolder();

/**
 * Returns the message of a refusal.
 * @throws Error if the file is opened
 */
async function refusal(path: string): Promise<string> {
  const error = await read(path).then(
    (bytes) => new Error(`was opened: ${bytes.length} bytes`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InvalidArgumentsError);
  const { message } = error as Error;
  expect(message).not.toContain(at.folder);
  return message;
}

describe('a file to send', () => {
  it.each(['letters/Иск.txt', 'letters\\Иск.txt', './letters/Иск.txt'])('is found at %s', async (path) => {
    expect((await read(path)).toString()).toBe('claim');
  });

  it('is read in full, of any size, as often as it must be sent', async () => {
    for (const size of [0, 1, 64 * kilobyte, 64 * kilobyte + 1, megabyte]) {
      const bytes = randomBytes(size);
      writeFileSync(join(at.inside, 'a.bin'), bytes);
      const file = await at.exchange.open('a.bin');
      for (let time = 0; time < 2; time += 1) {
        const chunks: Uint8Array[] = [];
        for await (const chunk of file.chunks()) chunks.push(chunk);
        expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
      }
      expect(file.size).toBe(size);
      await file.close();
    }
  });

  it.each([
    '../secret.txt',
    '..\\secret.txt',
    'letters/../../secret.txt',
    'letters/..',
    '..',
    '.',
    '/etc/passwd',
    '//server/share/a.txt',
    '\\\\server\\share\\a.txt',
    '\\\\?\\C:\\a.txt',
    '\\\\.\\PhysicalDrive0',
    'C:\\Windows\\win.ini',
    'C:a.txt',
    'letters/Иск.txt:stream',
    'letters/Иск.txt::$DATA',
    'letters/Иск.txt\0.pdf',
    'letters//Иск.txt',
    'letters/Иск.txt/',
    'letters/Иск.txt.',
    'letters/Иск.txt ',
    'letters/ /a',
    'NUL',
    'letters/con.txt',
    'COM1 .txt',
    'a\nb',
    `.part-1-${'0'.repeat(16)}`,
  ])('is refused by its path alone: %j', async (path) => {
    expect(await refusal(path)).toMatch(/is not a path within the shared folder, such as/);
  });

  it.each([
    'letters/none.txt',
    'none/a.txt',
    'letters/Иск.txt/a',
    '~/a.txt',
    '%2e%2e/secret.txt',
    '．．/secret.txt',
  ])('is reported missing if it does not exist: %s', async (path) => {
    expect(await refusal(path)).toMatch(/is not in the shared folder/);
  });

  it('is refused when it is a link, soft or hard, or lies behind one that leads out [FLT-26]', async () => {
    symlinkSync(join(at.folder, 'secret.txt'), join(at.inside, 'soft.txt'));
    symlinkSync('letters/Иск.txt', join(at.inside, 'within.txt'));
    symlinkSync(at.folder, join(at.inside, 'out'));
    linkSync(join(at.folder, 'secret.txt'), join(at.inside, 'hard.txt'));
    expect(await refusal('soft.txt')).toMatch(/leads out of the shared folder/);
    expect(await refusal('out/secret.txt')).toMatch(/leads out of the shared folder/);
    expect(await refusal('within.txt')).toMatch(/is a link/);
    expect(await refusal('hard.txt')).toMatch(/is a link/);
  });

  it('is refused when a link leads to a sibling directory whose name begins alike', async () => {
    mkdirSync(`${at.inside}-private`);
    writeFileSync(join(`${at.inside}-private`, 'a.txt'), 'SECRET');
    symlinkSync(`${at.inside}-private`, join(at.inside, 'beside'));
    expect(await refusal('beside/a.txt')).toMatch(/leads out/);
  });

  it('is refused without delay when it is a directory, a pipe or a device [FLT-26]', async () => {
    execFileSync('mkfifo', [join(at.inside, 'pipe')]);
    symlinkSync('/dev/zero', join(at.inside, 'zero'));
    symlinkSync('/proc/self/environ', join(at.inside, 'environ'));
    expect(await refusal('letters')).toMatch(/is a directory/);
    expect(await refusal('pipe')).toMatch(/is not a regular file/);
    expect(await refusal('zero')).toMatch(/leads out/);
    expect(await refusal('environ')).toMatch(/leads out/);
  });

  it('is refused above 100 MB before a byte of it is read', async () => {
    writeFileSync(join(at.inside, 'large.bin'), '');
    truncateSync(join(at.inside, 'large.bin'), 100 * megabyte + 1);
    expect(await refusal('large.bin')).toMatch(/has 100\.0 MB, but at most 100 MB can be sent/);
  });

  it.each([
    ['shrinks', (path: string) => truncateSync(path, 70 * kilobyte)],
    ['grows', (path: string) => writeFileSync(path, 'x', { flag: 'a' })],
    ['is written anew', (path: string) => writeFileSync(path, randomBytes(200 * kilobyte))],
  ])('breaks off when it %s while it is sent', async (_what, change) => {
    const path = join(at.inside, 'a.bin');
    writeFileSync(path, randomBytes(200 * kilobyte));
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    const file = await at.exchange.open('a.bin');
    const sending = (async () => {
      let first = true;
      for await (const _ of file.chunks()) {
        if (first) change(path);
        first = false;
      }
    })();
    await expect(sending).rejects.toThrow(/changed while it was sent/);
    await file.close();
  });

  it('stays the one that was checked when its name is given to another', async () => {
    writeFileSync(join(at.inside, 'a.txt'), 'checked');
    const file = await at.exchange.open('a.txt');
    symlinkSync(join(at.folder, 'secret.txt'), join(at.inside, 'b.txt'));
    renameSync(join(at.inside, 'b.txt'), join(at.inside, 'a.txt'));
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.chunks()) chunks.push(chunk);
    await file.close();
    expect(Buffer.concat(chunks).toString()).toBe('checked');
  });
});

/** Script of a worker thread that keeps swapping names. */
const swapper = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { renameSync, symlinkSync, mkdirSync, writeFileSync, rmSync } = require('node:fs');
  const { join } = require('node:path');
  const { inside, folder, swaps } = workerData;
  const at = (name) => join(inside, name);
  for (let round = 0; round < swaps; round += 2) {
    // The file, then the directory on the way to it.
    symlinkSync(join(folder, 'secret.txt'), at('new'));
    renameSync(at('new'), at('file.txt'));
    renameSync(at('way'), at('way-kept'));
    symlinkSync(folder, at('way'));
    writeFileSync(at('new'), 'open');
    renameSync(at('new'), at('file.txt'));
    rmSync(at('way'));
    renameSync(at('way-kept'), at('way'));
  }
  parentPort.postMessage('done');
`;

it('a name that is swapped 1,000 times for a link never lets a byte from outside through [FLT-26]', async () => {
  mkdirSync(join(at.inside, 'way'));
  writeFileSync(join(at.inside, 'way', 'secret.txt'), 'open');
  writeFileSync(join(at.inside, 'file.txt'), 'open');
  const worker = new Worker(swapper, {
    eval: true,
    workerData: { inside: at.inside, folder: at.folder, swaps: 1000 },
  });
  let swapping = true;
  worker.once('message', () => {
    swapping = false;
  });
  const seen = { open: 0, refused: 0 };
  while (swapping) {
    const reads = ['file.txt', 'way/secret.txt', 'way\\secret.txt', 'file.txt'].map(async (path) => {
      try {
        expect((await read(path)).toString()).toBe('open');
        seen.open += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(InvalidArgumentsError);
        seen.refused += 1;
      }
    });
    await Promise.all(reads);
  }
  await worker.terminate();
  expect(seen.open).toBeGreaterThan(0);
  expect(seen.refused).toBeGreaterThan(0);
});
