import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allSettings } from '../../src/config/settings.ts';
import { advice } from '../../src/contract/advice.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const known = new Set(allSettings.flatMap(({ env, secret }) => [env, ...(secret ? [`${env}_FILE`] : [])]));

/** Variables of other programs: in examples, and in the tests. */
const elsewhere = /^CASEBRIDGE_TEST_|^CASEBRIDGE_(TOKEN|RULES)$/;

const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file) && !file.includes('node_modules'))
    .map((file) => join(folder, file));

const strangersIn = (text: string) =>
  (text.match(/\bCASEBRIDGE_[A-Z_]+[A-Z]\b/g) ?? []).filter(
    (name) => !known.has(name) && !elsewhere.test(name),
  );

describe('mentioned settings', () => {
  it.each([
    'README.md',
    'mcp.json',
    ...filesOf('docs', /\.md$/),
    ...filesOf('examples', /./).filter((file) => /\.[a-z]+$/.test(file)),
    ...filesOf('src', /\.ts$/),
    ...filesOf('tools', /\.(ts|md|json)$/),
  ])('exist: %s', (file) => {
    expect(strangersIn(readFileSync(join(root, file), 'utf8'))).toEqual([]);
  });

  it('are mentioned only in their definitions, in messages to users and in commands', () => {
    const own = /^src\/(config|commands)\/|^src\/contract\/advice\.ts$/;
    const others = [...filesOf('src', /\.ts$/), ...filesOf('tools', /\.ts$/)]
      .map((file) => file.split(sep).join('/'))
      .filter((file) => !own.test(file) && /\bCASEBRIDGE_/.test(readFileSync(join(root, file), 'utf8')));
    expect(others).toEqual([]);
  });

  it('are found to be missing', () => {
    expect(strangersIn('Set CASEBRIDGE_URI and CASEBRIDGE_URL.')).toEqual(['CASEBRIDGE_URI']);
  });

  it('stand in whole sentences of advice', () => {
    for (const sentence of Object.values(advice)) {
      const { en, ru = en } = typeof sentence === 'string' ? { en: sentence } : sentence;
      expect(en).toMatch(/^[A-Z].*[.?]$/);
      expect(ru).toMatch(/^[A-ZА-Я].*[.?]$/);
    }
  });
});
