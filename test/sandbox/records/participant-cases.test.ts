import { describe, expect, it } from 'vitest';
import { caseId } from '../../../src/sandbox/seed/cases.ts';
import { roleId } from '../../../src/sandbox/seed/dictionaries.ts';
import { participantId } from '../../../src/sandbox/seed/participants.ts';
import { useSandbox } from '../../support/sandbox.ts';

interface Participant {
  Id: string;
  Cases: { Id: string }[];
}
interface Event {
  Attendees: { Type: string; EntityId: string }[];
}

const sandbox = useSandbox();
const { call } = sandbox;

const get = (key: string) => call<Participant>('admin', `GET /api/v3/participants/${participantId(key)}`);
const casesOf = async (key: string) => (await get(key)).body.Cases.map(({ Id }) => Id);
const remove = (login: string, key: string) =>
  call(login, `DELETE /api/v3/participants/${participantId(key)}`);
const attendees = async (key: string) =>
  (await call<{ Items: Event[] }>('admin', `GET /api/v2/events?CaseId=${caseId(key)}`)).body.Items.flatMap(
    (event) => event.Attendees.map((attendee) => attendee.EntityId),
  );

describe('deleting a participant', () => {
  it('is refused when one of its cases may not be edited, and nothing changes [PTO-10, ERR-11]', async () => {
    // Of the cases with O'Brien, anna may only view the one against him.
    const before = await get('obrien');
    expect(await casesOf('obrien')).toContain(caseId('harbourObrien'));
    const events = await attendees('harbourObrien');
    expect((await remove('anna', 'obrien')).status).toBe(403);
    expect((await get('obrien')).body).toEqual(before.body);
    expect(await attendees('harbourObrien')).toEqual(events);
  });

  it('is refused for a case that the caller does not even see, without telling which', async () => {
    const seen = await call<Participant>('nowork', `GET /api/v3/participants/${participantId('ivanova')}`);
    expect(seen.body.Cases.map(({ Id }) => Id)).not.toContain(caseId('inquiry'));
    const refused = await remove('nowork', 'ivanova');
    expect(refused.status).toBe(403);
    expect(refused.text).not.toContain(caseId('inquiry'));
    expect(await casesOf('ivanova')).toContain(caseId('inquiry'));
  });

  it('takes it out of its cases and events when all of them may be edited', async () => {
    expect(await attendees('vector')).toContain(participantId('judge'));
    expect((await remove('ivan', 'judge')).status).toBe(204);
    expect((await get('judge')).status).toBe(404);
    expect(await attendees('vector')).not.toContain(participantId('judge'));
    expect(await attendees('vector')).toContain(participantId('vector'));
  });

  it('leaves the people of a deleted company without an employer', async () => {
    expect((await remove('admin', 'courtRu')).status).toBe(204);
    expect((await get('judge')).body).toMatchObject({ IndividualInfo: { Company: null } });
  });

  it('needs Edit on the section even for a participant without cases [PTO-9]', async () => {
    const { body } = await call<Participant>('anna', 'POST /api/v4/participants', {
      Type: 'Company',
      Name: 'Idle Ltd',
    });
    expect(body.Cases).toEqual([]);
    const path = `DELETE /api/v3/participants/${body.Id}`;
    expect((await call('kate', path)).status).toBe(403);
    expect((await call('anna', path)).status).toBe(204);
    expect((await call('anna', path)).status).toBe(404);
  });
});

describe('excluding a participant from a case', () => {
  // The carrier has two roles in the warehouse case: insured and beneficiary.
  const carrier = { ProjectId: caseId('warehouse'), ParticipantId: participantId('truck') };
  const exclude = (login: string, body: object) =>
    call(login, 'PUT /api/v3/participants/ExcludeParticipantFromProject', body);

  it('with a role takes away that role alone [PTO-11]', async () => {
    expect((await exclude('maria', { ...carrier, RoleId: roleId('Insured') })).status).toBe(201);
    expect(await casesOf('truck')).toContain(caseId('warehouse'));
    expect((await exclude('maria', { ...carrier, RoleId: roleId('Insured') })).status).toBe(404);
    expect((await exclude('maria', { ...carrier, RoleId: roleId('Beneficiary') })).status).toBe(201);
    expect(await casesOf('truck')).not.toContain(caseId('warehouse'));
    expect(await casesOf('quill')).toContain(caseId('warehouse'));
  });

  it('without a role takes away all roles [PTO-12]', async () => {
    expect((await exclude('maria', carrier)).status).toBe(201);
    expect(await casesOf('truck')).not.toContain(caseId('warehouse'));
    expect((await exclude('maria', carrier)).status).toBe(404);
  });

  it('is not found for a role or a case that the participant does not have', async () => {
    expect((await exclude('maria', { ...carrier, RoleId: roleId('Judge') })).status).toBe(404);
    expect((await exclude('maria', { ...carrier, ProjectId: caseId('delta') })).status).toBe(404);
    expect(await casesOf('truck')).toContain(caseId('warehouse'));
  });

  it('needs Edit on the case; an invisible case is not found [PTO-13]', async () => {
    const body = { ProjectId: caseId('harbourObrien'), ParticipantId: participantId('obrien') };
    expect((await exclude('anna', body)).status).toBe(403);
    const hidden = { ProjectId: caseId('inquiry'), ParticipantId: participantId('ivanova') };
    expect((await exclude('kate', hidden)).status).toBe(404);
    expect(await casesOf('obrien')).toContain(caseId('harbourObrien'));
    expect(await casesOf('ivanova')).toContain(caseId('inquiry'));
  });

  it('needs no Edit on the section Participants', async () => {
    // kate may only view participants, but edit the case.
    expect((await exclude('kate', carrier)).status).toBe(201);
  });
});
