import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Altered, connectAltered } from '../../support/clients/altered.ts';
import { unknownId } from '../../support/sample-ids.ts';

/** A service that ignores the filter, and whose similar records do not reveal this. */
describe('find_person', () => {
  let altered: Altered;
  beforeAll(async () => {
    altered = await connectAltered();
  });
  afterAll(() => altered?.close());

  const named = async (person: string, rows: readonly object[]) => {
    const Items = rows.map((row, index) => ({
      Id: unknownId.slice(0, -1) + index,
      Name: `Person ${index}`,
      Type: 'Individual',
      Cases: [],
      ...row,
    }));
    const { data, notes } = await altered.ask(
      (body, request) => (request.endsWith('/participants') ? { Items, NextPageUrl: null } : body),
      'find_person',
      { person },
    );
    return { names: data.people.map(({ name }: { name: string }) => name), notes };
  };

  it('does not confuse all persons with the same email provider', async () => {
    const rows = ['one@mail.example', 'two@mail.example', 'Three@Mail.Example'].map((Email) => ({
      ContactInfo: { Email },
    }));
    expect((await named('two@mail.example', rows)).names).toEqual(['Person 1']);
    expect((await named('three@mail.example', rows)).names).toEqual(['Person 2']);
  });

  it('says of those who have another address than was asked for that they are only similar', async () => {
    const { names, notes } = await named('four@mail.example', [
      { ContactInfo: { Email: 'one@mail.example' } },
    ]);
    expect(names.length === 0 || notes.join().includes('similar')).toBe(true);
  });
});
