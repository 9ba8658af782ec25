import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { named } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { unknownId } from '../../support/sample-ids.ts';

let service: TestService;
let anna: TestClient;
/** Client of the firm, without permission for the section. */
let jane: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, jane] = await Promise.all([
    service.connectAs('anna', { kind: 'v1' }),
    service.connectAs('client1', { kind: 'v2 pinned' }),
  ]);
});
afterAll(async () => {
  await Promise.all([anna?.close(), jane?.close()]);
  await service?.close();
});

const all = async () => (await anna.call('list_dictionaries')).Items;
const bySysName = async (name: string) => (await all()).find((item: any) => item.SysName === name);
const values = async (id: string) => (await anna.call('list_dictionary_values', { id })).Items;

describe('dictionaries', () => {
  it('are listed at once, system ones included, and read by id', async () => {
    const items = await all();
    expect(items.map((item: any) => item.SysName)).toEqual(
      expect.arrayContaining(['TaskName', 'DocumentType', 'TaskPriority', 'Court']),
    );
    for (const item of items) expect(await anna.call('get_dictionary', { id: item.Id })).toEqual(item);
  });

  it('give all their values without pages, however many', async () => {
    for (const { Id, ValuesCount } of await all()) expect(await values(Id)).toHaveLength(ValuesCount);
    const counts = (await all()).map((item: any) => item.ValuesCount);
    expect(Math.max(...counts)).toBeGreaterThan(100);
  });

  it('tell the parent of a value and whether it may still be chosen', async () => {
    const { Id } = await bySysName('Court');
    const courts = await values(Id);
    const child = courts.find((item: any) => item.Parent);
    expect(courts.map((item: any) => item.Id)).toContain(child.Parent.Id);
    const abolished = courts.find((item: any) => item.IsDisabled);
    expect(abolished.Name).toContain('Abolished');
    expect(await anna.call('get_dictionary_value', { id: Id, valueId: abolished.Id })).toEqual(abolished);
  });

  it('have values that another operation takes', async () => {
    const type = named<any>(await values((await bySysName('DocumentType')).Id), 'Договор / Contract');
    const made = await anna.call('create_document', { Name: 'Typed', TypeId: type.Id });
    expect(made.Type).toEqual({ Id: type.Id, Name: type.Name });
  });

  it('are not found by an unknown id, nor is a value of another dictionary', async () => {
    const [court, type] = [await bySysName('Court'), await bySysName('DocumentType')];
    const foreign = { id: type.Id, valueId: (await values(court.Id))[0].Id };
    expect(await anna.refusal('get_dictionary_value', foreign)).toMatch(/^API_ERROR 404: Dictionary value/);
    for (const tool of ['get_dictionary', 'list_dictionary_values'])
      expect(await anna.refusal(tool, { id: unknownId })).toMatch(/^API_ERROR 404: Dictionary/);
  });

  it('are closed to a client of the firm', async () => {
    const { Id } = await bySysName('Court');
    const valueId = (await values(Id))[0].Id;
    const refused = /^API_ERROR 403: .*Dictionaries/;
    expect(await jane.refusal('list_dictionaries')).toMatch(refused);
    expect(await jane.refusal('get_dictionary', { id: Id })).toMatch(refused);
    expect(await jane.refusal('list_dictionary_values', { id: Id })).toMatch(refused);
    expect(await jane.refusal('get_dictionary_value', { id: Id, valueId })).toMatch(refused);
  });
});
