import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reader, refusalOf } from '../../support/read-document.ts';

const read = (text: string | Uint8Array) =>
  reader.read(
    { bytes: typeof text === 'string' ? Buffer.from(text, 'latin1') : text, name: 'a.doc' },
    undefined,
    undefined,
  );
const linesOf = async (body: string) =>
  (await read(`{\\rtf1\\ansi\\ansicpg1251\\deff0 ${body}}`)).parts[0]?.text.split('\n');
const unicode = (text: string) =>
  text.replace(
    /[^a-zA-Z0-9 ]/g,
    (letter) => `\\u${letter.charCodeAt(0) > 32_767 ? letter.charCodeAt(0) - 65_536 : letter.charCodeAt(0)}?`,
  );

describe('a text in RTF', () => {
  it("reads letters of the document's code page, of a font, and of Unicode with their replacements", async () => {
    const fonts =
      '{\\fonttbl{\\f0\\fcharset204 Times;}{\\f1\\fcharset161 Greek;}{\\f2\\fcharset2 Wingdings;}}';
    expect(
      await linesOf(
        `${fonts}\\'c8\\'f1\\'ea {\\f1 \\'c1}{\\f2 \\'fe}\\par\\uc1\\u1048\\'c8\\u1089 {\\uc2\\u1082\\'00\\'00}\\u8212 ?\\emdash\\~\\{\\}\\par`,
      ),
    ).toEqual(['Иск Α☑', 'Иск——\u00a0{}']);
  });

  it('gives any text again', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: fc.constantFrom(...'aZ09 йЁж|[]{}\\«№€😀'), maxLength: 60 }),
        async (text) => {
          expect((await linesOf(`${unicode(text)}\\par`))?.join('\n').trim()).toBe(text.trim());
        },
      ),
    );
  });

  it('has rows of tables, nested tables and merged cells', async () => {
    const row =
      '\\trowd\\clvmgf\\cellx1\\cellx2\\pard\\intbl A\\par A2\\cell B\\cell\\row\\trowd\\clvmrg\\cellx1\\cellx2\\pard\\intbl\\cell{\\pard\\intbl\\itap2 x\\nestcell y\\nestcell{\\*\\nesttableprops\\trowd\\cellx1\\nestrow}}\\cell\\row\\pard after\\par';
    expect(await linesOf(row)).toEqual(['| A<br>A2 | B |', '| ↑ | (x ; y) |', 'after']);
  });

  it('has headings, numbers, footnotes, comments, headers, and targets of links', async () => {
    const body = [
      '{\\header Draft\\par}\\pard\\outlinelevel1 Title\\par\\pard',
      '{\\listtext\\f0 1.1.\\tab}item{\\footnote\\chftn{\\*\\atnid x}note}\\par',
      '{\\*\\atnauthor Anna}{\\*\\annotation{\\*\\atndate 1}dear}text\\par',
      '{\\field{\\*\\fldinst HYPERLINK "https://bad.example"}{\\fldrslt bank.example}}{\\pict 00ff}{\\*\\unknown no}\\par',
    ];
    expect(await linesOf(body.join(''))).toEqual([
      '[header: Draft]',
      '## Title',
      '1.1. item[^1: note]',
      ' [comment by Anna: dear]text',
      'bank.example [link: https://bad.example]',
    ]);
  });

  it('marks added, removed and invisible text, with a note', async () => {
    const colors = '{\\colortbl;\\red255\\green255\\blue255;\\red0\\green0\\blue0;}';
    const body = `${colors}{\\revised\\revauth1 new}{\\deleted\\revauthdel2 old}{\\v gone}{\\cf1 white}{\\cf1\\highlight2 lit}{\\cf2 black}{\\charscalex1 thin}{\\charscalex90 wide}\\par`;
    const { parts, notes } = await read(`{\\rtf1${body}}`);
    expect(parts[0]?.text).toBe('[+new+][-old-][hidden: gonewhite]litblack[hidden: thin]wide');
    expect(notes.join()).toContain('2 authors');
    expect(notes.join()).toContain('[hidden: …]');
  });

  it('names author and day of each insertion and deletion, and counts them', async () => {
    // Dates: 5 May 2024 and 6 June 2024, 10:30.
    const day = (year: number, month: number, date: number) =>
      ((year - 1900) << 20) | (month << 16) | (date << 11) | (10 << 6) | 30;
    const table = '{\\*\\revtbl {Unknown;}{Anna Petrova;}{\\u1048?\\u1074?\\u1072?\\u1085?;}}';
    const body = `Term {\\deleted\\revauthdel1\\revdttmdel${day(2024, 5, 5)} 30}{\\revised\\revauth1\\revdttm${day(2024, 5, 5)} 45} days{\\revised\\revauth2\\revdttm${day(2024, 6, 6)}  at most}.\\par`;
    const { parts, properties, notes } = await read(`{\\rtf1${table}${body}}`);
    expect(parts[0]?.text).toBe(
      'Term [-30-][+45+][change by Anna Petrova: 2024-05-05] days[+ at most+][change by Иван: 2024-06-06].',
    );
    expect(properties).toMatchObject({ 'tracked changes by': 'Anna Petrova (2), Иван (1)' });
    expect(notes.join()).toContain('2024-05-05');
  });

  it('returns author and date, once even if the file has them in two encodings', async () => {
    const info =
      '{\\info{\\title {\\upr{???}{\\*\\ud{\\u1048?\\u1089?\\u1082?}}}}{\\author Anna}{\\creatim\\yr2024\\mo5\\dy6\\hr7\\min8}{\\nofpages2}}';
    const { properties, unit, total, kind } = await read(`{\\rtf1${info}one\\par\\page two\\par}`);
    expect([kind, unit, total]).toEqual(['RTF text', 'page', 2]);
    expect(properties).toEqual({ title: 'Иск', author: 'Anna', created: '2024-05-06T07:08', pages: '2' });
  });

  it('is read up to its end if it is truncated, and refused if it is nested without end', async () => {
    const whole = Buffer.from(
      `{\\rtf1\\ansi{\\fonttbl{\\f0 a;}}text {\\b bold\\'c8}\\trowd\\cellx1 a\\cell\\row{\\footnote n}\\u10?{\\bin3 {{{}end\\par}`,
      'latin1',
    );
    for (let length = 5; length < whole.length; length += 1)
      expect((await read(whole.subarray(0, length))).notes.join()).toContain(
        'is cut off: its end is missing',
      );
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, value) => {
        const bytes = Uint8Array.from(whole);
        bytes[at] = value;
        expect((await refusalOf(read(bytes))) ?? 'damaged: or text').toMatch(
          /^(damaged|unknown|too large): /,
        );
      }),
    );
    expect(await refusalOf(read(`{\\rtf1${'{'.repeat(300)}`))).toMatch(/^too large: /);
  });
});
