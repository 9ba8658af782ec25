import { afterEach, describe, expect, it } from 'vitest';
import { smith, useNamed } from './named.ts';

const { at, sent } = useNamed();
afterEach(() => at.service.reset());

/** Returns the details of the records that a refusal lists. */
async function detailsIn(tool: string, args: object): Promise<string[]> {
  const text = await at.anna.refusal(tool, { ...args });
  expect(text).toContain('NAME_AMBIGUOUS');
  return [...text.matchAll(/"detail":"([^"]*)"/g)].map(([, detail]) => detail as string);
}

/** Creates two cases with the same name, without numbers. */
const createTwins = async () => {
  const { Type, Folder } = await at.anna.call('get_object', { id: smith });
  for (let count = 0; count < 2; count += 1)
    await at.anna.call('create_object', {
      Name: 'Brook v. Alder',
      ObjectTypeId: Type.Id,
      FolderId: Folder.Id,
    });
};

describe('the candidates of a refusal', () => {
  it.each([
    ['get_object', { id: 'НП-2026-5' }],
    ['edit_object', { id: 'НП-2026-5', Name: 'x' }],
  ])('show what differs if number, type and status are the same: %s', async (tool, args) => {
    expect(await detailsIn(tool, args)).toEqual([
      'НП-2026-5, InWork, Investigation',
      'НП-2026-5, InWork, Closed',
    ]);
    expect(sent().filter((request) => /objectTypes|dictionar|users|participants/.test(request))).toEqual([]);
  });

  it('show only what is needed to tell them apart', async () => {
    expect(await detailsIn('get_participant', { id: 'Иванов Иван' })).toEqual([
      'INN 000000404444, Individual',
      'INN 000000505555, Individual',
    ]);
  });

  it('show when they were created if nothing else differs', async () => {
    await createTwins();
    const [one, other] = await detailsIn('get_object', { id: 'Brook v. Alder' });
    expect(one).toMatch(/, created \d{4}-\d\d-\d\dT/);
    expect(other).not.toBe(one);
  });
});

describe('the documents of a refusal', () => {
  it('show what differs if name, day and type are the same', async () => {
    for (const day of ['2026-03-01', '2026-03-02'])
      await at.anna.call('create_document', { Name: 'Notes of the call', Date: day, CaseId: smith });
    const details = await detailsIn('read_document', { document: 'Notes of the call', case: smith });
    expect(new Set(details).size).toBe(2);
  });
});
