import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBundle } from '../../scripts/bundle.ts';
import { unlearned } from '../support/clients/process.ts';
import { documentId, sampleIds } from '../support/sample-ids.ts';

/** Path segments with characters that are special in URLs, shells or libraries. */
const parts = [
  'Иван Ёлкин',
  "абв #1 %20 x?y=1&z (копия) [2] 100% it's",
  '案件 — é',
  '😀 +;,=@~$',
  'д'.repeat(110),
  'e'.repeat(80),
];
const above = mkdtempSync(join(tmpdir(), 'casebridge-folder-'));
const folder = join(above, ...parts);
const link = join(above, 'ссылка #2');

let client: Client;
beforeAll(async () => {
  for (const [path, content] of Object.entries(unzipSync(makeBundle()))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  symlinkSync(folder, link);
  client = new Client(
    { name: 'casebridge-test', version: '1.0.0' },
    {
      capabilities: {
        extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
      },
    },
  );
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(link, 'dist/src/main.js'), '--sandbox'],
      env: {
        PATH: process.env.PATH ?? '',
        LANG: 'C',
        CASEBRIDGE_ANSWER_TOKENS: '6000',
        CASEBRIDGE_CARDS: 'on',
        ...unlearned,
      },
      cwd: link,
      stderr: 'ignore',
    }),
  );
});
afterAll(async () => {
  await client?.close();
  rmSync(above, { recursive: true, force: true });
});

async function call(name: string, args: Record<string, unknown> = {}): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const said = JSON.stringify(content);
  if (isError) throw new Error(said);
  return said;
}

describe('the program in a folder with blanks, #, %, letters beyond ASCII and a path of 250 characters', () => {
  it.each([
    ['a PDF', 'vectorAdjourned', {}, 'Отложить судебное разбирательство'],
    ['a PDF as pictures', 'supplyPrinted', { as: 'pages' }, 'image/png'],
    ['a Word file', 'smithTerms', {}, '900,000'],
    ['a message', 'smithMail', {}, 'Please find our list of documents'],
    ['an archive', 'vectorExhibits', {}, 'Files inside'],
    ['a scan', 'vectorScan', {}, 'image/'],
  ])('reads %s', async (_kind, key, how, words) => {
    expect(folder.length).toBeGreaterThan(250);
    expect(await call('read_document', { document: documentId(key), ...how })).toContain(words);
  });

  it('signs in, runs a query, writes a document and opens a card', async () => {
    expect(await call('who_am_i')).toContain('Anna');
    expect(await call('query_records', { sql: 'SELECT count(*) AS n FROM cases' })).toMatch(/\d/);
    expect(
      await call('draft_document', { case: sampleIds.smith, name: 'Note', text: '# Note\n\nText.' }),
    ).toContain('filed | Note');
    const { tools } = await client.listTools();
    const cards = new Set(
      tools.flatMap(({ _meta }) => (_meta?.ui as { resourceUri?: string })?.resourceUri ?? []),
    );
    expect(cards.size).toBeGreaterThan(2);
    for (const uri of cards) expect(JSON.stringify(await client.readResource({ uri }))).toContain('<script');
  });
});
