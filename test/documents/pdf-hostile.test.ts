import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pdf } from '../../src/documents/formats/pdf/index.ts';
import { readingLimits } from '../../src/documents/limits.ts';
import { encryptedPdf } from '../support/documents/pdf-encryption.ts';
import { pdfFile, pdfStream } from '../support/documents/pdf-file.ts';
import { pdfLines, pdfOf } from '../support/documents/pdf-pages.ts';
import { reader, refusalOf } from '../support/read-document.ts';

const read = (bytes: Uint8Array, from?: number, to = from) =>
  reader.read({ bytes, name: 'letter.pdf' }, from && to ? { from, to } : undefined, undefined);
const show = (bytes: Uint8Array) => reader.show({ bytes, name: 'letter.pdf' }, [1], undefined);

/** Creates a one-page PDF with the given content. */
const onePage = (content: Buffer, page = '') =>
  pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${page} /Contents 4 0 R >>`,
    content,
  ]);

describe('a PDF with a password', () => {
  const lines = pdfLines(['Тайный договор.']);

  it('is refused when it needs one to be opened', async () => {
    const bytes = encryptedPdf(pdfOf([{ words: lines }]), 'opensesame');
    expect(await refusalOf(read(bytes))).toBe('encrypted: the PDF requires a password');
    expect(await refusalOf(show(bytes))).toBe('encrypted: the PDF requires a password');
  });

  it('is read when it opens without', async () => {
    const { parts, notes } = await read(encryptedPdf(pdfOf([{ words: lines }]), ''));
    expect(parts[0]?.text).toBe('Тайный договор.');
    expect(notes).toEqual(['The PDF is encrypted but opens without a password.']);
  });
});

describe('a PDF of very many pages', () => {
  const count = 100_000;
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>';
  const bytes = pdfFile([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, at) => `${at + 3} 0 R`).join(' ')}] >>`,
    ...Array.from({ length: count }, () => page),
  ]);

  it('is read only for the requested pages, up to the limit', async () => {
    const last = await read(bytes, count - 1, count + 5);
    expect([last.total, last.parts.map(({ number }) => number)]).toEqual([count, [count - 1, count]]);
    const all = await read(bytes);
    expect([all.total, all.parts.length]).toEqual([count, 2_000]);
    expect(all.notes).toEqual(['98000 more pages were not read: request them by their numbers.']);
  });
});

describe('a slow PDF', () => {
  it('is read until the time limit, with a note about the rest', async () => {
    const bytes = pdfOf(['First', 'Second', 'Third'].map((text) => ({ words: pdfLines([text]) })));
    const limits = { ...readingLimits, milliseconds: -1 };
    const { total, parts, notes } = await pdf.read({ bytes, name: 'long.pdf', range: undefined, limits });
    expect([total, parts.map(({ text }) => text)]).toEqual([3, ['First']]);
    expect(notes).toMatchObject([{ en: '2 more pages were not read: request them by their numbers.' }]);
  });
});

describe('a malicious PDF', () => {
  it.each<[string, () => Buffer]>([
    [
      'pages that are their own children',
      () => pdfFile(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 5 >>']),
    ],
    [
      'a parent that is a child',
      () =>
        pdfFile([
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Kids [3 0 R] /Count 3 >>',
          '<< /Type /Pages /Kids [2 0 R] /Parent 2 0 R /Count 3 >>',
        ]),
    ],
    [
      'a count of pages that is a lie',
      () =>
        pdfFile([
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Kids [3 0 R] /Count 2000000000 >>',
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
        ]),
    ],
    [
      'a content that unpacks without end',
      () => {
        const data = deflateSync(deflateSync(Buffer.alloc(400_000_000, 0x20), { level: 1 }));
        return onePage(pdfStream('/Filter [/FlateDecode /FlateDecode]', data));
      },
    ],
    [
      'forms that draw themselves',
      () =>
        pdfFile([
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /X 5 0 R >> >> /Contents 4 0 R >>',
          pdfStream('', '/X Do'),
          pdfStream(
            '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 5 0 R >> >>',
            '/X Do /X Do',
          ),
        ]),
    ],
    [
      'a picture that says it is huge',
      () =>
        pdfFile([
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /X 5 0 R >> >> /Contents 4 0 R >>',
          pdfStream('', 'q 595 0 0 842 0 0 cm /X Do Q'),
          pdfStream(
            '/Type /XObject /Subtype /Image /Width 100000 /Height 100000 /ColorSpace /DeviceRGB /BitsPerComponent 8',
            'x',
            true,
          ),
        ]),
    ],
    ['brackets within brackets', () => onePage(pdfStream('', '['.repeat(500_000)))],
    [
      'a dictionary within dictionaries',
      () => onePage(pdfStream('', 'q Q'), `/A ${'<< /A '.repeat(50_000)}1${' >>'.repeat(50_000)}`),
    ],
    [
      'a font that is a bomb',
      () =>
        pdfFile([
          '<< /Type /Catalog /Pages 2 0 R >>',
          '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>',
          pdfStream('', 'BT /F 12 Tf 50 50 Td (text) Tj ET'),
          '<< /Type /Font /Subtype /TrueType /BaseFont /Bomb /FontDescriptor 6 0 R >>',
          '<< /Type /FontDescriptor /FontName /Bomb /Flags 4 /FontFile2 7 0 R >>',
          pdfStream(
            '/Filter [/FlateDecode /FlateDecode]',
            deflateSync(deflateSync(Buffer.alloc(100_000_000), { level: 1 })),
          ),
        ]),
    ],
    ['a page of no size', () => onePage(pdfStream('', 'q Q'), '/MediaBox [0 0 0 0]')],
    [
      'a page of endless size',
      () => onePage(pdfStream('', 'q Q'), '/MediaBox [0 0 1e30 1e30] /UserUnit 1e30'),
    ],
  ])('%s', async (_what, make) => {
    const bytes = make();
    for (const reading of [read(bytes, 1, 3), show(bytes)])
      expect(await refusalOf(reading)).toSatisfy(isTyped);
    // The next file is read normally.
    expect((await read(pdfOf([{ words: pdfLines(['Обычный текст.']) }]))).parts[0]?.text).toBe(
      'Обычный текст.',
    );
  });

  it('runs nothing, loads nothing and reveals nothing of other files', async () => {
    const bytes = pdfOf([{ words: pdfLines(['Text.']) }], {
      catalogue: () => ({
        entries:
          '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> /AA << /WC << /S /Launch /F (/bin/sh) >> >>',
        objects: [],
      }),
    });
    expect((await read(bytes)).parts).toEqual([{ number: 1, text: 'Text.' }]);
  });
});

describe('a damaged PDF', () => {
  const whole = pdfOf([{ words: pdfLines(['Первая страница.']) }, { isScan: true }]);

  it('is read or refused with a reason, wherever it is cut off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: whole.length - 1 }), async (length) => {
        expect(await refusalOf(read(whole.subarray(0, length)))).toSatisfy(isTyped);
      }),
      { numRuns: 60 },
    );
  });

  it('is read or refused with a reason, whichever bytes are wrong', async () => {
    const wrong = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(wrong, async (bytes) => {
        const damaged = Buffer.from(whole);
        for (const [at, byte] of bytes) damaged[at] = byte;
        for (const reading of [read(damaged), show(damaged)])
          expect(await refusalOf(reading)).toSatisfy(isTyped);
      }),
      { numRuns: 60 },
    );
  });
});

const isTyped = (refusal: string | undefined) =>
  refusal === undefined || /^(?:damaged|too large|unknown|encrypted|empty): /.test(refusal);
