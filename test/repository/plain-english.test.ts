import { describe, expect, it } from 'vitest';
import { brokenIn } from '../../scripts/plain-english.ts';
import { type TextKind, textsOf } from '../../scripts/texts.ts';

const broken = (text: string, kind: TextKind = 'comment') =>
  brokenIn({ kind, file: 'src/one.ts', line: 1, text }).map(({ rule }) => rule);

describe('plain English', () => {
  it.each([
    ['clause as subject', 'What a call needs.'],
    ['clause as object', 'Reads the name of whoever called.'],
    ['where for if', 'Undefined where there is none.'],
    ['idiom', 'Its state is to be kept.'],
    ['private word', 'Heeds every filter.'],
    ['long sentence', `${'One word '.repeat(16)}.`],
  ])('finds: %s', (rule, text) => {
    expect(broken(text)).toEqual([rule]);
  });

  it.each([
    'Returns the id of the caller. Undefined if there is none.',
    'What may it do?',
    'Reads `what.of`, e.g. for tests.',
  ])('accepts: %s', (text) => {
    expect(broken(text)).toEqual([]);
  });

  it('counts words by sentence and skips code', () => {
    expect(broken(`${'One word. '.repeat(16)}`)).toEqual([]);
    expect(broken(`Calls \`${'one '.repeat(40)}\`.`)).toEqual([]);
  });

  it('does not apply rules of sentences to test names', () => {
    expect(broken('What a call needs', 'test')).toEqual([]);
  });

  it('reads comments and messages of a source', () => {
    const source = `/** Returns
 * the id. */
export const text = 'The file was not found.';
const key = 'name';
`;
    expect(textsOf('src/one.ts', source)).toEqual([
      { kind: 'comment', file: 'src/one.ts', line: 1, text: 'Returns the id.' },
      { kind: 'message', file: 'src/one.ts', line: 3, text: 'The file was not found.' },
    ]);
  });

  it('reads names of tests', () => {
    const source = "describe('a call', () => {\n  it.each([1])('returns %s', () => {});\n});\n";
    expect(textsOf('test/one.test.ts', source).map(({ kind, line, text }) => [kind, line, text])).toEqual([
      ['test', 1, 'a call'],
      ['test', 2, 'returns %s'],
    ]);
  });

  it('reads sentences of a page without code, headings and pictures', () => {
    const page =
      '# What is it for you?\n\nIt is a server for assistants.\n\n```sh\nrun one two three four\n```\n\n| It reads all the cases | no |\n';
    expect(textsOf('docs/one.md', page).map(({ line, text }) => [line, text])).toEqual([
      [3, 'It is a server for assistants.'],
      [9, 'It reads all the cases'],
    ]);
  });
});
