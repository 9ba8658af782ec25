import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { named } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { caseId, sampleIds } from '../../support/sample-ids.ts';

let service: TestService;
let anna: TestClient;
/** User who may view the case Delta v. Romashka, but not edit participants. */
let kate: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, kate] = await Promise.all([service.connectAs('anna'), service.connectAs('kate', { kind: 'v1' })]);
});
afterAll(async () => {
  await Promise.all([anna?.close(), kate?.close()]);
  await service?.close();
});
beforeEach(() => service.reset());

const smith = sampleIds.smith;
const read = (id: string) => anna.call('get_participant', { id });
const find = async (Name: string) => named<any>((await anna.call('list_participants', { Name })).Items, Name);

describe('delete_participant', () => {
  it('deletes the participant and takes it out of its cases', async () => {
    const { Id } = await find('Quill & Partners LLP');
    expect(textOf(await anna.callTool('delete_participant', { id: Id }))).toBe('Done.');
    expect(await anna.refusal('get_participant', { id: Id })).toMatch(/^API_ERROR 404/);
    const { Participants } = await anna.call('get_object', { id: smith });
    expect(Participants.map((item: any) => item.Participant.Id)).not.toContain(Id);
  });

  it('is refused when one of its cases may not be edited, and leaves everything as it was', async () => {
    const before = await find('Harbour Light Lines LLC');
    const refusal = await anna.refusal('delete_participant', { id: before.Id });
    expect(refusal).toMatch(/^API_ERROR 403: The participant appears in a case/);
    expect(refusal).toContain('nothing was deleted');
    expect(await find(before.Name)).toEqual(before);
  });
});

describe('exclude_participant', () => {
  /** Returns the roles of a participant in the Smith case. */
  const rolesOf = async (id: string): Promise<string[]> =>
    (await anna.call('get_object', { id: smith })).Participants.filter(
      (item: any) => item.Participant.Id === id,
    ).map((item: any) => item.Role?.Id ?? null);
  const roleOf = async (name: string) => named<any>((await anna.call('list_roles_in_case')).Items, name).Id;
  let expert: string;
  let witness: string;
  beforeAll(async () => {
    [expert, witness] = (await Promise.all(['Эксперт / Expert', 'Свидетель / Witness'].map(roleOf))) as [
      string,
      string,
    ];
  });

  /** Adds the role of witness to the expert of the case. Returns the arguments that remove it. */
  async function withTwoRoles() {
    const { Id } = await find('Alan Whitcombe');
    await anna.call('add_case_participant', { id: smith, ParticipantId: Id, RoleId: witness });
    expect((await rolesOf(Id)).sort()).toEqual([witness, expert].sort());
    return { ProjectId: smith, ParticipantId: Id, RoleId: witness };
  }

  it('takes the participant out in one role', async () => {
    const sent = await withTwoRoles();
    await anna.call('exclude_participant', sent);
    expect(await rolesOf(sent.ParticipantId)).toEqual([expert]);
    expect(await anna.refusal('exclude_participant', sent)).toMatch(/^API_ERROR 404/);
    expect(await rolesOf(sent.ParticipantId)).toEqual([expert]);
  });

  it('removes the participant from all roles if none is given', async () => {
    const { RoleId: _, ...sent } = await withTwoRoles();
    await anna.call('exclude_participant', sent);
    expect(await rolesOf(sent.ParticipantId)).toEqual([]);
    expect((await read(sent.ParticipantId)).Name).toBe('Alan Whitcombe');
  });

  it('needs Edit on the case', async () => {
    const delta = (await find('Delta Corp.')).Cases.find((item: any) => item.Id === caseId('delta'));
    const { Id } = await find('Delta Corp.');
    expect(await kate.refusal('exclude_participant', { ProjectId: delta.Id, ParticipantId: Id })).toMatch(
      /^API_ERROR 403/,
    );
    expect(await find('Delta Corp.')).toMatchObject({ Cases: expect.arrayContaining([delta]) });
  });
});
