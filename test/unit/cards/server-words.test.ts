import { describe, expect, it } from 'vitest';
import { inDocumentWords } from '../../../src/cards/document-words.ts';
import { causeOf, inWords, spokenNames } from '../../../src/cards/server-words.ts';
import { ApiError, DeadlineError, NameError, SwitchedOffError } from '../../../src/contract/errors.ts';
import { languages } from '../../../src/contract/language.ts';
import { asIs, inLanguage, worded } from '../../../src/contract/worded.ts';
import { neededOfEvents } from '../../../src/domain/events.ts';
import { holdItems } from '../../../src/domain/held-list.ts';
import type { Listed } from '../../../src/domain/list-records.ts';
import { partNames, partPhrases } from '../../../src/domain/messages.ts';
import { notesOfList, notGivenNotes, whyMissing } from '../../../src/domain/partial.ts';
import { unnamed } from '../../../src/domain/reference-names.ts';
import { shownOfTasks } from '../../../src/domain/tasks.ts';
import { documentMessages, unitPlurals } from '../../../src/workflows/document-texts/messages.ts';
import { countedUnits, restNote } from '../../../src/workflows/document-texts/notes.ts';

/** Sentences as the server makes them, so that none is reworded without the cards. */

const items = [1, 2, 3];
const notes = [
  whyMissing('tasks', new ApiError(403, undefined)),
  whyMissing(worded(partPhrases.namesOf, { what: partNames.users }), new ApiError(500, undefined)),
  whyMissing('the record of the case', new DeadlineError(1000)),
  whyMissing('non-working days', new SwitchedOffError('x')),
  ...notGivenNotes([...Object.values(shownOfTasks), ...Object.values(neededOfEvents)]),
  ...notesOfList('events', { items: [], isCut: true, hasMoved: true }),
];
const { notes: held = [] } = holdItems<Listed<number>>(
  { items, isCut: false, hasMoved: false },
  'CaseId',
  (item) => item > 1,
);
const shown = worded(documentMessages.places, { units: unitPlurals.page, places: '1-3', total: 9 });
const ofDocuments = [documentMessages.printed.en, restNote(shown, '4-6', asIs('')).en];
const latin = /[a-z]{3,}/g;

describe('what the server says in words of its own', () => {
  it('is known to cards in Russian', () => {
    for (const sentence of notes) {
      const [note, inRussian] = [inLanguage(sentence, 'en'), inLanguage(sentence, 'ru')];
      const said = inWords(note, { language: 'ru' });
      expect(said).toBe(inRussian);
      for (const language of languages) expect(inWords(inRussian, { language })).toBe(inRussian);
      expect(said.replace(/API_ERROR|DEADLINE/g, '').match(latin), said).toBeNull();
      expect(inWords(note, { language: 'en' })).toBe(note);
    }
    for (const note of held)
      expect(inWords(inLanguage(note, 'en'), { language: 'ru' })).toMatch(/^Система не учла CaseId/);
    const reader = { language: 'ru' } as const;
    for (const note of ofDocuments) expect(inDocumentWords(note, reader).match(latin), note).toBeNull();
    expect(inDocumentWords(`PDF, ${countedUnits(3, 'page')}`, reader)).toBe('PDF (страниц: 3)');
  });

  it('is left as it is where it is not known', () => {
    for (const text of ['Something else.', 'x'.repeat(100_000)])
      expect(inWords(text, { language: 'ru' })).toBe(text);
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
