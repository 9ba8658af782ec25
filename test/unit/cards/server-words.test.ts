import { describe, expect, it } from 'vitest';
import { causeOf, inWords, spokenName } from '../../../src/cards/server-words.ts';
import { NameError } from '../../../src/contract/errors.ts';
import { languages } from '../../../src/contract/language.ts';
import { unnamed } from '../../../src/domain/reference-names.ts';

const inRussian = { language: 'ru', words: [] } as const;

describe("the server's notes in cards", () => {
  it('are shown in the language of the user if the server has both, regardless of the original language', () => {
    const words = [{ en: 'Not read: tasks.', ru: 'Не прочитано: задачи.' }];
    for (const language of languages)
      for (const text of Object.values(words[0] ?? {}))
        expect(inWords(text, { language, words })).toBe(words[0]?.[language]);
  });

  it('are unchanged if they are unknown', () => {
    for (const text of ['Something else.', 'x'.repeat(100_000)]) expect(inWords(text, inRussian)).toBe(text);
  });

  it('contain no ids of persons', () => {
    const name = unnamed('00000000-0000-4000-8000-940900000001');
    expect(spokenName(name, { language: 'ru' })).toBe('имя не указано …\u20600001');
    expect(spokenName('Anna Petrova', { language: 'ru' })).toBe('Anna Petrova');
  });

  it('gives the cause of a fault by its code', () => {
    const unknown = new NameError('NAME_UNKNOWN', '');
    expect(causeOf(`${unknown.code}: no object`, { language: 'ru' })?.[0]).toBe(
      'Записи с таким названием нет',
    );
    expect(causeOf('API_ERROR 404: The service says:', { language: 'en' })?.[0]).toMatch(/^There is no such/);
    expect(causeOf('API_ERROR 418: The service says:', { language: 'en' })?.[0]).toMatch(
      /^The service answered/,
    );
    expect(causeOf('No code: at all', { language: 'en' })).toBeUndefined();
  });
});
