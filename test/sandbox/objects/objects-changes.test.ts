import { describe, expect, it } from 'vitest';
import { caseId, documentFolderId } from '../../../src/sandbox/seed/cases.ts';
import { typeId } from '../../../src/sandbox/seed/classes-and-types.ts';
import { roleId } from '../../../src/sandbox/seed/dictionaries.ts';
import { participantId } from '../../../src/sandbox/seed/participants.ts';
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

const sandbox = useSandbox();
const { call } = sandbox;

const smith = caseId('smith');
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
const act = (path: string, body: object = {}, login = 'anna') =>
  call<Card>(login, `POST /api/v2/objects/${path}`, body);

describe('Version', () => {
  it('grows with each change of an object, and only then [OBJ-3]', async () => {
    const { Version } = await get(smith);
    await patch(smith, { Stage: 'Trial' });
    await act(`${smith}/participants`, { ParticipantId: participantId('ivanova') });
    await patch(smith, { Fields: { Judge: 5 } });
    expect((await get(smith)).Version).toBe(Version + 2);
  });

  it('is checked only with IsVersionEnabled, before anything else [EDT-5, ERR-3]', async () => {
    const { Version } = await get(smith);
    const stale = { Version: Version - 1, Stage: 'Trial' };
    for (const send of [put, patch]) {
      const refused = await send(smith, { ...stale, IsVersionEnabled: true, Fields: { Judge: 5 } });
      expect(refused.status).toBe(409);
      expect(refused.body.ErrorType).toBe('VersionConflict');
    }
    expect((await get(smith)).Version).toBe(Version);
    expect((await patch(smith, stale)).status).toBe(201);
    expect(
      (await patch(smith, { Version: Version + 1, IsVersionEnabled: true, Stage: 'Appeal' })).status,
    ).toBe(201);
  });
});

describe('the duplicate check', () => {
  const twin = { Name: 'Twin', Number: 'CL-0/0' };

  it('lets a duplicate pass when it is off, and refuses it with the conflict record when it is on [OBJ-9, DUP-1]', async () => {
    const first = await create(twin);
    expect((await create({ ...twin, CheckForDuplicates: false })).status).toBe(201);
    const { status, body } = await create({ ...twin, CheckForDuplicates: true });
    expect(status).toBe(409);
    expect(body).toMatchObject({ Error: 'Невозможно создать дубликат.', ErrorType: 'Conflict' });
    expect(body.ConflictMessage).toContain('Number');
    expect(body.ConflictObjects).toContain(first.body.Id);
    expect(body.ConflictObjects).toHaveLength(2);
    expect((await create({ ...twin, Number: 'CL-0/1', CheckForDuplicates: true })).status).toBe(201);
  });

  it('keeps PUT and PATCH from saving [DUP-2, ERR-2]', async () => {
    const { Number: number } = await get(caseId('delta'));
    for (const send of [put, patch]) {
      const sent = { Number: number, Fields: { CaseNumber: 'x' }, CheckForDuplicates: true };
      const { status, body } = await send(smith, sent);
      expect(status).toBe(409);
      expect(body.ConflictObjects).toEqual([caseId('delta')]);
    }
    expect((await get(smith)).Number).not.toBe(number);
  });

  it('covers the archive: a twin there cannot be restored, nor the living one archived [STA-3, DUP-3]', async () => {
    const archived = caseId('bridgeTwin');
    const check = { CheckForDuplicates: true };
    const restored = await act(`${archived}/restore`, check);
    expect(restored.status).toBe(409);
    expect(restored.body.ConflictObjects).toEqual([caseId('bridgeClaim')]);
    expect((await act(`${caseId('bridgeClaim')}/archive`, check)).status).toBe(409);
    expect((await act(`${archived}/restore`)).status).toBe(201);
  });

  it('is ignored if the type has no rule, or one with a deleted field [DUP-4]', async () => {
    const audit = { ObjectTypeId: typeId('TaxAudit'), Number: 'same', CheckForDuplicates: true };
    const contract = { ...audit, ObjectTypeId: typeId('Contract') };
    for (const body of [audit, audit, contract, contract]) expect((await create(body)).status).toBe(201);
  });
});

describe('the states of an object', () => {
  it('goes from work to the archive and back, and ends only there [STA-1]', async () => {
    expect((await call('anna', `DELETE /api/v2/objects/${smith}`)).status).toBe(409);
    expect((await act(`${smith}/restore`)).status).toBe(409);
    expect((await act(`${smith}/archive`)).body.Status).toBe('Archived');
    expect((await act(`${smith}/archive`)).status).toBe(409);
    expect((await act(`${smith}/restore`)).body.Status).toBe('InWork');
    await act(`${smith}/archive`);
    expect((await call('anna', `DELETE /api/v2/cases/${smith}`)).status).toBe(204);
    expect((await call('anna', `GET /api/v2/objects/${smith}`)).status).toBe(404);
    expect((await call('anna', `GET /api/v3/documents/${documentFolderId('smith')}`)).status).toBe(404);
  });

  it('need Edit for every change, and invisible ones are not found', async () => {
    for (const step of ['archive', 'restore', 'participants'])
      expect((await act(`${smith}/${step}`, { ParticipantId: unknownId }, 'accountant')).status, step).toBe(
        403,
      );
    const inquiry = caseId('inquiry');
    expect((await act(`${inquiry}/archive`, {}, 'kate')).status).toBe(404);
    expect((await call('kate', `GET /api/v2/objects/${inquiry}`)).status).toBe(404);
    expect((await patch(caseId('delta'), { Stage: 'Appeal' }, 'kate')).status).toBe(403);
  });

  it('under the paths of cases concerns cases alone [STA-2]', async () => {
    const contract = caseId('supply');
    for (const [method, rest] of [
      ['GET', ''],
      ['PUT', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/archive'],
      ['POST', '/restore'],
    ])
      for (const version of [1, 2]) {
        const request = `${method} /api/v${version}/cases/${contract}${rest}`;
        const { status } = await call('anna', request, method === 'GET' ? undefined : {});
        expect(status, request).toBe(404);
      }
    expect((await call('anna', `GET /api/v1/cases/${smith}`)).status).toBe(200);
  });
});

describe('adding a participant', () => {
  const ParticipantId = participantId('ivanova');

  it('keeps it with its role, and each role once [OPS-9]', async () => {
    const RoleId = roleId('Expert');
    const { status, body } = await act(`${smith}/participants`, { ParticipantId, RoleId });
    expect(status).toBe(201);
    const added = body.Participants.at(-1);
    expect(added).toMatchObject({ Participant: { Id: ParticipantId }, Role: { Id: RoleId } });
    expect((await act(`${smith}/participants`, { ParticipantId, RoleId })).status).toBe(409);
    const other = await call<Card>('anna', `POST /api/v1/cases/${smith}/participants`, { ParticipantId });
    expect(other.body.Participants.at(-1)).toMatchObject({ Role: null });
  });

  it('needs Edit on the object and View on participants [OPS-10]', async () => {
    expect((await act(`${smith}/participants`, { ParticipantId }, 'newcomer')).status).toBe(403);
    expect((await act(`${caseId('delta')}/participants`, { ParticipantId }, 'kate')).status).toBe(403);
    expect((await act(`${smith}/participants`, { ParticipantId }, 'kate')).status).toBe(201);
    expect((await get(smith, 'newcomer')).Participants).toEqual([]);
  });

  it('refuses a participant or a role that does not exist', async () => {
    expect((await act(`${smith}/participants`, { ParticipantId: unknownId })).status).toBe(404);
    expect((await act(`${smith}/participants`, { ParticipantId, RoleId: unknownId })).status).toBe(400);
  });
});
