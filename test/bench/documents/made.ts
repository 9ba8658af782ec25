import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasLibreOffice, writtenByLibreOffice } from '../../support/documents/libreoffice.ts';

/** Document with known content, written by another program in any format. */
export interface Made {
  readonly format: string;
  /** The program that wrote it. */
  readonly by: string;
  readonly bytes: Uint8Array;
  /** Whether the document has the pages of the original, as PDF files have. */
  readonly hasPages: boolean;
  readonly known: Known;
}

/** Content of the document. Each page has a mark, paragraphs with a fixed number of words, and a table. */
export interface Known {
  readonly pages: number;
  readonly words: readonly string[];
  /** Rows of the tables. */
  readonly rows: readonly (readonly string[])[];
}

const russian =
  'истец ответчик договор поставки взыскание задолженности рублей суд заседание решение стороны объект подъезд жалоба срок оплаты неустойка просрочка претензия уведомление приложение подпись доверенность съёмщик арендатор помещение ущерб экспертиза'.split(
    ' ',
  );
const english =
  'claimant defendant contract delivery recovery debt court hearing judgment parties object payment penalty delay notice annex signature power tenant premises damage expert witness appeal statement evidence'.split(
    ' ',
  );

/**
 * Creates a document.
 * @param language language of the words in paragraphs and tables. The page marks always use Latin letters
 */
export function knownDocument(pages: number, language: 'ru' | 'en'): Known & { readonly html: string } {
  const list = language === 'ru' ? russian : english;
  const words: string[] = [];
  const rows: string[][] = [];
  const parts = Array.from({ length: pages }, (_, page) => {
    const paragraphs = Array.from({ length: 4 }, (_, at) => {
      const some = Array.from(
        { length: 45 },
        (_, word) => list[(page * 7 + at * 11 + word * (word % 3 === 0 ? 5 : 3)) % list.length] ?? '',
      );
      words.push(...some);
      return `<p>${some.join(' ')}.</p>`;
    });
    const cells = Array.from({ length: 4 }, (_, at) => [
      `${list[at]}${page + 1}`,
      `${(page + 1) * 100 + at},50`,
      `0${at + 1}.05.2026`,
    ]);
    rows.push(...cells);
    const table = cells.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
    const lead = page === 0 ? '' : ' style="page-break-before: always"';
    return `<h1${lead}>MARK${page + 1}X</h1>${paragraphs.join('')}<table border="1">${table}</table>`;
  });
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>A</title></head><body style="font-family: 'DejaVu Sans'; font-size: 11pt">${parts.join('')}</body></html>`;
  return { pages, words, rows, html };
}

/**
 * Creates the document in every format that a program on this machine can write.
 * @param miss called with each program that is not installed
 */
export async function makeAll(
  known: Known & { readonly html: string },
  miss: (program: string) => void,
): Promise<Made[]> {
  const made: Made[] = [
    { format: 'html', by: 'itself', bytes: Buffer.from(known.html), hasPages: false, known },
  ];
  const pdf = printed(known.html, miss);
  if (pdf !== undefined) made.push({ format: 'pdf', by: 'Chromium', bytes: pdf, hasPages: true, known });
  if (hasLibreOffice) made.push(...(await written(known)));
  else miss('soffice');
  return made;
}

function printed(html: string, miss: (program: string) => void): Uint8Array | undefined {
  return inFolder((folder) => {
    const [source, pdf] = [join(folder, 'source.html'), join(folder, 'chromium.pdf')];
    writeFileSync(source, html);
    const quiet = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer'];
    const isMade = tryWith('chromium', miss, () =>
      run('chromium', [
        ...quiet,
        `--user-data-dir=${join(folder, 'profile')}`,
        `--print-to-pdf=${pdf}`,
        source,
      ]),
    );
    return isMade ? readFileSync(pdf) : undefined;
  });
}

/** Creates the document with LibreOffice, and the table rows as a spreadsheet with numbers and dates. */
async function written(known: Known & { readonly html: string }): Promise<Made[]> {
  const formats = ['pdf', 'odt', 'docx', 'doc', 'rtf', 'txt'] as const;
  const cells = known.rows.map(([name = '', sum = '', due = '']) => [
    name,
    sum.replace(',50', '.5'),
    due.split('.').reverse().join('-'),
  ]);
  const table: Known = {
    pages: 1,
    words: cells.flatMap((row) => row.join(' ').match(wordsIn) ?? []),
    rows: cells,
  };
  const files = await writtenByLibreOffice([
    { name: 'a.html', content: known.html, formats },
    { name: 'b.csv', content: cells.map((row) => row.join(',')).join('\n'), formats: ['xlsx', 'ods'] },
  ]);
  return [...files].map(([name, bytes]) => {
    const format = name.replace(/^.*\./, '');
    const of = name.startsWith('b') ? table : known;
    return { format, by: 'LibreOffice', bytes, hasPages: format === 'pdf', known: of };
  });
}

/**
 * Creates a PDF with scanned pages and an invisible layer of the text that tesseract recognized. The known
 * words are those recognized words.
 */
export function scanned(
  pdf: Uint8Array,
  language: 'ru' | 'en',
  pages: number,
  miss: (program: string) => void,
): Made | undefined {
  return inFolder((folder) => {
    const at = (name: string) => join(folder, name);
    writeFileSync(at('a.pdf'), pdf);
    const isMade =
      tryWith('pdftoppm', miss, () =>
        run('pdftoppm', ['-r', '200', '-gray', '-png', at('a.pdf'), at('page')]),
      ) &&
      tryWith('tesseract', miss, () => {
        const pictures = readdirSync(folder).filter((name) => name.endsWith('.png'));
        writeFileSync(at('list.txt'), pictures.toSorted().map(at).join('\n'));
        const letters = language === 'ru' ? 'rus+eng' : 'eng';
        run('tesseract', [at('list.txt'), at('scan'), '-l', letters, 'pdf', 'txt']);
      });
    if (!isMade) return undefined;
    const words = readFileSync(at('scan.txt'), 'utf8').match(wordsIn) ?? [];
    const bytes = readFileSync(at('scan.pdf'));
    return { format: 'scan', by: 'tesseract', bytes, hasPages: true, known: { pages, words, rows: [] } };
  });
}

export const wordsIn = /[\p{L}\d]+/gu;

const run = (program: string, args: readonly string[]) =>
  void execFileSync(program, args, { stdio: 'ignore', timeout: 300_000 });

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'casebridge-bench-documents-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs `work`. Returns false and calls `miss` if the program is not installed. */
export function tryWith(program: string, miss: (program: string) => void, work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    miss(program);
    return false;
  }
}
