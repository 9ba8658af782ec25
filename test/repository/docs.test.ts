import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** All pages that are not fully generated. */
const pages = [
  'README.md',
  'src/sandbox/README.md',
  ...['docs', '.github'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => join(folder, file)),
  ),
];

/** Returns a page without its code blocks. */
const prose = (page: string) => read(page).replace(/^ *```[\s\S]*?^ *```$/gm, '');

/** Names in the top folder, without files that are built or installed and therefore missing after a clone. */
const atTop = readdirSync(root).filter((name) => !['dist', 'node_modules', '.git'].includes(name));

/**
 * Returns the paths of this repository in backticks. A path consists of plain characters with a slash, so
 * that globs and placeholders (`*`, `<name>`, `{id}`, `…`) do not count. It ends with `.ts`, or begins with a
 * name of the top folder and ends like a file or folder (`tools/list` is a method).
 */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span);
  return spans.filter((span) => {
    if (!/^[\w.-]+(\/[\w.-]+)*\/?$/.test(span) || !span.includes('/')) return false;
    const [top = ''] = span.split('/');
    return extname(span) === '.ts' || (atTop.includes(top) && (span.endsWith('/') || extname(span) !== ''));
  });
}

/** Checks whether a path exists, relative to the top folder or to `src`. */
const isThere = (path: string) => [path, join('src', path)].some((one) => existsSync(join(root, one)));

/** Returns the anchors of a page's headings, computed as Git hosts do. */
const anchorsOf = (page: string) =>
  [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Returns the codes with which a refusal can begin, from all source files. */
function codes(): string[] {
  const given =
    /\bcode(?::|\s*=)\s*'([A-Z_]+)'|\brefus(?:ed|al)\(\s*'([A-Z_]+)'|'(NAME_[A-Z]+)'|'([A-Z]+_OR_[A-Z]+)'/g;
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith('sandbox'),
  );
  const found = files.flatMap((file) =>
    [...read(join('src', file)).matchAll(given)].flatMap(([, ...groups]) => groups.filter(Boolean)),
  );
  return [...new Set(found as string[])];
}

/** Returns a broken link within the repository. Returns undefined if the link works. */
function broken(page: string, link: string): string | undefined {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return `${page}: ${link}`;
  const isPage = anchor !== undefined && statSync(join(root, target)).isFile();
  return isPage && !anchorsOf(target).includes(anchor) ? `${page}: ${link}` : undefined;
}

describe('the pages for users', () => {
  it('name in backticks only paths that are there', () => {
    const wrong = pages.flatMap((page) =>
      pathsIn(prose(page))
        .filter((path) => !isThere(path))
        .map((path) => `${page}: ${path}`),
    );
    expect(wrong).toEqual([]);
  });

  it('link within the repository only to existing targets', () => {
    const wrong = pages.flatMap((page) =>
      [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = '']) => link)
        .filter((link) => !/^[a-z]+:/i.test(link))
        .flatMap((link) => broken(page, link) ?? []),
    );
    expect(wrong).toEqual([]);
  });

  it('name only npm scripts that there are', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = pages.flatMap((page) => [...read(page).matchAll(/npm run ([\w:-]+)/g)]);
    expect(named.map(([, script = '']) => script).filter((script) => !(script in scripts))).toEqual([]);
  });

  it('name every npm script that a person runs', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const text = pages.map(read).join('\n');
    const isNamed = (script: string) => new RegExp(`npm (run )?${script}(?![\\w:-])`).test(text);
    // `prepare` is run by npm itself.
    const unnamed = Object.keys(scripts).filter((script) => script !== 'prepare' && !isNamed(script));
    expect(unnamed).toEqual([]);
  });

  it('can all be reached from the README', () => {
    const linked = [...read('README.md').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
    const templates = /pull_request_template/;
    expect(pages.slice(1).filter((page) => !linked.includes(page) && !templates.test(page))).toEqual([]);
  });

  it('explain every code of a refusal', () => {
    const page = read('docs/tools.md');
    expect(codes().length).toBeGreaterThan(20);
    expect(codes().filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
  });

  it('begin with a README of at most 150 lines', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(151);
  });
});

describe('the rule for paths', () => {
  it('takes files and folders of the repository, and neither methods, patterns nor other places', () => {
    const text =
      '`src/app.ts` `mcp/server.ts` `docs/` `.github/workflows/ci.yml` `tools/list` `src/*.ts` `src/<name>.ts` `a b/c.ts` `/api/v2/users/{id}` `text/event-stream` `letters/claim.pdf` `npm run docs`';
    expect(pathsIn(text)).toEqual(['src/app.ts', 'mcp/server.ts', 'docs/', '.github/workflows/ci.yml']);
  });
});
