import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { objects } from '../../../tools/operations/objects.ts';
import { named } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { caseId, fieldId, participantId, unknownId, userId } from '../../support/sample-ids.ts';
import { createTally } from '../../support/tally.ts';

const [smith, delta, vector, supply] = ['smith', 'delta', 'vector', 'supply'].map(caseId) as [
  string,
  string,
  string,
  string,
];
const tally = createTally();
let service: TestService;
let anna: TestClient;
/** User who may view only some blocks, and only the case Delta. */
let kate: TestClient;
/** User who may view but not edit cases. */
let accountant: TestClient;
/** User who sees no participants. */
let newcomer: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, kate, accountant, newcomer] = await tally.connect(service, 'anna', 'kate', 'accountant', 'newcomer');
});
afterAll(async () => {
  await tally.close();
  await service?.close();
});
beforeEach(() => service.reset());

const get = (id: string, client = anna) => client.call('get_object', { id });
const typeId = async (name: string): Promise<string> =>
  named<any>((await anna.call('list_object_types')).Items, name).Id;
const litigation = () => typeId('Арбитражное дело / Commercial litigation');
const filled = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
const conflict = (id: string) =>
  new RegExp(
    `^API_ERROR 409: The system already has objects .*Unique fields: Number.*\\.\n(.*\n)*ConflictObjects: \\["${id}"\\]`,
  );

describe('create_object', () => {
  it('creates a case with its object card from results of other tools', async () => {
    const [project] = (await anna.call('list_projects')).Items.filter(
      ({ Name }: any) => Name === 'Northbridge programme',
    );
    const type = await anna.call('get_case_type', { id: await litigation() });
    const court = type.Blocks[0].Fields.find(({ Tag }: any) => Tag === 'Court').DictionaryId;
    const { Items: courts } = await anna.call('list_dictionary_values', { id: court });
    const value = courts.find(({ SysName }: any) => SysName === 'EastmoorCountyCourt');
    const made = await anna.call('create_object', {
      ObjectTypeId: type.Id,
      Name: 'Harbour v. «Ромашка»',
      Number: 'N-1/2',
      Description: 'Lost cargo.',
      ProjectId: project.Id,
      ResponsibleId: userId('ivan'),
      ClientId: participantId('harbour'),
      Stage: 'Intake',
      Fields: {
        CaseNumber: 'N-1/2',
        Court: value.Id,
        ClaimAmount: 10.5,
        Keywords: ['one', 'два'],
        ClaimItem: ['Price', 'Interest'],
        ClaimItemAccepted: [true, false],
        [fieldId('InternalCode')]: 'X/1',
        NextHearing: '2026-03-31T12:00:00+03:00',
        Simplified: false,
      },
      CheckForDuplicates: true,
    });
    expect(made).toMatchObject({
      Name: 'Harbour v. «Ромашка»',
      Number: 'N-1/2',
      Status: 'InWork',
      Stage: 'Intake',
      Version: 1,
      Type: { Id: type.Id },
      Responsible: { Id: userId('ivan') },
      Client: { Id: participantId('harbour') },
      Project: { Id: project.Id },
      Folder: { Id: project.Folder.Id },
    });
    expect(filled(made.Fields)).toEqual({
      CaseNumber: 'N-1/2',
      Court: { Id: value.Id, Name: value.Name },
      ClaimAmount: 10.5,
      Keywords: ['one', 'два'],
      ClaimItem: ['Price', 'Interest'],
      ClaimItemAccepted: [true, false],
      [fieldId('InternalCode')]: 'X/1',
      NextHearing: '2026-03-31T09:00:00.000Z',
      Simplified: false,
    });
    expect(await get(made.Id)).toEqual(made);
    expect(await anna.call('get_document', { id: made.DocumentFolderId })).toMatchObject({
      EntityKind: 'Folder',
      Case: { Id: made.Id },
    });
  });

  it('refuses a duplicate with the ids of the objects to show, and creates nothing', async () => {
    const { Number: number } = await get(smith);
    const twin = { ObjectTypeId: await litigation(), Name: 'Twin', Number: number };
    const text = await anna.refusal('create_object', { ...twin, CheckForDuplicates: true });
    expect(text).toMatch(conflict(smith));
    expect(text).toContain('do not retry with the check off');
    expect((await anna.call('search_cases', { Name: number })).Items).toHaveLength(1);
    expect(await anna.call('create_object', { ...twin, CheckForDuplicates: false })).toMatchObject({
      Name: 'Twin',
      Number: number,
    });
  });

  it('ignores values of a block that the user may only view, and its result shows this', async () => {
    const made = await kate.call('create_object', {
      ObjectTypeId: await litigation(),
      Name: 'Made by Kate',
      Fields: { CaseNumber: 'K-1', Grounds: 'ignored', SettlementLimit: 5 },
    });
    expect(made.Fields).toMatchObject({ CaseNumber: 'K-1', Grounds: null });
    expect(made.Fields).not.toHaveProperty('SettlementLimit');
    expect(filled((await get(made.Id)).Fields)).toEqual({ CaseNumber: 'K-1' });
  });

  it('is refused without Edit on cases, for a deleted type and for a value of another format', async () => {
    const ObjectTypeId = await litigation();
    const object = { ObjectTypeId, Name: 'Refused' };
    expect(await accountant.refusal('create_object', object)).toContain('API_ERROR 403');
    const deleted = await typeId('Корреспонденция / Correspondence');
    expect(await anna.refusal('create_object', { ...object, ObjectTypeId: deleted })).toContain(
      'the type is deleted',
    );
    const text = await anna.refusal('create_object', { ...object, Fields: { ClaimAmount: 'much' } });
    expect(text).toMatch(
      /^API_ERROR 400: The field ClaimAmount takes a value of the format Number\.\n.*read the type/,
    );
    expect((await anna.call('search_cases', { Name: 'Refused' })).Items).toEqual([]);
  });
});

describe('edit_object', () => {
  it('changes only the given fields', async () => {
    const before = await get(smith);
    await anna.call('edit_object', {
      id: smith,
      Stage: 'Trial',
      Fields: { Judge: 'N. Other', Strategy: null },
    });
    expect(await get(smith)).toEqual({
      ...before,
      Stage: 'Trial',
      Fields: { ...before.Fields, Judge: 'N. Other', Strategy: null },
      Version: before.Version + 1,
      LastChangeDate: expect.any(String),
    });
  });

  it('is refused for an out-of-date version, so that no change of another user is lost', async () => {
    const { Version } = await get(smith);
    const mine = { id: smith, Version, IsVersionEnabled: true };
    await kate.call('edit_object', { ...mine, Stage: 'Appeal' });
    const text = await anna.refusal('edit_object', { ...mine, Stage: 'Pleadings' });
    expect(text).toMatch(/^API_ERROR 409: Version \d+ of the object is out of date/);
    expect(text).toContain('read again, compare, ask the user');
    expect(text).not.toContain('ConflictObjects: ');
    expect(await get(smith)).toMatchObject({ Stage: 'Appeal', Version: Version + 1 });
    await anna.call('edit_object', { ...mine, Version: Version + 1, Stage: 'Pleadings' });
    expect(await get(smith)).toMatchObject({ Stage: 'Pleadings', Version: Version + 2 });
  });

  it('deletes rows of a multi-row field and a whole block by ordinal', async () => {
    const RemoveRows = [
      { Tag: 'Keywords', Ordinal: 1 },
      { Tag: 'Claims', Ordinal: 2 },
    ];
    await anna.call('edit_object', { id: smith, RemoveRows });
    expect((await get(smith)).Fields).toMatchObject({
      Keywords: ['bonus', 'withheld payment'],
      ClaimItem: ['Unpaid invoices', 'Interest'],
      ClaimItemAmount: [900_000, 50_000],
    });
    const none = { id: smith, RemoveRows: [{ Tag: 'Claims', Ordinal: 9 }] };
    expect(await anna.refusal('edit_object', none)).toContain('API_ERROR 400');
  });

  it('is refused for a duplicate and for a started block without its required field', async () => {
    const before = await get(smith);
    const { Number: number } = await get(delta);
    const twin = { id: smith, Number: number, CheckForDuplicates: true };
    expect(await anna.refusal('edit_object', twin)).toMatch(conflict(delta));
    const text = await anna.refusal('edit_object', { id: smith, Fields: { CaseNumber: null } });
    expect(text).toMatch(/^API_ERROR 400: The block .* needs its required fields: CaseNumber\./);
    expect(await get(smith)).toEqual(before);
  });

  it('leaves blocks alone that the user may only view, and is refused on a case for viewing', async () => {
    const before = await get(vector);
    await kate.call('edit_object', { id: vector, Fields: { Grounds: 'x', Strategy: 'y', Judge: 'z' } });
    expect((await get(vector)).Fields).toEqual({ ...before.Fields, Judge: 'z' });
    expect(await kate.refusal('edit_object', { id: delta, Stage: 'x' })).toMatch(
      /^API_ERROR 403: Permission Edit on the object .*\n.*do not try other ways/,
    );
  });
});

describe('update_object', () => {
  it('writes the whole card: custom fields that are left out are emptied', async () => {
    const before = await get(smith);
    const card = { id: smith, Name: 'Renamed', Fields: { CaseNumber: 'only this' } };
    expect(textOf(await anna.callTool('update_object', card))).toMatch(
      /^Changed or lost although not requested: .*Fields\.Judge/,
    );
    const after = await get(smith);
    expect(after).toMatchObject({ Name: 'Renamed', Number: before.Number, Version: before.Version + 1 });
    expect(filled(after.Fields)).toEqual({ CaseNumber: 'only this' });
  });

  it('changes fields by External ID alone', async () => {
    const before = await get(smith);
    await anna.call('update_object', { id: smith, Fields: { 'EXT-AMOUNT': 9, 'EXT-CASE-NUMBER': 'by key' } });
    expect((await get(smith)).Fields).toEqual({ ...before.Fields, ClaimAmount: 9, CaseNumber: 'by key' });
  });

  it('is refused for an out-of-date version and for a duplicate, and then changes nothing', async () => {
    const before = await get(smith);
    const card = { id: smith, Fields: { CaseNumber: 'x' } };
    const stale = { ...card, Version: before.Version - 1, IsVersionEnabled: true };
    expect(await anna.refusal('update_object', stale)).toMatch(/^API_ERROR 409: Version .* is out of date/);
    const { Number: number } = await get(delta);
    const twin = { ...card, Number: number, CheckForDuplicates: true };
    expect(await anna.refusal('update_object', twin)).toMatch(conflict(delta));
    expect(await get(smith)).toEqual(before);
    await anna.callTool('update_object', { ...stale, IsVersionEnabled: false });
    expect(filled((await get(smith)).Fields)).toEqual({ CaseNumber: 'x' });
  });
});

describe('get_object', () => {
  it('says how to find an object that is unknown or invisible', async () => {
    for (const id of [unknownId, caseId('inquiry')]) {
      const text = await kate.refusal('get_object', { id });
      expect(text).toContain(`API_ERROR 404: Object ${id} was not found.`);
      expect(text).toContain('find it with search_cases');
    }
  });

  it('brings participants with their roles, and custom fields by tag or id', async () => {
    const object = await get(smith);
    const { Items } = await anna.call('list_roles_in_case');
    const roles = object.Participants.map(({ Role }: any) => Role.Id);
    for (const name of ['Истец / Claimant', 'Ответчик / Defendant'])
      expect(roles).toContain(named<any>(Items, name).Id);
    expect(object.Fields[fieldId('InternalCode')]).toBe('NB/17-A');
    expect((await get(smith, newcomer)).Participants).toEqual([]);
  });
});

describe.each([
  ['add_object_participant', supply],
  ['add_case_participant', smith],
])('%s', (name, id) => {
  const ParticipantId = participantId('ivanova');

  it('adds a participant, with a role if given', async () => {
    const { Items } = await anna.call('list_roles_in_case');
    const RoleId = named<any>(Items, 'Свидетель / Witness').Id;
    await anna.call(name, { id, ParticipantId, RoleId });
    await anna.call(name, { id, ParticipantId });
    const added = (await get(id)).Participants.filter((item: any) => item.Participant.Id === ParticipantId);
    expect(added.map(({ Role }: any) => Role?.Id)).toEqual([RoleId, undefined]);
  });

  it('is refused twice, in an unknown role, without View on participants and without Edit', async () => {
    await anna.call(name, { id, ParticipantId });
    const { Participants } = await get(id);
    expect(await anna.refusal(name, { id, ParticipantId })).toContain('API_ERROR 409');
    const unknown = { id, ParticipantId, RoleId: unknownId };
    expect(await anna.refusal(name, unknown)).toContain('API_ERROR 400');
    expect(await newcomer.refusal(name, { id, ParticipantId })).toContain('API_ERROR 403');
    expect(await accountant.refusal(name, { id, ParticipantId })).toContain('API_ERROR 403');
    expect((await get(id)).Participants).toEqual(Participants);
  });
});

it('add_case_participant knows cases alone', async () => {
  const args = { id: supply, ParticipantId: participantId('ivanova') };
  expect(await anna.refusal('add_case_participant', args)).toContain(`API_ERROR 404: Case ${supply}`);
});

it('no tool for the card of an object was left out', () => {
  const card = /^(create|update|edit|get)_object$|_participant$/;
  const operations = objects.operations.filter(({ name }) => card.test(name));
  expect(operations).toHaveLength(6);
  expect(tally.leftOut(operations)).toEqual({ carriedOut: [], refused: [] });
});
