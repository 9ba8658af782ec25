import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { numberedName, safeFileName } from '../../../src/api/files/file-name.ts';
import { openExchange, type SharedFolder } from '../../../src/api/files/shared-folder.ts';
import {
  InvalidArgumentsError,
  SharedFolderError,
  UnexpectedAnswerError,
} from '../../../src/contract/errors.ts';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
const all = mkdtempSync(join(tmpdir(), 'casebridge-exchange-'));
afterAll(() => rmSync(all, { recursive: true, force: true }));

let folder: string;
let inside: string;
let exchange: SharedFolder;
beforeEach(async () => {
  folder = mkdtempSync(join(all, 'case-'));
  inside = join(folder, 'exchange');
  mkdirSync(join(inside, 'letters'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'SECRET');
  writeFileSync(join(inside, 'letters', 'Иск.txt'), 'claim');
  exchange = await openExchange(inside, 10 * megabyte);
});

async function read(path: string, from = exchange): Promise<Buffer> {
  const file = await from.open(path);
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.chunks()) chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    await file.close();
  }
}

/** The sentence of a refusal; throws when the file is opened. */
async function refusal(path: string): Promise<string> {
  const error = await read(path).then(
    (bytes) => new Error(`was opened: ${bytes.length} bytes`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InvalidArgumentsError);
  const { message } = error as Error;
  expect(message).not.toContain(folder);
  return message;
}

describe('a file to send', () => {
  it.each(['letters/Иск.txt', 'letters\\Иск.txt', './letters/Иск.txt'])('is found at %s', async (path) => {
    expect((await read(path)).toString()).toBe('claim');
  });

  it('is read whole, whatever its size, as often as it has to be sent', async () => {
    for (const size of [0, 1, 64 * kilobyte, 64 * kilobyte + 1, megabyte]) {
      const bytes = randomBytes(size);
      writeFileSync(join(inside, 'a.bin'), bytes);
      const file = await exchange.open('a.bin');
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
    expect(await refusal(path)).toMatch(/is no path within the shared folder, such as/);
  });

  it.each([
    'letters/none.txt',
    'none/a.txt',
    'letters/Иск.txt/a',
    '~/a.txt',
    '%2e%2e/secret.txt',
    '．．/secret.txt',
  ])('is missed where there is none: %s', async (path) => {
    expect(await refusal(path)).toMatch(/is not in the shared folder/);
  });

  it('is refused when it is a link, soft or hard, or lies behind one that leads out [FLT-26]', async () => {
    symlinkSync(join(folder, 'secret.txt'), join(inside, 'soft.txt'));
    symlinkSync('letters/Иск.txt', join(inside, 'within.txt'));
    symlinkSync(folder, join(inside, 'out'));
    linkSync(join(folder, 'secret.txt'), join(inside, 'hard.txt'));
    expect(await refusal('soft.txt')).toMatch(/leads out of the shared folder/);
    expect(await refusal('out/secret.txt')).toMatch(/leads out of the shared folder/);
    expect(await refusal('within.txt')).toMatch(/is a link/);
    expect(await refusal('hard.txt')).toMatch(/is a link/);
  });

  it('is refused when a link leads to a directory beside whose name begins alike', async () => {
    mkdirSync(`${inside}-private`);
    writeFileSync(join(`${inside}-private`, 'a.txt'), 'SECRET');
    symlinkSync(`${inside}-private`, join(inside, 'beside'));
    expect(await refusal('beside/a.txt')).toMatch(/leads out/);
  });

  it('is refused when it is a directory, a pipe or a device, and nobody waits for it [FLT-26]', async () => {
    execFileSync('mkfifo', [join(inside, 'pipe')]);
    symlinkSync('/dev/zero', join(inside, 'zero'));
    symlinkSync('/proc/self/environ', join(inside, 'environ'));
    expect(await refusal('letters')).toMatch(/is a directory/);
    expect(await refusal('pipe')).toMatch(/is no plain file/);
    expect(await refusal('zero')).toMatch(/leads out/);
    expect(await refusal('environ')).toMatch(/leads out/);
  });

  it('is refused above 100 MB before a byte of it is read', async () => {
    writeFileSync(join(inside, 'large.bin'), '');
    truncateSync(join(inside, 'large.bin'), 100 * megabyte + 1);
    expect(await refusal('large.bin')).toMatch(/has 100\.0 MB, and at most 100 MB are sent/);
  });

  it.each([
    ['shrinks', (path: string) => truncateSync(path, 70 * kilobyte)],
    ['grows', (path: string) => writeFileSync(path, 'x', { flag: 'a' })],
    ['is written anew', (path: string) => writeFileSync(path, randomBytes(200 * kilobyte))],
  ])('breaks off when it %s while it is sent', async (_what, change) => {
    const path = join(inside, 'a.bin');
    writeFileSync(path, randomBytes(200 * kilobyte));
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    const file = await exchange.open('a.bin');
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
    writeFileSync(join(inside, 'a.txt'), 'checked');
    const file = await exchange.open('a.txt');
    symlinkSync(join(folder, 'secret.txt'), join(inside, 'b.txt'));
    renameSync(join(inside, 'b.txt'), join(inside, 'a.txt'));
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.chunks()) chunks.push(chunk);
    await file.close();
    expect(Buffer.concat(chunks).toString()).toBe('checked');
  });
});

/** Swaps names in a thread of its own, without a pause. */
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
  mkdirSync(join(inside, 'way'));
  writeFileSync(join(inside, 'way', 'secret.txt'), 'open');
  writeFileSync(join(inside, 'file.txt'), 'open');
  const worker = new Worker(swapper, { eval: true, workerData: { inside, folder, swaps: 1000 } });
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
}, 60_000);

describe('a file that is received', () => {
  const sanitizer = { name: 'Иск.pdf', keepBytes: 0, declaredBytes: undefined };
  const receive = async (content: Buffer, options = {}, pieces = 64 * kilobyte) => {
    const sink = exchange.receive({ ...sanitizer, ...options });
    for (let at = 0; at < content.length; at += pieces) await sink.write(content.subarray(at, at + pieces));
    return sink.end();
  };
  const names = () => readdirSync(inside).filter((name) => name !== 'letters');

  it('is put under its name with the bytes that came, for its owner only', async () => {
    for (const size of [1, 64 * kilobyte, 3 * megabyte + 1]) {
      const content = randomBytes(size);
      const { stored } = await receive(content, { name: `${size}.bin` });
      expect(stored).toEqual({
        path: `${size}.bin`,
        size,
        sha256: createHash('sha256').update(content).digest('hex'),
      });
      expect(readFileSync(join(inside, `${size}.bin`)).equals(content)).toBe(true);
      expect(statSync(join(inside, `${size}.bin`)).mode & 0o777).toBe(0o600);
      expect(statSync(join(inside, `${size}.bin`)).nlink).toBe(1);
    }
    expect(names().filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('stays in memory up to the size that is kept, and becomes a file above it', async () => {
    const content = randomBytes(100);
    expect((await receive(content, { keepBytes: 100 }, 7)).bytes?.equals(content)).toBe(true);
    expect(names()).toEqual([]);
    expect((await receive(content, { keepBytes: 99 }, 7)).stored?.size).toBe(100);
    expect(readFileSync(join(inside, 'Иск.pdf')).equals(content)).toBe(true);
  });

  it('never takes the place of another, whatever that is', async () => {
    symlinkSync('nowhere', join(inside, 'Иск (3).pdf'));
    mkdirSync(join(inside, 'Иск (4).pdf'));
    const paths = [];
    for (const content of ['first', 'second', 'third'])
      paths.push((await receive(Buffer.from(content))).stored?.path);
    expect(paths).toEqual(['Иск.pdf', 'Иск (2).pdf', 'Иск (5).pdf']);
    expect(readFileSync(join(inside, 'Иск.pdf'), 'utf8')).toBe('first');
    expect(existsSync(join(inside, 'nowhere'))).toBe(false);
  });

  it('gets a name of its own when several of the same name come at once', async () => {
    const contents = Array.from({ length: 20 }, (_, index) => Buffer.from(`content ${index}`));
    const answers = await Promise.all(contents.map((content) => receive(content)));
    for (const [index, { stored }] of answers.entries())
      expect(readFileSync(join(inside, stored?.path ?? ''), 'utf8')).toBe(`content ${index}`);
    expect(names().length).toBe(20);
  });

  it('is under no name but that of a part until it is complete', async () => {
    const sink = exchange.receive(sanitizer);
    await sink.write(randomBytes(2 * megabyte));
    expect(names()).toEqual([expect.stringMatching(/^\.part-\d+-[0-9a-f]{16}$/)]);
    expect(statSync(join(inside, names()[0] ?? '')).mode & 0o777).toBe(0o600);
    await sink.discard();
    expect(names()).toEqual([]);
  });

  it.each([0, 1, 2])('leaves nothing when it is given up at moment %i', async (moment) => {
    const sink = exchange.receive(sanitizer);
    const writing = sink.write(randomBytes(2 * megabyte));
    if (moment > 0) await writing;
    const ended = moment > 1 ? sink.end().catch((error: unknown) => error) : undefined;
    await sink.discard();
    await ended;
    expect(await sink.write(randomBytes(10))).toBeUndefined();
    expect(names()).toEqual([]);
  });

  it('is cut when more comes than is taken, and refused when more is announced', async () => {
    const few = await openExchange(inside, megabyte);
    const sink = few.receive(sanitizer);
    await sink.write(randomBytes(megabyte));
    expect(() => sink.write(Buffer.from('x'))).toThrow(UnexpectedAnswerError);
    await sink.discard();
    const announced = few.receive({ ...sanitizer, declaredBytes: megabyte + 1 });
    expect(() => announced.write(Buffer.from('x'))).toThrow(/larger than 1 MB.*CASEBRIDGE_MAX_DOWNLOAD/);
    await announced.discard();
    expect(names()).toEqual([]);
  });

  it('is refused with what is wrong when the directory is gone or is a link by now', async () => {
    renameSync(inside, `${inside}-moved`);
    await expect(receive(Buffer.from('x'))).rejects.toThrow(SharedFolderError);
    await expect(receive(Buffer.from('x'))).rejects.toThrow(
      /could not be saved in the shared folder: it is gone/,
    );
    symlinkSync(`${inside}-moved`, inside);
    await expect(receive(Buffer.from('x'))).rejects.toThrow(SharedFolderError);
    expect(readdirSync(`${inside}-moved`)).toEqual(['letters']);
  });
});

describe('the shared folder', () => {
  it('has to be a directory of its own', async () => {
    for (const path of ['/', join(inside, 'none'), join(inside, 'letters', 'Иск.txt')])
      await expect(openExchange(path, megabyte)).rejects.toThrow();
  });

  it('may be reached by a link, which then is followed once', async () => {
    symlinkSync(inside, join(folder, 'link'));
    const linked = await openExchange(join(folder, 'link'), megabyte);
    expect((await read('letters/Иск.txt', linked)).toString()).toBe('claim');
    rmSync(join(folder, 'link'));
    symlinkSync(folder, join(folder, 'link'));
    await expect(linked.open('secret.txt')).rejects.toThrow(/is not in the shared folder/);
  });

  it('is swept of the parts of processes that ended, and of nothing else', async () => {
    const ended = 2 ** 22 + 1;
    const random = '0123456789abcdef';
    const stale = [
      `.part-${ended}-${random}`,
      `.part-${process.pid}-${random}`,
      `.part-${process.ppid}-${random}`,
    ];
    const kept = [
      `.part-${process.ppid}-fedcba9876543210`,
      '.part-x',
      `.part-${ended}-${random}.pdf`,
      'a.txt',
    ];
    for (const name of [...stale, ...kept]) writeFileSync(join(inside, name), '');
    // A process of this number runs; but no transfer takes so long.
    utimesSync(join(inside, stale[2] ?? ''), 1_700_000_000, 1_700_000_000);
    mkdirSync(join(inside, `.part-${ended}-${'1'.repeat(16)}`));
    await openExchange(inside, megabyte);
    expect(readdirSync(inside).sort()).toEqual(
      [...kept, 'letters', `.part-${ended}-${'1'.repeat(16)}`].sort(),
    );
  });
});

describe('a name that outsiders chose', () => {
  it.each([
    ['claim.pdf', 'claim.pdf'],
    ['Исковое заявление № 5.docx', 'Исковое заявление № 5.docx'],
    ['Елка\u0306.txt', 'Елк\u0430\u0306.txt'],
    ['И\u0306.txt', 'Й.txt'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\me\\a.txt', 'a.txt'],
    ['C:a.txt', 'C_a.txt'],
    ['a<b>c:"d|e?f*.pdf', 'a_b_c__d_e_f_.pdf'],
    ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
    ['a\u200B\u2066b\u00AD.txt', 'ab.txt'],
    ['a\r\nb\0.txt', 'ab.txt'],
    ['a\ud800b.txt', 'ab.txt'],
    ['a\u2028b.txt', 'ab.txt'],
    ['name. . .', 'name'],
    ['  .hidden', 'hidden'],
    ['...', 'file'],
    ['', 'file'],
    ['dir/', 'file'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1.tar.gz', '_com1.tar.gz'],
    ['LPT³.txt', '_LPT³.txt'],
    ['aux .pdf', '_aux .pdf'],
    ['console.txt', 'console.txt'],
    [`.part-1-${'0'.repeat(16)}`, `part-1-${'0'.repeat(16)}`],
  ])('%j becomes %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe.normalize('NFC'));
  });

  it('is cut to 180 bytes between characters, and keeps its extension', () => {
    expect(safeFileName(`${'я'.repeat(300)}.docx`)).toBe(`${'я'.repeat(87)}.docx`);
    expect(safeFileName(`${'😀'.repeat(100)}.pdf`)).toBe(`${'😀'.repeat(44)}.pdf`);
    expect(safeFileName('n'.repeat(400))).toBe('n'.repeat(180));
    expect(safeFileName(`a.${'x'.repeat(400)}`)).toBe(`a.${'x'.repeat(178)}`);
  });

  it('carries a prefix and a number within the same bounds', () => {
    expect(safeFileName('Иск.pdf', '3f2a9c1d')).toBe('3f2a9c1d-Иск.pdf');
    expect(safeFileName('CON', '3f2a9c1d')).toBe('3f2a9c1d-_CON');
    expect(numberedName('3f2a9c1d-Иск.pdf', 2)).toBe('3f2a9c1d-Иск (2).pdf');
    expect(numberedName('notes', 12)).toBe('notes (12)');
    expect(Buffer.byteLength(numberedName(safeFileName(`${'я'.repeat(300)}.docx`, '3f2a9c1d'), 999))).toBe(
      180,
    );
  });

  it('is safe whatever it was, and stays as it is the second time', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('.', ' ', '/', '\\', ':', '\0', '\u202e', 'я', 'C', 'O', 'N', '😀', '-'),
      }),
    );
    fc.assert(
      fc.property(nasty, (name) => {
        const safe = safeFileName(name);
        expect(safe).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|^[. ]|[. ]$/u);
        expect(safe.length).toBeGreaterThan(0);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(180);
        expect(safeFileName(safe)).toBe(safe);
      }),
      { numRuns: 2000 },
    );
  });
});
