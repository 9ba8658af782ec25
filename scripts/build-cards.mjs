import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';

/** Reaches nothing, whatever its host allows. */
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/**
 * The pages of cards, each with all that it needs, for `src/mcp/content/card-pages.ts`.
 * @param bundle as of the program
 */
export async function buildCards(bundle, folder) {
  const pages = {};
  const files = readdirSync('src/cards/pages').filter((file) => file.endsWith('.ts'));
  for (const file of files.sort()) {
    const name = basename(file, '.ts');
    const { output } = await bundle({
      input: join('src/cards/pages', file),
      platform: 'browser',
      external: [],
      write: false,
      output: { format: 'iife', minify: true },
    });
    const style = ['src/cards/style.css', `src/cards/pages/${name}.css`].map(readStyle).join('');
    const title = `${name[0].toUpperCase()}${name.slice(1)}`;
    const html = pageOf(title, style, output[0].code);
    const version = digitsOf(createHash('sha256').update(html).digest());
    pages[name] = { title, version, html };
  }
  writeFileSync(join(folder, 'cards.json'), JSON.stringify(pages));
}

/** A style with those that it imports. */
const readStyle = (file) =>
  withoutBlanks(readFileSync(file, 'utf8')).replace(/@import "([^"]+)";/g, (_found, other) =>
    readStyle(join(dirname(file), other)),
  );

/** No selector here has a pseudo-class of its own after a blank. */
const withoutBlanks = (css) =>
  css
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}');

/** Six, which tell one page from the next. */
const digitsOf = (hash) => String(hash.readUInt32BE() % 1_000_000).padStart(6, '0');

/**
 * Style and script are packed, so that a page stays small. Compression is undone within the page: nothing is fetched, and
 * no text is evaluated but the script that was packed here.
 */
const unpack = `(async () => {
  const bytes = Uint8Array.from(atob(packed), (one) => one.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  for (const [name, text] of await new Response(unpacked).json()) {
    const made = document.createElement(name);
    made.textContent = text;
    document.body.append(made);
  }
})();`;

const pageOf = (title, style, script) => {
  const parts = [
    ['style', style],
    ['script', script.trim()],
  ];
  const packed = deflateRawSync(JSON.stringify(parts), { level: 9 }).toString('base64');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title}</title></head><body><script>const packed='${packed}';${unpack.replace(/\n */g, '')}</script></body></html>`,
  ].join('');
};
