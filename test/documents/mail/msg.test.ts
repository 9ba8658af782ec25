import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inflateRtf } from '../../../src/documents/formats/mail/outlook-rtf.ts';
import { reader, refusalOf } from '../../support/read-document.ts';
import { compoundFile, type Folder } from './compound.ts';
import { encoded } from './encoded.ts';

const wide = (text: string) => Buffer.from(text, 'utf16le');
const named = (id: string, type: string, content: Uint8Array) => ({ [`__substg1.0_${id}${type}`]: content });
const text = (id: string, value: string) => named(id, '001F', wide(value));

/** Converts the id and type of a property to one number. */
const tag = (hex: string) => Number.parseInt(hex, 16);

/** Creates the list of fixed-size properties. */
function fixed(head: number, properties: Record<number, bigint> = {}): Folder {
  const list = Object.entries(properties).map(([tag, value]) => {
    const bytes = Buffer.alloc(16);
    bytes.writeUInt32LE(Number(tag), 0);
    bytes.writeBigUInt64LE(value, 8);
    return bytes;
  });
  return { '__properties_version1.0': Buffer.concat([Buffer.alloc(head), ...list]) };
}

const recipient = (type: bigint, name: string, address: string): Folder => ({
  ...fixed(8, { [tag('0C150003')]: type }),
  ...text('3001', name),
  ...text('39FE', address),
});
const sent = (BigInt(Date.UTC(2026, 10, 2, 9, 30)) + 11_644_473_600_000n) * 10_000n;

const message = (head: number, more: Folder = {}): Folder => ({
  ...fixed(head, { [tag('00390040')]: sent }),
  ...text('0037', 'Претензия'),
  ...text('0C1A', 'АО «Северный мост»'),
  ...text('0C1F', 'most@example.org'),
  ...text('1000', 'Требуем уплатить\r\n> Было: иск'),
  '__recip_version1.0_#00000000': recipient(1n, 'Мария', 'maria@example.com'),
  '__recip_version1.0_#00000001': recipient(2n, 'ivan@example.com', 'ivan@example.com'),
  ...more,
});
const attachment: Folder = {
  ...fixed(8),
  ...text('3707', 'Расчёт.txt'),
  ...named('3701', '0102', Buffer.from('сто рублей')),
};
const read = (folder: Folder, inside: number[] = []) =>
  reader.read({ bytes: compoundFile(folder), name: 'a.msg', inside }, undefined, undefined);

const lines = [
  'From: АО «Северный мост» <most@example.org>',
  'To: Мария <maria@example.com>',
  'Cc: ivan@example.com',
  'Date: 2026-11-02 09:30:00 UTC',
  'Subject: Претензия',
  '',
  'Требуем уплатить',
  '> Было: иск',
];

describe('a message of Outlook', () => {
  it('is read like any other, with its sender, recipients and moment', async () => {
    const { parts, ...content } = await read(message(32));
    expect(parts[0]?.text.split('\n')).toEqual(lines);
    expect(content).toMatchObject({ kind: 'e-mail', attachments: [], notes: [] });
  });

  it('opens its attachments, and messages within it', async () => {
    const inner = {
      ...fixed(8),
      '__substg1.0_3701000D': message(24, { '__attach_version1.0_#00000000': attachment }),
    };
    const folder = message(32, {
      '__attach_version1.0_#00000000': attachment,
      '__attach_version1.0_#00000001': { ...inner, ...text('3001', 'Первая претензия') },
    });
    expect((await read(folder)).attachments.map(({ name }) => name)).toEqual([
      'Расчёт.txt',
      'Первая претензия.eml',
    ]);
    expect((await read(folder, [2])).parts[0]?.text.split('\n')).toEqual(lines);
    const file = { bytes: compoundFile(folder), name: 'a.msg' };
    for (const inside of [[1], [2, 1]]) {
      const { name, bytes } = await reader.extract({ ...file, inside }, undefined);
      expect([name, Buffer.from(bytes).toString()]).toEqual(['Расчёт.txt', 'сто рублей']);
    }
  });

  it('of an age before Unicode is read in its charset', async () => {
    const { '__substg1.0_0037001F': _subject, '__substg1.0_1000001F': _body, ...rest } = message(32);
    const old = {
      ...rest,
      ...fixed(32, { [tag('3FFD0003')]: 1251n }),
      ...named('0037', '001E', encoded('Счёт', 'windows-1251')),
      ...named('1000', '001E', encoded('Оплатите до пятницы', 'windows-1251')),
    };
    const { parts } = await read(old);
    expect(parts[0]?.text).toContain('Subject: Счёт\n\nОплатите до пятницы');
  });

  it.each([
    ['its code page', { '3FFD0003': 950 }, 'big5', 'b1b6bbdaab48'],
    ['its code page', { '3FFD0003': 932 }, 'shift_jis', '90bf8b8195b6'],
    ['its code page', { '3FFD0003': 1253 }, 'windows-1253', 'c1e3f9e3de'],
    ['the code page of its way', { '3FDE0003': 28592 }, 'iso-8859-2', '5a6170b36174ea'],
    ['its locale', { '3FDE0003': 65001, '3FF10003': 0x407 }, 'windows-1252', '5375626a65637420f6e4fc'],
    ['its locale', { '3FF10003': 0x404 }, 'big5', 'b1b6bbdaab48'],
    ['its locale', { '3FF10003': 0x428 }, 'windows-1251', 'd1f7b8f2'],
    ['its locale', { '3FF10003': 0x46d }, 'windows-1251', 'd1f7b8f2'],
  ])('is read in the charset of %s (%j: %s)', async (_where, properties, charset, hex) => {
    const subject = Buffer.from(hex, 'hex');
    const { '__substg1.0_0037001F': _subject, ...rest } = message(32);
    const list = Object.fromEntries(
      Object.entries(properties).map(([id, value]) => [tag(id), BigInt(value)]),
    );
    const { parts, notes } = await read({ ...rest, ...fixed(32, list), ...named('0037', '001E', subject) });
    expect(parts[0]?.text).toContain(`Subject: ${new TextDecoder(charset).decode(subject)}\n`);
    expect(notes).toEqual([]);
  });

  it('is read in the charset in which all its texts make sense, with a note, if it declares none', async () => {
    const { '__substg1.0_0037001F': _subject, '__substg1.0_1000001F': _body, ...rest } = message(32);
    const { parts, notes } = await read({
      ...rest,
      ...named('0037', '001E', encoded('№ 7', 'windows-1251')),
      ...named('1000', '001E', encoded('Оплатите счёт до пятницы', 'windows-1251')),
    });
    expect(parts[0]?.text).toContain('Subject: № 7\n\nОплатите счёт до пятницы');
    expect(notes.join()).toContain('read as windows-1251');
  });

  it.each(['WordDocument', 'Workbook', 'EncryptedPackage'])(
    'is recognized by its own folder, regardless of attached files (%s)',
    async (stream) => {
      const old = compoundFile({ [stream]: Buffer.alloc(600) });
      const { parts, attachments } = await read(
        message(32, {
          '__attach_version1.0_#00000000': {
            ...fixed(8),
            ...text('3707', 'old.doc'),
            ...named('3701', '0102', old),
          },
          '__attach_version1.0_#00000001': { ...fixed(8), '__substg1.0_3701000D': { [stream]: old } },
        }),
      );
      expect(parts[0]?.text.split('\n')).toEqual(lines);
      expect(attachments[0]?.name).toBe('old.doc');
    },
  );

  it('that is truncated is reported as damaged', async () => {
    const whole = compoundFile(message(32));
    const cut = reader.read({ bytes: whole.subarray(0, 1500), name: 'a.msg' }, undefined, undefined);
    expect(await refusalOf(cut)).toMatch(/^damaged: /);
  });

  it('is read from its HTML, or returns its formatted text as a file, if it has no plain one', async () => {
    const { '__substg1.0_1000001F': _body, ...rest } = message(32);
    const page = await read({ ...rest, ...named('1013', '0102', Buffer.from('<p>Уплатить <b>100</b></p>')) });
    expect(page.parts[0]?.text).toContain('Уплатить 100');
    const rtf = Buffer.concat([Buffer.alloc(16), Buffer.from('{\\rtf1 text}')]);
    rtf.writeUInt32LE(12, 4);
    rtf.writeUInt32LE(0x414c454d, 8);
    const formatted = await read({ ...rest, ...named('1009', '0102', rtf) });
    expect(formatted.attachments).toEqual([{ index: 1, name: 'message.rtf' }]);
    expect(formatted.notes).toHaveLength(1);
  });

  it('that is cut off or changed anywhere is read or refused in words, in little time', async () => {
    const whole = compoundFile(message(32, { '__attach_version1.0_#00000000': attachment }));
    const tryAll = async (bytes: Uint8Array) => {
      for (const inside of [[], [1]])
        await refusalOf(reader.read({ bytes, name: 'a.msg', inside }, undefined, undefined));
    };
    for (let length = 1; length < whole.length; length += 97) await tryAll(whole.slice(0, length));
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, byte) => {
        const changed = whole.slice();
        changed[at] = byte;
        await tryAll(changed);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the compressed text of Outlook', () => {
  it('is unpacked as the description of the format shows', () => {
    // The two examples of MS-OXRTFCP 3.1: a plain text and one with repetitions.
    const simple =
      '2d0000002b0000004c5a4675f1c5c7a703000a00726370673132354232' +
      '0af32068656c090020627705b06c647d0a800fa0';
    expect(Buffer.from(inflateRtf(Buffer.from(simple, 'hex'))).toString()).toBe(
      '{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n',
    );
    const repeated = '1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0';
    expect(Buffer.from(inflateRtf(Buffer.from(repeated, 'hex'))).toString()).toBe(
      '{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}',
    );
  });
});
