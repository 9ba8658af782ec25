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

  it('is refused when a slide is damaged', async () => {
    expect(await refusalOf(read(pptx(['<p:sld'], [1])))).toMatch(/^damaged: /);
  });
});
