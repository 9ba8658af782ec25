import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writtenByLibreOffice } from '../support/documents/libreoffice.ts';
import { englishProse, russianProse } from '../support/documents/prose.ts';
import { type ReadDocument, reader } from '../support/read-document.ts';

/** PDFs of other programs, if these are installed. */

const has = (command: string) => {
  try {
    execFileSync('which', [command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const table = [
  ['№', 'Наименование товара, его свойства и упаковка', 'Кол-во', 'Сумма, руб.'],
  ['1', `Бумага офисная, ${russianProse.slice(0, 2).join(' ').toLowerCase()}`, '100', '35 000,00'],
  ['2', 'Картридж', '5', '12 500,50'],
  ['', 'Итого', '', '47 500,50'],
];
const paragraphs = [russianProse.join(' '), englishProse.join(' ')];
const pageCount = 3;
const html = `<html lang="ru"><head><meta charset="utf-8"><title>Претензия</title></head><body>${Array.from(
  { length: pageCount },
  (_, at) => `<h1 style="page-break-before: ${at === 0 ? 'auto' : 'always'}">Претензия ${at + 1}</h1>
    ${paragraphs.map((text) => `<p style="text-align: justify">${text}</p>`).join('')}
    <table border="1" width="100%">${table
      .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
      .join('')}</table>
    <p><a href="https://example.net/terms">Условия</a></p>`,
).join('')}</body></html>`;

const programs: Record<string, (folder: string, command: string) => Uint8Array | Promise<Uint8Array>> = {
  chromium: (folder, command) => {
    writeFileSync(join(folder, 'page.html'), html);
    const options = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer'];
    const folders = [
      `--user-data-dir=${join(folder, 'profile')}`,
      `--print-to-pdf=${join(folder, 'page.pdf')}`,
    ];
    execFileSync(command, [...options, ...folders, join(folder, 'page.html')], {
      stdio: 'ignore',
      timeout: 60_000,
    });
    return readFileSync(join(folder, 'page.pdf'));
  },
  soffice: async () => {
    const files = await writtenByLibreOffice([{ name: 'page.html', content: html, formats: ['pdf'] }]);
    return files.get('page.pdf') ?? new Uint8Array();
  },
};

const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

describe.each(Object.entries(programs))('a PDF that %s wrote', (command, make) => {
  let folder: string;
  let content: ReadDocument | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'casebridge-pdf-'));
    if (!has(command)) return;
    const bytes = await make(folder, command);
    content = await reader.read({ bytes, name: 'page.pdf' }, undefined, undefined);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.skipIf(!has(command))('has its pages, headings, paragraphs and tables', () => {
    expect(content?.total).toBe(pageCount);
    for (const [at, { text }] of (content?.parts ?? []).entries()) {
      const lines = text.split('\n');
      expect(lines[0]).toBe(`# Претензия ${at + 1}`);
      for (const paragraph of paragraphs) expect(lines).toContain(paragraph);
      for (const row of table) expect(lines).toContain(`| ${row.join(' | ')} |`);
      expect(lines).toContain('Условия <https://example.net/terms>');
      const expected = wordsOf([...paragraphs, ...table.flat()].join(' '));
      const found = new Set(wordsOf(text));
      expect(expected.filter((word) => !found.has(word))).toEqual([]);
    }
  });
});
