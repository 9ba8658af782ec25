import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openExchange } from '../../../src/api/files/shared-folder.ts';
import { SharedFolderError, UnexpectedAnswerError } from '../../../src/contract/errors.ts';
import { kilobyte, useFolder } from './folder.ts';

const { at, megabyte, read } = useFolder();

describe('a file that is received', () => {
  const sanitizer = { name: 'Иск.pdf', keepBytes: 0, declaredBytes: undefined };
  const receive = async (content: Buffer, options = {}, pieces = 64 * kilobyte) => {
    const sink = at.exchange.receive({ ...sanitizer, ...options });
    for (let at = 0; at < content.length; at += pieces) await sink.write(content.subarray(at, at + pieces));
    return sink.end();
  };
  const names = () => readdirSync(at.inside).filter((name) => name !== 'letters');

  it('is put under its name with the bytes that came, for its owner only', async () => {
    for (const size of [1, 64 * kilobyte, 3 * megabyte + 1]) {
      const content = randomBytes(size);
      const { stored } = await receive(content, { name: `${size}.bin` });
      expect(stored).toEqual({
        path: `${size}.bin`,
        size,
        sha256: createHash('sha256').update(content).digest('hex'),
      });
      expect(readFileSync(join(at.inside, `${size}.bin`)).equals(content)).toBe(true);
      expect(statSync(join(at.inside, `${size}.bin`)).mode & 0o777).toBe(0o600);
      expect(statSync(join(at.inside, `${size}.bin`)).nlink).toBe(1);
    }
    expect(names().filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('stays in memory up to the size that is kept, and becomes a file above it', async () => {
    const content = randomBytes(100);
    expect((await receive(content, { keepBytes: 100 }, 7)).bytes?.equals(content)).toBe(true);
    expect(names()).toEqual([]);
    expect((await receive(content, { keepBytes: 99 }, 7)).stored?.size).toBe(100);
    expect(readFileSync(join(at.inside, 'Иск.pdf')).equals(content)).toBe(true);
  });

  it('never replaces another file, of any kind', async () => {
    symlinkSync('nowhere', join(at.inside, 'Иск (3).pdf'));
    mkdirSync(join(at.inside, 'Иск (4).pdf'));
    const paths = [];
    for (const content of ['first', 'second', 'third'])
      paths.push((await receive(Buffer.from(content))).stored?.path);
    expect(paths).toEqual(['Иск.pdf', 'Иск (2).pdf', 'Иск (5).pdf']);
    expect(readFileSync(join(at.inside, 'Иск.pdf'), 'utf8')).toBe('first');
    expect(existsSync(join(at.inside, 'nowhere'))).toBe(false);
  });

  it('gets a unique name when several files of the same name arrive at once', async () => {
    const contents = Array.from({ length: 20 }, (_, index) => Buffer.from(`content ${index}`));
    const answers = await Promise.all(contents.map((content) => receive(content)));
    for (const [index, { stored }] of answers.entries())
      expect(readFileSync(join(at.inside, stored?.path ?? ''), 'utf8')).toBe(`content ${index}`);
    expect(names().length).toBe(20);
  });

  it('is under no name but that of a part until it is complete', async () => {
    const sink = at.exchange.receive(sanitizer);
    await sink.write(randomBytes(2 * megabyte));
    expect(names()).toEqual([expect.stringMatching(/^\.part-\d+-[0-9a-f]{16}$/)]);
    expect(statSync(join(at.inside, names()[0] ?? '')).mode & 0o777).toBe(0o600);
    await sink.discard();
    expect(names()).toEqual([]);
  });

  it.each([0, 1, 2])('leaves nothing when it is given up at moment %i', async (moment) => {
    const sink = at.exchange.receive(sanitizer);
    const writing = sink.write(randomBytes(2 * megabyte));
    if (moment > 0) await writing;
    const ended = moment > 1 ? sink.end().catch((error: unknown) => error) : undefined;
    await sink.discard();
    await ended;
    expect(await sink.write(randomBytes(10))).toBeUndefined();
    expect(names()).toEqual([]);
  });

  it('is cut when more comes than is taken, and refused when more is announced', async () => {
    const few = await openExchange(at.inside, megabyte);
    const sink = few.receive(sanitizer);
    await sink.write(randomBytes(megabyte));
    expect(() => sink.write(Buffer.from('x'))).toThrow(UnexpectedAnswerError);
    await sink.discard();
    const announced = few.receive({ ...sanitizer, declaredBytes: megabyte + 1 });
    expect(() => announced.write(Buffer.from('x'))).toThrow(/larger than 1 MB.*CASEBRIDGE_MAX_DOWNLOAD/);
    await announced.discard();
    expect(names()).toEqual([]);
  });

  it('is refused with the reason if the directory has been deleted or replaced by a link', async () => {
    renameSync(at.inside, `${at.inside}-moved`);
    await expect(receive(Buffer.from('x'))).rejects.toThrow(SharedFolderError);
    await expect(receive(Buffer.from('x'))).rejects.toThrow(
      /could not be saved in the shared folder: it is gone/,
    );
    symlinkSync(`${at.inside}-moved`, at.inside);
    await expect(receive(Buffer.from('x'))).rejects.toThrow(SharedFolderError);
    expect(readdirSync(`${at.inside}-moved`)).toEqual(['letters']);
  });
});

describe('the shared folder', () => {
  it('must be a real directory', async () => {
    for (const path of ['/', join(at.inside, 'none'), join(at.inside, 'letters', 'Иск.txt')])
      await expect(openExchange(path, megabyte)).rejects.toThrow();
  });

  it('may be reached by a link, which then is followed once', async () => {
    symlinkSync(at.inside, join(at.folder, 'link'));
    const linked = await openExchange(join(at.folder, 'link'), megabyte);
    expect((await read('letters/Иск.txt', linked)).toString()).toBe('claim');
    rmSync(join(at.folder, 'link'));
    symlinkSync(at.folder, join(at.folder, 'link'));
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
    for (const name of [...stale, ...kept]) writeFileSync(join(at.inside, name), '');
    // A process with this id runs, but the file is too old to belong to a transfer in progress.
    utimesSync(join(at.inside, stale[2] ?? ''), 1_700_000_000, 1_700_000_000);
    mkdirSync(join(at.inside, `.part-${ended}-${'1'.repeat(16)}`));
    await openExchange(at.inside, megabyte);
    expect(readdirSync(at.inside).sort()).toEqual(
      [...kept, 'letters', `.part-${ended}-${'1'.repeat(16)}`].sort(),
    );
  });
});
