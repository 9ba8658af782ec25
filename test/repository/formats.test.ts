import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/documents.md', root), 'utf8');
/** Rows of the table with a format, its source and its test. */
const rows = Array.from(page.matchAll(/^\| .+ \| `(src\/documents\/formats\/[^`]+)` \| `([^`]+)` \|$/gm));

describe('the table of formats', () => {
  it('has each of them', () => {
    const formats = readdirSync(new URL('src/documents/formats/', root))
      .filter((name) => name !== 'index.ts')
      .map((name) => `src/documents/formats/${name}`);
    expect(rows.map(([, folder]) => folder).sort()).toEqual(formats.sort());
  });

  it('names the test of each', () => {
    for (const [, , test = ''] of rows) expect(existsSync(new URL(test, root)), test).toBe(true);
  });
});
