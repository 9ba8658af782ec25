import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Reaches nothing, whatever its host allows. */
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/**
 * The pages of cards, each with all that it needs, for `src/mcp/content/card-pages.ts`.
 * @param bundle as of the program
 */
export async function buildCards(bundle, folder) {
  const style = withoutBlanks(readFileSync('src/cards/style.css', 'utf8'));
  const pages = {};
  for (const file of readdirSync('src/cards/pages').sort()) {
    const name = basename(file, '.ts');
    const { output } = await bundle({
      input: join('src/cards/pages', file),
      platform: 'browser',
      external: [],
      write: false,
      output: { format: 'iife', minify: true },
    });
    const title = `${name[0].toUpperCase()}${name.slice(1)}`;
    const html = pageOf(title, style, output[0].code);
    const version = digitsOf(createHash('sha256').update(html).digest());
    pages[name] = { title, version, html };
  }
  writeFileSync(join(folder, 'cards.json'), JSON.stringify(pages));
}

/** No selector here has a pseudo-class of its own after a blank. */
const withoutBlanks = (css) =>
  css
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}');

/** Six, which tell one page from the next. */
const digitsOf = (hash) => String(hash.readUInt32BE() % 1_000_000).padStart(6, '0');

const pageOf = (title, style, script) =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title}</title><style>${style}</style></head><body>`,
    `<script>${script.trim().replaceAll('</script', '<\\/script')}</script></body></html>`,
  ].join('');
