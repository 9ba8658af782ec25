import fc from 'fast-check';
import { parseFragment, serialize } from 'parse5';
import { describe, expect, it } from 'vitest';
import { InvalidArgumentsError } from '../../../src/contract/errors.ts';
import { checkOutbound } from '../../../src/mcp/outbound/check-outbound.ts';
import { readMarkup } from '../../../src/mcp/outbound/html.ts';
import { showLink } from '../../../src/mcp/outbound/link.ts';
import { catalogue } from '../../../tools/index.ts';

const operations = catalogue.flatMap((area) => area.operations);
const named = (name: string) => operations.find((one) => one.name === name) as (typeof operations)[number];
const notify = named('notify_user');
const dialog = named('open_user_dialog');

const link = 'https://cases.example.com/1?a=1&b=2#c';
const nested = (depth: number) => `${'<b>'.repeat(depth)}x${'</b>'.repeat(depth)}`;

describe('markup that people will see', () => {
  it.each([
    'Слушание перенесено на 5 мая,\r\nзал № 3\n\tи «всё»',
    'R&D of Smith & Co, 1 &lt; 2, 3 > 2, AT&T &amp; &quot;',
    '<b>Слушание</b> <i>перенесено</i><br>на <u>5 мая</u><br/>',
    '<ul><li>one</li><li><ol>\n<li>two</li></ol></li></ul>',
    '<B>loud</B><BR>',
    `<a href="https://cases.example.com/1?a=1&amp;b=2">x</a> <a href='http://10.0.0.1:8080'>y</a>`,
    '<a href=https://xn--e1aybc.example/%20>z</a> <a href="https://пример.рф/дело">дело</a>',
    nested(5),
    'x'.repeat(10_000),
    '👨‍👩‍👧 ❤️ ё',
  ])('may be %j', async (Text) => {
    await expect(checkOutbound(notify, { Text })).resolves.toBeDefined();
    await expect(checkOutbound(dialog, { Text })).resolves.toBeDefined();
  });

  it.each([
    ['<script>alert(1)</script>', '<script>'],
    ['<SCRIPT SRC=//evil.example>', '<script>'],
    ['<p>New date</p>', '<p>'],
    ['<img src=x onerror=alert(1)>', '<img>'],
    ['<svg/onload=alert(1)>', '<svg>'],
    ['<iframe srcdoc="x"></iframe>', '<iframe>'],
    ['<style>*{display:none}</style>', '<style>'],
    ['<form action=https://evil.example><input>', '<form>'],
    ['<td>x', '<td>'],
    ['<body onload=alert(1)>', '<body>'],
    ['<math><mi>x</mi></math>', '<math>'],
    ['<x-card>x</x-card>', '<x-card>'],
    ['<b onclick="x()">x</b>', '<b> must not have the attribute onclick'],
    ['<b style="color:red">x</b>', 'attribute style'],
    ['<br class=x>', '<br> must not have the attribute class'],
    [`<a href="${link}" target="_blank">x</a>`, 'attribute target'],
    ['<a name="x">x</a>', 'attribute name'],
    ['<a>x</a>', '<a> has no href'],
    [`<a href="${link}"><a href="${link}">x</a></a>`, '<a> stands within <a>'],
    ['<a href="https://a.example" href="https://b.example">x</a>', 'duplicate-attribute'],
    ['<!-- hidden -->', 'comments'],
    ['<!--><b>x</b>', 'comment'],
    ['<!doctype html>', '<!doctype>'],
    ['<?xml version="1.0"?>', 'comments'],
    ['<![CDATA[x]]>', 'comments'],
    ['</script>', '</script> does not close the last open tag'],
    ['</p>', '</p> does not close the last open tag'],
    ['</br>', '</br> does not close the last open tag'],
    ['<b>x', '<b> is not closed'],
    ['<b><i>x</b></i>', '</b> does not close the last open tag'],
    ['<b/>x', '<b/> closes nothing'],
    ['1 < 2', 'in text, write < and & as'],
    ['x <', 'in text, write < and & as'],
    ['<', 'in text, write < and & as'],
    ['&lt;script&gt;alert(1)&lt;/script&gt;', '<script… written as entities'],
    ['&#60;img src=x&#62;', '<img… written as entities'],
    ['&amp;lt;script&amp;gt;', '<script… written as entities'],
    ['&amp;amp;amp;#x3c;script', '<script… written as entities'],
    ['&lt;!-- x', '<!--… written as entities'],
    ['a\u200bb', 'invisible or control characters'],
    ['a&#8238;b', 'invisible or control characters'],
    ['\u202eevil', 'invisible or control characters'],
    ['a\0b', 'invisible or control characters'],
    ['a&shy;b', 'invisible or control characters'],
    [nested(6), '<b> is nested more than 5 tags deep'],
    [`<b>x</b>${'x'.repeat(9993)}`, 'longer than 10000 characters'],
    [`<a href="${link}">x</a>`.repeat(21), 'more than 20 links'],
  ])('is refused when it is %j', async (Text, reason) => {
    for (const operation of [notify, dialog]) {
      const refusal = checkOutbound(operation, { Text });
      await expect(refusal).rejects.toThrow(InvalidArgumentsError);
      await expect(refusal).rejects.toThrow(/^Nothing was sent\. Text: /);
      await expect(refusal).rejects.toThrow(reason);
    }
  });

  it('is also found under other names, if a field is open', async () => {
    const more = (fields: object) => checkOutbound(notify, { Text: 'x', more: fields });
    await expect(more({ Body: 'fine', Sound: { Name: 'x' }, Count: 3 })).resolves.toEqual([]);
    await expect(more({ Body: '<script>' })).rejects.toThrow('more.Body: <script> is not allowed');
    await expect(more({ Parts: [{ Html: '<img>' }] })).rejects.toThrow('more.Parts.0.Html: <img>');
    await expect(more({ Button: { Link: 'javascript:x' } })).rejects.toThrow('more.Button.Link: the link');
  });

  it('is not checked in operations whose texts are not markup', async () => {
    await expect(checkOutbound(named('create_task'), { Name: '<script>' })).resolves.toEqual([]);
  });
});

/** Links that lead to another target than they appear to, or that run code. */
const badLinks: readonly (readonly [string, string])[] = [
  ['javascript:alert(1)', 'not an absolute https or http address'],
  ['JaVaScRiPt:alert(1)', 'not an absolute'],
  ['\u0001javascript:alert(1)', 'not an absolute'],
  ['java\nscript:alert(1)', 'not an absolute'],
  ['data:text/html,<b>x</b>', 'not an absolute'],
  ['vbscript:x', 'not an absolute'],
  ['file:///etc/passwd', 'not an absolute'],
  ['ftp://files.example/x', 'not an absolute'],
  ['mailto:anna@example.com', 'not an absolute'],
  ['//evil.example/x', 'not an absolute'],
  ['/later', 'not an absolute'],
  ['later.html', 'not an absolute'],
  ['?x=1', 'not an absolute'],
  ['#x', 'not an absolute'],
  ['', 'not an absolute'],
  ['https:evil.example', 'not an absolute'],
  ['https:/evil.example', 'not an absolute'],
  ['https:///evil.example', 'not an absolute'],
  ['https:\\\\evil.example', 'not an absolute'],
  ['https://ok.example\\@evil.example', 'not an absolute'],
  ['https://ok.example/\\evil', 'not an absolute'],
  [' https://ok.example', 'not an absolute'],
  ['https://ok.example /x', 'not an absolute'],
  ['https://[::1', 'not an absolute'],
  ['https://a b.example', 'not an absolute'],
  ['https://ok.example@evil.example/', 'a user name before its host'],
  ['https://user:word@evil.example/', 'a user name before its host'],
  ['https://@evil.example/', 'a user name before its host'],
  ['https://:@evil.example/', 'a user name before its host'],
  ['https://ok.example＠evil.example/', 'not an absolute'],
  ['https://ok.example/\u202egpj.exe', 'has invalid characters'],
  ['https://ok.example/\u200b', 'has invalid characters'],
  ['https://ok.example/"onmouseover=x', 'has invalid characters'],
  [`https://ok.example/${'x'.repeat(2000)}`, 'longer than 2000 characters'],
];

describe('a link that people will be offered', () => {
  const escaped = (text: string) => text.replace(/[&<>"\p{Cc}]/gu, (sign) => `&#${sign.codePointAt(0)};`);

  it.each(badLinks)('is refused in a button when it is %j', async (Link, reason) => {
    const refusal = checkOutbound(dialog, {
      Text: 'x',
      Buttons: [
        { Text: 'ok', Link: link },
        { Text: 'x', Link },
      ],
    });
    await expect(refusal).rejects.toThrow(InvalidArgumentsError);
    await expect(refusal).rejects.toThrow(/^Nothing was sent\. Buttons\.Link: /);
    await expect(refusal).rejects.toThrow(reason);
  });

  it.each(badLinks)('is refused in markup when it is %j, however it is written [FLT-36]', async (href) => {
    const spellings = [
      escaped(href),
      href.replace(/[\s\S]/gu, (sign) => `&#x${sign.codePointAt(0)?.toString(16)};`),
    ];
    for (const spelling of spellings)
      await expect(checkOutbound(notify, { Text: `<a href="${spelling}">ok</a>` })).rejects.toThrow(
        InvalidArgumentsError,
      );
  });

  it('is handed on as it will be followed, each once, of buttons and markup', async () => {
    const Buttons = [
      { Text: 'a', Link: 'https://a.example/1' },
      { Text: 'b', Link: 'http://b.example' },
    ];
    const Text = '<a href="https://c.example/?x=1&amp;y=2">z</a> <a href="https://a.example/1">z</a> &#38;';
    expect(await checkOutbound(notify, { Text, Buttons })).toEqual([
      'https://a.example/1',
      'http://b.example',
      'https://c.example/?x=1&y=2',
    ]);
  });

  it('is shown with the host that is asked for before everything else', () => {
    expect(showLink('https://Cases.Example.com.evil.example/a?b')).toBe(
      'cases.example.com.evil.example (https://Cases.Example.com.evil.example/a?b)',
    );
    expect(showLink('https://пример.рф:8443/')).toBe('xn--e1afmkfd.xn--p1ai:8443 (https://пример.рф:8443/)');
    expect(showLink('https://ev%69l.example')).toBe('evil.example (https://ev%69l.example)');
    expect(showLink('javascript:x')).toBe('javascript:x');
  });
});

describe('accepted markup', () => {
  const piece = fc.oneof(
    fc.constantFrom('<b>', '</b>', '<i>', '</i>', '<ul>', '<li>', '</li>', '</ul>', '<br>', '</a>', '<BR/>'),
    fc.constantFrom('<a href="https://x.example/1">', '<a href=http://y.example>', '<a href="javascript:x">'),
    fc.constantFrom(
      '<script>',
      '</script>',
      '<!--',
      '-->',
      '<p',
      '<svg',
      '<',
      '>',
      '"',
      "'",
      '=',
      '/',
      '&',
      ';',
    ),
    fc.constantFrom('&lt;', '&#60;', '&amp;', 'lt;', '#x3c;', 'b', ' ', '\n', 'onclick', 'ё', '\u200b', '\0'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  const markup = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
  const well = fc.letrec<{ node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('x', 'ё & y', '<br>', '&lt; 3', ''),
      fc
        .tuple(fc.constantFrom('b', 'i', 'u', 'ol', 'ul', 'li'), tie('node'))
        .map(([tag, node]) => `<${tag}>${node}</${tag}>`),
      fc.tuple(tie('node'), tie('node')).map(([left, right]) => left + right),
    ),
  })).node;
  const harmless =
    /^<\/?(?:b|i|u|ol|ul|li)>|^<br\s*\/?>|^<\/a>|^<a\s+href=(?:"https?:[^"<>]*"|'https?:[^'<>]*'|https?:[^\s"'<>]*)\s*>/i;

  it('holds no < but in the eight tags, and means the same when it is read and written again [FLT-36]', () => {
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(markup, well), (html) => {
        const { fault, links } = readMarkup(html);
        if (fault !== undefined) return;
        accepted += 1;
        for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1))
          expect(html.slice(at)).toMatch(harmless);
        const written = serialize(parseFragment(html));
        expect(readMarkup(written)).toEqual({ fault: undefined, links });
        expect(serialize(parseFragment(written))).toBe(written);
      }),
      { numRuns: 20_000 },
    );
    expect(accepted).toBeGreaterThan(1000);
  });

  it('contains only these tags, and links to their visible target', () => {
    const walk = (node: any): any[] => [node, ...(node.childNodes ?? []).flatMap(walk)];
    fc.assert(
      fc.property(fc.oneof(markup, well), (html) => {
        if (readMarkup(html).fault !== undefined) return;
        for (const { nodeName, attrs = [] } of walk(parseFragment(html)).slice(1)) {
          expect(['#text', 'br', 'a', 'b', 'i', 'u', 'ol', 'ul', 'li']).toContain(nodeName);
          for (const { name, value } of attrs) {
            expect([nodeName, name]).toEqual(['a', 'href']);
            expect(new URL(value)).toMatchObject({
              protocol: expect.stringMatching(/^https?:$/),
              username: '',
            });
          }
        }
      }),
      { numRuns: 5000 },
    );
  });
});
