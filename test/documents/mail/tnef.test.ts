import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reader, refusalOf } from '../../support/read-document.ts';
import { encoded } from './encoded.ts';

const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};
const filled = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);

/** Creates an attribute with its checksum. */
function attribute(level: 1 | 2, id: number, content: Uint8Array): Buffer {
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(content.reduce((total, byte) => (total + byte) % 65_536, 0));
  return Buffer.concat([Uint8Array.of(level), number(id), number(content.length), content, sum]);
}
const packed = (...parts: Uint8Array[]) =>
  Buffer.concat([Uint8Array.of(0x78, 0x9f, 0x3e, 0x22, 1, 0), ...parts]);

const fixed = (id: number, type: number, content: Uint8Array) =>
  Buffer.concat([number(id * 0x10000 + type), content]);
const stored = (id: number, type: number, content: Uint8Array) =>
  Buffer.concat([number(id * 0x10000 + type), number(1), number(content.length), filled(content)]);
const wide = (id: number, text: string) => stored(id, 0x1f, Buffer.from(`${text}\0`, 'utf16le'));
/** Head of a named property, before its value. */
const named = Buffer.concat([
  ...[number(0x8000_0003), Buffer.alloc(16), number(1), number(8), Buffer.from('name', 'utf16le')],
  number(7),
]);
const properties = (...list: Uint8Array[]) => Buffer.concat([number(list.length), ...list]);

const moment = Buffer.alloc(8);
moment.writeBigUInt64LE((BigInt(Date.UTC(2026, 10, 2, 9, 30)) + 11_644_473_600_000n) * 10_000n);
const codePage = attribute(1, 0x00069007, Buffer.concat([number(1251), number(0)]));
const attached = (title: string, data: Uint8Array, ...more: Uint8Array[]) =>
  Buffer.concat([
    attribute(2, 0x00069002, Buffer.alloc(14)),
    attribute(2, 0x00018010, encoded(`${title}\0`, 'windows-1251')),
    attribute(2, 0x0006800f, data),
    ...(more.length > 0 ? [attribute(2, 0x00069005, properties(...more))] : []),
  ]);
const message = (...more: Uint8Array[]) =>
  packed(
    codePage,
    attribute(
      1,
      0x00069003,
      properties(
        ...[named, wide(0x0037, 'Претензия'), wide(0x0c1a, 'АО «Север»'), fixed(0x0039, 0x40, moment)],
        stored(0x1013, 0x102, Buffer.from('<p>Требуем уплатить <b>100</b> рублей</p>')),
      ),
    ),
    ...more,
  );
const read = (bytes: Uint8Array, inside: number[] = []) =>
  reader.read({ bytes, name: 'winmail.dat', inside }, undefined, undefined);

describe('a TNEF file of Outlook', () => {
  it('is read as a message, with its sender, moment and words', async () => {
    const { kind, parts } = await read(message());
    expect(kind).toBe('e-mail');
    expect(parts[0]?.text.split('\n')).toEqual([
      ...['From: АО «Север»', 'Date: 2026-11-02 09:30:00 UTC', 'Subject: Претензия', ''],
      'Требуем уплатить 100 рублей',
    ]);
  });

  it('returns the contained files, by their long names if they have any', async () => {
    const bytes = message(
      attached('Расчёт.txt', Buffer.from('сто рублей')),
      attached('ISKOVO~1.TXT', Buffer.from('иск'), wide(0x3707, 'Исковое заявление.txt')),
    );
    const { attachments } = await read(bytes);
    expect(attachments).toEqual([
      { index: 1, name: 'Расчёт.txt', size: 19 },
      { index: 2, name: 'Исковое заявление.txt', size: 6 },
    ]);
    expect((await read(bytes, [2])).parts[0]?.text).toBe('иск');
  });

  it('opens a message within it', async () => {
    const object = Buffer.concat([Buffer.alloc(16), message()]);
    const bytes = message(attached('First claim', Buffer.alloc(1), stored(0x3701, 0x0d, object)));
    expect((await read(bytes, [1])).parts[0]?.text).toContain('Требуем уплатить 100');
  });

  it('is read in its charset if it is older than Unicode', async () => {
    const bytes = packed(
      codePage,
      attribute(1, 0x00018004, encoded('Счёт\0', 'windows-1251')),
      attribute(1, 0x0002800c, encoded('Оплатите до пятницы\0', 'windows-1251')),
    );
    expect((await read(bytes)).parts[0]?.text).toBe('Subject: Счёт\n\nОплатите до пятницы');
  });

  it('is opened if it is an attachment of a message, which names its format', async () => {
    const file = message(attached('a.txt', Buffer.from('сто'))).toString('base64');
    const mail = `From: a@a.example\r\nSubject: x\r\nMIME-Version: 1.0\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\nContent-Disposition: attachment; filename=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\n${file}`;
    const eml = { bytes: Buffer.from(mail), name: 'a.eml' };
    const { notes } = await reader.read(eml, undefined, undefined);
    expect(notes.join()).toContain('winmail.dat) contains content packed by Outlook');
    expect((await reader.extract({ ...eml, inside: [1, 1] }, undefined)).name).toBe('a.txt');
  });

  it('that is cut off or changed anywhere is read or refused in words', async () => {
    const whole = message(attached('a.txt', Buffer.from('сто'), wide(0x3707, 'b.txt')));
    const tryAll = async (bytes: Uint8Array) => {
      for (const inside of [[], [1]])
        await refusalOf(reader.read({ bytes, name: 'winmail.dat', inside }, undefined, undefined));
    };
    for (let length = 1; length < whole.length; length += 7) await tryAll(whole.subarray(0, length));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const changed = Uint8Array.from(whole);
        changed[at] = byte;
        await tryAll(changed);
      }),
      { numRuns: 300 },
    );
  });
});
