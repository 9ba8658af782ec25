import { beforeAll, describe, expect, it } from 'vitest';
import { hasLibreOffice, writtenByLibreOffice } from '../../support/documents/libreoffice.ts';
import { reader } from '../../support/read-document.ts';

/** Texts in both languages, written by another program. */
const paragraphs = [
  'Истец обратился в суд с требованием о взыскании задолженности по договору поставки № 15/2024 от 6 мая 2024 года.',
  'В соответствии со статьёй 309 ГК РФ обязательства должны исполняться надлежащим образом — «в срок» и в полном объёме.',
  'The claimant demands payment of 1,250,000.00 roubles within ten (10) business days; otherwise interest accrues at 7.5 % p.a.',
  'Приложения: 1) копия договора; 2) акт сверки; 3) платёжное поручение № 77-АБ; 4) доверенность представителя.',
];
const table = [
  ['Этап', 'Срок', 'Сумма, руб.'],
  ['Аванс', '10 дней', '100 000'],
  ['Поставка', '30 дней', '1 150 000'],
  ['Total', 'by 1 June', '1 250 000'],
];
const cells = table.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
const body = Array.from(
  { length: 12 },
  (_, index) => `<h2>Раздел ${index + 1}</h2>${paragraphs.map((text) => `<p>${text}</p>`).join('')}`,
);
const page = `<html><head><meta charset="utf-8"><title>Иск</title></head><body><h1>Исковое заявление</h1>${body.join('')}<table border="1">${cells}</table></body></html>`;

const wordsOf = (text: string): string[] =>
  text
    .replace(/[#|\\]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
const expected = wordsOf(
  [
    'Исковое заявление',
    ...Array.from({ length: 12 }, (_, index) => `Раздел ${index + 1} ${paragraphs.join(' ')}`),
    ...table.flat(),
  ].join(' '),
);

/** Returns the share of the written words that were read, each as often as it was written. */
function recovered(text: string): number {
  const left = new Map<string, number>();
  for (const word of wordsOf(text)) left.set(word, (left.get(word) ?? 0) + 1);
  const found = expected.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return found.length / expected.length;
}

const read = (bytes: Uint8Array) => reader.read({ bytes, name: 'file' }, undefined, undefined);
const textOf = async (bytes: Uint8Array) => (await read(bytes)).parts.map(({ text }) => text).join('\n');
const rowsOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

describe.skipIf(!hasLibreOffice)('a file of LibreOffice', () => {
  const rows = [...table, ['Дата', '2024-05-06', '0.155'], ['«Кавычки»', 'a|b', '']];
  let files: ReadonlyMap<string, Uint8Array>;
  beforeAll(async () => {
    files = await writtenByLibreOffice([
      { name: 'claim.html', content: page, formats: ['docx', 'odt', 'rtf', 'doc'] },
      {
        name: 'payments.csv',
        content: rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n'),
        formats: ['xlsx', 'ods', 'xls'],
      },
    ]);
  });
  const file = (name: string) => files.get(name) ?? new Uint8Array();

  it.each(['docx', 'odt', 'rtf', 'doc'])(
    'is read from %s with its words in both languages and its tables in order',
    async (format) => {
      const text = await textOf(file(`claim.${format}`));
      expect(recovered(text)).toBeGreaterThanOrEqual(0.99);
      expect(rowsOf(text)).toEqual(table);
      if (format !== 'doc') expect(text).toContain('## Раздел 12');
    },
  );

  it.each(['xlsx', 'ods', 'xls'])('is read from %s cell by cell', async (format) => {
    const { parts } = await read(file(`payments.${format}`));
    expect(parts[0]?.label).toBe('payments');
    const text = parts[0]?.text.replaceAll('\\|', '¦') ?? '';
    expect(rowsOf(text)).toEqual([...rows.slice(0, -1), ['«Кавычки»', 'a¦b']]);
  });
});
