import { describe, expect, it } from 'vitest';
import { caseId } from '../../../src/sandbox/seed/cases.ts';
import { fieldId, typeId } from '../../../src/sandbox/seed/classes-and-types.ts';
import { dictionaryId, valueId } from '../../../src/sandbox/seed/dictionaries.ts';
import { folderId, projectId } from '../../../src/sandbox/seed/folders.ts';
import { participantId } from '../../../src/sandbox/seed/participants.ts';
import { userId } from '../../../src/sandbox/seed/users.ts';
import { unknownId } from '../../support/sample-ids.ts';
import { useSandbox } from '../../support/sandbox.ts';

interface Card {
  Id: string;
  Name: string;
  Number: string;
  Status: string;
  Version: number;
  DocumentFolderId: string;
  LastChangeDate: string;
  Folder: { Id: string } | null;
  Fields: Record<string, unknown>;
  Participants: { Participant: { Id: string; Name: string }; Role: { Id: string } | null }[];
  Error: string;
  ErrorType: string;
  ConflictMessage: string;
  ConflictObjects: string[];
}

const sandbox = useSandbox({ profile: 'convenient' });
const { call } = sandbox;

const smith = caseId('smith');
const vector = caseId('vector');
const get = async (id: string, login = 'admin') =>
  (await call<Card>(login, `GET /api/v2/objects/${id}`)).body;
const patch = (id: string, body: object, login = 'anna') =>
  call<Card>(login, `PATCH /api/v2/objects/${id}`, body);
const put = (id: string, body: object, login = 'anna') =>
  call<Card>(login, `PUT /api/v2/objects/${id}`, body);
const create = (body: object, login = 'anna', path = 'objects') =>
  call<Card>(login, `POST /api/v2/${path}`, {
    ObjectTypeId: typeId('CommercialLitigation'),
    Name: 'New matter',
    ...body,
  });

describe('creating an object', () => {
  it('keeps type, project, folder and card in one request and makes the document folder [OBJ-2, OPS-2]', async () => {
    const { status, body } = await create({
      Number: 'N-1',
      ProjectId: projectId('vector'),
      ResponsibleId: userId('ivan'),
      Fields: { CaseNumber: 'N-1', ClaimAmount: 10.5, Keywords: ['one', 'two'] },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ Name: 'New matter', Status: 'InWork', Version: 1 });
    expect(body.Folder?.Id).toBe(folderId('commercial'));
    expect(body.Fields).toMatchObject({ CaseNumber: 'N-1', ClaimAmount: 10.5, Keywords: ['one', 'two'] });
    expect(await get(body.Id)).toEqual(body);
    const folder = await call('anna', `GET /api/v3/documents/${body.DocumentFolderId}`);
    expect(folder.body).toMatchObject({ EntityKind: 'Folder', Name: 'New matter', Case: { Id: body.Id } });
  });

  it('is refused for an unknown or deleted type, a place of another class and a missing name [STA-5]', async () => {
    for (const wrong of [
      { ObjectTypeId: unknownId },
      { ObjectTypeId: typeId('Correspondence') },
      { FolderId: folderId('claims') },
      { ProjectId: projectId('contracts') },
      { ResponsibleId: userId('robot') },
      { ClientId: unknownId },
      { Name: ' ' },
    ])
      expect((await create(wrong)).status, JSON.stringify(wrong)).toBe(400);
  });

  it('needs Edit on the section and, under cases, a type of cases [OPS-1]', async () => {
    expect((await create({}, 'accountant')).status).toBe(403);
    expect((await create({ ObjectTypeId: typeId('Contract') }, 'anna', 'cases')).status).toBe(400);
    expect((await create({}, 'anna', 'cases')).status).toBe(201);
    const v1 = { ObjectTypeId: typeId('Enforcement'), Name: 'By v1' };
    expect((await call('anna', 'POST /api/v1/cases', v1)).status).toBe(201);
    expect((await call('anna', 'POST /api/v1/objects', v1)).status).toBe(404);
  });

  it('ignores the values of blocks that the user may not fill, and answers 201 [EDT-1]', async () => {
    const sent = { Fields: { CaseNumber: 'K-1', Grounds: 'x', SettlementLimit: 5 } };
    const { status, body } = await create(sent, 'kate');
    expect(status).toBe(201);
    const { Fields } = await get(body.Id);
    expect(Fields).toMatchObject({ CaseNumber: 'K-1', Grounds: null, SettlementLimit: null });
    expect(body.Fields).toHaveProperty('Grounds', null);
    expect(body.Fields).not.toHaveProperty('SettlementLimit');
  });
});

describe('the values of a card', () => {
  it('are known by tag, by field id and by External ID [CON-4, OPS-4]', async () => {
    const { body } = await patch(smith, {
      Fields: { Judge: 'By tag', [fieldId('InternalCode')]: 'By id', 'EXT-AMOUNT': 7 },
    });
    expect(body.Fields).toMatchObject({
      Judge: 'By tag',
      [fieldId('InternalCode')]: 'By id',
      ClaimAmount: 7,
      Grounds: 'Breach of a service contract.',
    });
  });

  it('must have the format of their field [CON-10, EDT-3]', async () => {
    const wrong: Record<string, unknown> = {
      Judge: 5,
      ClaimAmount: 'much',
      FiledOn: 'yesterday',
      NextHearing: '2026-13-01',
      Simplified: 'yes',
      CourtLink: 'javascript:alert(1)',
      Keywords: 'not an array',
      ClaimItem: 'not an array',
      Court: 'Eastmoor',
      SecondLawyer: participantId('smith'),
      StatementOfClaim: unknownId,
      Strategy: ['two', 'values'],
      NoSuchField: 1,
      Project_Name: 'a system field',
      Name: 'a system field',
      ContractNumber: 'a field of the table',
    };
    const before = await get(smith);
    for (const [tag, value] of Object.entries(wrong)) {
      const { status, body } = await patch(smith, { Fields: { [tag]: value } });
      expect(status, tag).toBe(400);
      expect(body.Error, tag).toContain(tag);
    }
    expect(await get(smith)).toEqual(before);
  });

  it('may name only values of their dictionary that are in use, and records that exist', async () => {
    const ivanov = caseId('ivanov');
    const abolished = valueId(dictionaryId('Court'), 'AbolishedCourt');
    expect((await patch(smith, { Fields: { Court: abolished } })).status).toBe(400);
    expect(
      (await patch(smith, { Fields: { Court: valueId(dictionaryId('Direction'), 'Incoming') } })).status,
    ).toBe(400);
    const kept = await patch(ivanov, { Fields: { CaseNumber: 'x', Court: abolished } });
    expect(kept.status).toBe(201);
    const set = await patch(smith, { Fields: { SecondLawyer: { Id: userId('ivan'), Name: 'as read' } } });
    expect(set.body.Fields.SecondLawyer).toMatchObject({ Id: userId('ivan'), Name: expect.any(String) });
  });

  it('are null only if a field is not defined [OBJ-6]', async () => {
    const { Fields } = await get(vector);
    expect(Fields).toMatchObject({ Simplified: null, ClaimItemAccepted: [true, false, false] });
    const { body } = await patch(smith, {
      Fields: { Simplified: false, SettlementLimit: 0, Strategy: null },
    });
    expect(body.Fields).toMatchObject({ Simplified: false, SettlementLimit: 0, Strategy: null });
  });

  it('of hidden blocks are absent, and of view-only blocks stay as they were', async () => {
    const before = await get(vector);
    const { status, body } = await patch(
      vector,
      { Fields: { Grounds: 'x', Strategy: 'y', Judge: 'z' } },
      'kate',
    );
    expect(status).toBe(201);
    expect(body.Fields).toMatchObject({ Grounds: before.Fields.Grounds, Judge: 'z' });
    expect(body.Fields).not.toHaveProperty('Strategy');
    expect((await get(vector)).Fields).toEqual({ ...before.Fields, Judge: 'z' });
  });
});

describe('a block that was started', () => {
  it('needs its required fields on every further edit [EDT-4]', async () => {
    const { body } = await create({ Fields: { Judge: 'First' } });
    const second = await patch(body.Id, { Fields: { ClaimAmount: 1 } });
    expect(second.status).toBe(400);
    expect(second.body.Error).toContain('CaseNumber');
    expect((await patch(body.Id, { Fields: { ClaimAmount: 1, CaseNumber: 'N' } })).status).toBe(201);
    expect((await patch(body.Id, { Fields: { CaseNumber: '' } })).status).toBe(400);
    expect((await patch(body.Id, { Fields: { Grounds: 'in another block' } })).status).toBe(201);
  });

  it('may be left empty, and be emptied as a whole', async () => {
    const { body } = await create({});
    expect((await patch(body.Id, { Fields: { Judge: 'First' } })).status).toBe(201);
    expect((await patch(body.Id, { Fields: { Judge: null } })).status).toBe(201);
  });
});

describe('PUT of an object', () => {
  it('writes the whole card: fields that are left out are emptied [OPS-3]', async () => {
    const { status, body } = await put(smith, { Name: 'Renamed', Fields: { CaseNumber: 'only this' } });
    expect(status).toBe(201);
    expect(body.Name).toBe('Renamed');
    const filled = Object.entries(body.Fields).filter(([, value]) => value !== null);
    expect(filled).toEqual([['CaseNumber', 'only this']]);
  });

  it('with fields by External ID changes those alone [OBJ-4]', async () => {
    const before = await get(smith, 'anna');
    const { body } = await put(smith, { Fields: { 'EXT-AMOUNT': 9, 'EXT-CASE-NUMBER': 'by key' } });
    expect(body.Fields).toEqual({ ...before.Fields, ClaimAmount: 9, CaseNumber: 'by key' });
  });

  it('leaves blocks alone that the user may only view or not even that', async () => {
    const before = await get(vector);
    await put(vector, { Fields: { CaseNumber: 'x' } }, 'kate');
    const { Fields } = await get(vector);
    expect(Fields).toMatchObject({
      Judge: null,
      Grounds: before.Fields.Grounds,
      Strategy: before.Fields.Strategy,
    });
  });
});

describe('RemoveRows', () => {
  it('deletes a row of a multi-row field and a whole instance of a multi-block by ordinal [OPS-5]', async () => {
    const { status, body } = await patch(smith, {
      RemoveRows: [
        { Tag: 'Keywords', Ordinal: 1 },
        { Tag: 'Keywords', Ordinal: 3 },
        { Tag: 'Claims', Ordinal: 2 },
      ],
    });
    expect(status).toBe(201);
    expect(body.Fields).toMatchObject({
      Keywords: ['bonus'],
      ClaimItem: ['Unpaid invoices', 'Interest'],
      ClaimItemAmount: [900_000, 50_000],
      ClaimItemAccepted: [true, false],
    });
  });

  it('deletes an instance that has nothing but its checkbox [OPS-6]', async () => {
    const { body } = await patch(caseId('ivanova'), { RemoveRows: [{ Tag: 'Claims', Ordinal: 3 }] });
    expect(body.Fields).toMatchObject({
      ClaimItem: ['Ущерб', 'Моральный вред'],
      ClaimItemAccepted: [false, false],
    });
  });

  it('refuses ordinals and tags that are not there', async () => {
    for (const removal of [
      { Tag: 'Claims', Ordinal: 4 },
      { Tag: 'Claims', Ordinal: 0 },
      { Tag: 'Judge', Ordinal: 1 },
      { Tag: 'Summary', Ordinal: 1 },
    ])
      expect((await patch(smith, { RemoveRows: [removal] })).status, JSON.stringify(removal)).toBe(400);
  });
});
