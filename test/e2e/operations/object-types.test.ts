import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { objectTypes } from '../../../tools/operations/object-types.ts';
import { named } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { unknownId } from '../../support/sample-ids.ts';
import { createTally } from '../../support/tally.ts';

const tally = createTally();
let service: TestService;
let anna: TestClient;
let blocked: TestClient;
beforeAll(async () => {
  service = await startService({ now: () => new Date('2026-03-04T09:30:00Z') });
  [anna, blocked] = await tally.connect(service, 'anna', 'blocked');
});
afterAll(async () => {
  await tally.close();
  await service?.close();
});

const litigation = 'Арбитражное дело / Commercial litigation';
const contract = 'Договор / Contract';
const items = async (name: string, args?: Record<string, unknown>): Promise<any[]> =>
  (await anna.call(name, args)).Items;
const typeId = async (name: string): Promise<string> => named(await items('list_object_types'), name).Id;
const classId = async (sysName: string): Promise<string> =>
  (await items('list_object_classes')).find((item) => item.SysName === sysName).Id;
const fieldsOf = (type: any): any[] => type.Blocks.flatMap((block: any) => block.Fields);

describe('object classes', () => {
  it('are listed at once, filtered by class, and read one by one', async () => {
    const all = await items('list_object_classes');
    expect(all.map(({ SysName }) => SysName).sort()).toEqual(['Case', 'Contract']);
    const [first] = all;
    expect(await items('list_object_classes', { ObjectClassId: first.Id })).toEqual([first]);
    expect(await anna.call('get_object_class', { id: first.Id })).toEqual(first);
  });

  it('are refused for an unknown id and to a blocked user', async () => {
    const text = await anna.refusal('get_object_class', { id: unknownId });
    expect(text).toContain(`API_ERROR 404: Object class ${unknownId} was not found.`);
    expect(text).toContain('look the id up with a list or search tool');
    expect(await blocked.refusal('list_object_classes')).toContain('The user is blocked.');
  });
});

describe('lists of types', () => {
  it('tell which types are deleted, so that nothing is created in them', async () => {
    const all = await items('list_object_types');
    const deleted = all.filter(({ Status }) => Status === 'Deleted').map(({ Name }) => Name);
    expect(deleted).toEqual(['Корреспонденция / Correspondence']);
    expect(new Set(all.map(({ Status }) => Status))).toEqual(new Set(['Active', 'Deleted']));
  });

  it('are filtered by class, and list_case_types knows cases alone', async () => {
    const all = await items('list_object_types');
    const ObjectClassId = await classId('Contract');
    const contracts = all.filter(({ ObjectClass }) => ObjectClass.Id === ObjectClassId);
    expect(contracts.length).toBeGreaterThan(0);
    expect(await items('list_object_types', { ObjectClassId })).toEqual(contracts);
    expect(await items('list_case_types', { ObjectClassId })).toEqual([]);
    const cases = all.filter(({ ObjectClass }) => ObjectClass.SysName === 'Case').map(({ Id }) => Id);
    expect((await items('list_case_types')).map(({ Id }) => Id)).toEqual(cases);
    expect(cases.length + contracts.length).toBe(all.length);
  });

  it.each(['list_object_types', 'list_case_types'])('%s is refused to a blocked user', async (name) => {
    expect(await blocked.refusal(name)).toMatch(/^SIGN_IN_FAILED: .*\nThe user is blocked\./);
  });
});

describe('one type', () => {
  it.each(['get_object_type', 'get_case_type'])(
    'has in %s the values that creating an object needs',
    async (name) => {
      const type = await anna.call(name, { id: await typeId(litigation) });
      expect(type).toMatchObject({ Name: litigation, Status: 'Active', ObjectClass: { SysName: 'Case' } });
      const byTag = (tag: string) => fieldsOf(type).find(({ Tag }) => Tag === tag);
      expect(byTag('CaseNumber')).toMatchObject({ Format: 'Text', IsRequired: true });
      expect(byTag('Keywords')).toMatchObject({ IsMulti: true });
      const { DictionaryId } = byTag('Court');
      expect((await items('list_dictionary_values', { id: DictionaryId })).length).toBeGreaterThan(0);
    },
  );

  it('shows no table blocks, in no version', async () => {
    const id = await typeId(litigation);
    for (const name of ['get_object_type', 'get_case_type', 'get_object_type_v1', 'get_case_type_v1']) {
      const { Blocks } = await anna.call(name, { id });
      expect(Blocks.map(({ Tag }: any) => Tag)).toEqual([
        'Summary',
        'ClaimInformation',
        'Claims',
        'Deadlines',
        'Confidential',
      ]);
    }
  });

  it.each([
    ['get_object_type', undefined],
    ['get_case_type', undefined],
    ['get_object_type_v1', '2026-03-04T00:00:00.000Z'],
    ['get_case_type_v1', '2026-03-04T00:00:00.000Z'],
  ])('has in %s the default %s for a date that is filled in', async (name, expected) => {
    const type = await anna.call(name, { id: await typeId(litigation) });
    const filed = fieldsOf(type).find(({ Tag }) => Tag === 'FiledOn');
    expect(filed.DefaultValue).toBe(expected);
    expect(fieldsOf(type).filter(({ DefaultValue }) => DefaultValue)).toHaveLength(expected ? 1 : 0);
  });

  it.each(['get_object_type', 'get_object_type_v1'])('is unknown to %s by a wrong id', async (name) => {
    expect(await anna.refusal(name, { id: unknownId })).toContain(
      `API_ERROR 404: The object type ${unknownId} was not found.`,
    );
    expect(await anna.call(name, { id: await typeId(contract) })).toMatchObject({ Name: contract });
  });

  it.each(['get_case_type', 'get_case_type_v1'])('is unknown to %s when it is no case', async (name) => {
    expect(await anna.refusal(name, { id: await typeId(contract) })).toContain(
      'API_ERROR 404: The case type',
    );
  });
});

it('no tool of the area was left out', () => {
  expect(tally.leftOut(objectTypes.operations)).toEqual({ carriedOut: [], refused: [] });
});
