import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { shippedToolbox } from '../../src/catalogue.ts';
import { commandHelp } from '../../src/commands/command-help.ts';
import { commands } from '../../src/commands/index.ts';
import { allSettings } from '../../src/config/settings.ts';
import type { Worded } from '../../src/contract/language.ts';

const source = fileURLToPath(new URL('../../src/', import.meta.url));

/** Texts for users, from the tables of every `messages.ts`. */
const tables = await Promise.all(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|[\\/])messages\.ts$/.test(file))
    .map((file) => import(join(source, file)) as Promise<Record<string, Record<string, Worded>>>),
);
const inTables = tables.flatMap((exported) =>
  Object.entries(exported).flatMap(([table, sentences]) =>
    Object.entries(sentences).map(([key, sentence]): [string, Worded] => [`${table}.${key}`, sentence]),
  ),
);

const ofSettings = allSettings.map(({ env, en, ru }): [string, Worded] => [env, { en, ru }]);
const ofCommands = Object.entries(commandHelp).flatMap(([name, { help, flags = {} }]): [string, Worded][] => [
  [`casebridge ${name}`, help],
  ...Object.entries(flags).map(([flag, one]): [string, Worded] => [`casebridge ${name} --${flag}`, one]),
]);

const placesOf = (text: string) =>
  [...new Set(Array.from(text.matchAll(/\{(\w+)(?:\|[^{}]*)?\}/g), ([, name]) => name))].sort();
/**
 * Returns three English words in a row, which are an untranslated sentence. Text in backticks is ignored,
 * because it contains commands.
 */
const leftInEnglish = (text: string) =>
  /[a-z]{2,}\s+[a-z]{2,}\s+[a-z]{2,}/.exec(text.replace(/`[^`]*`|casebridge \w+( \w+)?/g, ''))?.[0];

describe('the texts for users', () => {
  it('describe every command and flag', () => {
    const flagsOf = (some: object) =>
      Object.entries(some).map(([name, { flags = {} }]) => [name, Object.keys(flags)]);
    expect(flagsOf(commandHelp)).toEqual(flagsOf(commands));
  });

  it.each([...inTables, ...ofSettings, ...ofCommands])('exist in both languages: %s', (_, { en, ru }) => {
    if (/[a-z]{3}/.test(en.replace(/\{[^{}]*\}/g, ''))) expect(ru).toMatch(/[а-яё]/i);
    expect(leftInEnglish(ru)).toBeUndefined();
    // A single Cyrillic letter is allowed, because a text may mention it.
    expect(en).not.toMatch(/[а-яё]{2}/i);
    expect(ru).not.toMatch(/"[А-Яа-яЁё][^"]*"/);
    expect(/[.?!:]$/.exec(ru)?.[0]).toBe(/[.?!:]$/.exec(en)?.[0]);
  });

  it('has a Russian title for every tool', async () => {
    const tools = [...(await shippedToolbox().tools()).values()];
    expect(tools.filter(({ definition }) => !/^[А-ЯЁ]/.test(definition.titleRu))).toEqual([]);
  });

  it.each(inTables)('has the same places in both: %s', (_, { en, ru }) => {
    expect(placesOf(ru)).toEqual(placesOf(en));
    for (const [, forms = ''] of ru.matchAll(/\{\w+\|([^{}]*)\}/g)) expect(forms.split('|')).toHaveLength(3);
    for (const [, forms = ''] of en.matchAll(/\{\w+\|([^{}]*)\}/g)) expect(forms.split('|')).toHaveLength(2);
  });
});
