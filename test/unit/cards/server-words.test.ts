import { describe, expect, it } from 'vitest';
import { inDocumentWords } from '../../../src/cards/document-words.ts';
import { causeOf, inWords, spokenNames } from '../../../src/cards/server-words.ts';
import { NameError } from '../../../src/contract/errors.ts';
import { languages } from '../../../src/contract/language.ts';
import { unnamed } from '../../../src/domain/reference-names.ts';
import { countedUnits } from '../../../src/workflows/document-texts/notes.ts';

const inRussian = { language: 'ru', words: [] } as const;

describe('what the server says in words of its own', () => {
  it('is in the language of the reader where the server says it in both, whichever it was shown in', () => {
    const words = [{ en: 'Not read: tasks.', ru: 'Не прочитано: задачи.' }];
    for (const language of languages)
      for (const text of Object.values(words[0] ?? {}))
        expect(inWords(text, { language, words })).toBe(words[0]?.[language]);
  });

  it('is left as it is where it is not known', () => {
    for (const text of ['Something else.', 'x'.repeat(100_000)]) {
      expect(inWords(text, inRussian)).toBe(text);
      expect(inDocumentWords(text, inRussian)).toBe(text);
    }
  });

  it('is in the language of the reader within documents', () => {
    expect(inDocumentWords(`PDF, ${countedUnits(3, 'page')}`, inRussian)).toBe('PDF (страниц: 3)');
    expect(inDocumentWords('Page 2 of 7', inRussian)).toBe('Страница 2 из 7');
    expect(inDocumentWords('Page 2 of 7', { ...inRussian, language: 'en' })).toBe('Page 2 of 7');
  });

  it('names nobody by an id', () => {
    const name = unnamed('00000000-0000-4000-8000-940900000001');
    expect(spokenNames(`A, ${name}`, { language: 'ru' })).toBe('A, имя не указано (…\u2060940900000001)');
  });

  it('gives the cause of a fault by its code', () => {
    const unknown = new NameError('NAME_UNKNOWN', '');
    expect(causeOf(`${unknown.code}: no object`, { language: 'ru' })).toMatch(
      /^Ничего с таким названием нет/,
    );
    expect(causeOf('API_ERROR 404: The service says:', { language: 'en' })).toMatch(/^There is no such/);
    expect(causeOf('API_ERROR 418: The service says:', { language: 'en' })).toMatch(/^The service answered/);
    expect(causeOf('No code: at all', { language: 'en' })).toBeUndefined();
  });
});
