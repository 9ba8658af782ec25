import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { describe, expect, it } from 'vitest';
import { readMarkup } from '../../../src/mcp/outbound/html.ts';

describe('markup that people will see, if the operator allows safe markup', () => {
  it.each([
    '<p>New <strong>date</strong><br>in <em>May</em></p><hr><h2>Hall</h2>',
    '<table>\n<caption>c</caption><thead><tr><th colspan="2">a</th></tr></thead><tbody><tr><td>1</td><td rowspan=2><p>2</p></td></tr></tbody></table>',
    '<div><dl><dt>x</dt><dd><ul><li>y</li></ul></dd></dl><blockquote><pre>z</pre></blockquote></div>',
  ])('may be %j', (html) => {
    expect(readMarkup(html, 'safe').fault).toBeUndefined();
    expect(readMarkup(html).fault).toMatch(/not allowed/);
  });

  it.each([
    '<script>x</script>',
    '<p onclick=x>y</p>',
    '<p style="position:fixed">y</p>',
    '<img src=x>',
    '<iframe></iframe>',
    '<form></form>',
    '<td colspan="x">y</td>',
    '<table>moved<tr><td>x</td></tr></table>',
    '<table><b>moved</b></table>',
    '<tr><td>x</td></tr>',
    '<p><p>x</p></p>',
    '<p><table></table></p>',
    '<h1><h2>x</h2></h1>',
    '<p>never closed',
    '<a href="javascript:x">y</a>',
    '<style>x</style>',
  ])('may never be %j', (html) => {
    expect(readMarkup(html, 'safe').fault).toBeDefined();
  });

  it('is shown by a browser with the tags and the text that a human agreed to, in their order', () => {
    const tags =
      'p div span strong b h1 h2 ul li dl dt dd table caption thead tbody tr td th blockquote pre code'.split(
        ' ',
      );
    const piece: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom('x', ' ', 'y z', '<br>', '<hr>'),
        fc
          .tuple(fc.constantFrom(...tags), fc.array(tie('node'), { maxLength: 3 }))
          .map(([tag, inner]) => `<${tag}>${inner.join('')}</${tag}>`),
      ),
    })).node;
    const walk = (node: any): any[] => [node, ...(node.childNodes ?? []).flatMap(walk)];
    let accepted = 0;
    fc.assert(
      fc.property(piece, (html) => {
        if (readMarkup(html, 'safe').fault !== undefined) return;
        accepted += 1;
        const nodes = walk(parseFragment(html)).slice(1);
        const shown = nodes.flatMap(({ tagName }) => tagName ?? []).filter((name) => name !== 'tbody');
        const written = [...html.matchAll(/<([a-z]\w*)/g)]
          .map(([, name]) => name)
          .filter((name) => name !== 'tbody');
        expect(shown).toEqual(written);
        const words = (text: string) => text.replaceAll(/\s/g, '');
        const text = nodes.flatMap(({ value }) => value ?? []).join('');
        expect(words(text)).toBe(words(html.replaceAll(/<[^>]*>/g, '')));
      }),
      { numRuns: 5000 },
    );
    expect(accepted).toBeGreaterThan(200);
  });
});
