import { describe, expect, it } from 'vitest';
import { type PdfPage, type PdfWords, pdfLines, pdfOf, widthOf } from '../support/documents/pdf-pages.ts';
import { reader, refusalOf } from '../support/read-document.ts';

/** Reads a PDF, or some of its pages. */
const read = (bytes: Uint8Array, from?: number, to = from) =>
  reader.read({ bytes, name: 'letter.pdf' }, from && to ? { from, to } : undefined, undefined);
const textsOf = async (pages: readonly PdfPage[]) => (await read(pdfOf(pages))).parts.map(({ text }) => text);
const linesOf = async (...words: (readonly PdfWords[])[]) =>
  ((await textsOf([{ words: words.flat() }]))[0] ?? '').split('\n');

describe('the text of a PDF', () => {
  it('comes by page, in both languages, with the properties of the file', async () => {
    const pages = ['Первая страница: претензия.', 'Second page: a reply.', 'Третья страница.'];
    const info = { Title: 'Претензия', Author: 'Отдел', CreationDate: "D:20240312101500+03'00'" };
    const bytes = pdfOf(
      pages.map((text) => ({ words: pdfLines([text]) })),
      { info },
    );
    const { kind, unit, total, parts, properties } = await read(bytes);
    expect({ kind, unit, total }).toEqual({ kind: 'PDF', unit: 'page', total: 3 });
    expect(parts).toEqual(pages.map((text, index) => ({ number: index + 1, text })));
    expect(properties).toEqual({
      title: 'Претензия',
      author: 'Отдел',
      created: '2024-03-12T10:15:00+03:00',
    });
  });

  it('is read for the pages that are asked for alone', async () => {
    const bytes = pdfOf(
      Array.from({ length: 9 }, (_, at) => ({ words: pdfLines([`Page ${at + 1} says so.`]) })),
    );
    const { total, parts } = await read(bytes, 4, 6);
    expect(total).toBe(9);
    expect(parts.map(({ number, text }) => [number, text])).toEqual(
      [4, 5, 6].map((number) => [number, `Page ${number} says so.`]),
    );
    expect((await read(bytes, 12, 20)).parts).toEqual([]);
  });

  it('has paragraphs where lines end early, are indented or separated, and joins hyphenated words', async () => {
    const lines = await linesOf(
      pdfLines([
        'Истец обратился в суд с требованием о взыскании задол-',
        'женности по договору поставки, который ответчик подпи-',
        'сал, и кто-',
        'Новый абзац начинается с прописной буквы, он длинный и',
        'идёт до конца.',
      ]),
      pdfLines(['A paragraph that stands apart from what is above it and', 'goes on.'], { y: 680 }),
    );
    expect(lines).toEqual([
      'Истец обратился в суд с требованием о взыскании задолженности по договору поставки, который ответчик подписал, и кто-',
      'Новый абзац начинается с прописной буквы, он длинный и идёт до конца.',
      'A paragraph that stands apart from what is above it and goes on.',
    ]);
  });

  it('has headings by the size of their letters, and lists', async () => {
    const lines = await linesOf(
      [{ text: 'Исковое заявление', x: 60, y: 800, size: 20 }],
      [{ text: 'Требования', x: 60, y: 760, size: 15 }],
      pdfLines(
        [
          'Суд просят о следующем, и это обычный текст заявления:',
          '• взыскать долг',
          '• взыскать пени',
          '1. Первое',
          '2. Второе',
        ],
        { y: 735 },
      ),
    );
    expect(lines).toEqual([
      '# Исковое заявление',
      '## Требования',
      'Суд просят о следующем, и это обычный текст заявления:',
      '- взыскать долг',
      '- взыскать пени',
      '1. Первое',
      '2. Второе',
    ]);
  });

  it('has full list items, even with space between the bullet and the text', async () => {
    const items = ['Первое обязательство поставщика, которое', 'Second duty of the supplier, which is'];
    const words = items.flatMap((text, at) => [
      { text: at === 0 ? '•' : '2.', x: 60, y: 700 - at * 28 },
      { text, x: 85, y: 700 - at * 28 },
      { text: 'продолжается / goes on.', x: 85, y: 687 - at * 28 },
    ]);
    expect(await linesOf(words)).toEqual([
      `- ${items[0]} продолжается / goes on.`,
      `2. ${items[1]} продолжается / goes on.`,
    ]);
  });

  it('has rows if columns are aligned, in any drawing order', async () => {
    const rows = [
      ['№', 'Наименование', 'Сумма, руб.'],
      ['1', 'Поставка товара', '1 000,50'],
      ['2', 'Доставка', '250,00'],
      ['', 'Итого', '1 250,50'],
    ];
    const cells = rows.flatMap((row, down) =>
      row.flatMap((text, across) =>
        text === '' ? [] : [{ text, x: [60, 100, 300][across] ?? 0, y: 700 - down * 20 }],
      ),
    );
    const before = pdfLines(['Расчёт составлен истцом на основании договора и накладных, см. ниже.'], {
      y: 740,
    });
    const expected = rows.map((row) => `| ${row.join(' | ')} |`);
    expect((await linesOf(before, cells)).slice(1)).toEqual(expected);
    expect((await linesOf(cells.toReversed(), before)).slice(1)).toEqual(expected);
  });

  it('has the cells that its lines enclose, of many lines and across columns', async () => {
    const [xs, ys] = [
      [60, 90, 330, 420],
      [710, 670, 650, 630],
    ];
    const lines = [...xs.map((x) => `${x} 630 m ${x} 710 l S`), ...ys.map((y) => `60 ${y} m 420 ${y} l S`)];
    const words = [
      ...pdfLines(['1'], { x: 65, y: 685 }),
      ...pdfLines(['Бумага офисная, белая,', 'плотная, в пачках'], { x: 95, y: 695 }),
      ...pdfLines(['35 000,00'], { x: 335, y: 685 }),
      ...pdfLines(['2', 'Всего за оба наименования'], { x: 65, y: 657, pitch: 1.8 }),
      ...pdfLines(['Картридж'], { x: 95, y: 657 }),
      ...pdfLines(['12 500,50', '47 500,50'], { x: 335, y: 657, pitch: 1.8 }),
    ];
    expect(await textsOf([{ under: lines.join('\n'), words }])).toEqual([
      [
        '| 1 | Бумага офисная, белая, плотная, в пачках | 35 000,00 |',
        '| 2 | Картридж | 12 500,50 |',
        '| Всего за оба наименования |  | 47 500,50 |',
      ].join('\n'),
    ]);
  });

  it('is read column by column', async () => {
    const column = (word: string) =>
      Array.from({ length: 8 }, (_, at) => `${word} line ${at} of running text`);
    const lines = await linesOf(
      [{ text: 'One headline over the whole width of the page', x: 60, y: 800, size: 18 }],
      pdfLines(column('Left'), { y: 760 }),
      pdfLines(column('Right'), { y: 760, x: 60 + widthOf('Right line 0 of running text') + 20 }),
    );
    expect(lines.join(' ')).toBe(
      ['# One headline over the whole width of the page', ...column('Left'), ...column('Right')].join(' '),
    );
  });

  it('runs in the direction in which it is read: turned pages, stamps along the margin, right to left', async () => {
    const turned = ['Страница, которую повернули,', 'остаётся текстом.'].map((text, at) => ({
      text,
      x: 100 + at * 14,
      y: 100,
      degrees: 90,
    }));
    expect(await textsOf([{ rotation: 90, words: turned }])).toEqual([
      'Страница, которую повернули, остаётся текстом.',
    ]);
    const stamped = [
      ...pdfLines(['Обычная строка документа.']),
      { text: 'Вх. № 17', x: 30, y: 300, degrees: 90 },
    ];
    expect(await textsOf([{ words: stamped }])).toEqual(['Обычная строка документа.\nВх. № 17']);
    const hebrew = [{ text: [...'שלום עולם'].reverse().join(''), x: 60, y: 700 }];
    expect(await textsOf([{ words: hebrew }])).toEqual(['שלום עולם']);
  });

  it.each<[string, string, number, number]>([
    ['letters that are set apart', 'Решение суда вступило в силу', 2.5, 0],
    ['letters that are set apart and words without spaces', 'The_decision_has_come_into_force', 2.2, 4.5],
    [
      'words that stand near each other without spaces',
      'The_decision_of_the_court_has_come_into_force',
      0,
      1.7,
    ],
    ['letters that are set close', 'The decision of the court', -0.6, 0],
  ])('has whole words: %s', async (_how, text, between, word) => {
    // PDF writers position every letter.
    let x = 60;
    const letters = [...text].flatMap((letter): PdfWords[] => {
      const at = x;
      x += letter === '_' ? word : widthOf(letter) + between;
      return letter === '_' ? [] : [{ text: letter, x: at, y: 700 }];
    });
    expect(await linesOf(letters)).toEqual([text.replaceAll('_', ' ')]);
  });

  it('keeps single letters and figures apart that stand apart', async () => {
    const letters = ['a', 'b', '1', '2', 'c'].map((text, at) => ({ text, x: 60 + at * 9, y: 700 }));
    expect(await linesOf(letters)).toEqual(['a b 1 2 c']);
  });

  it('is written as people write: composed letters, no ligatures, no soft hyphens', async () => {
    const meanings: Record<string, string> = { A: 'и\u0306', B: '\ufb01', C: '\u00ad' };
    const bytes = pdfOf([{ words: pdfLines(['моA Bnal доCговор']) }], {
      meaning: (letter) => meanings[letter] ?? letter,
    });
    expect((await read(bytes)).parts[0]?.text).toBe('мой final договор');
  });
});

describe('a PDF that cannot be read', () => {
  it('is refused with the reason', async () => {
    const whole = pdfOf([{ words: pdfLines(['Text.']) }]);
    expect(await refusalOf(read(whole.subarray(0, 60)))).toMatch(/^damaged: /);
    expect(await refusalOf(read(Buffer.from('%PDF-1.7\n')))).toMatch(/^damaged: /);
  });
});
