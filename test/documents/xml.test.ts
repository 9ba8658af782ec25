import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableError } from '../../src/documents/format.ts';
import { parseXml, readXml, type XmlNode } from '../../src/documents/xml.ts';

const prefixes = new Map([
  ['urn:words', 'w'],
  ['urn:links', 'r'],
]);
const limits = { depth: 20 };
const parse = (xml: string | Uint8Array) =>
  parseXml(typeof xml === 'string' ? Buffer.from(xml) : xml, prefixes, limits);
const textOf = (node: XmlNode | string): string =>
  typeof node === 'string' ? node : node.children.map(textOf).join('');

function reasonOf(xml: string | Uint8Array): string {
  try {
    parse(xml);
  } catch (error) {
    if (error instanceof UnreadableError) return error.reason;
    throw error;
  }
  return 'it can be read';
}

describe('XML', () => {
  it('is recognized by namespaces, with any prefixes', () => {
    const root = parse(
      '<p xmlns="urn:words" xmlns:q="urn:links" id="1" q:id="2" xmlns:x="urn:x" x:id="3"><x:y/></p>',
    );
    expect(root).toEqual({
      name: 'w:p',
      attributes: { id: '1', 'r:id': '2' },
      children: [{ name: '?:y', attributes: {}, children: [] }],
    });
  });

  it('gives any text and any attribute as it was written', () => {
    const written = (text: string) => text.replace(/[&<>"\r\n\t]/g, (letter) => `&#${letter.charCodeAt(0)};`);
    const letters = fc.string({
      unit: fc
        .integer({ min: 0x20, max: 0x10ffff })
        .filter((code) => code < 0xd800 || (code > 0xdfff && (code & 0xfffe) !== 0xfffe))
        .map((code) => String.fromCodePoint(code)),
    });
    fc.assert(
      fc.property(letters, fc.constantFrom('utf8' as const, 'utf16le' as const), (text, encoding) => {
        const xml = `<w:t xmlns:w="urn:words" a="${written(text)}">${written(text)}</w:t>`;
        const root = parse(Buffer.from(xml, encoding));
        expect([textOf(root), root.attributes.a]).toEqual([text, text]);
      }),
    );
  });

  it('respects the encoding that a file declares or shows', () => {
    const word = 'Иск';
    const windows = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="windows-1251"?><a>'),
      Buffer.from([0xc8, 0xf1, 0xea]),
      Buffer.from('</a>'),
    ]);
    const wide = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?><a>${word}</a>`, 'utf16le');
    const big = Buffer.from(wide).swap16();
    for (const bytes of [windows, wide, wide.subarray(2), big, Buffer.from(`\ufeff<a>${word}</a>`)])
      expect(textOf(parse(bytes))).toBe(word);
    expect(reasonOf('<?xml version="1.0" encoding="nothing"?><a/>')).toBe('damaged');
  });

  it('expands no entity but the five: one that declares others is refused', () => {
    expect(textOf(parse('<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a>&lt;&amp;&#1048;</a>'))).toBe('<&И');
    const laughs = '<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><a>&b;</a>';
    const outside = '<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><a>&a;</a>';
    for (const xml of [laughs, outside, '<a>&unknown;</a>']) expect(reasonOf(xml)).toBe('damaged');
  });

  it('uses the first alternative, and returns requested elements in full', () => {
    const seen: string[] = [];
    const compatible = 'http://schemas.openxmlformats.org/markup-compatibility/2006';
    const xml = `<w:body xmlns:w="urn:words" xmlns:m="${compatible}"><w:p>1<m:AlternateContent><m:Choice><w:t>2</w:t></m:Choice>
      <m:Fallback><w:p>no</w:p></m:Fallback></m:AlternateContent></w:p><m:AlternateContent><m:Fallback><w:p>3</w:p></m:Fallback></m:AlternateContent></w:body>`;
    readXml(
      Buffer.from(xml),
      {
        prefixes,
        isWhole: (name) => name === 'w:p',
        whole: (node) => void seen.push(textOf(node).trim()),
        enter: (name) => void seen.push(name),
        leave: (name) => void seen.push(`/${name}`),
      },
      limits,
    );
    expect(seen).toEqual(['w:body', '12', '3', '/w:body']);
  });

  it('is refused if it is nested too deep, invalid, or truncated', () => {
    expect(reasonOf('<a>'.repeat(21))).toBe('too large');
    expect(reasonOf(`${'<a>'.repeat(20)}${'</a>'.repeat(20)}`)).toBe('it can be read');
    const whole = '<?xml version="1.0"?><a b="c">text<![CDATA[more]]><d/></a>';
    for (let length = 0; length < whole.length; length += 1)
      expect(reasonOf(whole.slice(0, length))).toBe('damaged');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void expect(reasonOf(bytes)).toBe('damaged')),
    );
  });
});
