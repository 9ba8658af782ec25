import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A document of which everything is known, made in any format by programs of others. */
export interface Made {
  readonly format: string;
  /** The program that wrote it. */
  readonly by: string;
  readonly bytes: Uint8Array;
  /** Whether pages are where they were made. */
  readonly hasPages: boolean;
}

/** What stands in it: on page n its mark, paragraphs of words that are counted, and a table. */
export interface Known {
  readonly pages: number;
  readonly words: readonly string[];
  /** Of the table of each page. */
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

/** @param language of the words; names of marks and cells are in both alphabets */
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

/** The document in every format that a program on this machine writes. @param miss told of programs that are not there */
export function makeAll(known: { readonly html: string }, miss: (program: string) => void): Made[] {
  const folder = mkdtempSync(join(tmpdir(), 'casebridge-bench-documents-'));
  const source = join(folder, 'source.html');
  writeFileSync(source, known.html);
  const made: Made[] = [{ format: 'html', by: 'itself', bytes: readFileSync(source), hasPages: false }];
  const run = (program: string, args: readonly string[]) =>
    execFileSync(program, args, { stdio: 'ignore', timeout: 120_000, env: { ...process.env, HOME: folder } });
  try {
    const pdf = join(folder, 'chromium.pdf');
    tryWith('chromium', miss, () => {
      run('chromium', [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--no-pdf-header-footer',
        `--print-to-pdf=${pdf}`,
        source,
      ]);
      made.push({ format: 'pdf', by: 'Chromium', bytes: readFileSync(pdf), hasPages: true });
    });
    tryWith('soffice', miss, () => {
      const convert = (
        from: string,
        ending: string,
        filter = ending,
        by = ['--infilter=HTML (StarWriter)'],
      ) => {
        run('soffice', ['--headless', ...by, '--convert-to', filter, '--outdir', folder, from]);
        return readFileSync(join(folder, `source.${ending}`));
      };
      const odt = convert(source, 'odt', 'odt:writer8');
      made.push({ format: 'odt', by: 'LibreOffice', bytes: odt, hasPages: false });
      const from = join(folder, 'source.odt');
      for (const [ending, filter, hasPages] of [
        ['pdf', 'pdf', true],
        ['docx', 'docx:MS Word 2007 XML', false],
        ['doc', 'doc:MS Word 97', false],
        ['rtf', 'rtf:Rich Text Format', false],
        ['txt', 'txt:Text (encoded):UTF8', false],
      ] as const)
        made.push({ format: ending, by: 'LibreOffice', bytes: convert(from, ending, filter, []), hasPages });
    });
    return made;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Leaves out what a program would have made that is not on this machine. */
export function tryWith(program: string, miss: (program: string) => void, work: () => void): void {
  try {
    work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    miss(program);
  }
}
