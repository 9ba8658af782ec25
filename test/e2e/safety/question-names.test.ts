import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUser } from '../../support/clients/asked.ts';
import { startService, type TestClient, type TestService } from '../../support/clients/harness.ts';
import { numbered, sampleIds } from '../../support/sample-ids.ts';
import { type Front, startFront } from '../../support/servers/front.ts';

const user = createUser('declines');
const env = { CASEBRIDGE_CONFIRM: 'create,update,delete,outbound,admin' };
let service: TestService;
let client: TestClient;
beforeAll(async () => {
  service = await startService();
  client = await service.connectAs('admin', { user, env });
});
afterAll(async () => {
  await client?.close();
  await service?.close();
});
beforeEach(() => {
  user.questions.length = 0;
});

const asked = async (tool: string, args: Record<string, unknown>, by = client): Promise<string> => {
  expect(await by.refusal(tool, args)).toMatch(/^DECLINED/);
  return user.questions.at(-1) ?? '';
};
interface Row {
  readonly Id: string;
  readonly Name: string;
}
/** Returns the first record of a list. */
const first = async (tool: string, args = {}): Promise<Row> => {
  const answer = await client.call(tool, args);
  return (answer.Items ?? answer)[0];
};
const dictionaryValue = async (dictionary: RegExp): Promise<Row> => {
  const answer = await client.call('list_dictionaries');
  const { Id: id } = (answer.Items ?? answer).find(({ Name }: Row) => dictionary.test(Name));
  return first('list_dictionary_values', { id });
};
const smith = sampleIds.smith;
const other = sampleIds.lyutik;
const party = sampleIds.northbridge;
const unknown = '11111111-1111-4111-8111-111111111111';

describe('a question names the records whose ids would be sent', () => {
  it.each<[argument: string, tool: string, args: Record<string, unknown>, found: () => Promise<Row>]>([
    ['CaseId', 'create_task', { Name: 'x' }, () => client.call('get_object', { id: smith })],
    [
      'ParentId',
      'create_task',
      { Name: 'x' },
      () => client.call('get_task', { id: sampleIds.prepareBundle }),
    ],
    ['TypeId', 'create_task', { Name: 'x' }, () => first('list_task_types')],
    ['StatusId', 'create_task', { Name: 'x' }, () => first('list_task_statuses')],
    ['PriorityId', 'create_task', { Name: 'x' }, () => first('list_task_priorities')],
    ['NameId', 'create_task', {}, () => dictionaryValue(/task name/i)],
    ['TypeId', 'create_document', { Name: 'x' }, () => dictionaryValue(/document type/i)],
    ['ObjectTypeId', 'create_object', { Name: 'x' }, () => first('list_object_types')],
    ['FolderId', 'edit_object', { id: smith }, () => first('list_folders')],
    ['ProjectId', 'edit_object', { id: smith }, () => first('list_projects')],
    ['ResponsibleId', 'edit_object', { id: smith }, () => first('list_users')],
    ['ClientId', 'edit_object', { id: smith }, () => client.call('get_participant', { id: party })],
    [
      'ParticipantId',
      'add_object_participant',
      { id: smith },
      () => client.call('get_participant', { id: party }),
    ],
    ['RoleId', 'add_object_participant', { id: smith }, () => first('list_roles_in_case')],
    ['ObjectId', 'run_script', { ScriptId: unknown }, () => client.call('get_object', { id: smith })],
  ])('%s of %s [FLT-69]', async (argument, tool, args, found) => {
    const { Id, Name } = await found();
    const needed = tool === 'add_object_participant' ? { ParticipantId: party } : {};
    const question = await asked(tool, { ...needed, ...args, [argument]: Id });
    expect(question).toContain(`"${Name}" (${Id})`);
  });

  it('in a list, by the argument next to it, after a further field and among the parameters of a script [FLT-69]', async () => {
    const { Id, Name } = await first('list_users');
    const object = await client.call('get_object', { id: other });
    const named = `"${Name}" (${Id})`;
    expect(await asked('create_task', { Name: 'x', Responsibles: [{ Type: 'User', Id }] })).toContain(
      `Responsible: 1 (User ${named})`,
    );
    expect(await asked('add_related_objects', { objectId: smith, ObjectIds: [other] })).toContain(
      `ids: 1 ("${object.Name}" (${other}))`,
    );
    expect(await asked('create_task', { Name: 'x', more: { ResponsibleId: Id } })).toContain(named);
    const Parameters = { UserId: Id, Cases: [{ CaseId: other }] };
    const question = await asked('run_script', { ScriptId: unknown, Parameters });
    expect(question).toContain(named);
    expect(question).toContain(`"${object.Name}" (${other})`);
  });

  it('or says that no name could be read, if the service does not know the record or its kind is unknown [FLT-69]', async () => {
    const question = await asked('run_script', { ScriptId: sampleIds.quickScript, ObjectId: unknown });
    expect(question).toContain(`Script: ${sampleIds.quickScript} (its name could not be read)`);
    expect(question).toContain(`Object: ${unknown} (its name could not be read)`);
  });
});

describe('a service that does not let names be read', () => {
  let front: Front;
  let few: TestClient;
  beforeAll(async () => {
    front = await startFront(service.url, (request) =>
      /^GET .*\/(users|participants|objects)\//.test(request) ? 403 : undefined,
    );
    few = await service.connectAs('admin', { user, env: { ...env, CASEBRIDGE_URL: front.url } });
  });
  afterAll(async () => {
    await few?.close();
    await front?.close();
  });

  it('is asked for each name once, and the user is still asked to confirm [FLT-69]', async () => {
    const { Id } = await first('list_users');
    front.requests.length = 0;
    const Responsibles = [{ Type: 'User', Id }];
    const question = await asked(
      'create_task',
      { Name: 'x', CaseId: smith, Responsibles, more: { Id2: Id } },
      few,
    );
    expect(question).toContain(`Responsible: 1 (User ${Id} (its name could not be read))`);
    expect(question).toContain(`${smith} (its name could not be read)`);
    expect(front.requests).toHaveLength(2);
  });

  it('is not asked for names that could not be shown anyway [FLT-69]', async () => {
    front.requests.length = 0;
    const ids = Array.from({ length: 80 }, (_, at) => numbered('object', at + 1));
    await few.refusal('run_script', { ScriptId: unknown, Parameters: { ids } });
    expect(front.requests).toEqual([]);
  });
});

describe('a question about a change', () => {
  it('shows each value before and after, and only names unchanged values that it shows already', async () => {
    const question = await asked('update_event', { id: sampleIds.hearing, Location: 'Room 12' });
    expect(question).toContain('Location: "Eastmoor Commercial Court, room 4" → "Room 12"');
    expect(question).toContain(
      'Attendees: "Anna Petrova", "John Hale", "Alan Whitcombe", "clerk@example.org"',
    );
    expect(question).toMatch(/^- Calendar: "Суды \/ Courts"/m);
    expect(question).toMatch(/^- Shown above or empty: .*Start date.*Attendees/m);
    expect(question.match(/Start date: /g)).toHaveLength(1);
    expect(question).not.toContain('its name could not be read');
    expect(question).not.toContain('{');
  });

  it('shows the new level of a section after the present one, and the other sections', async () => {
    const Permissions = [{ Section: 'Participants', AccessLevel: 'View' }];
    const question = await asked('update_role_permission', { RoleId: sampleIds.lawyerRole, Permissions });
    expect(question).toContain('Acts on: "Юрист / Lawyer"');
    expect(question).toContain('Permissions: 1 (Participants: Edit → View)');
    expect(question).toMatch(/^Permissions: Cases: Creator; Events: Edit;/m);
    expect(question).not.toContain('{');
  });

  it('shows an unchanged value that nothing else shows', async () => {
    const question = await asked('update_task', { id: sampleIds.prepareBundle, PriorityId: 'High' });
    expect(question).toMatch(/^- Description: "Two copies for the court, one for counsel\."$/m);
  });

  it('shows the last day of an all-day event as its end', async () => {
    const days = { StartDate: '2026-12-10', EndDate: '2026-12-11', AllDay: true };
    expect(await asked('create_event', { Name: 'Recess', ...days })).toContain(
      'End date: 2026-12-12T00:00:00Z (Fri, 11 Dec 2026, to the end of the day)',
    );
  });
});
