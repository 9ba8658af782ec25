import { inflateRawSync } from 'node:zlib';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerToolName, cardNames } from '../../../src/contract/features/card.ts';
import { connect, type TestClient } from '../../support/clients/harness.ts';

/**
 * Requirements of the MCP Apps extension (`io.modelcontextprotocol/ui`, 2026-01-26) for servers, in the order
 * of its specification.
 */

let client: TestClient;
let tools: any[];
let pages: { uri: string; mimeType?: string; text?: string; _meta?: any }[];
beforeAll(async () => {
  client = await connect({ showsCards: true, args: ['--sandbox'] });
  ({ tools } = await client.listTools());
  const uris = [...new Set(tools.flatMap(({ _meta }) => _meta?.ui?.resourceUri ?? []))];
  pages = [];
  for (const uri of uris) pages.push(...(await client.library.readResource({ uri })).contents);
});
afterAll(() => client?.close());

describe('tools with cards', () => {
  it('name pages that there are, and name all of them (APP-001, APP-005)', async () => {
    expect(pages.map(({ uri }) => /^ui:\/\/([a-z]+)\d{6}$/.exec(uri)?.[1]).sort()).toEqual(
      [...cardNames].sort(),
    );
    const { resources } = await client.library.listResources();
    expect(resources.flatMap(({ uri }) => (uri.startsWith('ui:') ? [uri] : [])).sort()).toEqual(
      pages.map(({ uri }) => uri).sort(),
    );
  });

  it('say so in the form of the extension and in no older one (APP-006, APP-007, APP-011)', () => {
    const metas = tools.flatMap(({ _meta }) => (_meta ? [_meta] : []));
    expect(metas.length).toBeGreaterThan(8);
    for (const meta of metas) {
      expect(Object.keys(meta)).toEqual(['ui']);
      const { resourceUri, visibility = ['model', 'app'], ...rest } = meta.ui;
      expect(rest).toEqual({});
      expect(resourceUri === undefined ? visibility : ['model', 'app']).toEqual(
        resourceUri === undefined ? ['app'] : visibility,
      );
    }
  });

  it('answer with text besides (APP-010)', async () => {
    for (const [tool, args] of [
      ['case_brief', { case: 'Smith' }],
      ['workload', {}],
    ] as const)
      expect((await client.callTool(tool, args)).content[0]?.text?.length).toBeGreaterThan(20);
  });
});

it('cost the everyday list 250 tokens at most, and each tool of any other 15', () => {
  const without = tools.flatMap(({ _meta, ...tool }) => (tool.name === answerToolName ? [] : [tool]));
  const [less, more] = [without, tools].map((list) => countTokens(JSON.stringify({ tools: list })));
  expect((more ?? 0) - (less ?? 0)).toBeLessThanOrEqual(250);
  for (const { _meta } of tools)
    if (_meta) expect(countTokens(JSON.stringify({ _meta }).slice(1, -1))).toBeLessThanOrEqual(15);
});

/** Returns the compressed style and script of a page. */
function unpacked(page: string): string[] {
  const [, size, packed = ''] = /\[size,packed\]=\[(\d+),'([^'\\<]+)'\]/.exec(page) ?? [];
  const codes = [...packed].map((one) => ({ $: 20, '%': 52 })[one] ?? one.charCodeAt(0) - 40);
  const bytes = Buffer.alloc((codes.length / 5) * 4);
  for (let at = 0; at < codes.length; at += 5)
    bytes.writeUInt32BE(
      codes.slice(at, at + 5).reduce((value, code) => value * 85 + code, 0),
      (at / 5) * 4,
    );
  const text = inflateRawSync(bytes.subarray(0, Number(size))).toString();
  const parts = JSON.parse(text) as [string, string][];
  expect(parts.map(([name]) => name)).toEqual(['style', 'script']);
  return parts.map(([, content]) => content);
}

describe('pages of cards', () => {
  it('are whole pages of their media type, small, and reach nothing (APP-002 to APP-004, APP-008, APP-009)', () => {
    for (const { mimeType, text = '', _meta, uri } of pages) {
      expect(mimeType).toBe('text/html;profile=mcp-app');
      expect(Buffer.byteLength(text), uri).toBeLessThanOrEqual(25_000);
      const errors: string[] = [];
      parse(text, { onParseError: ({ code }) => errors.push(code) });
      expect(errors).toEqual([]);
      expect(_meta.ui).toEqual({ csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true });
      expect(text).toContain(
        `content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'`,
      );
      for (const part of [text, ...unpacked(text)])
        expect(part.replace(/http:\/\/www\.w3\.org\/\S+/g, '')).not.toMatch(
          /(src|href)=|https?:\/\/\w|@import|innerHTML|eval\(/,
        );
    }
  });

  it('are read by an older address, and nothing else is', async () => {
    const [{ uri, text } = { uri: '', text: '' }] = pages;
    const older = uri.replace(/\d+$/, '000000');
    expect((await client.library.readResource({ uri: older })).contents[0]?.text).toBe(text);
    for (const other of ['ui://none000000', 'ui://../package.json', 'ui://case', 'ui://x'])
      await expect(client.library.readResource({ uri: other })).rejects.toThrow();
  });
});
