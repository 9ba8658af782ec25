import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { sampleIds, userId } from '../../support/sample-ids.ts';
import { unfence } from '../../support/texts/fence.ts';

let service: TestService;
let client: TestClient;
let russian: TestClient;
beforeAll(async () => {
  service = await startService();
  const env = { CASEBRIDGE_TIME_ZONE: 'Europe/Moscow', CASEBRIDGE_ANSWER_TOKENS: '8000' };
  client = await service.connectAs('admin', { env });
  russian = await service.connectAs('admin', { env: { ...env, CASEBRIDGE_LANGUAGE: 'ru' } });
});
beforeEach(() => service.reset());
afterAll(async () => {
  await client?.close();
  await russian?.close();
  await service?.close();
});

/** Makes a change and returns the line that describes it. */
const describedChange = async (name: string, args: Record<string, unknown>, by = client): Promise<string> => {
  const answer = await by.callTool(name, args);
  expect(answer.isError, textOf(answer)).toBeFalsy();
  const text = unfence(answer.content[1]?.text ?? '');
  return (
    /^(?:In words:|Словами:)?\n?(.*(?:[Rr]ead back[^\n]*|Проверено повторным запросом\.))$/m.exec(
      text,
    )?.[1] ?? text
  );
};

const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;
const { prepareBundle, smith } = sampleIds;

describe('the line about a change', () => {
  it('names the task, its case, and the status before and after, and says that they were read back', async () => {
    expect(await describedChange('update_task', { id: prepareBundle, StatusId: 'Done' })).toBe(
      'Task "Prepare bundle" (Smith v. Northbridge Ltd): status В работе / In progress → Выполнена / Done. Read back.',
    );
  });

  it('says the same in Russian', async () => {
    expect(await describedChange('update_task', { id: prepareBundle, StatusId: 'Done' }, russian)).toBe(
      'Задача «Prepare bundle» (Smith v. Northbridge Ltd): статус: В работе / In progress → Выполнена / Done. Проверено повторным запросом.',
    );
  });

  it('says every value that was sent, and that one of them was there before', async () => {
    const args = {
      id: prepareBundle,
      Responsibles: [{ Id: userId('ivan'), Type: 'User' }],
      ExecutionDate: '2026-04-01T18:00:00+03:00',
      Description: 'Two copies.',
    };
    const line = await describedChange('update_task', args);
    expect(line).toMatch(/responsible .+ → Соловьёв Иван Дмитриевич; /);
    expect(line).toMatch(/due .+ → Wed, 1 Apr 2026, 18:00 GMT\+3; /);
    expect(line).toContain('→ "Two copies."');
    const again = await describedChange('update_task', args);
    expect(again).toContain('responsible Соловьёв Иван Дмитриевич (as before)');
    expect(again).toContain('description "Two copies." (as before)');
  });

  it('states a reminder as one time, before and after, also in a plan and in Russian', async () => {
    const made = await client.call('create_event', {
      ...{ Name: 'Call', StartDate: '2031-03-03T09:00:00Z', EndDate: '2031-03-03T10:00:00Z' },
    });
    const remind = (Value: number, Unit: string) => ({ id: made.Id, Reminder: { Value, Unit } });
    expect(await describedChange('update_event', remind(3, 'Day'))).toContain(
      'reminder empty → 3 days before. Read back.',
    );
    const changes = [{ tool: 'update_event', arguments: remind(1, 'Hour') }];
    expect(textOf(await client.callTool('plan_changes', { changes }))).toContain(
      'reminder 3 days before → 1 hour before',
    );
    expect(await describedChange('update_event', remind(2, 'Hour'), russian)).toContain(
      'напоминание: за 3 дня → за 2 часа.',
    );
    expect(await describedChange('update_event', remind(2, 'Hour'))).toContain(
      'reminder 2 hours before (as before).',
    );
  });

  it('tells times in the zone of the user, if no other is configured, and shows line breaks', async () => {
    const own = await service.connectAs('anna', { env: { CASEBRIDGE_ANSWER_TOKENS: '8000' } });
    const args = { id: prepareBundle, ExecutionDate: '2026-04-01T18:00:00Z', Description: 'One.\n\nTwo.' };
    const line = await describedChange('update_task', args, own);
    expect(line).toContain('→ Wed, 1 Apr 2026, 19:00 BST');
    expect(line).toContain('→ "One. ⏎ Two."');
    await own.close();
  });

  it('keeps the quotation marks in the name of a case', async () => {
    const { Id } = await client.call('create_task', {
      Name: 'Call client',
      CaseId: 'Банкротство ООО «Ромашка»',
    });
    const line = await describedChange('update_task', { id: Id, StatusId: 'Done' });
    expect(line).toContain('Task "Call client" (Банкротство ООО «Ромашка»)');
  });

  it('leaves no id of a reference without its name', async () => {
    const changes: [string, Record<string, unknown>][] = [
      ['update_task', { id: prepareBundle, PriorityId: 'High', CaseId: 'Delta v. Romashka' }],
      ['edit_object', { id: smith, ResponsibleId: userId('ivan'), Fields: { Judge: 'E. Marlow' } }],
      [
        'create_task',
        {
          Name: 'Call client',
          CaseId: smith,
          PriorityId: 'High',
          Responsibles: [{ Id: userId('john'), Type: 'User' }],
        },
      ],
      [
        'create_event',
        {
          Name: 'Conference',
          StartDate: '2026-03-31T12:00:00+03:00',
          EndDate: '2026-03-31T13:00:00+03:00',
          CaseId: smith,
          Attendees: [{ EntityId: userId('john'), Type: 'User' }],
        },
      ],
      ['create_document', { CaseId: smith, File: { name: 'note.txt', text: 'x' } }],
      ['add_case_participant', { id: smith, ParticipantId: 'ООО «Вектор»', RoleId: 'Third party' }],
    ];
    for (const [name, args] of changes) {
      const line = await describedChange(name, args);
      expect([name, line]).toEqual([name, expect.stringMatching(/Read back\.$/)]);
      expect([name, line]).toEqual([name, expect.not.stringMatching(uuid)]);
    }
  });

  it('names a document once if its name is sent as it was, and does not count its id as a change', async () => {
    const { Id, Name, Date: day } = await client.call('get_document', { id: sampleIds.statementOfClaim });
    const line = await describedChange('update_document', { Id, Name, Date: day });
    expect(line).toMatch(/^Document "[^"]+" \(Smith v\. Northbridge Ltd\): name .+ \(as before\); date /);
    expect(line).not.toMatch(/\bid\b/);
  });

  it('says into which parts the service has split the name of a person, and that it reported no duplicate', async () => {
    expect(
      await describedChange('create_participant', {
        Name: 'Tom Reilly',
        Type: 'Individual',
        CheckForDuplicates: true,
      }),
    ).toBe(
      'Participant "Tom Reilly": created; type Individual. Set by the service: last name Tom; first name Reilly. The check for duplicates was requested: the service reported none. Read back.',
    );
    expect(
      await describedChange('create_participant', { Name: 'Ann Reilly', Type: 'Individual' }),
    ).not.toContain('uplicates');
  });

  it('says the last day of an all-day event, which the service stores as the midnight after it', async () => {
    const day = { StartDate: '2026-04-08', EndDate: '2026-04-08', AllDay: true };
    const line = await describedChange('create_event', { Name: 'Deadline', ...day });
    expect(line).toContain('start date Wed, 8 Apr 2026; end date Wed, 8 Apr 2026');
  });

  it('says how the full name follows from a new last name, and does not report it as a loss', async () => {
    const IndividualInfo = { LastName: 'Резник' };
    const answer = await client.callTool('edit_participant', { id: 'Ремнёв Олег Ильич', IndividualInfo });
    const text = answer.content.map((part) => part.text).join('\n');
    expect(text).toMatch(/Also changed: Name "Ремнёв Олег Ильич" → "Резник Олег Ильич"/);
    expect(text).not.toContain('although not requested');
  });

  it('states which values of a new task were sent and which the service has set', async () => {
    const line = await describedChange('create_task', {
      Name: 'Call client',
      CaseId: smith,
      Responsibles: [{ Id: userId('john'), Type: 'User' }],
    });
    expect(line).toMatch(
      /^Task "Call client" \(Smith v\. Northbridge Ltd\): created; responsible John Hale\. /,
    );
    expect(line).toMatch(/Set by the service: .*status Новая \/ New.*\. Read back\.$/);
  });

  it('says which participant was added in which role, and shows no other of them', async () => {
    const answer = await client.callTool('add_case_participant', {
      id: smith,
      ParticipantId: 'ООО «Вектор»',
      RoleId: 'Third party',
    });
    expect(answer.content[1]?.text).toContain(
      'added to participants: participant ООО «Вектор», role Третье лицо / Third party. Read back.',
    );
    expect(JSON.parse(textOf(answer))).not.toHaveProperty('Participants');
  });

  it('does not say that a record was read back if the read failed', async () => {
    const fault = { kind: 'status', status: 403 } as const;
    service.faults.set([{ on: 'GET /api/v3/tasks/{id}', fault, times: 9 }]);
    const answer = await client.callTool('create_task', { Name: 'Call client', CaseId: smith });
    service.faults.clear();
    expect(answer.content[1]?.text).toContain('Not read back.');
    expect(answer.content[1]?.text).not.toContain('Read back.');
  });

  it('keeps a name that holds a quotation mark from ending its own quotation', async () => {
    const line = await describedChange('update_event', {
      id: sampleIds.hearing,
      Name: 'A" (B): status New → Done. "C',
    });
    expect(line).toContain('→ "A” (B): status New → Done. ”C". Read back.');
  });
});
