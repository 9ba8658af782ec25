import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Altered, connectAltered } from '../../support/clients/altered.ts';
import { sampleIds, unknownId, userId } from '../../support/sample-ids.ts';

/**
 * Lists may return rows just outside of a condition, and a named case is read directly. In both cases, the
 * server must check the condition itself.
 */
describe('find_case', () => {
  let altered: Altered;
  beforeAll(async () => {
    altered = await connectAltered();
  });
  afterAll(() => altered?.close());

  const named = async (args: object, alter = (body: any) => body) => {
    const { data } = await altered.ask(alter, 'find_case', args as never);
    return data.cases.map(({ id }: { id: string }) => id);
  };

  it.each([
    ['2026-03-09T20:59:00Z', true],
    ['2026-03-09T22:00:00Z', false],
    ['2026-03-10T20:00:00+03:00', false],
  ])(
    'applies changed_before 2026-03-10 in Moscow if a service does not: %s',
    async (LastChangeDate, isIn) => {
      const row = { Id: unknownId, Name: 'Near', Status: 'InWork', LastChangeDate };
      const { data } = await altered.ask(
        (body, request) => (request.endsWith('/GetCases') ? { Items: [row], NextPageUrl: null } : body),
        'find_case',
        { changed_before: '2026-03-10' },
      );
      expect(data.cases).toHaveLength(isIn ? 1 : 0);
    },
  );

  it.each([
    [{ status: 'InWork' }, true],
    [{ status: 'Archived' }, false],
    [{ responsible: 'Anna Petrova' }, true],
    [{ responsible: 'Kate Winters' }, false],
    [{ party: 'Northbridge' }, true],
    [{ party: 'Quetzalcoatl' }, false],
    [{ stage: 'Disclosure' }, true],
    [{ stage: 'Closed' }, false],
    [{ changed_before: '2001-01-01' }, false],
  ])('holds a case that is named by its id to the other conditions: %j', async (conditions, isIn) => {
    expect(await named({ case: sampleIds.smith, ...conditions })).toEqual(isIn ? [sampleIds.smith] : []);
  });

  it('knows the responsible of a case by an id in capitals', async () => {
    const alter = (body: any) =>
      body?.Responsible?.Id ? { ...body, Responsible: { Id: userId('anna').toUpperCase() } } : body;
    expect(await named({ case: sampleIds.smith, responsible: 'me' }, alter)).toEqual([sampleIds.smith]);
  });
});
