import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentsError } from '../../../src/contract/errors.ts';
import type { DocumentContent } from '../../../src/contract/features/documents/document-reader.ts';
import { createDocumentReader } from '../../../src/documents/reader.ts';
import { aligned } from '../compare.ts';
import { knownDocument, type Made, makeAll, scanned, tryWith, wordsIn } from './made.ts';
import { askedOfText } from './questions.ts';

/**
 * `npm run bench:documents` measures how much text is recovered from documents of other programs, the reading
 * time for a hundred pages, and the memory for the worst files. Programs that are not installed are listed
 * and skipped. The script asserts nothing.
 */
const say = (text: string) => process.stdout.write(`${text}\n`);
const missing = new Set<string>();
const miss = (program: string) => void missing.add(program);
const reader = createDocumentReader();
const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

async function recovered(): Promise<void> {
  const rows = [['format', 'written by', 'language', 'words', 'pages', 'cells in order', 'ms']];
  for (const language of ['ru', 'en'] as const) {
    const known = knownDocument(8, language);
    const all = await makeAll(known, miss);
    const printed = all.find(({ format }) => format === 'pdf');
    const scan = printed && scanned(printed.bytes, language, known.pages, miss);
    for (const made of scan ? [...all, scan] : all) {
      const start = performance.now();
      const said = await reader
        .read({ name: `a.${made.format}`, bytes: made.bytes }, undefined, undefined)
        .catch((error: Error) => error.message);
      const took = String(Math.round(performance.now() - start));
      const found = typeof said === 'string' ? ['not read', said.slice(10, 60), ''] : measured(said, made);
      rows.push([made.format, made.by, language, ...found, took]);
    }
  }
  say(aligned(rows));
}

/**
 * Returns the recovered shares of a document: words that occur as often as in the original, pages with their marks, and
 * table rows whose cells stay together.
 */
function measured({ parts }: DocumentContent, { known, hasPages }: Made): string[] {
  const text = parts.map((part) => part.text).join('\n');
  const counts = new Map<string, number>();
  for (const word of text.match(wordsIn) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = known.words.filter((word) => {
    const left = counts.get(word) ?? 0;
    counts.set(word, left - 1);
    return left > 0;
  });
  const pages = parts.filter((part) => part.text.includes(`MARK${part.number}X`));
  const lines = new Set(text.split('\n').map((line) => line.trim()));
  const cells = known.rows.filter((row) => lines.has(`| ${row.join(' | ')} |`));
  return [
    percent(words.length, known.words.length),
    hasPages ? percent(pages.length, known.pages) : 'none',
    known.rows.length > 0 ? percent(cells.length, known.rows.length) : 'none',
  ];
}

/** Measures the reading time of a PDF with a hundred pages, and the time per page, in comparison with `pdftotext`. */
async function hundredPages(): Promise<void> {
  const pdf = (await makeAll(knownDocument(100, 'ru'), miss)).find(({ format }) => format === 'pdf');
  if (pdf === undefined) return;
  const read = async (to: number) => {
    const start = performance.now();
    await reader.read({ name: 'a.pdf', bytes: pdf.bytes }, { from: 1, to }, undefined);
    return performance.now() - start;
  };
  await read(1);
  const [one, all] = [await best(() => read(1)), await best(() => read(100))];
  const rows = [
    ['100 pages', 'first page', 'all', 'each after the first'],
    ['casebridge', ...figures(one, all)],
  ];
  const folder = mkdtempSync(join(tmpdir(), 'casebridge-bench-documents-'));
  const file = join(folder, 'a.pdf');
  writeFileSync(file, pdf.bytes);
  const other = async (to: number) => {
    const start = performance.now();
    execFileSync('pdftotext', ['-layout', '-l', String(to), file, '-'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return performance.now() - start;
  };
  try {
    const [otherOne, otherAll] = [await best(() => other(1)), await best(() => other(100))];
    rows.push(['pdftotext', ...figures(otherOne, otherAll)]);
    rows.push(['ratio', '', '', ((all - one) / (otherAll - otherOne)).toFixed(2)]);
  } catch (error) {
    tryWith('pdftotext', miss, () => {
      throw error;
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
  say(aligned(rows));
}

const best = async (once: () => Promise<number>) => Math.min(await once(), await once(), await once());
const figures = (one: number, all: number) =>
  [one, all, (all - one) / 99].map((time) => `${time.toFixed(1)} ms`);

/** Measures how much the memory of the reading processes and of the server grows for the worst files. */
async function hostile(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'casebridge-bench-hostile-'));
  const maker = fileURLToPath(new URL('hostile-files.ts', import.meta.url));
  execFileSync(process.execPath, ['--import', 'tsx', maker, folder]);
  const files = readdirSync(folder);
  const before = process.memoryUsage.rss();
  let [apart, server, slowest, refused] = [0, 0, 0, 0];
  const watch = setInterval(() => {
    server = Math.max(server, process.memoryUsage.rss() - before);
    for (const peak of peaks()) apart = Math.max(apart, peak);
  }, 20);
  for (const name of files) {
    const start = performance.now();
    const bytes = readFileSync(join(folder, name));
    await reader.read({ name, bytes }, undefined, undefined).catch((error: unknown) => {
      if (!(error instanceof InvalidArgumentsError)) throw error;
      refused += 1;
    });
    slowest = Math.max(slowest, performance.now() - start);
  }
  clearInterval(watch);
  rmSync(folder, { recursive: true });
  say(
    aligned([
      [
        'hostile files',
        'refused',
        'slowest',
        'most memory of a reading process',
        'growth of the one that asks',
      ],
      [
        String(files.length),
        String(refused),
        `${(slowest / 1000).toFixed(1)} s`,
        `${apart} MB`,
        `${Math.round(server / 1024 / 1024)} MB`,
      ],
    ]),
  );
}

/** Returns the peak memory of each child process, in MB. Returns an empty list without `/proc`. */
function peaks(): number[] {
  try {
    const children = readdirSync('/proc/self/task').flatMap((task) =>
      readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return children.map((pid) =>
      Math.round(
        Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
      ),
    );
  } catch {
    return [];
  }
}

await recovered();
await hundredPages();
await hostile();
say(await askedOfText());
await reader.close();
if (missing.size > 0) say(`Left out, because they are not on this machine: ${[...missing].join(', ')}.`);
