import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pdfLines, pdfOf } from '../support/documents/pdf-pages.ts';
import { englishProse, russianProse } from '../support/documents/prose.ts';
import { reader } from '../support/read-document.ts';

/**
 * Reads the only page of a PDF.
 * @param meaning maps each letter to the one that the font declares for it
 */
async function pageOf(lines: readonly string[], meaning?: (letter: string) => string) {
  const bytes = pdfOf([{ words: pdfLines(lines) }], meaning && { meaning });
  const { parts, notes } = await reader.read({ bytes, name: 'letter.pdf' }, undefined, undefined);
  return { ...parts[0], notes };
}

const shifted = (by: number) => (letter: string) =>
  letter < 'A' ? letter : String.fromCharCode(letter.charCodeAt(0) + by);
const latinOf = (letter: string) => {
  const code = letter.charCodeAt(0) - 0x410;
  return code >= 0 && code < 64 ? String.fromCharCode(0xc0 + code) : letter;
};
/** Permutes the letters of an alphabet. */
const shuffled = (letter: string) => {
  const from = 'абвгдежзийклмнопрстуфхцчшщъыьэюяabcdefghijklmnopqrstuvwxyz';
  const to = 'щэъжфцхыьюзшчбгядкпмвтрунсолейиаqzxjkvwbpygfmhculdrsniotae';
  const place = from.indexOf(letter.toLowerCase());
  return place < 0 ? letter : (to[place] ?? letter);
};

describe('letters that decode to nonsense are no text', () => {
  it.each([
    ['that stand for no character', russianProse, () => '\ufffd'],
    ['of private use', russianProse, shifted(0xe000)],
    ['of an old code page', russianProse, latinOf],
    ['that are numbers in a font', englishProse, shifted(-29)],
    ['that are numbers in a font, in Cyrillic', russianProse, shifted(0x240 - 0x410)],
    ['in a wrong order', russianProse, shuffled],
    ['in a wrong order, in English', englishProse, shuffled],
    ['of other scripts', russianProse, shifted(0x13a0 - 0x410)],
    [
      'of two alphabets in one word',
      russianProse,
      (letter: string) => (letter.charCodeAt(0) % 2 ? 'q' : letter),
    ],
  ])('letters %s', async (_which, lines, meaning) => {
    const { text, isPicture, notes } = await pageOf(lines, meaning);
    expect({ text, isPicture }).toEqual({ text: '', isPicture: true });
    expect(notes).toEqual([expect.stringMatching(/^Page 1: the text decodes to nonsense/)]);
  });

  it('letters of a font that does not say which they are', async () => {
    const numbers = russianProse.map((line) => [...line].map(shuffled).join(''));
    const bytes = pdfOf([{ words: pdfLines(numbers) }], { hasNoMap: true });
    const { parts } = await reader.read({ bytes, name: 'letter.pdf' }, undefined, undefined);
    expect(parts).toEqual([{ number: 1, text: '', isPicture: true }]);
  });

  const spaces = ['\t', '\n', '\u00a0', '\u0001', '\u0003', '\u007f', '\u00ad', '\u200b', '\ue000', '\ufffd'];
  it.each(spaces)('are words although the font maps the space to %j', async (space) => {
    const { text, isPicture } = await pageOf(russianProse, (letter) => (letter === ' ' ? space : letter));
    expect(isPicture).toBeUndefined();
    const words = text?.split(/\s+/).slice(0, 8).join(' ');
    expect(russianProse.join(' ').replace(/\s+/g, ' ')).toContain(words);
  });

  it('are letters beyond U+FFFF as well', async () => {
    const bold = (letter: string) =>
      /[a-z]/.test(letter) ? String.fromCodePoint(0x1d41a + letter.charCodeAt(0) - 97) : letter;
    const { text, isPicture } = await pageOf(['the claim is paid in full'], bold);
    expect(isPicture).toBeUndefined();
    expect(text).toBe([...'the claim is paid in full'].map(bold).join(''));
  });

  it('is judged by page', async () => {
    const meaning = (letter: string) => (letter >= 'а' && letter <= 'я' ? '\ufffd' : letter);
    const bytes = pdfOf([{ words: pdfLines(englishProse) }, { words: pdfLines(russianProse) }], { meaning });
    const { parts } = await reader.read({ bytes, name: 'letter.pdf' }, undefined, undefined);
    expect(parts.map(({ isPicture }) => isPicture)).toEqual([undefined, true]);
  });
});

describe('correct text is unchanged', () => {
  // OCR programs add the words as invisible text over the picture, in a font without glyphs.
  it.each([
    ['Russian', russianProse],
    ['English', englishProse],
  ])('if the letters are right although their font does not declare them: %s', async (_language, lines) => {
    const bytes = pdfOf([{ words: pdfLines(lines) }], { hasNoMap: true });
    const { parts } = await reader.read({ bytes, name: 'scan.pdf' }, undefined, undefined);
    expect(parts[0]?.isPicture).toBeUndefined();
    expect(parts[0]?.text.replace(/\s+/g, ' ')).toContain(lines[0]?.slice(0, 60));
  });

  it.each([
    ['prose', [...russianProse, ...englishProse]],
    ['prose in capitals', [...russianProse, ...englishProse].map((line) => line.toUpperCase())],
    [
      'a table of figures',
      Array.from({ length: 30 }, (_, at) => `${at + 1}. 1 ${at}50,00 2 ${at}99,99 % 20.03.2024 № ${at}/А`),
    ],
    [
      'codes',
      Array.from({ length: 20 }, (_, at) => `SKU-XQZW${at} ЖЩ${at}Ъ-КПП WKRT${at}BX QX-${at} ГТД 1${at}/ЩЫ`),
    ],
    [
      'addresses',
      Array.from(
        { length: 15 },
        (_, at) => `petrov${at}@example.com https://example.org/a/${at}?x=qzx www.example.net`,
      ),
    ],
    [
      'names',
      ['Иванов И. И., Щербакова Ю. Э., Жуйков Ж. Ж., Wojciechowski Z., Müller J., Nguyễn V. T., O’Brien P.'],
    ],
    [
      'requisites',
      ['ИНН 7701234567 КПП 770101001 ОГРН 1027700132195 р/с 40702810000000000001 БИК 044525225 в ПАО «Банк»'],
    ],
    [
      'German',
      [
        'Die Klägerin verlangt von der Beklagten Zahlung des Kaufpreises für gelieferte Waren gemäß Vertrag über die Lieferung',
      ],
    ],
    [
      'French',
      [
        'La demanderesse sollicite le paiement des marchandises livrées à la société défenderesse, conformément au contrat signé',
      ],
    ],
    [
      'Kazakh',
      [
        'Талап қоюшы жауапкерден шарт бойынша берешекті өндіріп алуды сұрайды, себебі төлем мерзімі өтіп кеткен және ескертулер',
      ],
    ],
    [
      'Ukrainian',
      [
        'Позивач звернувся до суду з вимогою про стягнення заборгованості за договором поставки, оскільки відповідач не сплатив',
      ],
    ],
    [
      'Polish',
      [
        'Powód wnosi o zasądzenie od pozwanego kwoty wynikającej z umowy dostawy, ponieważ pozwany nie zapłacił za towar w terminie',
      ],
    ],
    [
      'Turkish',
      [
        'Davacı, davalının teslim edilen malların bedelini sözleşmede kararlaştırılan süre içinde ödemediğini ileri sürmektedir',
      ],
    ],
    [
      'Greek',
      [
        'Ο ενάγων ζητεί την καταβολή του τιμήματος για τα εμπορεύματα που παραδόθηκαν στον εναγόμενο σύμφωνα με τη σύμβαση',
      ],
    ],
    [
      'Chinese',
      [
        '原告请求法院判令被告支付合同约定的货款及利息，因为被告未按照合同约定的期限履行付款义务，经多次催告仍未支付。',
      ],
    ],
    ['bullets of a font of symbols', russianProse.map((line) => `\uf0b7 ${line}`)],
    [
      'lookalikes in some words',
      ['Дoговор пoставки заключён между сторонами, и иcтец обратился в суд с требованием о взыскании долга'],
    ],
  ])('%s', async (_what, lines) => {
    const { text, isPicture } = await pageOf(lines);
    expect(isPicture).toBeUndefined();
    expect(text?.length).toBeGreaterThan(50);
  });

  it('with words of both languages in any order', async () => {
    const words = [...russianProse, ...englishProse].join(' ').split(' ');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 80 }), async (some) => {
        const lines = Array.from({ length: Math.ceil(some.length / 8) }, (_, at) =>
          some.slice(at * 8, at * 8 + 8).join(' '),
        );
        expect((await pageOf(lines)).isPicture).toBeUndefined();
      }),
      { numRuns: 40 },
    );
  });
});
