import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue } from '../../../tools/index.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { participantId, sampleIds, userId } from '../../support/sample-ids.ts';

let service: TestService;
let client: TestClient;
let setup: TestClient;
beforeAll(async () => {
  service = await startService();
  client = await service.connectAs('admin', { env: { CASEBRIDGE_ANSWER_TOKENS: '8000' } });
  setup = await service.connectAs('admin');
});
beforeEach(() => service.reset());
afterAll(async () => {
  await client?.close();
  await setup?.close();
  await service?.close();
});

const { smith, lyutik, contract, northbridge, anna, prepareBundle, hearing, lawyerRole } = sampleIds;
const caseName = 'Smith v. Northbridge Ltd';
const expert = participantId('expert');
const person = { Type: 'Individual', Name: 'Reilly Tom' };
const span = { StartDate: '2026-03-31T09:00:00Z', EndDate: '2026-03-31T10:30:00Z' };
const granted = [{ Section: 'Documents', AccessLevel: 'Edit' }];
const recording = { File: { name: 'Talk.mp3', text: 'x' } };
const archived = { before: () => setup.call('archive_object', { id: smith }) };

/** A call of an operation, and words that the line about it must have. */
interface Sample {
  readonly args: object;
  readonly says: readonly string[];
  readonly before?: () => Promise<unknown>;
}
const sample = (args: object, ...says: readonly string[]): Sample => ({ args, says });
const withId = (id: string, args: object, ...says: readonly string[]) => sample({ id, ...args }, ...says);

const samples: Readonly<Record<string, Sample>> = {
  create_object: sample({ ObjectTypeId: 'Insurance claim', Name: 'Blue' }, 'Blue'),
  update_object: withId(smith, { Name: 'Renamed' }, 'Renamed'),
  edit_object: withId(smith, { ResponsibleId: userId('john') }, caseName, 'John Hale'),
  archive_object: withId(smith, {}, caseName, 'in the archive'),
  archive_case: withId(smith, {}, caseName, 'in the archive'),
  restore_object: { ...withId(smith, {}, caseName, 'in work'), ...archived },
  restore_case: { ...withId(smith, {}, caseName, 'in work'), ...archived },
  delete_object: { ...withId(smith, {}, caseName, 'deleted'), ...archived },
  delete_case: { ...withId(smith, {}, caseName, 'deleted'), ...archived },
  add_object_participant: withId(contract, { ParticipantId: northbridge }, 'Northbridge Ltd'),
  add_case_participant: withId(smith, { ParticipantId: expert, RoleId: 'Claimant' }, caseName, 'Claimant'),
  exclude_participant: sample(
    { ProjectId: smith, ParticipantId: northbridge },
    `"${caseName}"`,
    'removed from participants: Northbridge Ltd (Ответчик / Defendant)',
  ),
  add_related_objects: sample({ objectId: smith, ObjectIds: [lyutik] }, caseName, 'Лютик'),
  remove_related_objects: {
    ...sample({ objectId: smith, ids: [lyutik] }, caseName, 'Лютик'),
    before: () => setup.call('add_related_objects', { objectId: smith, ObjectIds: [lyutik] }),
  },
  create_task: sample({ Name: 'Call client', CaseId: smith }, 'Call client', caseName),
  update_task: withId(prepareBundle, { ExecutionDate: '2026-04-01T18:00:00Z' }, 'Prepare bundle', caseName),
  delete_task: withId(prepareBundle, {}, 'Prepare bundle', caseName, 'deleted'),
  create_event: sample({ Name: 'Meeting', ...span }, 'Meeting'),
  update_event: withId(hearing, { Description: 'Room 5' }, 'disclosure hearing'),
  delete_event: withId(hearing, {}, 'disclosure hearing', 'deleted'),
  create_document: sample({ CaseId: smith, File: { name: 'note.txt', text: 'x' } }, 'note', caseName),
  create_document_from_template: sample({ TemplateId: 'Reply to claim (template)', CaseId: smith }, caseName),
  update_document: sample(
    { Id: sampleIds.statementOfClaim, Date: '2026-03-01T00:00:00Z' },
    'Statement of claim',
  ),
  delete_document: sample({ docID: sampleIds.statementOfClaim }, 'Statement of claim', 'deleted'),
  create_participant: sample(person, 'Reilly Tom'),
  edit_participant: withId(northbridge, { ContactInfo: { Phone: '1' } }, 'Northbridge Ltd'),
  update_participant: withId(northbridge, { ContactInfo: { Phone: '1' } }, 'Northbridge Ltd'),
  delete_participant: withId(northbridge, {}, 'Northbridge Ltd', 'deleted'),
  set_role_permissions: sample({ RoleId: lawyerRole, Permissions: granted, drop: ['all'] }, 'Юрист / Lawyer'),
  create_role_permission: sample({ RoleName: 'Archivist', Permissions: granted }, 'Archivist'),
  update_role_permission: sample({ RoleId: lawyerRole, Permissions: granted }, 'Юрист / Lawyer'),
  delete_role_permission: withId(lawyerRole, {}, 'Юрист / Lawyer'),
  update_non_working_days: sample({ Dates: ['2026-06-12'], drop: ['all'] }, 'non-working days', '2026-06-12'),
  notify_user: withId(anna, { Text: 'Hello' }, 'Anna Petrova', 'Hello'),
  open_user_dialog: withId(anna, { ObjectId: smith, Title: 'T', Text: 'Hello' }, 'Anna Petrova', caseName),
  send_call_notification: sample({ UserId: anna, From: '+44 20 7946 0200' }, 'Anna Petrova', '+44 20'),
  create_call: sample(
    { From: '+44 20 7946 0200', To: '+44 20 7946 0201', Direction: 'Incoming', CaseId: smith },
    '+44 20 7946 0200',
    caseName,
  ),
  upload_call_recording: sample({ ...recording, CallId: sampleIds.call }, 'Talk.mp3'),
  attach_call_recording: withId(sampleIds.call, { RecordingUrl: 'https://example.com/talk.mp3' }, 'talk.mp3'),
  run_script: sample({ ScriptId: sampleIds.quickScript, ObjectId: smith }, caseName),
  upload_from_address: sample({ url: 'https://files.example.com/Index.txt' }, 'files.example.com'),
};
/** Operations without a record: an archive is only unpacked for a time. */
const unnamed = ['extract_archive'];

const changes = catalogue
  .flatMap(({ operations }) => operations)
  .filter(({ access, handler, name }) => access !== 'read' && !handler && !unnamed.includes(name));

describe('an answer to a change', () => {
  it.each(changes.map(({ name }) => name))('names the record in words: %s', async (tool) => {
    const known = samples[tool] ?? samples[tool.replace(/_v\d+$/, '')];
    if (known === undefined) throw new Error(`${tool} needs a sample call.`);
    await known.before?.();
    const answer = await client.callTool(tool, { ...known.args });
    expect(answer.isError, textOf(answer)).toBeFalsy();
    const text = answer.content.map((part) => part.text).join('\n');
    const line = text.slice(text.indexOf('In words:'));
    expect(line).toMatch(/^In words:/);
    for (const words of known.says) expect(line).toContain(words);
    expect(line).toMatch(/Read back|Not read back/);
  });
});
