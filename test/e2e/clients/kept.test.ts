import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../tools/index.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { caseId, documentId, groupId, participantId, userId } from '../../support/sample-ids.ts';
import { json, useUpstream } from '../../support/servers/upstream.ts';

/** A change must not lose other fields, whether the service keeps or empties omitted fields. */

const smith = caseId('smith');
const [claim, own, expert] = ['smithClaim', 'smithBundle', 'smithExpert'].map(documentId);

describe.each(['merged', 'replaced'] as const)('if updates are %s', (updates) => {
  let service: TestService;
  let anna: TestClient;
  beforeAll(async () => {
    service = await startService({ quirks: { updates } });
    anna = await service.connectAs('anna');
  });
  afterAll(async () => {
    await anna?.close();
    await service?.close();
  });
  beforeEach(() => service.reset());

  const bundle = async () =>
    (await anna.call('list_tasks', { CaseId: smith })).Items.find(
      ({ Name }: { Name: string }) => Name === 'Prepare bundle',
    );
  const task = async () => {
    const { Id } = await bundle();
    await anna.call('update_task', {
      id: Id,
      Description: 'Two copies.',
      ParentId: (await anna.call('create_task', { Name: 'Call client', CaseId: smith })).Id,
      Responsibles: [
        { Id: userId('john'), Type: 'User' },
        { Id: groupId('Litigation'), Type: 'Group' },
      ],
    });
    return anna.call('get_task', { id: Id });
  };
  const event = async () => {
    const made = await anna.call('create_event', {
      Name: 'Conference',
      StartDate: '2026-03-31T09:00:00Z',
      EndDate: '2026-03-31T10:30:00Z',
      Description: 'By video.',
      AllDay: false,
      TypeId: 'Hearing',
      CaseId: smith,
      Location: 'Room 4',
      Reminder: { Value: 30, Unit: 'Minute' },
      Attendees: [
        { Type: 'User', EntityId: userId('john') },
        { Type: 'Participant', EntityId: participantId('expert') },
        { Type: 'Email', Email: 'clerk@example.org' },
      ],
      Attributes: { CourtRoom: '4', Remote: true },
    });
    return anna.call('get_event', { id: made.Id });
  };
  /** Fields that every change sets. */
  const changing = { LastChangeDate: expect.any(String) };

  it('a task is finished by its status alone, and has everything else as before', async () => {
    const before = await task();
    const statuses = (await anna.call('list_task_statuses')).Items;
    const { Id: done } = statuses.find(({ SysName }: any) => SysName === 'Done');
    await anna.call('update_task', { id: before.Id, StatusId: 'Done' });
    const after = await anna.call('get_task', { id: before.Id });
    expect(after).toEqual({
      ...before,
      ...changing,
      Status: expect.objectContaining({ Id: done }),
      History: expect.any(Array),
    });
  });

  it('single fields of a task, by either version, change nothing else that the version knows', async () => {
    const before = await task();
    const more = { Description: before.Description };
    await anna.call('update_task', { id: before.Id, Attributes: { Hours: 9 } });
    const text = textOf(
      await anna.callTool('update_task_v2', { id: before.Id, ExecutionDate: '2026-12-01T09:00:00Z', more }),
    );
    // The older version accepts no attributes, so a service that replaces the record empties them.
    expect(/^Changed or lost.*: Attributes/.test(text)).toBe(updates === 'replaced');
    const after = await anna.call('get_task', { id: before.Id });
    expect(after).toMatchObject({
      Name: before.Name,
      Case: before.Case,
      Responsibles: before.Responsibles,
      ExecutionDate: '2026-12-01T09:00:00.000Z',
    });
    if (updates === 'merged') expect(after.Attributes).toEqual({ ...before.Attributes, Hours: 9 });
  });

  it('an event keeps omitted fields: its attendees, place, reminder and attributes', async () => {
    const before = await event();
    await anna.call('update_event', { id: before.Id, Name: 'Moved', Attributes: { Remote: null } });
    const after = await anna.call('get_event', { id: before.Id });
    const Attendees = before.Attendees.map((one: object) => ({
      ...one,
      ...changing,
      Id: expect.any(String),
    }));
    const expected = { ...before, ...changing, Name: 'Moved', Attendees, Attributes: { CourtRoom: '4' } };
    expect(after).toEqual(expected);
  });

  it('lists of a record are sent back as they were read', async () => {
    const { Id, Responsibles, Documents } = await task();
    expect(Documents).toHaveLength(2);
    await anna.call('update_task', { id: Id, Responsibles, Documents });
    expect(await anna.call('get_task', { id: Id })).toMatchObject({ Responsibles, Documents });
    const { Id: id, Attendees } = await event();
    await anna.call('update_event', { id, Attendees });
    const { Attendees: after } = await anna.call('get_event', { id });
    const who = (all: any[]) => all.map(({ Type, EntityId, Email }) => [Type, EntityId, Email]);
    expect(who(after)).toEqual(who(Attendees));
  });

  it('replacing a list reports the lost entries', async () => {
    const { Id } = await task();
    const answer = await anna.callTool('update_task', { id: Id, Documents: [own, expert] });
    const told = answer.content
      .map(({ text }) => text)
      .slice(1)
      .join('\n');
    expect(told).toContain('Documents was replaced. To restore the removed entries');
    expect(told).toContain(claim);
    expect(told).not.toContain(own);
    const { Id: id, Attendees } = await event();
    const fewer = await anna.callTool('update_event', { id, Attendees: Attendees.slice(1) });
    const [, removed] = String(fewer.content.at(-1)?.text).split('removed entries');
    expect(removed).toContain(userId('john'));
    expect(removed).not.toContain('clerk@example.org');
    const same = await anna.callTool('update_event', { id, Attendees: Attendees.slice(1) });
    expect(same.content.slice(1).map(({ text }) => text)).toEqual([expect.stringMatching(/^In words:/)]);
  });
});

describe('if the existing values cannot be read', () => {
  const { start, connectTo } = useUpstream();

  it('a change is not sent, and says so', async () => {
    const upstream = await start({ call: (response) => json(response, 500, { message: 'Down.' }) });
    const client = await connectTo(upstream.url);
    const id = '00000000-0000-4000-8000-000000000001';
    const text = textOf(await client.callTool('update_task', { id, StatusId: id }));
    expect(text).toMatch(/^NOT_READ: Nothing was sent: get_task failed/);
    expect(upstream.requests(/tasks/).every(({ method }) => method === 'GET')).toBe(true);
  });

  it('permissions are not replaced if the response does not show them, unless all may be lost', async () => {
    const upstream = await start({ call: (response) => json(response, 200, { Sections: {} }) });
    const client = await connectTo(upstream.url);
    const id = '00000000-0000-4000-8000-000000000001';
    const Permissions = [{ Section: 'Cases', AccessLevel: 'Полный доступ' }];
    const text = textOf(await client.callTool('set_role_permissions', { RoleId: id, Permissions }));
    expect(text).toMatch(/^WOULD_LOSE: Nothing was sent\. .*list_role_permissions does not show/);
    await client.callTool('set_role_permissions', { RoleId: id, Permissions, drop: ['all'] });
    const sent = upstream.requests(/RolePermissions$/).map(({ body }) => JSON.parse(body));
    expect(sent).toEqual([{ RoleId: id, Permissions }]);
  });

  it('a document of a case that shows no folder is not filed anywhere, unless a folder is given', async () => {
    const id = '00000000-0000-4000-8000-000000000001';
    const upstream = await start({ call: (response) => json(response, 200, { Id: id, Name: 'A case' }) });
    const client = await connectTo(upstream.url);
    const text = textOf(await client.callTool('create_document', { Name: 'x', CaseId: id }));
    expect(text).toMatch(/^NOT_READ: Nothing was sent\. FolderId is missing, and get_object returned no/);
    expect(upstream.requests(/documents/)).toEqual([]);
    await client.callTool('create_document', { Name: 'x', CaseId: id, FolderId: id });
    await client.callTool('create_document', { Name: 'x' });
    expect(upstream.requests(/documents/).filter(({ method }) => method !== 'GET')).toHaveLength(2);
    expect(upstream.requests(/objects/)).toHaveLength(1);
  });

  it('a timestamp without a zone is kept as UTC, and empty fields are left out', async () => {
    const shown = { Name: 'A', ExecutionDate: '2026-03-31T09:00:00.678', Case: null, Responsibles: null };
    const upstream = await start({ call: (response) => json(response, 200, shown) });
    const client = await connectTo(upstream.url);
    const id = '00000000-0000-4000-8000-000000000001';
    await client.callTool('update_task', { id, StatusId: id });
    const [put] = upstream.requests(/tasks/).filter(({ method }) => method === 'PUT');
    expect(JSON.parse(put?.body ?? '')).toEqual({
      StatusId: id,
      Name: 'A',
      ExecutionDate: '2026-03-31T09:00:00.678Z',
    });
  });
});

it('each kept or replaced field is an argument of the operation or its newest version, and its target shows it', () => {
  const operations = catalogue.flatMap((area) => area.operations);
  const newest = (name: string) => operations.find((one) => one.name === name.replace(/_v\d$/, ''))?.body;
  const wrong = operations.flatMap(({ name, body, target, keeps, replaces }) => {
    const names = [...Object.keys(keeps ?? {}), ...Object.keys(replaces ?? {})];
    const unknown = names.filter((one) => !(one in { ...newest(name), ...body }));
    return names.length > 0 && target === undefined ? [name] : unknown.map((one) => `${name}.${one}`);
  });
  expect(wrong).toEqual([]);
});
