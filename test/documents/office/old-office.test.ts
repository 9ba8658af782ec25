import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reader, refusalOf } from '../../support/read-document.ts';
import { encoded } from '../mail/encoded.ts';

const read = (bytes: Uint8Array) => reader.read({ bytes, name: 'file.doc' }, undefined, undefined);

/**
 * Creates a compound file with streams of at least 4,096 bytes. Its table is in the first sector, its
 * directory in the second.
 */
function compound(streams: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const sectors: Buffer[] = [Buffer.alloc(512, 0xff), Buffer.alloc(512)];
  const entry = (index: number, name: string, start: number, size: number) => {
    const at = index * 128;
    sectors[1]?.write(name, at, 'utf16le');
    sectors[1]?.writeUInt16LE(name.length * 2 + 2, at + 64);
    // The root is a folder whose child is the next entry. Further files are linked as right siblings.
    sectors[1]?.writeUInt8(index === 0 ? 5 : 2, at + 66);
    const isLast = index === Object.keys(streams).length;
    for (const [place, next] of [
      [68, 0xffffffff],
      [72, index === 0 || isLast ? 0xffffffff : index + 1],
      [76, index === 0 && !isLast ? 1 : 0xffffffff],
    ] as const)
      sectors[1]?.writeUInt32LE(next, at + place);
    sectors[1]?.writeUInt32LE(start, at + 116);
    sectors[1]?.writeUInt32LE(size, at + 120);
  };
  entry(0, 'Root Entry', 0xfffffffe, 0);
  sectors[0]?.writeUInt32LE(0xfffffffd, 0);
  sectors[0]?.writeUInt32LE(0xfffffffe, 4);
  for (const [index, [name, bytes]] of Object.entries(streams).entries()) {
    const whole = Buffer.alloc(Math.max(4096, Math.ceil(bytes.length / 512) * 512));
    whole.set(bytes);
    entry(index + 1, name, sectors.length, whole.length);
    for (let at = 0; at < whole.length; at += 512) {
      sectors[0]?.writeUInt32LE(
        at + 512 < whole.length ? sectors.length + 1 : 0xfffffffe,
        sectors.length * 4,
      );
      sectors.push(whole.subarray(at, at + 512));
    }
  }
  const header = Buffer.alloc(512, 0xff);
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(0xfffffffe, 60);
  header.writeUInt32LE(0xfffffffe, 68);
  header.writeUInt32LE(0, 76);
  return Buffer.concat([header, ...sectors]);
}

/** Creates a Word 97 document with one piece of text. */
function doc(text: string, flags = 0): Uint8Array {
  const word = Buffer.alloc(4096);
  word.writeUInt16LE(0xa5ec, 0);
  word.writeUInt16LE(0xc1, 2);
  word.writeUInt16LE(flags, 10);
  word.writeUInt32LE(text.length, 0x4c);
  word.writeUInt32LE(0, 0x1a2);
  word.writeUInt32LE(21, 0x1a6);
  word.write(text, 2048, 'utf16le');
  const table = Buffer.alloc(21);
  table.writeUInt8(2, 0);
  table.writeUInt32LE(16, 1);
  table.writeUInt32LE(text.length, 9);
  table.writeUInt32LE(2048, 15);
  return compound({ WordDocument: word, '0Table': table });
}

/** Creates a Word 6 or 95 document. */
function doc95(text: Uint8Array, language: number, flags = 0): Uint8Array {
  const word = Buffer.alloc(4096);
  word.writeUInt16LE(0xa5dc, 0);
  word.writeUInt16LE(104, 2);
  word.writeUInt16LE(language, 6);
  word.writeUInt16LE(flags, 10);
  word.writeUInt32LE(0x300, 0x18);
  word.writeUInt32LE(text.length, 0x34);
  word.set(text, 0x300);
  return compound({ WordDocument: word });
}

describe('a file of an office program before 2007', () => {
  it('has the text of a document, with only the results of its fields', async () => {
    const { kind, parts, notes } = await read(
      doc('Иск\r\u0013 HYPERLINK "x" \u0014ссылка\u0015 и\u000bстрока\u001e1\r'),
    );
    expect([kind, parts[0]?.text]).toEqual(['Word document', 'Иск\nссылка и\nстрока-1']);
    expect(notes.join()).toContain('download_document_pdf');
  });

  it('keeps the cells of a table if the file does not mark the ends of rows', async () => {
    const lines = async (text: string) => (await read(doc(text))).parts[0]?.text.split('\n');
    const rows = 'Этап\u0007Срок\u0007\u0007Аванс\u000710 дней\rили раньше\u0007\u0007';
    expect(await lines(`До\r${rows}После\r`)).toEqual([
      ...['До', '| Этап | Срок |', '| Аванс | 10 дней<br>или раньше |', 'После'],
    ]);
    expect(await lines('Этап\u0007\u0007\u0007Аванс\u0007Срок\u0007\u0007После\r')).toEqual([
      ...['| Этап |', '| Аванс |', '| Срок |', 'После'],
    ]);
  });

  it('has the text of a document of Word 6 or 95 in the letters of its language, and its tables', async () => {
    const russian = encoded('Иск\rЭтап\u0007Срок\u0007\u0007После\r', 'windows-1251');
    expect((await read(doc95(russian, 0x419))).parts[0]?.text.split('\n')).toEqual([
      ...['Иск', '| Этап | Срок |', 'После'],
    ]);
    expect(
      (await read(doc95(Buffer.from('Klage f\u00fcr 5 \u0013 PAGE \u00142\u0015\r', 'latin1'), 0x407)))
        .parts[0]?.text,
    ).toBe('Klage für 5 2');
    expect(await refusalOf(read(doc95(russian, 0x419, 4)))).toMatch(/^unknown: .*Word 6 or 95/);
    expect(await refusalOf(read(doc95(russian, 0x419, 0x100)))).toMatch(/^encrypted: /);
  });

  it('is refused when it is protected by a password, one of today in its wrapping too, and when no text is read from it', async () => {
    expect(await refusalOf(read(doc('text', 0x100)))).toMatch(/^encrypted: /);
    expect(await refusalOf(read(compound({ EncryptedPackage: new Uint8Array(10) })))).toMatch(/^encrypted: /);
    expect(await refusalOf(read(compound({ 'PowerPoint Document': new Uint8Array(10) })))).toMatch(
      /^unknown: .*download_document_pdf/,
    );
    for (const name of ['Workbook', 'Book'])
      expect(await refusalOf(read(compound({ [name]: new Uint8Array(10) })))).toMatch(/^damaged: /);
  });

  it('is refused or read, and nothing else, wherever it is cut off or changed', async () => {
    const whole = doc('text\r');
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.option(fc.nat(255)), async (at, value) => {
        const bytes = Uint8Array.from(value === null ? whole.subarray(0, at) : whole);
        if (value !== null) bytes[at] = value;
        expect((await refusalOf(read(bytes))) ?? 'unknown: or text').toMatch(
          /^(damaged|unknown|empty|encrypted|too large): /,
        );
      }),
      { numRuns: 1000 },
    );
  });
});
