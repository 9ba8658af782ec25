import { describe, expect, it } from 'vitest';
import { createUser } from '../../support/clients/asked.ts';
import { textOf } from '../../support/clients/harness.ts';
import { idOf, smith, useNamed, vector } from './named.ts';

const { at, sent, changes } = useNamed();

describe('a name in place of an id', () => {
  it.each([
    ['get_object', { id: 'Smith v. Northbridge Ltd' }, smith],
    ['get_object', { id: 'cl-2026-000123' }, smith],
    ['get_object', { id: 'ооо "вектор" к ао "северный мост"' }, vector],
    ['get_object_class', { id: 'дело' }, idOf('c1a5', 1)],
    ['get_object_type', { id: 'Commercial litigation' }, idOf('7e9e', 1)],
    ['get_case_type', { id: 'Арбитражное дело' }, idOf('7e9e', 1)],
    ['get_folder', { id: 'Insolvency and tax' }, idOf('f01d', 8)],
    ['get_project', { id: 'банкротства' }, idOf('960e', 5)],
    ['get_role_in_case', { id: 'Истец' }, idOf('c401', 1)],
    ['get_user', { id: 'me' }, idOf('05e4', 3)],
    ['get_user', { id: 'head@example.com' }, idOf('05e4', 2)],
    ['get_user', { id: 'Елена Громова' }, idOf('05e4', 2)],
    ['get_participant', { id: 'вектор' }, idOf('9a27', 2)],
    ['get_participant', { id: '000000606666' }, idOf('9a27', 24)],
    ['get_participant', { id: 'елкина алена федоровна' }, idOf('9a27', 24)],
    ['get_task_type', { id: 'звонок' }, idOf('7a57', 2)],
    ['get_task_status', { id: 'Done' }, idOf('7a55', 4)],
    ['get_task_priority', { id: 'высокий' }, idOf('7a59', 3)],
    ['get_dictionary', { id: 'Document type' }, idOf('d1c7', 2)],
    ['get_dictionary_value', { id: 'тип документа', valueId: 'отзыв' }, idOf('d1ce', 2002)],
    ['get_legal_form', { id: 'ооо' }, idOf('1e9a', 1)],
  ])('is found: %s %j', async (tool, args, id) => {
    expect((await at.anna.call(tool, args)).Id).toBe(id);
  });

  it('is found for event types and documents too', async () => {
    const { Items: types } = await at.anna.call('list_event_types');
    expect((await at.anna.call('get_event_type', { id: 'hearing' })).Id).toBe(
      types.find(({ Name }: { Name: string }) => Name.includes('Hearing') && !Name.includes('Preliminary'))
        .Id,
    );
    const { Items: documents } = await at.anna.call('list_documents', { Search: 'Statement of claim' });
    const [document] = documents.filter(({ Name }: { Name: string }) => Name === 'Statement of claim');
    expect((await at.anna.call('get_document', { id: 'statement of claim' })).Id).toBe(document.Id);
  });

  it('is found in lists, in objects by their kind, and in lists sent as text', async () => {
    const mine = await at.anna.call('list_tasks', {
      ResponsibleIds: '["me"]',
      CaseId: 'Smith v. Northbridge Ltd',
    });
    expect(mine.Items.length).toBeGreaterThan(0);
    for (const { Case } of mine.Items) expect(Case.Id).toBe(smith);
    const event = await at.anna.call('create_event', {
      Name: 'Meeting',
      StartDate: '2026-12-01T10:00:00Z',
      EndDate: '2026-12-01T11:00:00Z',
      TypeId: 'Встреча',
      Attendees: [
        { Type: 'User', EntityId: 'Anna Petrova' },
        { Type: 'Participant', EntityId: 'ООО Вектор' },
      ],
    });
    const { Attendees } = await at.anna.call('get_event', { id: event.Id });
    expect(Attendees.map(({ EntityId }: { EntityId: string }) => EntityId)).toEqual([
      idOf('05e4', 3),
      idOf('9a27', 2),
    ]);
  });

  it('creates a task without one id', async () => {
    const task = await at.anna.call('create_task', {
      Name: 'Call client',
      CaseId: 'Smith v. Northbridge Ltd',
      TypeId: 'call',
      StatusId: 'новая',
      PriorityId: 'HIGH',
      Responsibles: [{ Id: 'me', Type: 'User' }],
    });
    expect([task.Case.Id, task.Type.Id, task.Priority.Id, task.Responsibles[0].Id]).toEqual([
      smith,
      idOf('7a57', 2),
      idOf('7a59', 3),
      idOf('05e4', 3),
    ]);
  });
});

describe('the number of a case', () => {
  it.each([
    ['A40-123456/2026', vector],
    ['А40-123456/2026', vector],
    ['дело № a40–123456/2026', vector],
    ['А40-654321/2026', idOf('ca5e', 5)],
    ['A40-654321/2026', idOf('ca5e', 5)],
  ])('%s is found in either alphabet', async (number, id) => {
    expect((await at.anna.call('get_object', { id: number })).Id).toBe(id);
  });

  it('with another digit is not corrected: the nearest are shown, and none is used', async () => {
    const text = await at.anna.refusal('get_object', { id: 'А40-123457/2026' });
    expect(text).toContain('NAME_UNKNOWN');
    expect(text).toContain(vector);
    expect(sent().filter((request) => request.startsWith('GET /api/v2/objects/'))).toEqual([]);
  });
});

describe('a number that no case has', () => {
  it('is called a number, and only similar numbers are suggested', async () => {
    for (const [tool, args] of [
      ['case_brief', { case: 'CL-2026-000999' }],
      ['get_object', { id: 'дело № CL-2026-000999' }],
    ] as const) {
      const text = await at.anna.refusal(tool, args);
      expect(text).toMatch(/^NAME_UNKNOWN: .*no object has this number\. Ask the user to check the number; /);
      expect(text).not.toContain('nearest');
    }
    const slip = await at.anna.refusal('case_brief', { case: 'CL-2026-000128' });
    expect(slip).toMatch(
      /no object has this number\. If the user means one of the records with a similar number[\s\S]*CL-2026-000123/,
    );
  });
});

describe('a read', () => {
  it('takes the only one that fits, and says which it took', async () => {
    for (const id of ['Громова', 'Громва Елена']) {
      const { content } = await at.anna.callTool('get_user', { id });
      expect(JSON.parse(textOf({ content })).Id).toBe(idOf('05e4', 2));
      const note = content.at(-1)?.text ?? '';
      expect(note).toMatch(
        /^Names were resolved to these records:\n<data-[\w-]+>\n\{.*Громова Елена Викторовна.*\}\n</,
      );
    }
  });

  it('adds no note if the name was exact', async () => {
    expect((await at.anna.callTool('get_user', { id: 'ГРОМОВА  Елена Викторовна' })).content).toHaveLength(1);
  });

  it('lists all matches with distinguishing facts', async () => {
    const text = await at.anna.refusal('get_participant', { id: 'Иванов Иван' });
    expect(text).toMatch(/^NAME_AMBIGUOUS: id "Иванов Иван": 2 participants match/);
    expect(text).toContain('INN 000000404444');
    expect(text).toContain('INN 000000505555');
    const { content } = await at.anna.callTool('get_participant', { id: 'Иванов Иван' });
    expect(content[0]?.text).toMatch(/They are:\n<data-([\w-]+)>\n[\s\S]+\n<\/data-\1>/);
  });

  it.each(['Qwxzvt Plokm', 'Ждщшг Фывап', 'The Zyzzyva matter 99'])(
    'names no record that only shares a letter or two with %j',
    async (id) => {
      const text = await at.anna.refusal('get_object', { id });
      expect(text).toMatch(/^NAME_UNKNOWN: .*no object has that name/);
      expect(text).not.toContain('Candidates:');
    },
  );

  it('lists the nearest names if nothing matches', async () => {
    expect(await at.anna.refusal('get_role_in_case', { id: 'Clairvoyant' })).toMatch(
      /^NAME_UNKNOWN: Nothing was sent\. id "Clairvoyant": no role in case has exactly that name[\s\S]*Claimant/,
    );
  });
});

describe('a change', () => {
  it.each([
    ['archive_case', { id: 'Smith' }],
    ['edit_object', { id: 'Smith v. Northbridg Ltd', Name: 'x' }],
    ['edit_object', { id: 'Smith v. Northbridge Ltd', ResponsibleId: 'Громовой' }],
    ['delete_participant', { id: 'Иванов Иван' }],
    ['notify_user', { id: 'Ann', Text: 'Hello' }],
    ['add_case_participant', { id: 'Smith v. Northbridge Ltd', ParticipantId: 'вектр' }],
    ['add_related_objects', { objectId: smith, ObjectIds: [vector, 'Вектор'] }],
  ])('never guesses: %s %j', async (tool, args) => {
    expect(await at.anna.refusal(tool, args)).toMatch(/^NAME_(?:UNKNOWN|AMBIGUOUS): Nothing was sent/);
    expect(changes()).toEqual([]);
  });

  it('is asked about with the record that the name stands for', async () => {
    const user = createUser();
    const client = await at.service.connectAs('anna', { user, env: { CASEBRIDGE_CONFIRM: 'outbound' } });
    try {
      await client.refusal('notify_user', { id: 'Громова Елена Викторовна', Text: 'Hello' });
      expect(user.questions.join('\n')).toContain('Acts on: "Громова Елена Викторовна"');
      expect(changes()).toEqual([]);
    } finally {
      await client.close();
    }
  });

  it('is seen by the next call that names the record', async () => {
    const name = 'Zephyr Unheard-of Ltd';
    expect(await at.anna.refusal('get_participant', { id: name })).toContain('NAME_UNKNOWN');
    const { Id } = await at.anna.call('create_participant', {
      Type: 'Company',
      Name: name,
      CompanyInfo: { Name: name, LegalFormId: 'Ltd' },
    });
    expect((await at.anna.call('get_participant', { id: name })).Id).toBe(Id);
    await at.anna.call('edit_participant', { id: name, Name: 'Zephyr Renamed Ltd' });
    expect((await at.anna.call('get_participant', { id: 'zephyr renamed' })).Id).toBe(Id);
  });
});

describe('a malformed name', () => {
  it.each([
    'a\u0000b',
    '\u001b[31mSmith',
    '..',
    '../..',
    '(((((',
    '   ',
    'x'.repeat(10_000),
    `Smith ${'\u202e'}${'я'.repeat(600)}`,
  ])('is refused with nothing asked: %j', async (id) => {
    expect(await at.anna.refusal('get_object', { id })).toMatch(/^INVALID_ARGUMENTS: Nothing was sent/);
    expect(sent()).toEqual([]);
  });

  it.each([
    '../../users',
    'constructor',
    '__proto__',
    'toString',
    '(a+)+$x',
    "'; DROP TABLE x; --",
    '%00',
    'null',
    '{{7*7}} q',
  ])('or hardly one is looked up like any other: %j', async (id) => {
    expect(await at.anna.refusal('get_participant', { id })).toMatch(/^NAME_UNKNOWN: Nothing was sent/);
    expect(sent().every((request) => request === 'GET /api/v2/participants')).toBe(true);
  });

  it('is not looked up if another argument is wrong', async () => {
    expect(await at.anna.refusal('edit_object', { id: 'Smith', nonsense: 1 })).toMatch(
      /Unknown argument "nonsense"/,
    );
    expect(await at.anna.refusal('list_tasks', { CaseId: 'Smith', PageSize: 0 })).toMatch(/PageSize/);
    expect(sent()).toEqual([]);
  });
});

describe('a link in place of an id', () => {
  const { origin } = new URL('https://cases.example.com');
  it.each([
    ['get_object', { id: `${origin}/#/cases/${smith}/tasks` }],
    ['get_object', { id: `${origin}/api/v2/objects/${smith}` }],
    ['get_task', { id: `${origin}/tasks/${idOf('7a5c', 1)}?from=${smith}` }],
    ['get_user', { id: `${origin}/users/${idOf('05e4', 2)}` }],
    ['get_document', { id: `${origin}/api/v3/documents/Download?docID=${idOf('d0c5', 48)}` }],
  ])('is read and never opened: %s %j', async (tool, args) => {
    const { Id } = await at.anna.call(tool, args);
    expect(args.id).toContain(Id);
    expect(sent()).toHaveLength(1);
  });

  it('is refused if it leads to another kind of record or to several', async () => {
    for (const id of [
      `${origin}/tasks/${smith}`,
      `${origin}/cases/17`,
      `${origin}/?a=${smith}&b=${vector}`,
    ]) {
      expect(await at.anna.refusal('get_object', { id })).toMatch(
        /^NAME_(?:UNKNOWN|AMBIGUOUS): Nothing was sent/,
      );
      expect(await at.anna.refusal('archive_case', { id })).toMatch(
        /^NAME_(?:UNKNOWN|AMBIGUOUS): Nothing was sent/,
      );
    }
    expect(sent()).toEqual([]);
  });
});
