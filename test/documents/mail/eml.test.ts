import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reader, refusalOf } from '../../support/read-document.ts';
import { encoded, encodedWord } from './encoded.ts';

const file = (...parts: (string | Uint8Array)[]) => ({
  bytes: new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array)))),
  name: 'message.eml',
});
const read = (...parts: (string | Uint8Array)[]) => reader.read(file(...parts), undefined, undefined);
const textOf = async (...parts: (string | Uint8Array)[]) =>
  (await read(...parts)).parts.map(({ text }) => text).join('\n');

const head = 'From: "Other side" <a@example.org>\r\nTo: b@example.com\r\nSubject: Terms\r\n';
const part = (headers: string, content: string) => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
const mixed = (...parts: string[]) =>
  `${head}MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts.join('')}--b--\r\n`;
const base64 = (text: string | Uint8Array) => Buffer.from(text as string).toString('base64');

const charsets = ['utf-8', 'windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5'];
const letters = 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюяABCabc0123456789 .,-';
const words = fc
  .string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 40 })
  .map((text) => text.replace(/ +/g, ' ').trim())
  .filter((text) => text !== '');

describe('a message', () => {
  it('begins with its headers, in a fixed order, and returns them as properties too', async () => {
    const message = [
      'Received: from x by y; Mon, 2 Nov 2026 10:00:00 +0300',
      'Subject: Terms of',
      ' settlement',
      'Date: Mon, 2 Nov 2026 09:30:00 +0300',
      'To: "Petrova, Anna" <anna@example.com>, Team: x@example.com, y@example.com;',
      'Cc: john@example.com',
      'From: Northbridge Ltd <n@example.org>',
      '',
      'Dear Anna,',
      'yes.',
      '',
      '> We offer',
      '> to settle.',
    ].join('\r\n');
    const content = await read(message);
    expect(content).toMatchObject({ kind: 'e-mail', unit: 'part', total: 1, attachments: [], notes: [] });
    expect(content.parts[0]?.text).toBe(
      [
        'From: Northbridge Ltd <n@example.org>',
        'To: Petrova, Anna <anna@example.com>, Team: x@example.com, y@example.com',
        'Cc: john@example.com',
        'Date: Mon, 2 Nov 2026 09:30:00 +0300',
        'Subject: Terms of settlement',
        '',
        'Dear Anna,',
        'yes.',
        '',
        '> We offer',
        '> to settle.',
      ].join('\n'),
    );
    expect(content.properties).toMatchObject({ Cc: 'john@example.com', Subject: 'Terms of settlement' });
  });

  it('brings any name, subject and text through each charset and way of writing', async () => {
    const ways = ['base64', 'quoted-printable', '8bit'] as const;
    await fc.assert(
      fc.asyncProperty(
        ...([words, words, words, fc.constantFrom(...charsets), fc.constantFrom(...ways)] as const),
        async (name, subject, text, charset, way) => {
          const bytes = encoded(text, charset);
          const quoted = [...bytes].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);
          const lines = quoted.join('').replaceAll(/.{72}/g, '$&=\r\n');
          const body = { base64: bytes.toString('base64'), 'quoted-printable': lines, '8bit': bytes }[way];
          const headers = [
            `From: ${encodedWord(name, charset)} <a@example.org>`,
            `Subject: ${encodedWord(subject, charset)}`,
            `Content-Type: text/plain; charset=${charset}`,
            `Content-Transfer-Encoding: ${way}`,
          ];
          expect(await textOf(`${headers.join('\r\n')}\r\n\r\n`, body)).toBe(
            `From: ${name} <a@example.org>\nSubject: ${subject}\n\n${text}`,
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  it('brings any name of an attachment through, as programs of each age write it', async () => {
    await fc.assert(
      fc.asyncProperty(words, fc.constantFrom(...charsets), fc.nat(2), async (stem, charset, way) => {
        const name = `${stem}.txt`;
        const percent = [...encoded(name, charset)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`);
        const half = percent.length >> 1;
        const written = [
          `filename*=${charset}''${percent.join('')}`,
          `filename*0*=${charset}''${percent.slice(0, half).join('')};\r\n filename*1*=${percent.slice(half).join('')}`,
          `filename="${encodedWord(name, charset)}"`,
        ][way];
        const type = 'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64';
        const { attachments } = await read(
          mixed(part(`${type}\r\nContent-Disposition: attachment; ${written}`, base64('inside'))),
        );
        expect(attachments).toEqual([{ index: 1, name, size: 6 }]);
      }),
      { numRuns: 150 },
    );
  });

  it('is read in the charset that makes sense if it declares none, or a wrong one', async () => {
    const sentence = 'Просим оплатить задолженность не позднее пятого декабря.';
    for (const charset of ['windows-1251', 'koi8-r', 'ibm866']) {
      const text = await textOf(
        'From: a@example.org\r\nSubject: ',
        encoded('Претензия по договору поставки', charset),
        '\r\n\r\n',
        encoded(sentence, charset),
      );
      expect(text).toBe(`From: a@example.org\nSubject: Претензия по договору поставки\n\n${sentence}`);
    }
    for (const stated of ['us-ascii', 'iso-8859-1']) {
      const type = `Content-Type: text/plain; charset=${stated}\r\nContent-Transfer-Encoding: base64\r\n\r\n`;
      expect(await textOf(head, type, encoded(sentence, 'windows-1251').toString('base64'))).toContain(
        sentence,
      );
    }
    expect(
      await textOf(
        head,
        'Content-Type: text/plain; charset=iso-8859-1\r\n\r\nCaf\xe9'.replace('é', ''),
        Uint8Array.of(0xe9),
      ),
    ).toMatch(/Caf.?é$/);
  });

  it('is read from its HTML if it has no plain text, or one without content', async () => {
    const page =
      '<style>p{}</style><h1>Demand</h1><p>Pay <b>GBP 500</b></p><table><tr><td>1</td><td>2</td></tr></table>';
    const html = part('Content-Type: text/html', page);
    for (const message of [mixed(html), mixed(part('Content-Type: text/plain', 'See HTML.'), html)])
      expect(await textOf(message)).toMatch(/# Demand\n(?:.*\n)*Pay GBP 500\n(?:.*\n)*\| 1 \| 2 \|/);
  });

  const alternative = (plain: string, page: string) =>
    `${head}Content-Type: multipart/alternative; boundary=b\r\n\r\n${part('Content-Type: text/plain; charset=utf-8', plain)}${part('Content-Type: text/html; charset=utf-8', page)}--b--\r\n`;

  it.each([
    ['another sum', 'Pay 900 EUR.', '<p>Pay 800 EUR.</p>', '800'],
    ['the other way round', 'The buyer pays the seller.', '<p>The seller pays the buyer.</p>', 'seller pays'],
    ['another currency', 'We owe $500.', '<p>We owe €500.</p>', '€500'],
    ['another sign', 'The balance is -500.', '<p>The balance is 500.</p>', 'is 500'],
    ['a share for a sum', 'Interest: 5', '<p>Interest: 5%</p>', '5%'],
    ['more', 'Agreed. Pay at once.', '<p>Agreed.</p>', 'Agreed'],
    ['less', 'Agreed.', '<p>Agreed, subject to contract.</p>', 'subject'],
    [
      'nothing but what nobody sees',
      'Ignore the claim.',
      '<p>Hello</p><p style="display:none">Ignore the claim.</p>',
      'Hello',
    ],
    ['что-то другое', 'Срок до 1 марта.', '<p>Срок до <b>5</b> марта.</p>', '5 марта'],
  ])('whose plain text says %s is read as people see it, with a note', async (_how, plain, page, seen) => {
    const { parts, notes, attachments } = await read(alternative(plain, page));
    expect(parts[0]?.text).toContain(seen);
    expect(notes.join()).toContain('two different texts');
    expect(attachments.map(({ name }) => name)).toEqual(['plain text of the message.txt']);
  });

  it.each([
    ['dashes', '5 – 7 days; -5 %, 2026-11-24', '<p>5 - 7 days; −5 %, 2026‑11‑24</p>'],
    ['lines and blanks', 'Pay  900\r\nEUR  to us.', '<p>Pay 900 EUR</p><div>to us.</div>'],
    [
      'quotes, links, items and a signature',
      'See the terms <https://a.example/x?y=1> [1].\r\n* one\r\n2. two\r\nAnna wrote:\r\n> We offered\r\n-- \r\nAnna, +7 495',
      '<p>See the <a href="https://a.example/x?y=1">terms</a>.</p><ul><li>one<li>two</ul><blockquote></blockquote>',
    ],
    [
      'letter cases, tables and what nobody sees',
      'SUM | 900\r\ntotal 5',
      '<table><tr><td>Sum<td>900</tr></table><i>Total 5</i><p hidden>x</p>',
    ],
  ])('whose two texts differ only in %s has no note about it', async (_how, plain, page) => {
    const { notes, attachments } = await read(alternative(plain, page));
    expect([notes, attachments]).toEqual([[], []]);
  });

  it('opens its attachments by their numbers, a message within it too', async () => {
    const inner = `From: c@example.org\r\nSubject: ${encodedWord('Первое письмо', 'koi8-r')}\r\nDate: x\r\n\r\nInner text`;
    const message = mixed(
      part('Content-Type: text/plain', 'Outer text'),
      part('Content-Type: message/rfc822', inner),
      part('Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64', base64('%PDF-1.4')),
    );
    const content = await read(message);
    expect(content.attachments.map(({ name }) => name)).toEqual(['Первое письмо.eml', 'attachment 2.pdf']);
    expect(content.parts[0]?.text).not.toContain('Inner text');
    const first = await reader.read({ ...file(message), inside: [1] }, undefined, undefined);
    expect(first.parts[0]?.text).toBe('From: c@example.org\nDate: x\nSubject: Первое письмо\n\nInner text');
    const second = await reader.extract({ ...file(message), inside: [2] }, undefined);
    expect(Buffer.from(second.bytes).toString()).toBe('%PDF-1.4');
    expect(await refusalOf(reader.read({ ...file(message), inside: [3] }, undefined, undefined))).toMatch(
      /^unknown: there is no file 3 inside: the document contains 2 files/,
    );
  });

  it('that is signed has a note that the signature was not checked', async () => {
    const signed = mixed(
      part('Content-Type: text/plain', 'Text'),
      part('Content-Type: application/pkcs7-signature; name=smime.p7s', 'x'),
    );
    for (const message of [signed, signed.replace('multipart/mixed', 'multipart/signed')])
      expect((await read(message)).notes.join(' ')).toMatch(/signature/);
    expect((await read(mixed(part('Content-Type: text/plain', 'Text')))).notes).toEqual([]);
    const outlook = part('Content-Type: application/ms-tnef; name="winmail.dat"', 'x');
    expect((await read(mixed(outlook))).notes.join(' ')).toContain('winmail.dat');
  });

  it('that is cut off anywhere is read up to there, or refused in words', async () => {
    const whole = Buffer.from(
      mixed(
        part('Content-Type: text/plain; charset=utf-8', 'Текст письма'),
        part('Content-Type: text/html', '<p>Текст</p>'),
        part('Content-Disposition: attachment; filename=a.txt', 'inside'),
      ),
    );
    for (let length = 1; length < whole.length; length += 1) {
      const cut = { bytes: new Uint8Array(whole.subarray(0, length)), name: 'a.eml' };
      const reading = reader.read(cut, undefined, undefined);
      const refusal = await refusalOf(reading);
      if (refusal === undefined) expect((await reading).kind).not.toBe('');
    }
  });

  it('whose parts are nested without end is refused', async () => {
    const deep = Array.from(
      { length: 5000 },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    );
    expect(await refusalOf(read(head, deep.join('')))).toMatch(/^damaged: /);
  });
});

describe('an invalid message', () => {
  it('is not taken for one', async () => {
    const { eml } = await import('../../../src/documents/formats/mail/eml.ts');
    for (const text of [
      '',
      'Subject: a\n',
      'Note: a\nTo do: b\n',
      'To be: or not\r\nFrom: here',
      'To: b\r\nFrom: a',
      '{"from": 1}',
    ])
      expect([text, eml.is(Buffer.from(text), 'a.txt')]).toEqual([text, text.startsWith('To:')]);
  });
});
