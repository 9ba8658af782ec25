import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDocument } from '../../src/drafting/write.ts';
import { hasLibreOffice, writtenByLibreOffice } from '../support/documents/libreoffice.ts';
import { letterhead, paragraphOf } from '../support/docx.ts';

/** Reads the documents with other programs, LibreOffice and poppler, if they are installed. */

const has = (command: string) => {
  try {
    execFileSync('which', [command], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const isThere = hasLibreOffice && has('pdftotext');

const claim = `> В Арбитражный суд города Москвы
> Истец: ООО «Ромашка» & Ко

# ИСКОВОЕ ЗАЯВЛЕНИЕ
## 1. Обстоятельства дела
1.1. Заключён договор № 12[^1].
1.2. Ответчик не оплатил товар:
1.2.1. первую партию;
- по накладной [[Номер накладной]];
### Расчёт
#### Проценты
| № | Документ | Сумма |
|---|---|---:|
| 1 | Платёжное поручение | 250 000,00 |
1) взыскать долг;
2) взыскать проценты.
\\newpage
Директор ________ /И. И. Иванов/

[^1]: Копия прилагается.`;
const letter = `> The Other Side Ltd
# Reply to your letter
Dear Sirs, we **deny** the claim.
1. First
1.1. Second
3. Third`;

describe.skipIf(!isThere)('in LibreOffice', () => {
  let folder: string;
  const drafts = {
    claim: { text: claim, title: 'Иск', fill: {} },
    letter: { text: letter, title: 'Reply', fill: {} },
    headed: {
      ...{ text: letter, title: 'Reply', fill: { Number: '12', Date: '4 March' } },
      template: letterhead({
        body: paragraphOf('Our firm') + paragraphOf('[[text]]') + paragraphOf('Our bank'),
      }),
    },
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'casebridge-drafting-'));
    const files = await writtenByLibreOffice(
      Object.entries(drafts).map(([name, draft]) => ({
        name: `${name}.docx`,
        content: writeDocument({ ...draft, date: '2026-03-04' }).bytes,
        formats: ['pdf', 'fodt'],
      })),
    );
    for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const pageText = (name: string, page: number) =>
    execFileSync('pdftotext', [
      '-f',
      String(page),
      '-l',
      String(page),
      '-layout',
      join(folder, `${name}.pdf`),
      '-',
    ])
      .toString()
      .replace(/[ \t]+/g, ' ');

  it('a claim has its numbers, bullets, cells, footnote, pages and place to fill', () => {
    const first = pageText('claim', 1);
    for (const words of [
      'ООО «Ромашка» & Ко',
      '1. Обстоятельства дела',
      '1.1. Заключён',
      '1.2. Ответчик',
      '1.2.1. первую',
    ])
      expect(first).toContain(words);
    for (const words of [
      '– по накладной [[Номер накладной]]',
      '1 Платёжное поручение 250 000,00',
      '1) взыскать долг',
      '2) взыскать',
    ])
      expect(first).toContain(words);
    expect(first).toMatch(/1\s+Копия прилагается\./);
    expect(first).not.toContain('Директор');
    expect(pageText('claim', 2)).toMatch(/Директор _+ \/И\. И\. Иванов\/\s+2\s/);
  });

  it('a letter counts as it was written', () => {
    expect(pageText('letter', 1)).toMatch(/1\. First\s+1\.1\. Second\s+3\. Third/);
  });

  it('headings are headings of their level, in the language of the text', () => {
    const fodt = readFileSync(join(folder, 'claim.fodt'), 'utf8');
    const levels = [...fodt.matchAll(/<text:h [^>]*text:outline-level="(\d)"/g)].map(([, level]) => level);
    expect(levels).toEqual(['1', '2', '3', '4']);
    expect(fodt).toContain('style:display-name="Heading 1"');
    expect(fodt).toMatch(/<dc:title>Иск<\/dc:title>/);
    expect(fodt).toMatch(/fo:language="ru" fo:country="RU"/);
    expect(readFileSync(join(folder, 'letter.fodt'), 'utf8')).toMatch(/fo:language="en" fo:country="GB"/);
  });

  it("a text on a letterhead is between the letterhead's parts, on its paper", () => {
    expect(pageText('headed', 1)).toMatch(
      /исх\. № 12 от 4 March[\s\S]*Our firm[\s\S]*Dear Sirs[\s\S]*Third[\s\S]*Our bank/,
    );
    const info = execFileSync('pdfinfo', [join(folder, 'headed.pdf')]).toString();
    expect(info).toMatch(/Page size: +612 x 792/);
  });
});
