import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ReadDocument, reader, refusalOf } from '../support/read-document.ts';
import { encode } from '../support/texts/encode.ts';

const read = (bytes: Uint8Array | string, name = 'a.txt', range?: { from: number; to: number }) =>
  reader.read({ bytes: typeof bytes === 'string' ? encode(bytes, 'utf-8') : bytes, name }, range, undefined);
const textOf = ({ parts }: ReadDocument) => parts.map(({ text }) => text).join('\n');

const oneByte = ['windows-1251', 'ibm866', 'koi8-r', 'x-mac-cyrillic', 'iso-8859-5'];
const all = [...oneByte, 'utf-8', 'utf-16le', 'utf-16be'];
const words =
  'истец ответчик договор поставки взыскать задолженность рублей суд заседание решение стороны объект подъезд жалоба срок оплата Москва Иванов счёт ещё неустойка за просрочку не позднее дней с момента получения претензии'.split(
    ' ',
  );
const sentence = fc
  .array(fc.constantFrom(...words), { minLength: 4, maxLength: 60 })
  .map((some) => `${some.join(' ')}. Сумма: 1 250 000, ИНН 7701234567.`);

describe('a text in Russian', () => {
  it.each(all)('is read in %s, whatever it declares', async (charset) => {
    await fc.assert(
      fc.asyncProperty(sentence, async (text) => {
        expect(textOf(await read(encode(text, charset)))).toBe(text);
        expect(textOf(await read(encode(text.toUpperCase(), charset)))).toBe(text.toUpperCase());
      }),
      { numRuns: 60 },
    );
  });

  it.each(all)(
    'is read in %s with its capitals, few words among English ones and in columns',
    async (charset) => {
      for (const text of [
        'ДОГОВОР АРЕНДЫ НЕЖИЛОГО ПОМЕЩЕНИЯ',
        'Re: claim of the other side, see "Претензия от 12 марта" in the file',
        'Иванов И. И.\t1200\nПетрова А. С.\t700',
        'П Р И К А З',
      ])
        expect(textOf(await read(encode(text, charset)))).toBe(text);
    },
  );

  it('is read with the mark that programs put before it, and without the zeros behind it', async () => {
    const text = 'Срок — до 5 мая: «не позднее».';
    const marked = (bytes: Uint8Array, ...mark: number[]) => Uint8Array.from([...mark, ...bytes]);
    for (const bytes of [
      marked(encode(text, 'utf-8'), 0xef, 0xbb, 0xbf),
      marked(encode(text, 'utf-16le'), 0xff, 0xfe),
      marked(encode(text, 'utf-16be'), 0xfe, 0xff),
      Uint8Array.from([...encode(text, 'utf-8'), ...new Uint8Array(500)]),
      Uint8Array.from([...encode(text, 'utf-16le'), ...new Uint8Array(500)]),
    ])
      expect(textOf(await read(bytes))).toBe(text);
  });

  it('is read though a letter of it got lost', async () => {
    const text = 'Истец просит суд взыскать долг и неустойку';
    for (const charset of ['utf-8', 'utf-16le', 'utf-16be'])
      expect(textOf(await read(encode(text, charset).subarray(0, -1)))).toContain(text.slice(0, -1));
  });

  it('is read with the frames that programs of old drew', async () => {
    const text = '┌──────┬─────┐\n│ Имя  │Долг │\n├──────┼─────┤\n│Иванов│ 100 │\n└──────┴─────┘';
    for (const charset of ['ibm866', 'koi8-r']) expect(textOf(await read(encode(text, charset)))).toBe(text);
  });
});

it('reads English and western texts in the charset of the west', async () => {
  const text = 'Müller schuldet die Zahlung für das Café; the fee is £500.';
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  expect(textOf(await read(bytes))).toBe(text);
});

describe('a declared charset of a page', () => {
  const page = (stated: string) =>
    `<html><head><meta charset="${stated}"></head><body><p>Претензия о долге</p></body></html>`;

  it('is used if it yields words', async () => {
    for (const charset of oneByte) {
      const content = await read(encode(page(charset), charset), 'a.html');
      expect(textOf(content)).toBe('Претензия о долге');
      expect(content.notes).toEqual([]);
    }
  });

  it('is not used if it does not, with a note', async () => {
    const content = await read(encode(page('koi8-r'), 'windows-1251'), 'a.html');
    expect(textOf(content)).toBe('Претензия о долге');
    expect(content.notes.join()).toContain('the charset koi8-r, in which its text is unreadable');
    const utf8 = await read(encode(page('windows-1251'), 'utf-8'), 'a.html');
    expect(textOf(utf8)).toBe('Претензия о долге');
  });
});

it('refuses data that is not text in any charset', async () => {
  const random = Uint8Array.from({ length: 5000 }, (_, at) => (at * 7919 + ((at * at) >> 3)) & 0xff);
  for (const bytes of [random, new Uint8Array(3000), Uint8Array.of(0, 1, 2, 3, 0xff), Uint8Array.of(0)])
    expect(await refusalOf(read(bytes))).toBe('unknown: not a known type of document');
});

describe('a table in a text file', () => {
  it.each([
    ['a.csv', 'Имя;Сумма\n"Иванов; И.";"1 ""000"""\nПетров;\n'],
    ['a.csv', 'Имя,Сумма\n"Иванов; И.","1 ""000"""\nПетров,\n'],
    ['a.tsv', 'Имя\tСумма\n"Иванов; И."\t"1 ""000"""\nПетров\t\n'],
    ['a.csv', 'sep=,\r\nИмя,Сумма\r\n"Иванов; И.","1 ""000"""\r\nПетров,\r\n'],
  ])('has rows, with any separator: %s %j', async (name, text) => {
    expect(textOf(await read(text, name)).split('\n')).toEqual([
      '| Имя | Сумма |',
      '| Иванов; И. | 1 "000" |',
      '| Петров |  |',
    ]);
  });

  it('keeps lines within a cell, and sums with commas', async () => {
    const text = 'Срок;Сумма\n"до мая\nили июня";1,5\nиюль;2,75\n';
    expect(textOf(await read(encode(text, 'windows-1251'), 'a.csv')).split('\n')).toEqual([
      '| Срок | Сумма |',
      '| до мая<br>или июня | 1,5 |',
      '| июль | 2,75 |',
    ]);
  });
});

describe('XML, JSON and vector images', () => {
  it('stand as they are, and no entity is expanded', async () => {
    const xml = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>';
    expect(await read(xml, 'a.xml')).toMatchObject({ kind: 'XML', parts: [{ text: xml }] });
    expect(await read('{"a": [1, 12345678901234567890]}')).toMatchObject({
      kind: 'JSON',
      parts: [{ text: '{"a": [1, 12345678901234567890]}' }],
    });
  });

  it('have Russian letters instead of escapes, except invalid ones', async () => {
    const content = await read('{"a":"\\u0418\\u0441\\u043a \\\\u0418"}', 'a.json');
    expect(textOf(content)).toBe('{"a":"Иск \\\\u0418"}');
  });

  it('say the words of a drawing, and run nothing of it', async () => {
    const content = await read(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "y">]><svg><script>alert(1)</script><style>a{}</style><title>Plan</title><text x="1">Этаж <tspan>1</tspan></text><image href="http://a.example/"/></svg>',
      'a.svg',
    );
    expect(content).toMatchObject({ kind: 'SVG drawing' });
    expect(textOf(content)).toMatch(/^Plan\s*Этаж 1$/);
  });
});

describe('a long text', () => {
  const paragraphs = Array.from({ length: 300 }, (_, at) =>
    `Пункт ${at + 1}. ${'Стороны договорились. '.repeat(1 + (at % 9))}`.trim(),
  );
  const text = paragraphs.join('\n\n');

  it('comes in parts of some thousand characters, which end with paragraphs', async () => {
    const content = await read(text);
    expect(content.total).toBe(content.parts.length);
    expect(content.total).toBeGreaterThan(5);
    for (const part of content.parts) {
      expect(part.text.length).toBeLessThanOrEqual(3000);
      expect(part.text).toMatch(/^Пункт \d+\./);
    }
    expect(content.parts.map((part) => part.text).join('\n\n')).toBe(text);
  });

  it('has the same parts, whichever are requested', async () => {
    const whole = await read(text);
    const some = await read(text, 'a.txt', { from: 3, to: 4 });
    expect(some.total).toBe(whole.total);
    expect(some.parts).toEqual(whole.parts.slice(2, 4));
    expect((await read(text, 'a.txt', { from: 900, to: 901 })).parts).toEqual([]);
  });

  it('is split between words if it has no paragraphs, and loses none', async () => {
    const endless = 'слово и дело, '.repeat(2000).trim();
    const { parts } = await read(endless);
    expect(parts.map((part) => part.text).join(' ')).toBe(endless);
    const letters = '\u{1f600}'.repeat(4000);
    expect(textOf(await read(letters)).replaceAll('\n', '')).toBe(letters);
  });
});

describe('a file', () => {
  it('with a wrong extension is read by its content, with a note', async () => {
    const content = await read('<html><body>Договор', 'договор.docx');
    expect(content).toMatchObject({ kind: 'HTML page', parts: [{ text: 'Договор' }] });
    expect(content.notes).toEqual([
      'The file name ends in .docx, but the content is of another type (HTML page): it was read as this type.',
    ]);
    for (const name of ['договор.html', 'договор', 'a.unknown', 'a.txt'])
      expect((await read('<html><body>Договор', name)).notes).toEqual([]);
  });

  it('with only white space is empty, with a note', async () => {
    for (const name of ['a.txt', 'a.csv', 'a.html'])
      expect(await read(' \n\t\n ', name)).toMatchObject({
        total: 1,
        parts: [{ number: 1, text: '' }],
        notes: ['The file contains no text.'],
      });
  });
});
