import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { reader, refusalOf } from '../../support/read-document.ts';

const read = (bytes: Uint8Array) => reader.read({ bytes, name: 'file.odt' }, undefined, undefined);
const written = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
const family = 'urn:oasis:names:tc:opendocument:xmlns';
const names = [
  ...['office', 'text', 'table', 'style', 'meta', 'presentation', 'manifest'].map(
    (name) => `xmlns:${name}="${family}:${name}:1.0"`,
  ),
  `xmlns:draw="${family}:drawing:1.0" xmlns:fo="${family}:xsl-fo-compatible:1.0" xmlns:svg="${family}:svg-compatible:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"`,
].join(' ');

/**
 * Creates an OpenDocument file.
 * @param styles automatic styles of the content
 */
function openDocument(type: string, body: string, styles = '', parts: Readonly<Record<string, string>> = {}) {
  const content = `<office:document-content ${names}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${type}>${body}</office:${type}></office:body></office:document-content>`;
  const all = { mimetype: `application/vnd.oasis.opendocument.${type}`, 'content.xml': content, ...parts };
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, part]) => [name, strToU8(part)])));
}
const linesOf = async (body: string, styles = '') =>
  (await read(openDocument('text', body, styles))).parts[0]?.text.split('\n');

describe('an OpenDocument file', () => {
  it('has headings, lists with their numbers, notes, comments, and targets of links', async () => {
    const level = (at: number, more: string) =>
      `<text:list-level-style-number text:level="${at}" style:num-format="1" style:num-suffix="." ${more}/>`;
    const styles = `<text:list-style style:name="L">${level(1, '')}${level(2, 'text:display-levels="2"')}</text:list-style><text:list-style style:name="B"><text:list-level-style-bullet text:level="1"/></text:list-style>`;
    const item = (content: string) => `<text:list-item>${content}</text:list-item>`;
    const p = (content: string) => `<text:p>${content}</text:p>`;
    const list = (style: string, content: string, more = '') =>
      `<text:list text:style-name="${style}" ${more}>${content}</text:list>`;
    const body = [
      '<text:h text:outline-level="2">Раздел</text:h>',
      list('L', item(p('a') + p('ещё')) + item(`${p('b')}<text:list>${item(p('c'))}</text:list>`)),
      list('L', item(p('d')), 'text:continue-numbering="true"'),
      list('L', item(p('e'))),
      list('B', item(p('f'))),
      p(
        'Срок<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>пять</text:p></text:note-body></text:note> и<office:annotation><dc:creator>Анна</dc:creator><dc:date>2024</dc:date><text:p>Дорого</text:p></office:annotation>',
      ),
      p('<text:a xlink:href="https://bad.example/">bank.example</text:a><text:s text:c="3"/><text:tab/>x'),
    ];
    expect(await linesOf(body.join(''), styles)).toEqual([
      '## Раздел',
      ...['1. a', 'ещё', '2. b', '2.1. c', '3. d', '1. e', '- f'],
      'Срок[^1: пять] и [comment by Анна: Дорого]',
      'bank.example [link: https://bad.example/]   \tx',
    ]);
  });

  it.each([
    ['', 'After'],
    ['<text:list-item><text:p>One</text:p></text:list-item>', '- One\nAfter'],
    [
      '<text:list-item><text:p>One</text:p></text:list-item><text:list-item><text:list/></text:list-item>',
      '- One\nAfter',
    ],
  ])('gives no number of a list to the paragraph behind an item without any (%s)', async (items, text) => {
    const list = `<text:list>${items}<text:list-item/></text:list><text:p>After</text:p>`;
    expect((await linesOf(list))?.join('\n')).toBe(text);
  });

  it('marks added, removed and hidden text, and has tables with merged cells', async () => {
    const region = (id: string, kind: string, content = '') =>
      `<text:changed-region text:id="${id}"><text:${kind}><office:change-info><dc:creator>${id}</dc:creator><dc:date>2026-03-02T10:00:00</dc:date></office:change-info>${content}</text:${kind}></text:changed-region>`;
    const changes = `<text:tracked-changes>${region('i', 'insertion')}${region('d', 'deletion', '<text:p>old</text:p>')}</text:tracked-changes>`;
    const styles =
      '<style:style style:name="h"><style:text-properties text:display="none"/></style:style><style:style style:name="w"><style:text-properties fo:color="#ffffff"/></style:style>';
    const cell = (content: string, more = '') =>
      `<table:table-cell ${more}><text:p>${content}</text:p></table:table-cell>`;
    const body = `${changes}<text:p>a<text:change-start text:change-id="i"/>new<text:change-end text:change-id="i"/><text:change text:change-id="d"/><text:change text:change-id="d"/></text:p><text:p><text:span text:style-name="h">x</text:span><text:span text:style-name="w">y</text:span></text:p><table:table><table:table-row>${cell('A', 'table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row><table:table-row>${cell('1')}${cell('2|')}</table:table-row></table:table>`;
    const { parts, notes } = await read(openDocument('text', body, styles));
    expect(parts[0]?.text.split('\n')).toEqual([
      'a[+new+][change by i: 2026-03-02][-old-][change by d: 2026-03-02]',
      '[hidden: xy]',
      '| A | ← |',
      '| 1 | 2\\| |',
    ]);
    expect(notes.join()).toContain('1 insertion as [+…+], 1 deletion as [-…-], by 2 authors, on 2026-03-02.');
  });

  const look = (name: string, text: string, more = '') =>
    `<style:style style:name="${name}"><style:text-properties ${text}/>${more}</style:style>`;
  const looks = [
    look('white', 'fo:color="#fefefe"'),
    look('black', 'fo:color="#000000"'),
    look('struck', 'style:text-line-through-style="solid"'),
    look('tiny', 'fo:font-size="1pt"'),
    look('dark', '', '<style:table-cell-properties fo:background-color="#203040"/>'),
    look('pale', 'fo:color="#fefefe"', '<style:table-cell-properties fo:background-color="#ffffff"/>'),
    look('flat', '', '<style:table-row-properties style:row-height="0.1mm"/>'),
    look('navy', '', '<style:graphic-properties draw:fill="solid" draw:fill-color="#203040"/>'),
  ].join('');
  const p = (style: string, content = 'x') => `<text:p text:style-name="${style}">${content}</text:p>`;
  const inCell = (style: string, content: string, row = '') =>
    `<table:table><table:table-row table:style-name="${row}"><table:table-cell table:style-name="${style}">${content}</table:table-cell></table:table-row></table:table>`;
  const frame = (attributes: string, content = p('')) =>
    `<text:p>a<draw:frame svg:width="5cm" svg:height="2cm" ${attributes}><draw:text-box>${content}</draw:text-box></draw:frame></text:p>`;
  it.each<[string, string, string]>([
    ['nearly white letters', p('white'), '[hidden: x]'],
    ['letters that are struck through', p('struck'), '[struck: x]'],
    [
      'a hidden section',
      `<text:section text:display="none">${p('')}</text:section>${p('')}`,
      '[hidden: x]\nx',
    ],
    ['a hidden paragraph', p('', '<text:hidden-paragraph text:is-hidden="true"/>x'), '[hidden: x]'],
    ['letters of 1 point', p('tiny'), '[hidden: x]'],
    [
      'black letters in a white paragraph',
      p('white', '<text:span text:style-name="black">x</text:span>'),
      'x',
    ],
    ['white letters in a dark cell', inCell('dark', p('white')), '| x |'],
    ['black letters in a white cell', inCell('pale', p('black')), '| x |'],
    ['white letters in a white cell', inCell('pale', p('white')), '| [hidden: x] |'],
    ['a row of no height', inCell('', p('black'), 'flat'), '| [hidden: x] |'],
    ['white letters in a dark frame', frame('draw:style-name="navy"', p('white')), 'a\nx'],
    ['a frame left of the page', frame('text:anchor-type="page" svg:x="-9cm"'), 'a\n[hidden: x]'],
    ['a frame far below', frame('text:anchor-type="paragraph" svg:y="90cm"'), 'a\n[hidden: x]'],
    ['a frame in the margin', frame('text:anchor-type="paragraph" svg:x="-2cm"'), 'a\nx'],
  ])('distinguishes visible from invisible text: %s', async (_how, body, text) => {
    expect((await linesOf(body, looks))?.join('\n')).toBe(text);
  });

  it('marks invisible letters and columns of a sheet', async () => {
    const cell = (style: string) =>
      `<table:table-cell table:style-name="${style}"><text:p>x</text:p></table:table-cell>`;
    const body = `<table:table table:name="a"><table:table-column/><table:table-column table:visibility="collapse"/><table:table-column table:number-columns-repeated="2"/><table:table-row>${cell('')}${cell('')}${cell('pale')}${cell('dark')}</table:table-row><table:table-row table:style-name="flat">${cell('')}</table:table-row></table:table>`;
    const { parts } = await read(openDocument('spreadsheet', body, looks));
    expect(parts[0]?.text).toBe('| x | [hidden: x] | [hidden: x] | x |\n[hidden: | x |]');
  });

  it('has sheets by name, with the actual number of repeated cells and rows', async () => {
    const cell = (text: string, more = '') =>
      `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`;
    const body = `<table:table table:name="Смета"><table:table-row>${cell('a')}<table:table-cell table:number-columns-repeated="3"/>${cell('b', 'table:formula="of:=1"')}<table:table-cell table:number-columns-repeated="16379"/></table:table-row><table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="16384"/></table:table-row><table:table-row table:visibility="collapse">${cell('last')}</table:table-row></table:table><table:table table:name="2"><table:table-row><table:table-cell office:value="7"/></table:table-row></table:table>`;
    const { kind, parts, notes } = await read(openDocument('spreadsheet', body));
    expect(kind).toBe('spreadsheet');
    expect(parts).toEqual([
      { number: 1, label: 'Смета', text: '| a |  |  |  | b |\n[row 1048576]\n[hidden: | last |]' },
      { number: 2, label: '2', text: '| 7 |' },
    ]);
    expect(notes.join()).toContain('1 cells are formulas');
  });

  it('has slides with titles and notes', async () => {
    const frame = (text: string, more = '') =>
      `<draw:frame ${more}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
    const body = `<draw:page>${frame('тело')}${frame('Заголовок', 'presentation:class="title"')}<presentation:notes>${frame('тихо')}</presentation:notes></draw:page>`;
    const { parts, unit } = await read(openDocument('presentation', body));
    expect(unit).toBe('slide');
    expect(parts).toEqual([{ number: 1, label: 'Заголовок', text: '# Заголовок\nтело\n[notes: тихо]' }]);
  });

  it('marks text that is outside of a slide, or has the color of its frame', async () => {
    const body = `<draw:page>${frame('svg:x="-9cm"').replace(/^<text:p>a|<.text:p>$/g, '')}${frame('draw:style-name="navy"', p('white') + p('same')).replace(/^<text:p>a|<.text:p>$/g, '')}</draw:page>`;
    const styles = looks + look('same', 'fo:color="#213142"');
    const { parts } = await read(openDocument('presentation', body, styles));
    expect(parts[0]?.text).toBe('[hidden: x]\nx\n[hidden: x]');
  });

  it('gives any text again', async () => {
    const words = fc.string({ unit: fc.constantFrom(...'aZ09йЁж|[]&<>"€😀'), minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(fc.array(words, { minLength: 1 }), async (lines) => {
        expect(await linesOf(lines.map((line) => `<text:p>${written(line)}</text:p>`).join(''))).toEqual(
          lines,
        );
      }),
      { numRuns: 50 },
    );
  });

  it('is refused when it is protected by a password, and refused or read wherever it is cut off or changed', async () => {
    const encrypted = openDocument('text', '', '', {
      'META-INF/manifest.xml': `<manifest:manifest ${names}><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`,
    });
    expect(await refusalOf(read(encrypted))).toMatch(/^encrypted: /);
    const whole = openDocument('text', '<text:p>text</text:p>');
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
  });
});

describe('text of OpenDocument that people do not see', () => {
  it.each([
    'fo:font-size="5%"',
    'style:text-scale="1%"',
    'loext:opacity="0%"',
    'text:display="none"',
    'fo:color="#fdfefd"',
  ])('is marked: %s', async (properties) => {
    const style = `<style:style style:name="T" style:family="text"><style:text-properties ${properties}/></style:style>`;
    expect(
      await linesOf('<text:p>Seen. <text:span text:style-name="T">Secret</text:span></text:p>', style),
    ).toEqual(['Seen. [hidden: Secret]']);
  });

  it('is marked if it stands in the attribute of a hidden text', async () => {
    const hidden =
      '<text:hidden-text text:condition="ooow:1" text:is-hidden="true" text:string-value="Secret"/>';
    expect(await linesOf(`<text:p>Seen. ${hidden}</text:p>`)).toEqual(['Seen. [hidden: Secret]']);
  });
});
