import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { deflateRawSync } from 'node:zlib';

/** Content security policy of the cards. It blocks all network requests, whatever the host allows. */
const policy = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

/**
 * Builds the pages of the cards as self-contained HTML. Writes them to `cards.json`, which
 * `src/mcp/content/card-pages.ts` reads.
 * @param bundle the bundler function of `scripts/build.mjs`
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

/** Returns a stylesheet with its imports inlined. */
const readStyle = (file) =>
  withoutBlanks(readFileSync(file, 'utf8')).replace(/@import "([^"]+)";/g, (_found, other) =>
    readStyle(join(dirname(file), other)),
  );

/** Removes comments and unnecessary white space from a stylesheet. */
const withoutBlanks = (css) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}');

/** Returns six digits of a hash, as the version of a page. */
const digitsOf = (hash) => String(hash.readUInt32BE() % 1_000_000).padStart(6, '0');

/**
 * Script that unpacks the style and the code of a page. They are compressed so that the page stays small. The page
 * fetches nothing and runs only the code that was packed here.
 */
const unpack = `(async () => {
  const bytes = new Uint8Array(size);
  let [at, value, count] = [0, 0, 0];
  for (const one of packed) {
    const code = one.charCodeAt();
    value = value * 85 + ({ 36: 20, 37: 52 }[code] ?? code - 40);
    if (++count < 5) continue;
    for (const bits of [24, 16, 8, 0]) bytes[at++] = value >>> bits;
    value = count = 0;
  }
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  for (const [name, text] of await new Response(unpacked).json()) {
    const made = document.createElement(name);
    made.textContent = text;
    document.body.append(made);
  }
})();`;

/**
 * Encodes bytes with five characters for four bytes, which is shorter than base64. None of the characters needs an
 * escape in a string of a script: `$` and `%` stand for `<` and the backslash.
 */
function printable(bytes) {
  const padded = Buffer.concat([bytes, Buffer.alloc(3)]);
  let text = '';
  for (let at = 0; at < bytes.length; at += 4) {
    let rest = padded.readUInt32BE(at);
    let group = '';
    for (let count = 0; count < 5; count += 1) {
      const code = 40 + (rest % 85);
      group = String.fromCharCode({ 60: 36, 92: 37 }[code] ?? code) + group;
      rest = Math.floor(rest / 85);
    }
    text += group;
  }
  return text;
}

const pageOf = (title, style, script) => {
  const parts = [
    ['style', style],
    ['script', script.trim()],
  ];
  // Smaller blocks compress these short texts better than the default of 8.
  const packed = deflateRawSync(JSON.stringify(parts), { level: 9, memLevel: 7 });
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title}</title></head><body><script>const [size,packed]=[${packed.length},'${printable(packed)}'];${unpack.replace(/\n */g, '')}</script></body></html>`,
  ].join('');
};
