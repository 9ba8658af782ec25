import { spawnSync } from 'node:child_process';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { seedWorld } from '../../../src/sandbox/seed/index.ts';
import { createWorld } from '../../../src/sandbox/state/state.ts';

/** Sample files in office formats. */

function seededAt(moment: string) {
  const world = createWorld({ now: () => new Date(moment), seed: 'test' });
  seedWorld(world);
  return world;
}
type World = ReturnType<typeof seededAt>;

const world = seededAt('2026-11-18T12:00:00.000Z');
const bytesOf = (name: string, from: World = world) =>
  from.files.find((file) => file.name === name)?.bytes ?? new Uint8Array();
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

/** Returns the XML of a part of an office file. */
const partOf = (name: string, part: string, from: World = world) =>
  decode(unzipSync(bytesOf(name, from))[part]);
const wordsOf = (xml: string) => xml.replaceAll(/<\/w:p>/g, '\n').replaceAll(/<[^>]*>/g, '');

describe('the latest letters of the opposing parties', () => {
  test('state demand and deadline, counted from the start', () => {
    const english = wordsOf(partOf('Northbridge, letter of demand.docx', 'word/document.xml'));
    expect(english).toContain('pays GBP 84,600.00 into the account');
    expect(english).toContain('by 29 November 2026, that is within 14 days');
    const russian = wordsOf(partOf('Претензия ответчика.docx', 'word/document.xml'));
    expect(russian).toContain('руб. 75 коп. и вывезти бракованный товар не позднее 25 ноября 2026 г.');
    const later = seededAt('2027-02-26T23:59:00.000Z');
    expect(wordsOf(partOf('Претензия ответчика.docx', 'word/document.xml', later))).toContain(
      'не позднее 5 марта 2027 г.',
    );
  });

  test('came in later than anything else of theirs', () => {
    const letters = world.documents.filter((item) => /^Northbridge, |ответчика/.test(item.name));
    const newest = letters.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt));
    expect(newest.slice(0, 2).map((item) => item.name)).toEqual([
      'Northbridge, letter of demand',
      'Претензия ответчика',
    ]);
  });
});

describe('office files', () => {
  test('are packages whose parts are all declared', () => {
    const names = world.files.all().map((file) => file.name);
    const packages = names.filter((name) => /\.(docx|xlsx)$/.test(name));
    expect(packages.length).toBeGreaterThanOrEqual(6);
    for (const name of packages) {
      const parts = Object.keys(unzipSync(bytesOf(name)));
      const declared = [...partOf(name, '[Content_Types].xml').matchAll(/PartName="\/([^"]+)"/g)].map(
        ([, path]) => path,
      );
      const rest = parts.filter((path) => !/\.rels$|^\[Content_Types\]/.test(path));
      expect(declared.toSorted(), name).toEqual(rest.toSorted());
    }
  });

  test('hold tables, footnotes, tracked changes with their authors, and comments', () => {
    const document = partOf('Terms of settlement, redline.docx', 'word/document.xml');
    expect(document).toMatch(/<w:ins [^>]*w:author="Northbridge Ltd"[^>]*>.*800,000/);
    expect(document).toContain('<w:delText xml:space="preserve">900,000</w:delText>');
    for (const mark of ['<w:tbl>', '<w:footnoteReference w:id="1"/>', '<w:commentReference w:id="0"/>'])
      expect(document).toContain(mark);
    expect(partOf('Уточнённый иск.docx', 'word/comments.xml')).toContain('0,1 % за день просрочки');
    expect(partOf('Расчёт задолженности.xlsx', 'xl/worksheets/sheet1.xml')).toContain(
      '<f>SUM(E2:E3)</f><v>3800000</v>',
    );
  });
});

describe('messages', () => {
  test('write Cyrillic in an old charset and name their attachments in percent signs', () => {
    const message = decode(bytesOf('Возражения с приложениями.eml'));
    expect(message).toMatch(/^From: =\?windows-1251\?B\?/);
    expect(message.match(/filename\*=utf-8''%D0/g)).toHaveLength(2);
    expect(message.split('\r\n').every((line) => line.length <= 998)).toBe(true);
  });
});

const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined;

describe.skipIf(!hasPoppler)('PDFs, read by another program', () => {
  const run = (command: string, name: string, ...more: string[]) =>
    spawnSync(command, ['-', ...more], { input: bytesOf(name), encoding: 'utf8' }).stdout;

  test('have a text layer in an embedded Cyrillic font', () => {
    const name = 'Поставка № 17, печатная форма.pdf';
    expect(run('pdffonts', name)).toMatch(/AAAAAA\+SampleSans\s+CID TrueType\s+Identity-H\s+yes yes yes/);
    const pages = run('pdftotext', name, '-').split('\f');
    expect(pages[1]).toContain('не более 15 % от неё');
    expect(pages).toHaveLength(4);
  });

  test('are one image without text if they were scanned', () => {
    for (const name of ['Northbridge, first letter (scan).pdf', 'Письмо ответчика (скан).pdf']) {
      expect(run('pdftotext', name, '-').trim()).toBe('');
      expect(run('pdfimages', name, '-list')).toMatch(/image\s+1240\s+1754\s+gray/);
    }
  });
});

test('the same clock makes the same bytes', () => {
  const again = seededAt('2026-11-18T12:00:00.000Z');
  for (const file of world.files.all())
    expect(Buffer.from(bytesOf(file.name, again)).equals(file.bytes), file.name).toBe(true);
});
