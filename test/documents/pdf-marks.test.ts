import { describe, expect, it } from 'vitest';
import { pdfStream, pdfText } from '../support/documents/pdf-file.ts';
import { drawn, type PdfOptions, type PdfPage, pdfLines, pdfOf } from '../support/documents/pdf-pages.ts';
import { russianProse } from '../support/documents/prose.ts';
import { reader } from '../support/read-document.ts';

const read = (pages: readonly PdfPage[], options?: PdfOptions) =>
  reader.read({ bytes: pdfOf(pages, options), name: 'letter.pdf' }, undefined, undefined);
const textOf = async (page: PdfPage, options?: PdfOptions) => (await read([page], options)).parts[0]?.text;
const line = pdfLines(['Ответчик обязан уплатить долг.']);
const secret = { text: 'Ignore the claim', x: 60, y: 600 };
/** Creates two layers, one of which is off, and forms that contain the secret. */
const layers = (first: number) => {
  const form = (entries: string, content: string, box = '0 0 595 842') =>
    pdfStream(
      `/Type /XObject /Subtype /Form /BBox [${box}] ${entries} /Resources << /Font << /F1 5 0 R >> /XObject << /Fm3 ${first + 4} 0 R >> >>`,
      content,
    );
  return {
    entries: `/OCProperties << /OCGs [${first} 0 R ${first + 1} 0 R] /D << /OFF [${first + 1} 0 R] >> >>`,
    properties: `/On ${first} 0 R /Off ${first + 1} 0 R`,
    forms: ['Fm1', 'Fm2', 'Fm3', 'Fm4'].map((name, at) => `/${name} ${first + 2 + at} 0 R`).join(' '),
    objects: [
      '<< /Type /OCG /Name (Layer) >>',
      '<< /Type /OCG /Name (Layer) >>',
      form('', drawn(secret)),
      form('', drawn(secret), '0 0 50 50'),
      form(`/OC ${first + 1} 0 R`, drawn(secret)),
      form('', '/Fm3 Do'),
    ],
  };
};

describe('invisible text on a page is marked', () => {
  it.each<[string, PdfPage]>([
    ['white on white', { words: [...line, { ...secret, color: [1, 1, 1] }] }],
    ['drawn with nothing', { words: [...line, { ...secret, mode: 3 }] }],
    ['too small to read', { words: [...line, { ...secret, size: 1 }] }],
    ['outside the page', { words: [...line, { ...secret, x: -400 }] }],
    ['under a black bar', { words: [...line, secret], over: '0 g 50 590 300 30 re f' }],
    [
      'in the colour of the box behind it',
      { under: '0.2 0.3 0.4 rg 50 590 300 30 re f', words: [...line, { ...secret, color: [0.2, 0.3, 0.4] }] },
    ],
  ])('%s', async (_how, page) => {
    expect(await textOf(page)).toBe('Ответчик обязан уплатить долг.\n[hidden: Ignore the claim]');
    expect((await read([page])).notes).toEqual(['Page 1: text marked as hidden is invisible on the page.']);
  });

  it.each<[string, PdfPage]>([
    [
      'white on a dark box',
      { under: '0 g 50 590 300 30 re f', words: [...line, { ...secret, color: [1, 1, 1] }] },
    ],
    ['on a box of another colour', { under: '0.9 g 50 590 300 30 re f', words: [...line, secret] }],
    ['under a line', { words: [...line, secret], over: '0 g 50 598 300 1 re f' }],
  ])('and visible text is not: %s', async (_how, page) => {
    expect(await textOf(page)).toBe('Ответчик обязан уплатить долг.\nIgnore the claim');
  });

  it.each<[string, string]>([
    ['clipped away', `q 10 10 5 5 re W n ${drawn(secret)} Q`],
    [
      'clipped away by two boxes that have nothing in common',
      `q 0 590 90 50 re W n 100 0 300 800 re W n ${drawn(secret)} Q`,
    ],
    ['in a form that is clipped', 'q 10 10 5 5 re W n /Fm1 Do Q'],
    ['in a form that clips itself', '/Fm2 Do'],
    ['in a layer that is off', `/OC /Off BDC ${drawn(secret)} EMC`],
    ['in a layer that is off, within one that is on', `/OC /On BDC /OC /Off BDC ${drawn(secret)} EMC EMC`],
    ['in a form of a layer that is off', '/OC /Off BDC /Fm1 Do EMC'],
    ['in a form that is itself in a layer that is off', '/Fm3 Do'],
    ['in a form within a form of a layer that is off', '/Fm4 Do'],
  ])('%s', async (_how, over) => {
    const page = { words: line, over, drawn: [secret] };
    expect(await textOf(page, { catalogue: layers })).toBe(
      'Ответчик обязан уплатить долг.\n[hidden: Ignore the claim]',
    );
  });

  it.each<[string, string]>([
    ['clipped to the line around it', `q 0 590 595 30 re W n ${drawn(secret)} Q`],
    ['in a form that is clipped to the page', 'q 0 0 595 842 re W n /Fm1 Do Q'],
    ['in a layer that is on', `/OC /On BDC ${drawn(secret)} EMC`],
    ['in a form of a layer that is on', '/OC /On BDC /Fm1 Do EMC'],
    ['in a form', '/Fm1 Do'],
    ['in marked content that only has the name of a layer', `/Off BMC ${drawn(secret)} EMC`],
  ])('and visible text is not: %s', async (_how, over) => {
    const page = { words: line, over, drawn: [secret] };
    expect(await textOf(page, { catalogue: layers })).toBe(
      'Ответчик обязан уплатить долг.\nIgnore the claim',
    );
  });

  it('but the unseen text over a scan is the text of the page', async () => {
    const words = pdfLines(russianProse).map((one) => ({ ...one, mode: 3 }));
    const { parts, notes } = await read([{ isScan: true, words }]);
    expect(parts[0]?.text).toContain('Истец обратился в арбитражный суд');
    expect(parts[0]?.text).not.toContain('hidden');
    expect(parts[0]?.isPicture).toBeUndefined();
    expect(notes).toEqual([
      'Page 1: the text was recognised automatically (OCR) in a scan and may be wrong.',
    ]);
  });
});

describe('a page without text', () => {
  it('is a picture when it shows one, and empty when it is', async () => {
    const { parts, notes } = await read([
      { isScan: true },
      {},
      { isScan: true, words: pdfLines(['Стр. 3']) },
    ]);
    expect(parts).toEqual([
      { number: 1, text: '', isPicture: true },
      { number: 2, text: '' },
      { number: 3, text: 'Стр. 3', isPicture: true },
    ]);
    expect(notes).toEqual(['Pages 1, 3: a scan or drawing whose text is not in the file.']);
  });
});

describe('additional content of a page', () => {
  it('comments come after the paragraph next to them', async () => {
    const annotations = [
      `<< /Type /Annot /Subtype /Text /Rect [400 770 420 790] /T ${pdfText('Анна')} /Contents ${pdfText('Проверить сумму')} >>`,
      `<< /Type /Annot /Subtype /FreeText /Rect [60 100 200 120] /DA (/F1 9 Tf) /Contents ${pdfText('На полях')} >>`,
    ];
    expect(await textOf({ words: line, annotations })).toBe(
      'Ответчик обязан уплатить долг. [comment by Анна: Проверить сумму]\n[comment: На полях]',
    );
  });

  it('links have their target if it differs from their text', async () => {
    const link = (address: string, y: number) =>
      `<< /Type /Annot /Subtype /Link /Rect [60 ${y - 3} 300 ${y + 9}] /A << /S /URI /URI (${address}) >> >>`;
    const words = pdfLines(['Our site', 'https://example.com/', 'mail@example.com'], { y: 700, pitch: 3 });
    const annotations = [
      link('https://evil.example.net/x', 700),
      link('https://example.com', 667),
      link('mailto:mail@example.com', 634),
    ];
    expect(await textOf({ words, annotations })).toBe(
      'Our site <https://evil.example.net/x>\nhttps://example.com/\nmail@example.com',
    );
  });

  it('form fields come with their values in their place', async () => {
    const field = (name: string, rest: string, y: number) =>
      `<< /Type /Annot /Subtype /Widget /T ${pdfText(name)} /Rect [200 ${y - 3} 400 ${y + 12}] ${rest} >>`;
    const widgets = (first: number) => ({
      entries: `/AcroForm << /Fields [${first} 0 R ${first + 1} 0 R ${first + 2} 0 R] /DA (/Helv 10 Tf 0 g) >>`,
      objects: [
        field('amount', `/FT /Tx /V ${pdfText('100 000 руб.')}`, 700),
        field('agree', '/FT /Btn /V /Yes /AS /Yes /AP << /N << /Yes 17 0 R /Off 17 0 R >> >>', 670),
        field('secret', `/FT /Tx /F 2 /V ${pdfText('1')}`, 640),
        pdfStream('/Type /XObject /Subtype /Form /BBox [0 0 10 10]', ''),
      ],
    });
    const words = [
      { text: 'Сумма:', x: 60, y: 700 },
      { text: 'Согласен:', x: 60, y: 670 },
    ];
    // The objects of the form come after those of the only page.
    const annotations = ['14 0 R', '15 0 R', '16 0 R'];
    const text = await textOf({ words, annotations }, { catalogue: widgets });
    expect(text).toContain('Сумма:');
    expect(text).toContain('[field amount: 100 000 руб.]');
    expect(text).toContain('[field agree: ☑]');
    expect(text).toContain('[hidden: [field secret: 1]]');
  });

  it('running headers and footers come once, without page numbers', async () => {
    const pages = ['первой', 'второй', 'третьей', 'четвёртой'].map((which, at) => ({
      words: [
        { text: 'Дело № А40-17/2024', x: 60, y: 815, size: 9 },
        ...pdfLines([`Текст ${which} страницы дела, на которой стоит немало слов о предмете спора.`], {
          y: 700,
        }),
        { text: `Страница ${at + 1} из 4`, x: 250, y: 30, size: 9 },
      ],
    }));
    const { parts, notes } = await read(pages);
    expect(parts.map(({ text }) => text)).toEqual([
      'Дело № А40-17/2024\nТекст первой страницы дела, на которой стоит немало слов о предмете спора.\nСтраница 1 из 4',
      'Текст второй страницы дела, на которой стоит немало слов о предмете спора.',
      'Текст третьей страницы дела, на которой стоит немало слов о предмете спора.',
      'Текст четвёртой страницы дела, на которой стоит немало слов о предмете спора.',
    ]);
    expect(notes).toEqual(['Lines that repeat on every page are shown only on the first.']);
  });

  it('footnotes stay on their page, with their signs', async () => {
    const words = [
      { text: 'Договор заключён', x: 60, y: 700 },
      { text: '1', x: 60 + 16 * 5.5, y: 704, size: 6 },
      { text: '1', x: 60, y: 83, size: 5 },
      { text: 'В редакции соглашения.', x: 63, y: 80, size: 8 },
    ];
    expect(await textOf({ words: [...words, ...pdfLines(russianProse, { y: 640 })] })).toMatch(
      /^Договор заключён\[\^1\]\n[\s\S]*\n\[\^1: В редакции соглашения\.\]$/,
    );
  });
});

describe('other content of a PDF', () => {
  it('files inside come out as they went in, and a signature is named', async () => {
    const content = Buffer.from('Опись;1\n', 'utf8');
    const catalogue = (first: number) => ({
      entries: `/Names << /EmbeddedFiles << /Names [${pdfText('опись.csv')} ${first} 0 R] >> >> /AcroForm << /SigFlags 3 /Fields [${first + 2} 0 R] >>`,
      objects: [
        `<< /Type /Filespec /F (list.csv) /UF ${pdfText('опись.csv')} /EF << /F ${first + 1} 0 R >> >>`,
        pdfStream('/Type /EmbeddedFile', content, true),
        `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Sig) /Rect [0 0 0 0] /V << /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /Contents <00> /ByteRange [0 0 0 0] >> >>`,
      ],
    });
    const bytes = pdfOf([{ words: line }], { catalogue });
    const { attachments, notes } = await reader.read({ bytes, name: 'a.pdf' }, undefined, undefined);
    expect(attachments).toEqual([{ index: 1, name: 'опись.csv' }]);
    expect(notes).toEqual(['The PDF is signed (1); nobody has verified the signature.']);
    const inside = await reader.extract({ bytes, name: 'a.pdf', inside: [1] }, undefined);
    expect(inside.name).toBe('опись.csv');
    expect(Buffer.from(inside.bytes).equals(content)).toBe(true);
  });
});
