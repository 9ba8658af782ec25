import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidArgumentsError } from '../../src/contract/errors.ts';
import { writeDocument } from '../../src/drafting/write.ts';
import { faultsOf, openDocx, within } from '../support/docx.ts';

const draft = (text: string, fill: Readonly<Record<string, string>> = {}) =>
  writeDocument({ text, title: 'A letter', date: '2026-03-04', fill });
const read = (text: string) => openDocx(draft(text).bytes);
/** Returns the style and text of each paragraph. */
const shown = (text: string) =>
  read(text)
    .paragraphs.filter((one) => one.text !== '')
    .map((one) => [one.style, one.text]);
const runsOf = (text: string) =>
  within(read(text).body, 'w:r').map((run) => [
    within(run, 'w:t')
      .flatMap(({ children }) => children)
      .join(''),
    ...['w:b', 'w:i', 'w:u', 'w:highlight'].filter((name) => within(run, name).length > 0),
  ]);

describe('a text becomes', () => {
  it('headings of four levels, each in its style, and paragraphs, one for each line', () => {
    expect(shown('# Claim\n## Facts\n### More\n#### Deep\n##### Text\nFirst\nSecond\n\n\nThird')).toEqual([
      ['heading 1', 'Claim'],
      ['heading 2', 'Facts'],
      ['heading 3', 'More'],
      ['heading 4', 'Deep'],
      ...['##### Text', 'First', 'Second', 'Third'].map((text) => ['Body Text', text]),
    ]);
  });

  it('the head of a letter, centred and right lines, and lines to sign on', () => {
    expect(
      shown(
        '> To the court\n>> 4 March\n>< **ORDER**\nDirector ________ /A. Smith/\nОтветчик ______ И. И. Иванов',
      ),
    ).toEqual([
      ['Addressee', 'To the court'],
      ['Right Aligned', '4 March'],
      ['Centred', 'ORDER'],
      ['Signature Line', 'Director ________ /A. Smith/'],
      ['Signature Line', 'Ответчик ______ И. И. Иванов'],
    ]);
  });

  it('bold, italic and underlined words, also within one another', () => {
    expect(runsOf('a **b *c* d** *e* __f__ <u>g</u> ***h***')).toEqual([
      ['a '],
      ['b ', 'w:b'],
      ['c', 'w:b', 'w:i'],
      [' d', 'w:b'],
      [' '],
      ['e', 'w:i'],
      [' '],
      ['f', 'w:u'],
      [' '],
      ['g', 'w:u'],
      [' '],
      ['h', 'w:b', 'w:i'],
    ]);
  });

  it.each([
    ['see [our **site**](https://firm.example/a_b)', 'see our site (https://firm.example/a_b)'],
    [
      '[a](https://x.example/p_(1)) and [b](<https://y.example>).',
      'a (https://x.example/p_(1)) and b (https://y.example).',
    ],
    ['[https://x.example/](https://x.example)', 'https://x.example/'],
    [
      '[write](mailto:a@firm.example "to us") or <mailto:a@firm.example>',
      'write (a@firm.example) or a@firm.example',
    ],
    ['![logo](images/logo.png)! [above](#facts)', 'logo (images/logo.png)! above'],
  ])('links as their words with the address behind them: %s', (text, said) => {
    expect(shown(text)).toEqual([['Body Text', said]]);
  });

  it('places to fill that are highlighted and named once each', () => {
    const { places, bytes } = draft('Pay [[ the   sum ]] to [[whom]] by [[the sum]].\n| [[whom]] |\n|--|');
    expect(places).toEqual(['the sum', 'whom']);
    expect(openDocx(bytes).paragraphs.flatMap((one) => one.places)).toEqual([
      ...['[[ the   sum ]]', '[[whom]]', '[[the sum]]', '[[whom]]'],
    ]);
  });

  it('filled placeholders, with the lines of their values', () => {
    const { places, bytes } = draft('Pay [[Sum]] to [[whom]].', { ' sum ': '100 & **200**\n<in all>' });
    expect(places).toEqual(['whom']);
    expect(openDocx(bytes).paragraphs[0]?.text).toBe('Pay 100 & **200**\n<in all> to [[whom]].');
  });

  it('a table with a head that stands on each page, and columns to the left, in the middle and to the right', () => {
    const { body } = read('| a | b | c |\n|---|:-:|--:|\n| 1 \\| 2 | *x* | |');
    const [head, row] = within(body, 'w:tr');
    expect(within(head ?? body, 'w:tblHeader')).toHaveLength(1);
    const sides = within(row ?? body, 'w:tc').map((cell) => within(cell, 'w:jc')[0]?.attributes['w:val']);
    expect(sides).toEqual([undefined, 'center', 'right']);
    expect(within(row ?? body, 'w:t').flatMap(({ children }) => children)).toEqual(['1 | 2', 'x']);
  });

  it('a new page, a horizontal line, a line break, tabs and footnotes', () => {
    const docx = read(
      'One\\\ntwo<br>three\n\\newpage\nNext[^a] and[^b]\n---\nx\ty\n[^a]: Says *this*.\n[^b]: That.\n[^c]: Nobody asks.',
    );
    expect(docx.paragraphs.map(({ text }) => text).filter(Boolean)).toEqual([
      'One\ntwo\nthree',
      'Next and',
      'x\ty',
      '[^c]: Nobody asks.',
    ]);
    expect(within(docx.body, 'w:pageBreakBefore')).toHaveLength(1);
    expect(within(docx.body, 'w:pBdr')).toHaveLength(1);
    const said = within(docx.part('word/footnotes.xml'), 'w:footnote').map((one) =>
      within(one, 'w:t')
        .flatMap(({ children }) => children)
        .join(''),
    );
    expect(said).toEqual(['', '', ' Says this.', ' That.']);
  });

  it('numbered clauses that count automatically, if that gives the written numbers', () => {
    const text =
      '# 1. Subject\n1.1. a\n1.1.1 b\n1.2. c\nNo clause\n# 2. Price\n2.1. d\n2.3. e\n5. f\n5.1. g\n1. h\n2. i';
    const docx = read(text);
    const numbers = docx.paragraphs.map(({ list, text: words }) => [list?.[1], words]);
    expect(numbers).toEqual([
      [0, 'Subject'],
      [1, 'a'],
      [2, 'b'],
      [1, 'c'],
      [undefined, 'No clause'],
      [0, 'Price'],
      [1, 'd'],
      [undefined, '2.3.\te'],
      [0, 'f'],
      [1, 'g'],
      [0, 'h'],
      [0, 'i'],
    ]);
    const lists = docx.paragraphs.map(({ list }) => list?.[0]).filter(Boolean);
    expect(new Set(lists).size).toBe(3);
    const starts = within(docx.part('word/numbering.xml'), 'w:startOverride').map(
      (one) => one.attributes['w:val'],
    );
    expect(starts).toEqual(['1', '5', '1']);
  });

  it('bullets and indented items on their levels', () => {
    const levels = read('- a\n  - b\n    - c\n* d\n• e\n\n1) f\n2) g\n1. h\n   1. i\n   2. j').paragraphs;
    expect(levels.map(({ list }) => list?.[1])).toEqual([0, 1, 2, 0, 0, 0, 0, 0, 1, 1]);
  });

  it('Russian or British English by its letters', () => {
    const languageOf = (text: string) =>
      within(read(text).part('word/styles.xml'), 'w:lang')[0]?.attributes['w:val'];
    expect(languageOf('Ответ на претензию Northbridge Ltd')).toBe('ru-RU');
    expect(languageOf('Reply to ООО')).toBe('en-GB');
  });
});

describe('invalid markup', () => {
  it.each([
    '5 * 3 = 15 and 2*3*4',
    'a_b_c __ «__» __.__.2026 __init',
    '**not closed and * alone *',
    'C:\\Users\\x \\\\server\\share',
    '1.5 million; <b>no</b> &amp; [x](y) [^none] [[]] [[a]b]]',
    '|x',
    '15.03.2026 the parties agreed',
    '2026 was a year',
    '#no heading',
    '01. not counted',
    'The price is ______ roubles a month',
    '«___» ____________ 2026 г.',
    '*****',
  ])('is text: %s', (text) => {
    expect(shown(text)).toEqual([['Body Text', text]]);
  });

  it('is taken for text behind a backslash', () => {
    expect(shown('\\# a \\*b\\* \\[[c]]')).toEqual([['Body Text', '# a *b* [[c]]']]);
  });
});

describe('text that a document cannot contain is refused', () => {
  const refusal = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      if (error instanceof InvalidArgumentsError) return error.message;
    }
    return 'not refused';
  };

  it.each([
    ['a control character', 'fine\nnot\u0007fine', 'text, line 2: U+0007'],
    ['half a character', 'x \ud800 y', 'text, line 1: U+D800'],
    ['what is no character', '\uffff', 'text, line 1: U+FFFF'],
    [
      'a table with a row that lacks a cell',
      'x\n| a | b |\n|---|---|\n| 1 |',
      'text, line 4: this row has 1 cells',
    ],
  ])('%s', (_, text, message) => {
    const said = refusal(() => draft(text));
    expect(said).toContain(message);
    expect(said).toContain('Nothing was filed.');
  });

  it('a value for a place that is not there, with those that are', () => {
    expect(refusal(() => draft('[[sum]] [[date]]', { sum: '1', price: '2' }))).toBe(
      'fill: the template has no placeholder [[price]] (left to fill: [[date]]). Nothing was filed.',
    );
    expect(refusal(() => draft('[[sum]]', { sum: 'x\u0000' }))).toContain('fill "sum", line 1: U+0000');
  });
});

const letters = fc.stringMatching(/^[\p{L}\p{N} .,;:«»"'&<>()/%№—-]{0,40}$/u);
const line = fc.oneof(
  letters,
  letters.map((text) => `# ${text}`),
  letters.map((text) => `- ${text}`),
  letters.map((text) => `> ${text}`),
  letters.map((text) => `**${text}** *${text}* [[${text}]] __${text}__`),
  fc.tuple(fc.nat(12), fc.nat(4), letters).map(([one, two, text]) => `${one}.${two}. ${text}`),
  fc.nat(9).map((number) => `${number}. ${number}`),
  letters.map((text) => `| ${text} | x |`),
  fc.constantFrom('', '\\newpage', '---', '[^1]: note', 'x[^1]', '|---|---|', '\\', '\t', '________'),
  fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .map((text) => text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff|]/gu, ' ')),
);

describe('with any text', () => {
  const texts = fc.array(line, { maxLength: 25 }).map((lines) => lines.join('\n'));

  it('the document is a sound package, the same bytes each time', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { bytes } = draft(text);
        expect(faultsOf(bytes)).toEqual([]);
        expect(Buffer.compare(bytes, draft(text).bytes)).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('its words come out again in their order', () => {
    const word = fc
      .stringMatching(/^[\p{L}\p{N}&<>"'«»;:%№()/.,-]{1,12}$/u)
      .filter((text) => !/^[-\d>|]/u.test(text));
    const plain = fc.array(fc.array(word, { minLength: 1, maxLength: 8 }), { maxLength: 12 });
    fc.assert(
      fc.property(plain, (lines) => {
        const text = lines.map((words) => words.join(' ')).join('\n');
        const said = read(text)
          .paragraphs.map((one) => one.text)
          .join('\n');
        const expected = text
          .replace(/<br ?\/?>/giu, '\n')
          .split(/\s+/u)
          .filter(Boolean);
        expect(said.split(/\s+/u).filter(Boolean)).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });
});
