import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { InvalidArgumentsError } from '../../src/contract/errors.ts';
import { writeDocument } from '../../src/drafting/write.ts';
import {
  faultsOf,
  type LetterheadOptions,
  letterhead,
  openDocx,
  paragraphOf,
  within,
} from '../support/docx.ts';

const draft = (template: Uint8Array, text = 'Body', fill: Readonly<Record<string, string>> = {}) =>
  writeDocument({ text, title: 'A letter', date: '2026-03-04', fill, template });
const on = (options: LetterheadOptions, text = 'Body', fill: Readonly<Record<string, string>> = {}) => {
  const written = draft(letterhead(options), text, fill);
  expect(faultsOf(written.bytes)).toEqual([]);
  return { ...written, docx: openDocx(written.bytes) };
};
const saidIn = ({ docx }: ReturnType<typeof on>) => docx.paragraphs.map(({ text }) => text);
const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

describe('on a letterhead the text is', () => {
  it('in place of the paragraph with [[text]], even if that is split into several runs', () => {
    const answer = on(
      { body: paragraphOf('Dear all') + paragraphOf('[', '[te', 'xt]]') + paragraphOf('Bye') },
      '# One\nTwo',
    );
    expect(saidIn(answer)).toEqual(['Dear all', 'One', 'Two', 'Bye']);
    expect(answer.places).toEqual(['Number', 'Date']);
  });

  it('after the paragraph if that has other text too, and in a cell of a table', () => {
    const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="100"/></w:tblGrid><w:tr><w:tc>${paragraphOf('Текст: [[Текст]]')}</w:tc></w:tr></w:tbl>${paragraphOf('End')}`;
    expect(saidIn(on({ body: table }, 'One\n| a |\n|---|'))).toEqual(['Текст: ', 'One', '', 'a', '', 'End']);
  });

  it('before the paragraph that ends a section', () => {
    const section =
      '<w:p><w:pPr><w:sectPr><w:pgSz w:w="9000" w:h="9000"/></w:sectPr></w:pPr><w:r><w:t>[[text]]</w:t></w:r></w:p>';
    const answer = on({ body: section + paragraphOf('Second') });
    expect(saidIn(answer)).toEqual(['Body', '', 'Second']);
    expect(within(answer.docx.body, 'w:sectPr')).toHaveLength(2);
  });

  it('behind all that its body has, without the empty lines at its end', () => {
    const empty = '<w:p><w:pPr><w:rPr><w:b/></w:rPr></w:pPr></w:p><w:p/>';
    expect(saidIn(on({ body: paragraphOf('Address') + empty }))).toEqual(['Address', 'Body']);
    expect(saidIn(on({ body: empty }))).toEqual(['Body']);
    expect(saidIn(on({}))).toEqual(['Body']);
  });

  it('behind a table with the line that keeps two tables apart', () => {
    const table =
      '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="100"/></w:tblGrid><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl><w:p/>';
    const { docx } = on({ body: table }, '| a |\n|---|');
    const kinds = docx.body.children.map((child) => (typeof child === 'string' ? child : child.name));
    expect(kinds).toEqual(['w:tbl', 'w:p', 'w:tbl', 'w:p', 'w:sectPr']);
  });
});

describe('a letterhead', () => {
  it('keeps its headers, pages, images and styles, byte for byte in unchanged parts', () => {
    const template = letterhead();
    const { bytes } = draft(template, '# Title\nText', {});
    const [before, after] = [unzipSync(template), unzipSync(bytes)];
    const same = Object.keys(before).filter(
      (name) => Buffer.compare(before[name] as Buffer, after[name] as Buffer) === 0,
    );
    const changed = ['[Content_Types].xml', '_rels/.rels', 'word/document.xml'];
    expect(same).toEqual(Object.keys(before).filter((name) => !changed.includes(name)));
    const docx = openDocx(bytes);
    expect(within(docx.body, 'w:pgSz')[0]?.attributes['w:w']).toBe('12240');
    const [own] = within(docx.part('word/styles.xml'), 'w:rFonts');
    expect(own?.attributes['w:ascii']).toBe('Arial');
  });

  it('shows headings in its own styles, text as its own text, and gets the styles that it lacks', () => {
    const { docx } = on({}, '# One\n## Two\nText\n| a |\n|---|\n- b');
    expect(docx.paragraphs.filter(({ text }) => text !== '').map(({ style, text }) => [style, text])).toEqual(
      [
        ['heading 1', 'One'],
        ['heading 2', 'Two'],
        [undefined, 'Text'],
        ['Table Text', 'a'],
        ['List Paragraph', 'b'],
      ],
    );
    const [title] = within(docx.body, 'w:pStyle');
    expect(title?.attributes['w:val']).toBe('1');
  });

  it('has places filled in its header and its body, and those that stay are named', () => {
    const body = paragraphOf('To [[Wh', 'om]]: [[sum]]', ' [[Whom]]');
    const answer = on({ body }, 'Pay [[sum]].', { whom: 'A & B\nCourt', Number: '12/3' });
    expect(saidIn(answer)).toEqual(['To A & B\nCourt: [[sum]] A & B\nCourt', 'Pay [[sum]].']);
    expect(answer.docx.parts.get('word/header1.xml')).toContain('исх. № 12/3 от [[Date]]');
    expect(answer.places).toEqual(['sum', 'Date']);
  });

  it('continues with its own lists and footnotes', () => {
    const parts = {
      'word/numbering.xml': `<w:numbering ${word}><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"/></w:abstractNum><w:num w:numId="4"><w:abstractNumId w:val="7"/></w:num></w:numbering>`,
      'word/footnotes.xml': `<w:footnotes ${word}><w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote><w:footnote w:id="5"><w:p/></w:footnote></w:footnotes>`,
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${relation}/numbering" Target="/word/numbering.xml"/><Relationship Id="rId3" Type="${relation}/footnotes" Target="footnotes.xml"/><Relationship Id="rId7" Type="${relation}/header" Target="header1.xml"/></Relationships>`,
    };
    const types = `<Override PartName="/word/numbering.xml" ContentType="${office}numbering+xml"/><Override PartName="/word/footnotes.xml" ContentType="${office}footnotes+xml"/>`;
    const { docx } = on({ parts, types }, '1. a[^1]\n\n[^1]: Note');
    expect(docx.paragraphs[0]?.list).toEqual(['6', 0]);
    expect(within(docx.body, 'w:footnoteReference')[0]?.attributes['w:id']).toBe('6');
    const order = within(docx.part('word/numbering.xml'), 'w:abstractNum', 'w:num').map(({ name }) => name);
    expect(order.join(' ')).toMatch(/^(w:abstractNum )+(w:num ?)+$/);
  });

  it('may be a .dotx, whose copy is a document', () => {
    const { docx } = on({ type: 'template.main' });
    expect(docx.parts.get('[Content_Types].xml')).toContain(`${office}document.main+xml`);
  });

  it('loses its link to an external template, and its external content is reported', () => {
    const outside = `<Relationship Id="rId9" Type="${relation}/attachedTemplate" Target="file:///C:/Normal.dotm" TargetMode="External"/>`;
    const picture = `<Relationship Id="rId8" Type="${relation}/image" Target="https://pictures.example.com/a.png" TargetMode="External"/><Relationship Id="rId5" Type="${relation}/hyperlink" Target="https://firm.example.com" TargetMode="External"/>`;
    const rels = (inside: string) =>
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
    const parts = {
      'word/settings.xml': `<w:settings ${word} xmlns:r="${relation}"><w:zoom w:percent="100"/><w:attachedTemplate r:id="rId9"/></w:settings>`,
      'word/_rels/settings.xml.rels': rels(outside),
      'word/_rels/document.xml.rels': rels(
        `<Relationship Id="rId1" Type="${relation}/styles" Target="styles.xml"/><Relationship Id="rId3" Type="${relation}/settings" Target="settings.xml"/><Relationship Id="rId7" Type="${relation}/header" Target="header1.xml"/>${picture}`,
      ),
    };
    const types = `<Override PartName="/word/settings.xml" ContentType="${office}settings+xml"/>`;
    const { docx, notes } = on({ parts, types });
    expect(notes.map(({ en }) => en)).toEqual([
      expect.stringContaining('to another template was removed'),
      expect.stringContaining('has 1 external items'),
    ]);
    expect(docx.parts.get('word/settings.xml')).not.toContain('attachedTemplate');
    expect(docx.parts.get('word/_rels/settings.xml.rels')).not.toContain('Normal.dotm');
  });

  describe('with fields that run programs or fetch files', () => {
    const r = (content: string) => `<w:r>${content}</w:r>`;
    const mark = (type: string) => r(`<w:fldChar w:fldCharType="${type}"/>`);
    const instruction = (...texts: readonly string[]) =>
      texts.map((text) => r(`<w:instrText xml:space="preserve">${text}</w:instrText>`)).join('');
    const complex = (told: string, shows: string) =>
      `${mark('begin')}${told}${mark('separate')}${r(`<w:t>${shows}</w:t>`)}${mark('end')}`;
    const nested = complex(instruction('QUOTE 68 68 69'), 'DDE');
    it.each([
      ['DDEAUTO', complex(instruction(' DDEAUTO c:\\\\x "y"'), 'shown')],
      ['DDEAUTO', complex(instruction(' DD', 'Eau', 'to c:\\\\x'), 'shown')],
      ['INCLUDETEXT', complex(instruction('\nINCLUDETEXT &quot;//host/x.docx&quot;'), 'shown')],
      ['?', complex(nested + instruction(' c:\\\\x'), 'shown')],
      ['?', complex(instruction('D') + nested + instruction(' c:\\\\x'), 'shown')],
      [
        'INCLUDEPICTURE',
        `<w:fldSimple w:instr="includepicture &quot;http://x.example/a&quot;">${r('<w:t>shown</w:t>')}</w:fldSimple>`,
      ],
      [
        'LINK',
        complex(
          instruction('IF 1 = 1 ', '"') + complex(instruction('LINK Excel.Sheet'), 'no') + instruction('"'),
          'shown',
        ),
      ],
    ])('keeps %s, with a note (%#)', (name, field) => {
      const page = complex(instruction(' PAGE '), '7');
      const { docx, notes } = on({
        body: `<w:p>${field}${page}</w:p>`,
        parts: { 'word/header1.xml': `<w:hdr ${word}><w:p>${field}</w:p></w:hdr>` },
      });
      expect(saidIn({ docx, notes } as ReturnType<typeof on>)[0]).toMatch(/^(?:no)?shown7$/);
      expect(notes.map(({ en }) => en)).toEqual([
        expect.stringContaining(`2 fields of the template run programs or fetch files (${name})`),
      ]);
      for (const part of ['word/document.xml', 'word/header1.xml']) {
        expect(docx.parts.get(part)).toContain('shown');
        expect(docx.parts.get(part)).not.toMatch(/dde|includ|link |quote|c:/iu);
      }
      expect(docx.parts.get('word/document.xml')).toContain(' PAGE ');
    });
  });

  it('is the same each time', () => {
    const template = letterhead({ body: paragraphOf('[[text]]') });
    expect(Buffer.compare(draft(template).bytes, draft(template).bytes)).toBe(0);
  });
});

describe('as a letterhead is refused', () => {
  const plain = letterhead();
  const bomb = `<w:document ${word}><w:body>${'<w:p/>'.repeat(5_000_000)}</w:body></w:document>`;
  const cases: readonly (readonly [string, () => Uint8Array, string])[] = [
    ['what is no archive', () => Buffer.from('%PDF-1.7'), 'cannot be read as a Word document'],
    [
      'an archive of other things',
      () => letterhead({ parts: { '_rels/.rels': '<x/>' } }),
      'cannot be read as a Word document',
    ],
    ['one that is cut off', () => plain.subarray(0, plain.length - 40), 'cannot be read as a Word document'],
    ['an encrypted one or an old .doc', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'password'],
    ['one with macros', () => letterhead({ parts: { 'word/vbaProject.bin': 'x' } }), 'macros'],
    [
      'one that says it has macros',
      () => letterhead({ type: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
      'macros',
    ],
    [
      'one of strict Open XML',
      () =>
        letterhead({
          parts: {
            'word/document.xml': '<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"/>',
          },
        }),
      'not a standard Word document',
    ],
    [
      'one with a document type',
      () =>
        letterhead({ parts: { 'word/document.xml': `<!DOCTYPE x [<!ENTITY a "b">]><w:document ${word}/>` } }),
      'cannot be read as a Word document',
    ],
    [
      'one that ends within a tag',
      () => letterhead({ parts: { 'word/document.xml': `<w:document ${word}><w:body` } }),
      'cannot be read as a Word document',
    ],
    [
      'one without a body',
      () => letterhead({ parts: { 'word/document.xml': `<w:document ${word}></w:document>` } }),
      'cannot be read as a Word document',
    ],
    [
      'one with two places for the text',
      () => letterhead({ body: paragraphOf('[[text]] [[text]]') }),
      'it contains [[text]] 2 times',
    ],
    ['a larger one', () => new Uint8Array(4_000_001), '4.0 MB'],
    [
      'one that inflates without end',
      () => letterhead({ parts: { 'word/document.xml': bomb } }),
      'at most 5 MB of text and 2,000 parts',
    ],
  ];

  it.each(cases)('%s', (_, template, message) => {
    const run = () => draft(template());
    expect(run).toThrow(InvalidArgumentsError);
    expect(run).toThrow(message);
    expect(run).toThrow('Nothing was filed.');
  });
});
