import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printedWords } from '../../../src/contract/features/documents/document-marks.ts';
import { docx, paragraph, run, table, wordPart } from '../../support/documents/open-xml.ts';
import { reader, refusalOf } from '../../support/read-document.ts';

const read = (bytes: Uint8Array) => reader.read({ bytes, name: 'Иск.pdf' }, undefined, undefined);
const textOf = async (bytes: Uint8Array) => (await read(bytes)).parts.map(({ text }) => text).join('\n---\n');
const linesOf = async (bytes: Uint8Array) => (await textOf(bytes)).split('\n');

describe('a Word document', () => {
  it.each(['w:p', 'w:r', 'w:customXml'])(
    'keeps the spaces of texts that inherit that from %s',
    async (element) => {
      const inherited = (space: string) =>
        `<w:customXml><w:p><w:r><w:t ${space}>Истец </w:t></w:r><w:r><w:t>просит</w:t></w:r></w:p></w:customXml>`.replaceAll(
          `<${element}>`,
          `<${element} xml:space="preserve">`,
        );
      expect(await textOf(docx(inherited('')))).toBe('Истец просит');
      expect(await textOf(docx(inherited('xml:space="default"')))).toBe('Истецпросит');
    },
  );

  it('is recognized by its content, with any name, and has author and date', async () => {
    const { kind, unit, properties, parts } = await read(
      docx(paragraph('Договор'), {
        '/docProps/core.xml': `<c:coreProperties xmlns:c="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:t="http://purl.org/dc/terms/"><d:title>Договор № 5</d:title><d:creator>Анна</d:creator><c:lastModifiedBy>Борис</c:lastModifiedBy><t:created>2024-05-06T07:08:09Z</t:created></c:coreProperties>`,
      }),
    );
    expect({ kind, unit, text: parts[0]?.text }).toEqual({
      kind: 'Word document',
      unit: 'part',
      text: 'Договор',
    });
    expect(properties).toEqual({
      title: 'Договор № 5',
      author: 'Анна',
      'last changed by': 'Борис',
      created: '2024-05-06T07:08:09Z',
    });
  });

  it('gives any text of paragraphs and cells again, in order', async () => {
    const words = fc.string({
      unit: fc.constantFrom(...'aZ09 йЁж|[]#-+«№&<>"\'€😀'),
      minLength: 1,
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { minLength: 1 }),
        fc.array(fc.array(words, { minLength: 1, maxLength: 4 })),
        async (lines, rows) => {
          const text = await textOf(
            docx(
              [
                ...lines.map((line) => paragraph(run(line))),
                table(rows.map((cells) => cells.map((cell) => paragraph(run(cell))))),
              ].join(''),
            ),
          );
          const expected = [
            ...lines,
            ...rows.map(
              (cells) => `| ${cells.map((cell) => cell.trim().replaceAll('|', '\\|')).join(' | ')} |`,
            ),
          ];
          expect(
            text
              .split('\n')
              .map((line) => line.trim())
              .filter(Boolean),
          ).toEqual(expected.map((line) => printedWords(line).trim()).filter(Boolean));
        },
      ),
      { numRuns: 50 },
    );
  });

  it('has headings by level, by style, by the base of the style, and by Russian names of styles', async () => {
    const style = (id: string, name: string, rest = '') =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${rest}</w:style>`;
    const styles = wordPart(
      'styles',
      [
        style('1', 'heading 1', '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
        style('own', 'Раздел', '<w:basedOn w:val="1"/>'),
        style('loop', 'Круг', '<w:basedOn w:val="loop"/>'),
        style('z2', 'Заголовок 2'),
        style('t', 'Title'),
        style('body', 'Текст', '<w:basedOn w:val="1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>'),
      ].join(''),
    );
    const of = (id: string) => paragraph(id, `<w:pStyle w:val="${id}"/>`);
    const body = [
      ...['1', 'own', 'loop', 'z2', 't', 'body', 'none'].map(of),
      paragraph('direct', '<w:outlineLvl w:val="2"/>'),
    ].join('');
    expect(await linesOf(docx(body, { 'styles.xml': styles }))).toEqual([
      '# 1',
      '# own',
      'loop',
      '## z2',
      '# t',
      'body',
      'none',
      '### direct',
    ]);
  });

  it('has its numbers as they are printed: of legal texts, in letters of both languages, begun again and counted on', async () => {
    const level = (at: number, format: string, text: string, rest = '') =>
      `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${rest}<w:lvlText w:val="${text}"/></w:lvl>`;
    const numbering = wordPart(
      'numbering',
      `<w:abstractNum w:abstractNumId="0">${level(0, 'upperRoman', '%1.')}${level(1, 'decimal', '%1.%2', '<w:isLgl/>')}${level(2, 'decimal', '%1.%2.%3', '<w:isLgl/>')}${level(3, 'lowerLetter', '(%4)')}</w:abstractNum>
       <w:abstractNum w:abstractNumId="1">${level(0, 'russianLower', '%1)')}${level(1, 'bullet', '')}</w:abstractNum>
       <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
       <w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>`,
    );
    const item = (list: number, at: number) =>
      paragraph('x', `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr>`);
    const items: [number, number][] = [
      ...([
        [1, 0],
        [1, 1],
        [1, 1],
        [1, 2],
        [1, 2],
        [1, 3],
        [1, 3],
        [1, 0],
        [1, 1],
        [1, 3],
      ] as [number, number][]),
      ...([
        [2, 0],
        [2, 0],
        [2, 1],
        [2, 0],
        [3, 0],
        [3, 0],
        [2, 0],
        [0, 0],
      ] as [number, number][]),
    ];
    const body = items.map(([list, at]) => item(list, at)).join('');
    expect(
      (await linesOf(docx(body, { 'numbering.xml': numbering }))).map((line) => line.replace(/ ?x$/, '')),
    ).toEqual([
      ...['I.', '1.1', '1.2', '1.2.1', '1.2.2', '      (a)', '      (b)', 'II.', '2.1', '      (a)'],
      ...['а)', 'б)', '  -', 'в)', 'а)', 'б)', 'в)', ''],
    ]);
  });

  it('has rows of tables with merged cells, and nested tables', async () => {
    const properties = (inner: string) => `<w:tcPr>${inner}</w:tcPr>`;
    const inner = table([
      ['a', 'b'],
      ['c', 'd'],
    ]);
    const body = table([
      ['Этап', `${properties('<w:gridSpan w:val="2"/>')}${paragraph('Сумма')}`],
      [
        `${properties('<w:vMerge w:val="restart"/>')}${paragraph('1')}`,
        `${paragraph('x')}${paragraph('y')}`,
        'z|z',
      ],
      [`${properties('<w:vMerge/>')}${paragraph('')}`, `${inner}${paragraph('')}`, ''],
    ]);
    const { parts, notes } = await read(docx(body));
    expect(parts[0]?.text.split('\n')).toEqual([
      '| Этап | Сумма | ← |',
      '| 1 | x<br>y | z\\|z |',
      '| ↑ | (a ; b)<br>(c ; d) |  |',
    ]);
    expect(notes.join()).toContain('merged');
  });

  it('has pages if it was laid out, each break once, with a note', async () => {
    const laid = '<w:r><w:lastRenderedPageBreak/></w:r>';
    const body =
      paragraph('1') +
      paragraph(`${run('1 end')}${laid}${run('2')}`) +
      paragraph('<w:r><w:br w:type="page"/></w:r>') +
      paragraph(`${laid}${run('3')}`) +
      paragraph(`${laid}${run('4')}`, '<w:pageBreakBefore/>');
    const { unit, total, parts, notes } = await read(docx(body));
    expect([unit, total, parts.map(({ text }) => text)]).toEqual(['page', 4, ['1\n1 end', '2', '3', '4']]);
    expect(notes.join()).toContain('Page numbers follow the page breaks saved in the file');
    const { parts: some } = await reader.read({ bytes: docx(body), name: '' }, { from: 2, to: 3 }, undefined);
    expect(some.map(({ number, text }) => [number, text])).toEqual([
      [2, '2'],
      [3, '3'],
    ]);
  });

  it('names macros, images and external content, and runs and loads none of it; images are listed as files inside', async () => {
    const bytes = docx(
      paragraph('x'),
      { 'vbaProject.bin': 'macro', 'media/image1.png': 'png' },
      {
        a: ['attachedTemplate', 'http://127.0.0.1:9/t.dotm', 'External'],
      },
    );
    const { notes, attachments } = await read(bytes);
    expect(notes.join(' ')).toMatch(/macros.*1 pictures or embedded.*1 external files or addresses/);
    expect(attachments).toEqual([{ index: 1, name: 'image1.png', size: 3 }]);
    const inside = await reader.extract({ bytes, name: '', inside: [1] }, undefined);
    expect(Buffer.from(inside.bytes).toString()).toBe('png');
  });

  it('is the same in the strict kind of its format', async () => {
    const strict = (part: string | Uint8Array) =>
      String(part).replaceAll(
        'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
        'http://purl.oclc.org/ooxml/wordprocessingml/main',
      );
    expect(
      await textOf(
        docx('', {
          '/word/document.xml': strict(wordPart('document', `<w:body>${paragraph('строго')}</w:body>`)),
        }),
      ),
    ).toBe('строго');
  });

  it('does not grow without limit if one part is referenced many times', async () => {
    const body = paragraph('<w:r><w:footnoteReference w:id="2"/></w:r>'.repeat(1000));
    const note = `<w:footnote w:id="2">${paragraph(`${'long '.repeat(10_000)}`)}</w:footnote>`;
    expect((await textOf(docx(body, { 'footnotes.xml': wordPart('footnotes', note) }))).length).toBeLessThan(
      60_000,
    );
    const nested = `<w:footnote w:id="2">${paragraph('<w:r><w:t>a</w:t><w:footnoteReference w:id="2"/></w:r>')}</w:footnote>`;
    expect(await textOf(docx(body, { 'footnotes.xml': wordPart('footnotes', nested) }))).toContain(
      '[^1: a][^1]',
    );
  });

  it('is refused or read, and nothing else, wherever it is cut off or changed', async () => {
    const whole = docx(paragraph('text') + table([['a', 'b']]), { 'styles.xml': wordPart('styles', '') });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.option(fc.nat(255)), async (at, value) => {
        const bytes = Uint8Array.from(value === null ? whole.subarray(0, at) : whole);
        if (value !== null) bytes[at] = value;
        expect((await refusalOf(read(bytes))) ?? 'unknown: or text').toMatch(
          /^(damaged|unknown|empty|encrypted|too large): /,
        );
      }),
      { numRuns: 300 },
    );
    const deep = '<w:sdt><w:sdtContent>'.repeat(150) + '</w:sdtContent></w:sdt>'.repeat(150);
    expect(await refusalOf(read(docx(deep)))).toMatch(/^too large: .*nested/);
    expect(await refusalOf(read(docx('</w:p>')))).toMatch(/^damaged: /);
  });
});
