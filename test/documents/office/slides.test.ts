import { describe, expect, it } from 'vitest';
import { pptx, shape, slidePart } from '../../support/documents/open-xml.ts';
import { reader, refusalOf } from '../../support/read-document.ts';

const read = (bytes: Uint8Array) => reader.read({ bytes, name: 'План.pptx' }, undefined, undefined);

describe('a presentation', () => {
  it('has slides in display order, with titles, lists, tables, notes, comments and hidden ones', async () => {
    const level = '<a:p><a:pPr lvl="1"/><a:r><a:t>вложенный</a:t></a:r></a:p>';
    const cell = (text: string, attributes = '') =>
      `<a:tc ${attributes}><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:tc>`;
    const table = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${cell('Этап', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr><a:tr>${cell('1')}${cell('2')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
    const first = slidePart(
      'sld',
      `${shape('body', 'пункт', level) + shape('title', 'Позиция')}<p:grpSp>${shape(undefined, 'в группе')}</p:grpSp>${table}${shape('sldNum', '7')}`,
    );
    const second = slidePart('sld', shape('ctrTitle', 'Дело'), 'show="0"');
    const names = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
    const { kind, unit, parts, notes } = await read(
      pptx([first, second], [2, 1], {
        'notes.xml': slidePart('notes', shape('body', 'сказать тихо') + shape('sldNum', '1')),
        'comments.xml': `<p:cmLst ${names}><p:cm authorId="3"><p:text>Сократить</p:text></p:cm></p:cmLst>`,
        'authors.xml': `<p:cmAuthorLst ${names}><p:cmAuthor id="3" name="Борис"/></p:cmAuthorLst>`,
      }),
    );
    expect([kind, unit]).toEqual(['presentation', 'slide']);
    expect(parts).toEqual([
      { number: 1, label: 'Дело', text: '[hidden: the whole slide]\n# Дело' },
      {
        number: 2,
        label: 'Позиция',
        text: '# Позиция\n- пункт\n  - вложенный\nв группе\n| Этап | ← |\n| 1 | 2 |\n[comment by Борис: Сократить]\n[notes: сказать тихо]',
      },
    ]);
    expect(notes.join(' ')).toMatch(/1 slides are hidden.*1 slides have speaker notes.*1 comments/);
  });

  it('has headers and footers once, and the texts of its charts', async () => {
    const margins = shape('ftr', 'Конфиденциально') + shape('dt', '6 мая 2024');
    const slides = [1, 2].map((number) => slidePart('sld', shape('title', `Слайд ${number}`) + margins));
    const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const chart = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Долг </a:t></a:r><a:r><a:t>по годам</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:ser><c:tx><c:strRef><c:strCache><c:pt><c:v>Пени</c:v></c:pt></c:strCache></c:strRef></c:tx><c:val><c:numCache><c:pt><c:v>5</c:v></c:pt></c:numCache></c:val></c:ser></c:plotArea></c:chart></c:chartSpace>`;
    const { parts } = await read(
      pptx(slides, [1, 2], {
        'charts/1.xml': chart,
        'slides/_rels/1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="c" Type="${relation}/chart" Target="../charts/1.xml"/></Relationships>`,
      }),
    );
    expect(parts.map(({ text }) => text.split('\n'))).toEqual([
      ['# Слайд 1', '[chart: Долг по годам; Пени]', '[footer: Конфиденциально]', '[date: 6 мая 2024]'],
      ['# Слайд 2'],
    ]);
  });

  it('marks its invisible text', async () => {
    const fill = (color: string) => `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;
    const place = (x: number) => `<a:xfrm><a:off x="${x}" y="0"/><a:ext cx="900" cy="900"/></a:xfrm>`;
    const boxed = (text: string, look: string, properties = '', attributes = '') =>
      `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x" ${attributes}/><p:nvPr/></p:nvSpPr><p:spPr>${properties}</p:spPr><p:txBody><a:p><a:r><a:rPr ${look.startsWith('<') ? `>${look}` : `${look}>`}</a:rPr><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
    const slide = (shapes: string) => slidePart('sld', shapes);
    const linesIn = async (shapes: string, parts = {}) =>
      (await read(pptx([slide(shapes)], [1], parts))).parts[0]?.text.split('\n');
    const white = fill('FEFEFE');
    expect(await linesIn(boxed('a', white) + boxed('b', 'sz="100"') + boxed('c', fill('000000')))).toEqual([
      '[hidden: a]',
      '[hidden: b]',
      'c',
    ]);
    expect(
      await linesIn(
        boxed('a', white, place(-1000)) +
          boxed('b', fill('000000'), place(-1000)) +
          boxed('c', '', place(0), 'hidden="1"'),
      ),
    ).toEqual(['[hidden: a]', '[hidden: b]', '[hidden: c]']);
    expect(
      await linesIn(boxed('a', white, fill('203040')) + boxed('b', fill('213142'), fill('203040'))),
    ).toEqual(['a', '[hidden: b]']);
    const dark = `<p:sp><p:nvSpPr><p:nvPr/></p:nvSpPr><p:spPr>${place(0)}${fill('203040')}</p:spPr></p:sp>`;
    expect(await linesIn(dark + boxed('a', white, place(100)) + boxed('b', white, place(5000)))).toEqual([
      'a',
      '[hidden: b]',
    ]);
    expect(await linesIn(`<p:pic/>${boxed('a', white)}`)).toEqual(['a']);
    const slideOn = (background: string) =>
      slide(boxed('a', white)).replace('<p:cSld>', `<p:cSld><p:bg><p:bgPr>${background}</p:bgPr></p:bg>`);
    for (const [background, text] of [
      [fill('203040'), 'a'],
      ['<a:gradFill/>', 'a'],
      [white, '[hidden: a]'],
    ] as const)
      expect((await read(pptx([slideOn(background)], [1]))).parts[0]?.text).toBe(text);
  });

  it('is refused when a slide is damaged', async () => {
    expect(await refusalOf(read(pptx(['<p:sld'], [1])))).toMatch(/^damaged: /);
  });
});
