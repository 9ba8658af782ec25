import { describe, expect, it } from 'vitest';
import { useSandbox } from '../../support/sandbox.ts';

/** `anna` uses English and `ivan` Russian. */
const sandbox = useSandbox({ profile: 'convenient', quirks: { language: 'user' } });
const inRussian = useSandbox({ profile: 'convenient', quirks: { language: 'ru' } });
const { call } = sandbox;

interface Items {
  Items: { Id: string; Name: string; Fields?: unknown }[];
}
const lists = [
  ...['taskStatuses', 'taskTypes', 'taskPriorities', 'eventTypes', 'rolesInCase', 'objectTypes'],
  ...['objectClasses', 'dictionaries', 'caseTypes', 'folders'],
].map((list) => `GET /api/v2/${list}`);
const namesIn = async (login: string, request: string, service = sandbox) =>
  (await service.call<Items>(login, request)).body.Items?.map(({ Name }) => Name);

/** Cyrillic and Latin name, separated by a slash. */
const both = /[а-яё] \/ [A-Z]/u;

describe('names of the service', () => {
  it('stand in the language of the user', async () => {
    expect(await namesIn('anna', 'GET /api/v2/taskStatuses')).toContain('In progress');
    expect(await namesIn('ivan', 'GET /api/v2/taskStatuses')).toContain('В работе');
  });

  it.each(lists)('never have both languages in one name: %s', async (list) => {
    for (const login of ['anna', 'ivan']) {
      const { status, text } = await call(login, list);
      if (status === 200) expect(text).not.toMatch(both);
    }
  });

  it('stand in one language for all users if the service has one', async () => {
    expect(await namesIn('anna', 'GET /api/v2/taskStatuses', inRussian)).toContain('В работе');
  });

  it('are sorted as the user reads them', async () => {
    const names = (await namesIn('anna', 'GET /api/v2/objectTypes')) ?? [];
    expect(names).toEqual(names.toSorted((left, right) => left.localeCompare(right, 'ru')));
    expect(names.length).toBeGreaterThan(5);
  });

  it("are found in the user's language", async () => {
    expect(await namesIn('anna', 'GET /api/v2/folders?Name=Litigation')).toEqual(['Litigation']);
    expect(await namesIn('anna', 'GET /api/v2/folders?Name=Судебные')).toEqual([]);
    expect(await namesIn('ivan', 'GET /api/v2/folders?Name=Судебные')).toEqual(['Судебные дела']);
  });

  it('of fields and blocks stand in the language of the user', async () => {
    const types = (await call<Items>('anna', 'GET /api/v2/objectTypes')).body.Items;
    for (const { Id } of types) {
      const { text } = await call('anna', `GET /api/v2/objectTypes/${Id}`);
      expect(text).not.toMatch(both);
    }
  });
});
