import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { isZip, readArchive } from '../../src/documents/containers/archive.ts';
import { UnreadableError } from '../../src/documents/format.ts';
import { readingLimits } from '../../src/documents/limits.ts';

const read = (bytes: Uint8Array, limits = {}) => readArchive(bytes, { ...readingLimits, ...limits });

/** Returns the reason why something cannot be read. */
function reasonOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof UnreadableError) return error.reason;
    throw error;
  }
  return 'it can be read';
}

interface Member {
  readonly name: Uint8Array;
  readonly flags?: number;
  readonly extra?: Uint8Array;
  readonly content?: Uint8Array;
}

/** Creates an archive of uncompressed members, with headers as old and foreign programs write them. */
function stored(members: readonly Member[]): Uint8Array {
  const header = (
    mark: number[],
    { name, flags = 0, extra, content = new Uint8Array() }: Member,
    at?: number,
  ) => {
    const bytes = new DataView(new ArrayBuffer(at === undefined ? 30 : 46));
    const [from, places] = at === undefined ? [6, [14, 18, 22, 26, 28]] : [8, [16, 20, 24, 28, 30]];
    mark.forEach((one, index) => void bytes.setUint8(index, one));
    bytes.setUint16(from, flags, true);
    const [sum, packed, size, nameAt, extraAt] = places as [number, number, number, number, number];
    bytes.setUint32(sum, crc32(content), true);
    bytes.setUint32(packed, content.length, true);
    bytes.setUint32(size, content.length, true);
    bytes.setUint16(nameAt, name.length, true);
    bytes.setUint16(extraAt, extra?.length ?? 0, true);
    if (at !== undefined) bytes.setUint32(42, at, true);
    return [Buffer.from(bytes.buffer), name, extra ?? new Uint8Array()];
  };
  const body: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  for (const member of members) {
    directory.push(...header([0x50, 0x4b, 1, 2], member, Buffer.concat(body).length));
    body.push(...header([0x50, 0x4b, 3, 4], member), member.content ?? new Uint8Array());
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(Buffer.concat(body).length, 16);
  return Buffer.concat([...body, ...directory, end]);
}

const cp866 = (text: string) =>
  Uint8Array.from(text, (letter) => {
    const place = 'АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмноп'.indexOf(letter);
    if (place >= 0) return 0x80 + place;
    const later = 'рстуфхцчшщъыьэюя'.indexOf(letter);
    return later >= 0 ? 0xe0 + later : letter.charCodeAt(0);
  });
const cp1251 = (text: string) =>
  Uint8Array.from(text, (letter) =>
    letter >= 'А' ? letter.charCodeAt(0) - 0x410 + 0xc0 : letter.charCodeAt(0),
  );
const namesIn = (members: readonly Member[]) => read(stored(members)).map(({ name }) => name);

describe('an archive', () => {
  it('gives every member that was packed, by its name and to the last byte', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-zа-яё0-9 ]{1,20}$/), fc.uint8Array({ maxLength: 3000 })),
        fc.constantFrom(0, 6, 9),
        (files, level) => {
          const members = read(zipSync(files, { level: level as 0 }));
          expect(Object.fromEntries(members.map((one) => [one.name, Buffer.from(one.open())]))).toEqual(
            Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes)])),
          );
        },
      ),
    );
  });

  it('decodes names correctly: by flag, by the extra field, and in cp866, cp1251 or UTF-8 without either', () => {
    const name = 'Договор аренды.docx';
    const field = (of: Uint8Array) => {
      const bytes = Buffer.alloc(9 + Buffer.byteLength(name));
      bytes.writeUInt16LE(0x7075, 0);
      bytes.writeUInt16LE(bytes.length - 4, 2);
      bytes.writeUInt8(1, 4);
      bytes.writeUInt32LE(crc32(of), 5);
      bytes.write(name, 9);
      return bytes;
    };
    expect(namesIn([{ name: strToU8(name), flags: 0x800 }])).toEqual([name]);
    expect(namesIn([{ name: strToU8(name) }])).toEqual([name]);
    expect(namesIn([{ name: cp866(name) }, { name: cp866('ПИСЬМО.TXT') }])).toEqual([name, 'ПИСЬМО.TXT']);
    expect(namesIn([{ name: cp1251(name) }])).toEqual([name]);
    expect(namesIn([{ name: strToU8('?'), extra: field(strToU8('?')) }])).toEqual([name]);
    // The field belongs to another name, because the name was changed later.
    expect(namesIn([{ name: strToU8('other'), extra: field(strToU8('?')) }])).toEqual(['other']);
    expect(namesIn([{ name: cp866('дело\\иск.pdf') }])).toEqual(['дело/иск.pdf']);
  });

  it('is read when something stands before it, as in an archive that unpacks itself', () => {
    const [member] = read(Buffer.concat([Buffer.alloc(1000), zipSync({ a: strToU8('text') })]));
    expect(Buffer.from(member?.open() ?? []).toString()).toBe('text');
  });

  it.skipIf(spawnSync('python3', ['--version']).status !== 0)(
    'is read in the format for more than 4 GB, written by another program',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'archive-'));
      try {
        execFileSync('python3', ['-c', largeForm, join(folder, 'large.zip')]);
        const members = read(readFileSync(join(folder, 'large.zip')));
        expect(members.map(({ name, size }) => [name, size])).toEqual([['один.txt', 7]]);
        expect(Buffer.from(members[0]?.open() ?? []).toString()).toBe('content');
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );

  it('says which members are protected by a password, and opens the others', () => {
    const members = read(stored([{ name: strToU8('closed'), flags: 1 }, { name: strToU8('open') }]));
    expect(members.map(({ isEncrypted }) => isEncrypted)).toEqual([true, false]);
    expect(members.map((member) => reasonOf(member.open))).toEqual(['encrypted', 'it can be read']);
  });

  it('counts actual output, regardless of declared sizes: one member, all together, and in relation to the input', () => {
    const zeros = zipSync({ a: new Uint8Array(4_000_000), b: new Uint8Array(4_000_000) });
    expect(reasonOf(() => read(zeros)[0]?.open())).toBe('too large');
    const [one, other] = read(zeros, { inflatedRatio: 2000, inflatedBytes: 5_000_000 });
    expect(one?.open().length).toBe(4_000_000);
    expect(reasonOf(() => other?.open())).toBe('too large');
    const lying = Buffer.from(zeros);
    for (let at = lying.indexOf('PK\x01\x02'); at >= 0; at = lying.indexOf('PK\x01\x02', at + 1))
      lying.writeUInt32LE(10, at + 24);
    expect(reasonOf(() => read(lying)[0]?.open())).toBe('too large');
    expect(reasonOf(() => read(lying, { inflatedRatio: 2000 })[0]?.open())).toBe('damaged');
  });

  it('is refused when it has too many members, members that share their bytes, or says so of sizes that it has not', () => {
    const archive = Buffer.from(stored([{ name: strToU8('a') }, { name: strToU8('b') }]));
    expect(reasonOf(() => read(archive, { archiveEntries: 1 }))).toBe('too large');
    const sharing = Buffer.from(archive);
    sharing.writeUInt32LE(0, sharing.lastIndexOf('PK\x01\x02') + 42);
    expect(reasonOf(() => read(sharing))).toBe('damaged');
    const huge = Buffer.from(archive);
    huge.writeUInt32LE(0x7fffffff, huge.lastIndexOf('PK\x01\x02') + 20);
    expect(reasonOf(() => read(huge))).toBe('damaged');
  });

  it('is either refused or read, wherever it is truncated and whatever byte is changed', () => {
    const whole = zipSync({
      'a.txt': strToU8('text '.repeat(50)),
      'b/c.txt': [strToU8('stored'), { level: 0 }],
    });
    const openAll = (bytes: Uint8Array) =>
      reasonOf(() => read(bytes).forEach((member) => void member.open()));
    expect(isZip(whole)).toBe(true);
    for (let length = 0; length < whole.length; length += 1)
      expect(openAll(whole.subarray(0, length))).toBe('damaged');
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, value) => {
        const changed = Uint8Array.from(whole);
        changed[at] = value;
        expect(['it can be read', 'damaged', 'encrypted', 'too large', 'unknown']).toContain(
          openAll(changed),
        );
      }),
      { numRuns: 2000 },
    );
  });
});

const largeForm = `
import sys, zipfile
zipfile.ZIP64_LIMIT = 0
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as archive:
    with archive.open('один.txt', 'w', force_zip64=True) as file: file.write(b'content')
`;
