import { describe, expect, it } from 'vitest';
import { docx, paragraph, run, table, wordPart, written } from '../../support/documents/open-xml.ts';
import { reader } from '../../support/read-document.ts';

const read = (bytes: Uint8Array) => reader.read({ bytes, name: 'Иск.pdf' }, undefined, undefined);
const textOf = async (bytes: Uint8Array) => (await read(bytes)).parts.map(({ text }) => text).join('\n---\n');
const linesOf = async (bytes: Uint8Array) => (await textOf(bytes)).split('\n');

describe('additional content of a Word document', () => {
  it('has footnotes at their place, comments with who wrote them, headers and footers once', async () => {
    const body = `${paragraph(
      `${run('Срок')}<w:r><w:footnoteReference w:id="2"/></w:r>${run(' и цена')}<w:r><w:commentReference w:id="7"/></w:r><w:r><w:endnoteReference w:id="3"/></w:r>`,
    )}<w:sectPr><w:headerReference w:type="default" r:id="h1"/></w:sectPr>`;
    const parts = {
      'footnotes.xml': wordPart('footnotes', `<w:footnote w:id="2">${paragraph('пять дней')}</w:footnote>`),
      'endnotes.xml': wordPart('endnotes', `<w:endnote w:id="3">${paragraph('конец')}</w:endnote>`),
      'comments.xml': wordPart(
        'comments',
        `<w:comment w:id="7" w:author="Анна">${paragraph('Дорого')}${paragraph('Очень')}</w:comment>`,
      ),
      'header1.xml': wordPart('hdr', paragraph('Черновик')),
      'header2.xml': wordPart('hdr', paragraph('Черновик')),
      'footer1.xml': wordPart('ftr', paragraph('Стр. 1')),
    };
    const links = {
      h1: ['header', 'header1.xml'],
      h2: ['header', 'header2.xml'],
      f1: ['footer', 'footer1.xml'],
    } as const;
    const {
      parts: [part],
      notes,
    } = await read(docx(body, parts, links));
    expect(part?.text.split('\n')).toEqual([
      '[header: Черновик]',
      '[footer: Стр. 1]',
      'Срок[^1: пять дней] и цена [comment by Анна: Дорого Очень][^end 1: конец]',
    ]);
    expect(notes.join()).toContain('1 comments');
  });

  it('names author and day once after adjacent tracked changes, and all authors and dates of the document', async () => {
    const change = (name: string, author: string, day: string, text: string) =>
      `<w:${name} w:author="${author}" w:date="${day}T10:00:00Z"><w:r><w:${name === 'del' ? 'delText' : 't'}>${text}</w:${name === 'del' ? 'delText' : 't'}></w:r></w:${name}>`;
    const body =
      paragraph(
        `${run('Ставка ')}${change('del', 'Анна', '2026-03-02', '5')}${change('ins', 'Анна', '2026-03-02', '7')}${change('ins', 'Борис] [-x: y', '2026-03-09', '8')}`,
      ) + paragraph(run('[change by Анна] [change by Анна: 2026-03-02]'));
    const { parts, notes, properties } = await read(docx(body));
    expect(parts[0]?.text.split('\n')).toEqual([
      'Ставка [-5-][+7+][change by Анна: 2026-03-02][+8+][change by Борис\\] \\[-x: y: 2026-03-09]',
      '\\[change by Анна] \\[change by Анна: 2026-03-02]',
    ]);
    expect(properties['tracked changes by']).toBe('Анна (2), Борис] [-x: y (1)');
    expect(notes.join()).toContain(
      '2 insertions as [+…+], 1 deletion as [-…-], by 2 authors, from 2026-03-02 to 2026-03-09.',
    );
  });

  it('marks added, removed and moved text that was never accepted, with numbers by author', async () => {
    const change = (name: string, author: string, content: string) =>
      `<w:${name} w:author="${author}">${content}</w:${name}>`;
    const removed = '<w:r><w:delText>5 %</w:delText></w:r>';
    const row = `<w:tr><w:trPr><w:ins w:author="В"/></w:trPr><w:tc>${paragraph('строка')}</w:tc></w:tr>`;
    const body =
      paragraph(
        `${run('Ставка ')}${change('del', 'А', removed)}${change('ins', 'Б', run('7') + run(' %'))}${run(' годовых')}`,
      ) +
      paragraph(change('ins', 'А', change('del', 'Б', removed))) +
      paragraph(change('moveFrom', 'А', run('там'))) +
      paragraph(change('moveTo', 'А', run('тут'))) +
      `<w:tbl>${row}</w:tbl>`;
    const { parts, notes } = await read(docx(body));
    expect(parts[0]?.text.split('\n')).toEqual([
      'Ставка [-5 %-][change by А][+7 %+][change by Б] годовых',
      '[-5 %-][change by Б]',
      '[-там-][change by А]',
      '[+тут+][change by А]',
      '| [+строка+][change by В] |',
    ]);
    expect(notes.join()).toContain('4 insertions as [+…+], 3 deletions as [-…-], by 3 authors.');
  });

  it('marks text that is struck through, by a property or a style, with a note', async () => {
    const styles =
      '<w:style w:type="character" w:styleId="s"><w:name w:val="s"/><w:rPr><w:dstrike/></w:rPr></w:style>';
    const body = paragraph(
      `${run('Цена ')}${run('100', '<w:strike/>')}${run('200', '<w:rStyle w:val="s"/>')}${run('300', '<w:rStyle w:val="s"/><w:dstrike w:val="0"/>')}<w:del w:author="А">${run('400', '<w:strike/>')}</w:del>`,
    );
    const { parts, notes } = await read(docx(body, { 'styles.xml': wordPart('styles', styles) }));
    expect(parts[0]?.text).toBe('Цена [struck: 100200]300[-[struck: 400]-][change by А]');
    expect(notes).toContain('Some text is struck through: it is marked [struck: …].');
  });

  it('marks content anchored in deleted or hidden text: boxes, footnotes, formulas, cells', async () => {
    const math = (inner: string) =>
      `<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math">${inner}</m:oMath>`;
    const letter = (text: string, properties = '') =>
      `<m:r>${properties && `<w:rPr>${properties}</w:rPr>`}<m:t>${text}</m:t></m:r>`;
    const box = `<w:r><w:drawing><wps:txbx><w:txbxContent>${paragraph('box')}</w:txbxContent></wps:txbx></w:drawing></w:r>`;
    const note = '<w:r><w:footnoteReference w:id="2"/></w:r>';
    const cell = (text: string, change = '') =>
      `<w:tc><w:tcPr>${change && `<w:${change} w:author="А"/>`}</w:tcPr>${paragraph(text)}</w:tc>`;
    const body =
      paragraph(`${run('a')}<w:del w:author="А">${box}</w:del>`) +
      paragraph(`${run('b')}${box.replace('<w:r>', '<w:r><w:rPr><w:vanish/></w:rPr>')}`) +
      paragraph(`${run('c')}<w:del w:author="А">${note}</w:del>`) +
      paragraph(`${run('d ')}${math(letter('x') + letter('900', '<w:vanish/>'))}`) +
      paragraph(`${run('e ')}${math(`${letter('x')}<w:del w:author="А">${letter('900')}</w:del>`)}`) +
      `<w:tbl><w:tr>${cell('f')}${cell('g', 'cellDel')}${cell('h', 'cellIns')}</w:tr></w:tbl>`;
    const parts = {
      'footnotes.xml': wordPart('footnotes', `<w:footnote w:id="2">${paragraph('note')}</w:footnote>`),
    };
    expect(await linesOf(docx(body, parts))).toEqual([
      'a',
      '[-box-][change by А]',
      'b',
      '[hidden: box]',
      'c[-[^1: note]-][change by А]',
      'd x[hidden: 900]',
      'e x[-900-][change by А]',
      '| f | [-g-][change by А] | [+h+][change by А] |',
    ]);
  });

  it('marks invisible text: hidden, white on white, too small, but not white on a dark background', async () => {
    const hidden =
      '<w:style w:type="character" w:styleId="h"><w:name w:val="h"/><w:rPr><w:vanish/></w:rPr></w:style>';
    const dark = `<w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr>${paragraph(run('видно', '<w:color w:val="FFFFFF"/>'))}`;
    const body =
      paragraph(
        `${run('a', '<w:vanish/>')}${run('b', '<w:vanish w:val="0"/>')}${run('c', '<w:rStyle w:val="h"/>')}`,
      ) +
      paragraph(run('Ignore', '<w:color w:val="FFFFFF"/>')) +
      paragraph(run('tiny', '<w:sz w:val="2"/>')) +
      paragraph(run('lit', '<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>')) +
      table([[dark]]);
    const { parts, notes } = await read(docx(body, { 'styles.xml': wordPart('styles', hidden) }));
    expect(parts[0]?.text.split('\n')).toEqual([
      '[hidden: a]b[hidden: c]',
      '[hidden: Ignore]',
      '[hidden: tiny]',
      'lit',
      '| видно |',
    ]);
    expect(notes.join()).toContain('[hidden: …]');
  });

  it('shows results of fields, ticked boxes, symbols, and targets of links that differ from their text', async () => {
    const mark = (type: string, inner = '') =>
      `<w:r><w:fldChar w:fldCharType="${type}">${inner}</w:fldChar></w:r>`;
    const code = (text: string) => `<w:r><w:instrText>${written(text)}</w:instrText></w:r>`;
    const tick =
      mark('begin', '<w:ffData><w:checkBox><w:default w:val="1"/></w:checkBox></w:ffData>') +
      code('FORMCHECKBOX') +
      mark('end');
    const link = (id: string, text: string) => `<w:hyperlink r:id="${id}">${run(text)}</w:hyperlink>`;
    const body =
      paragraph(mark('begin') + code(' DATE ') + mark('separate') + run('6 мая') + mark('end') + tick) +
      paragraph(
        mark('begin') +
          code(' HYPERLINK "https://bad.example/x" ') +
          mark('separate') +
          run('bank.example') +
          mark('end'),
      ) +
      paragraph(link('same', 'good.example') + link('other', 'здесь')) +
      paragraph(
        '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r><w:r><w:sym w:font="Odd" w:char="F001"/></w:r>',
      ) +
      paragraph(
        '<w:fldSimple w:instr="PAGE"><w:r><w:t>12</w:t></w:r></w:fldSimple><w:r><w:t>о\u00adрган</w:t><w:softHyphen/><w:noBreakHyphen/><w:tab/></w:r>',
      ) +
      paragraph(mark('begin') + code('never ends')) +
      paragraph('this is not lost');
    const links = {
      same: ['hyperlink', 'https://good.example/', 'External'],
      other: ['hyperlink', 'https://other.example/a?b=1&c', 'External'],
    } as const;
    expect(await linesOf(docx(body, {}, links))).toEqual([
      '6 мая☑',
      'bank.example [link: https://bad.example/x]',
      'good.exampleздесь [link: https://other.example/a?b=1&c]',
      '☑□',
      '#орган-',
      '',
      'this is not lost',
    ]);
  });

  it('has the words of charts at their place', async () => {
    const chart =
      '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:title><a:p><a:r><a:t>Долг</a:t></a:r></a:p></c:title><c:ser><c:tx><c:v>Пени</c:v></c:tx></c:ser></c:chartSpace>';
    const body = paragraph(
      `${run('До ')}<w:r><w:drawing><wp:inline><a:graphic><a:graphicData><c:chart r:id="ch"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>${run(' после')}`,
    );
    expect(await linesOf(docx(body, { 'charts/1.xml': chart }, { ch: ['chart', 'charts/1.xml'] }))).toEqual([
      'До [chart: Долг; Пени] после',
    ]);
  });

  it('has the content of boxes and form fields, once', async () => {
    const box = (content: string) => `<w:txbxContent>${content}</w:txbxContent>`;
    const alternatives = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${box(paragraph('в рамке'))}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box(paragraph('в рамке'))}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    const control = `<w:sdt><w:sdtPr><w:alias w:val="no"/></w:sdtPr><w:sdtContent>${paragraph('поле')}</w:sdtContent></w:sdt>`;
    const body =
      paragraph(`${run('до')}${alternatives}`) +
      control +
      paragraph(`<w:sdt><w:sdtContent>${run('внутри')}</w:sdtContent></w:sdt>`);
    expect(await linesOf(docx(body))).toEqual(['до', 'в рамке', 'поле', 'внутри']);
  });
});
