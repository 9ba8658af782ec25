import { describe, expect, it } from 'vitest';
import { pptx, shape, slidePart } from '../../support/documents/open-xml.ts';
import { reader, refusalOf } from '../../support/read-document.ts';

const read = (bytes: Uint8Array) => reader.read({ bytes, name: 'План.pptx' }, undefined, undefined);

describe('a presentation', () => {
  it('has slides in the order in which they are shown, with titles, lists, tables, notes, comments and what is hidden', async () => {
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
    expect(notes.join(' ')).toMatch(/1 slides are hidden.*1 slides have notes.*1 comments/);
  });

  it('has what stands in its margins once, and the words of its charts', async () => {
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

  it('is refused when a slide is damaged', async () => {
    expect(await refusalOf(read(pptx(['<p:sld'], [1])))).toMatch(/^damaged: /);
  });
});
