import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSanitizer } from '../../../../src/mcp/output/sanitize.ts';
import { cleanText } from '../../../../src/util/invisible-characters.ts';

const sanitizer = createSanitizer([]);
const point = (...codes: number[]) => String.fromCodePoint(...codes);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Invisible characters that are always removed. */
const invisible = [
  ...[...range(0, 8), 0x0b, 0x0c, ...range(0x0e, 0x1f), ...range(0x7f, 0x9f), 0xad, 0x061c, 0x180e],
  ...[0x200b, 0x200c, 0x200e, 0x200f, ...range(0x202a, 0x202e), ...range(0x2060, 0x2064)],
  ...[...range(0x2066, 0x2069), 0xfeff, 0xe0001, ...range(0xe0020, 0xe007f)],
];
/** Escapes all characters, as JSON writers for ASCII do. */
const escapes = (text: string) =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');
const family = '👨‍👩‍👧';
/** Texts that must not be changed. */
const ordinary = [
  'Арбитражный суд: ёлка, объём, «кавычки» — № 17',
  'и\u0306 е\u0308 a\u0301',
  'line\r\nline\ttab\u2028line\u00a0space',
  `${family} ❤️ 🏳️‍🌈 👍🏽 1️⃣ ©️ ✂︎`,
  '\u1820\u180b\u1820\u180f 葛\u{e0100} 漢字 עברית العربية हिन्दी',
  'AT&T, R&D; &amp; &lt;b&gt; &nbsp; &#1078; &#10; &#150; ?a=1&shy=2&it=3',
  '\\u200b \\x1b[31m [31m',
];

describe('cleaning', () => {
  it.each(invisible.map((code) => [code.toString(16)]))('takes U+%s out of a text', (hex) => {
    const text = point(Number.parseInt(hex, 16));
    expect(cleanText(`Дело${text} № 1`)).toBe('Дело № 1');
    expect(sanitizer.json(JSON.stringify({ Name: `a${text}ё` })).text).toBe('{"Name":"aё"}');
  });

  it('takes out every code point that Unicode calls default ignorable, and the marks of interlinear notes', () => {
    const ignorable = range(0, 0x10ffff).filter(
      (code) => /^\p{Default_Ignorable_Code_Point}$/u.test(point(code)) || (code >= 0xfff9 && code <= 0xfffb),
    );
    expect(ignorable.length).toBeGreaterThanOrEqual(4_177);
    const kept = ignorable.filter((code) => {
      const json = JSON.stringify({ Name: `a${point(code)}b` });
      const escaped = json.replace(point(code), escapes(point(code)));
      return (
        cleanText(`a${point(code)}b`) !== 'ab' ||
        [json, escaped].some((text) => sanitizer.json(text).text !== '{"Name":"ab"}')
      );
    });
    expect(kept.map((code) => code.toString(16))).toEqual([]);
  });

  it('takes them out of every part of a long text, beside letters of other scripts', () => {
    for (const at of [0, 5, ...range(16_370, 16_395), 32_767, 32_768, 39_990]) {
      const text = `${'ж'.repeat(at)}\u2060${'z'.repeat(40_000 - at)}`;
      expect(sanitizer.json(JSON.stringify([text])).text).toBe(JSON.stringify([text.replace('\u2060', '')]));
    }
  });

  it.each(ordinary)('leaves %j', (text) => {
    expect(cleanText(text)).toBe(text);
    expect(sanitizer.json(JSON.stringify({ text }))).toEqual({ text: JSON.stringify({ text }), notes: [] });
  });

  it.each([
    ['a joiner between letters', 'да\u200dнет', 'данет'],
    [
      'a Mongolian selector after another letter, or a second one',
      'a\u180bb\u1820\u180b\u180c',
      'ab\u1820\u180b',
    ],
    ['fillers and marks of notes', 'a\u3164b\uffa0\u115fc\ufff9d\ufffa\ufffb', 'abcd'],
    ['a joiner at an end of a picture', '👨\u200d!', '👨!'],
    ['a selector after a letter', 'a\ufe0fb\ufe01c\u{e0101}', 'abc'],
    ['a selector after a digit that is no key', '1\ufe0f2\ufe0e', '12'],
    ['all selectors but the first', `❤\ufe0f\ufe0e\ufe0f${point(0xe0110)}`, '❤\ufe0f'],
    ['colours of a terminal', '\x1b[1;31mred\x1b[0m \x9b2Jx', 'red x'],
    ['links of a terminal', '\x1b]8;;https://evil.example\x07text\x1b]8;;\x1b\\', 'text'],
    ['a sequence that has no end', '\x1b]0;rest of the text', ']0;rest of the text'],
    ['entities by number', 'a&#8203;b&#x200B;c&#X0000200b;d&#8203e', 'abcde'],
    ['entities by name', 'a&shy;b&ZeroWidthSpace;c&lrm;d&NoBreak;e&shy f', 'abcde f'],
    ['entities of tags and selectors', '&#xE0041;&#917760;x', 'x'],
    ['an escape as an entity', '&#27;[31m', '[31m'],
    ['an entity that is split by a character', 'a&#82\u200b03;b', 'ab'],
    ['an entity within an entity', 'a&#82&#8203;03;b', 'a\ufffdb'],
  ])('takes out %s', (_what, text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
    expect(sanitizer.json(JSON.stringify([text])).text).toBe(JSON.stringify([cleaned]));
    expect(sanitizer.text(text).text).toBe(cleaned);
  });

  const piece = fc.oneof(
    fc.constantFrom(...invisible.map((code) => point(code))),
    fc.constantFrom('\u200d', '\ufe0f', '\ufe0e', '\u{e0100}', '❤', '👨', '1', '\u20e3', '葛', 'ж'),
    fc.constantFrom(
      '&#',
      '8203',
      ';',
      '&shy',
      '&shy;',
      'x200b',
      '\x1b',
      '[',
      ']',
      '&',
      '=',
      'm',
      '\x07',
      '82',
    ),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));

  it('changes nothing in a clean text', () => {
    fc.assert(
      fc.property(text, (dirty) => {
        const once = cleanText(dirty);
        expect(cleanText(once)).toBe(once);
      }),
      { numRuns: 20_000, examples: [['&#1\ufe0f\u20e3']] },
    );
  });

  it('changes no text without such characters', () => {
    const isVisible = (string: string) =>
      !/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}&]/u.test(string);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }).filter(isVisible), (visible) => {
        expect(cleanText(visible)).toBe(visible);
      }),
    );
  });

  it('removes only characters, and keeps the JSON', () => {
    const value = fc
      .jsonValue({ stringUnit: 'binary' })
      .chain((json) => text.map((name) => ({ name, json })));
    const cleaned = (json: any): any => {
      if (typeof json === 'string') return cleanText(json);
      if (Array.isArray(json)) return json.map(cleaned);
      if (typeof json !== 'object' || json === null) return json;
      return Object.fromEntries(Object.entries(json).map(([key, item]) => [cleanText(key), cleaned(item)]));
    };
    const isOpen = (json: unknown) => !/token|password|secret/i.test(JSON.stringify(cleaned(json)));
    fc.assert(
      fc.property(value.filter(isOpen), (json) => {
        const raw = JSON.stringify(json, null, 1);
        expect(JSON.parse(sanitizer.json(raw).text)).toEqual(cleaned(JSON.parse(raw)));
        const once = sanitizer.json(raw).text;
        expect(sanitizer.json(once)).toEqual({ text: once, notes: [] });
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the text of JSON', () => {
  it.each([
    [String.raw`{"a":"\u0421\u0443\u0434 \u003Cb\u003E"}`, '{"a":"Суд <b>"}'],
    [String.raw`{"\u0430":"https:\/\/x"}`, '{"а":"https://x"}'],
    [String.raw`["\ud83d\ude00","\ud83d","\u0022\u005c\u000a"]`, String.raw`["😀","\ud83d","\"\\\n"]`],
    [String.raw`["\\u200b","C:\\bin\\foo"]`, String.raw`["\\u200b","C:\\bin\\foo"]`],
  ])('loses escapes that only cost, and no others: %s', (raw, shown) => {
    expect(sanitizer.json(raw)).toEqual({ text: shown, notes: [] });
  });

  it('keeps numbers, ids and order exactly, even if characters are removed', () => {
    const id = '0B5C8E9A-1D2F-4a6b-8c7d-9e0f1a2b3c4d';
    const raw = `{"Id":"${id}","n":[9007199254740993,1.10,-0,1E+400],"b":"\\u200bx","a":"ok","2":1,"1":2}`;
    expect(sanitizer.json(raw).text).toBe(raw.replace('\\u200b', ''));
  });

  it('is taken through however deep it is', () => {
    const deep = `${'['.repeat(100_000)}"\u200b",{"password":${'['.repeat(100_000)}1${']'.repeat(100_000)}}${']'.repeat(100_000)}`;
    expect(sanitizer.json(deep).text).toBe(
      `${'['.repeat(100_000)}"",{"password":"[withheld]"}${']'.repeat(100_000)}`,
    );
  });
});
