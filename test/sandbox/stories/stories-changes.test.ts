import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { unknownId } from '../../support/sample-ids.ts';
import { clock, namesOf, type Person, people, valuesOf, whoIs } from '../../support/stories.ts';
import { form } from '../client.ts';

let sandbox: Sandbox;
let as: (login: string) => Person;
beforeAll(async () => {
  sandbox = await createSandbox({ now: clock, profile: 'convenient', quirks: { language: 'user' } });
});
afterAll(() => sandbox.close());
beforeEach(() => {
  sandbox.reset();
  as = people(() => sandbox.url);
});

describe('filing a contract and asking for its review', () => {
  const file = async (john: Person) => {
    const smith = await john.findCase('Smith');
    const folders = await john.all('POST /api/v3/documents', {
      FolderId: smith.DocumentFolderId,
      EntityKind: 'Folder',
    });
    const evidence = folders.find(({ Name }) => Name === 'Evidence');
    const type = (await valuesOf(john, 'DocumentType')).find(({ SysName }) => SysName === 'Contract');
    const parts = { FolderId: evidence.Id, CaseId: smith.Id, TypeId: type.Id };
    const contract = { name: 'Subcontract 4.txt', content: 'Subcontract no. 4' };
    return { smith, document: await john.make('PUT /api/v3/documents', form(parts, contract)) };
  };
  const review = async (john: Person, filed: Awaited<ReturnType<typeof file>>, Name: string) => ({
    Name,
    CaseId: filed.smith.Id,
    TypeId: (await john.named('/api/v2/taskTypes', 'Approval')).Id,
    PriorityId: (await john.named('/api/v2/taskPriorities', 'High')).Id,
    Responsibles: [{ Id: (await whoIs(john, 'anna')).Id, Type: 'User' }],
    ExecutionDate: '2026-03-06T15:00:00Z',
    Documents: [filed.document.docID],
  });

  it('puts the file into a folder of the case and gives Anna a task with it by Friday', async () => {
    const john = as('john');
    const filed = await file(john);
    const names = await valuesOf(john, 'TaskName');
    expect(namesOf(names)).toContain('Review contract');
    await john.make('POST /api/v2/tasks', await review(john, filed, 'Review contract'));
    const anna = as('anna');
    const { Id } = await whoIs(anna, 'anna');
    const query = `ResponsibleIds=${Id}&ExecutionDateFrom=2026-03-06&ExecutionDateTo=2026-03-06T23:59:59Z`;
    const tasks = await anna.all(`GET /api/v2/tasks?${query}`);
    const task = tasks.find(({ Name }) => Name === 'Review contract');
    expect(task.Documents).toEqual([{ Id: filed.document.docID, Name: 'Subcontract 4' }]);
    const { text } = await anna.send(`GET /api/v3/documents/Download?docID=${task.Documents[0].Id}`);
    expect(text).toBe('Subcontract no. 4');
  });

  it('leaves the filed document when the task is refused for a name that is not in the dictionary', async () => {
    const john = as('john');
    const filed = await file(john);
    const { status } = await john.send('POST /api/v2/tasks', await review(john, filed, 'Read the contract'));
    expect(status).toBe(400);
    expect((await john.get(`/api/v3/documents/${filed.document.docID}`)).FileName).toBe('Subcontract 4.txt');
  });
});

describe('drafting from a template', () => {
  it('makes the reply in the case, with a link, and drops tags that the case does not have without a word', async () => {
    const john = as('john');
    const delta = await john.findCase('Delta');
    const [template] = await john.all('POST /api/v3/documents', { Search: 'Reply to claim (template)' });
    const source = (await john.send(`GET /api/v3/documents/Download?docID=${template.Id}`)).text;
    const draft = await john.make('POST /api/v3/documents/CreateFromTemplate', {
      TemplateId: template.Id,
      CaseId: delta.Id,
    });
    expect(draft).toMatchObject({ Case: { Id: delta.Id }, Folder: { Id: delta.DocumentFolderId } });
    expect(draft.Url).toBe(`${sandbox.url}/api/v3/documents/${draft.docID}`);
    const { text } = await john.send(`GET /api/v3/documents/Download?docID=${draft.docID}`);
    expect(text).toContain('Case: Delta v. Romashka');
    expect(text).toContain('Amount claimed: 640000');
    const tags = [...source.matchAll(/\{(\w+)\}/g)].map(([, tag]) => tag);
    const card = await john.get(`/api/v2/cases/${delta.Id}`);
    const missing = tags.filter((tag) => !tag?.startsWith('Project_') && !((tag as string) in card.Fields));
    expect(missing).toEqual(['NoSuchTag']);
    expect(text).not.toMatch(/[{}]/);
  });
});

describe('intake of a claim', () => {
  const claim = async (oleg: Person, PolicyNumber: string) => {
    const type = await oleg.named('/api/v2/caseTypes', 'InsuranceClaim');
    const { Blocks } = await oleg.get(`/api/v2/caseTypes/${type.Id}`);
    const required = Blocks.flatMap(({ Fields }: any) => Fields).filter(({ IsRequired }: any) => IsRequired);
    expect(required.map(({ Tag }: any) => Tag)).toEqual(['PolicyNumber']);
    return {
      ObjectTypeId: type.Id,
      Name: 'ООО «Вектор»: убыток на складе',
      Fields: { PolicyNumber, LossDate: '2026-03-01' },
      CheckForDuplicates: true,
    };
  };

  it('finds the company by tax number and code, opens the case and adds the company as claimant', async () => {
    const oleg = as('oleg');
    const found = await oleg.all('GET /api/v2/participants?INN=0000001011');
    expect(namesOf(found)).toEqual(['ООО «Вектор»', 'ООО «Вектор», филиал в Заречье']);
    const [vector] = await oleg.all('GET /api/v2/participants?INN=0000001011&KPP=000001001');
    const made = await oleg.make('POST /api/v2/cases', await claim(oleg, 'П-000-777'));
    const role = await oleg.named('/api/v2/rolesInCase', 'Claimant');
    const body = { ParticipantId: vector.Id, RoleId: role.Id };
    await oleg.make(`POST /api/v2/cases/${made.Id}/participants`, body);
    const { Fields, Participants, Status } = await oleg.get(`/api/v2/cases/${made.Id}`);
    expect([Fields.PolicyNumber, Fields.LossDate, Status]).toEqual([
      'П-000-777',
      '2026-03-01T00:00:00.000Z',
      'InWork',
    ]);
    expect(Participants).toEqual([
      { Participant: { Id: vector.Id, Name: vector.Name }, Role: { Id: role.Id, Name: role.Name } },
    ]);
  });

  it('creates a company that is not there yet, once', async () => {
    const oleg = as('oleg');
    const company = {
      Type: 'Company',
      CompanyInfo: { Name: 'ООО «Новое»', IdNumber: '0000009099', KPP: '000001001' },
      CheckForDuplicates: true,
    };
    const made = await oleg.make('POST /api/v4/participants', company);
    const again = await oleg.send('POST /api/v4/participants', company);
    expect([again.status, again.body.ConflictObjects]).toEqual([409, [made.Id]]);
    expect(await oleg.all('GET /api/v2/participants?INN=0000009099')).toHaveLength(1);
  });

  it('shows the cases that have the policy already and opens no other', async () => {
    const oleg = as('oleg');
    const { status, body } = await oleg.send('POST /api/v2/cases', await claim(oleg, 'P-000-102'));
    expect([status, body.ErrorType]).toEqual([409, 'Conflict']);
    const ids = body.ConflictObjects as string[];
    const existing = await Promise.all(ids.map((id) => oleg.get(`/api/v2/objects/${id}`)));
    expect(namesOf(existing).sort()).toEqual([
      'Water damage at Mill Lane',
      'Water damage at Mill Lane (first report)',
    ]);
    const found = await oleg.all('POST /api/v3/objects/GetCases', { Name: 'убыток на складе' });
    expect(found).toEqual([]);
  });
});

describe('archiving closed cases', () => {
  it('archives the cases of the approved list, reports the failed one and deletes none', async () => {
    const head = as('head');
    const list = await head.all('POST /api/v3/objects/GetCases', {
      Status: 'InWork',
      LastChangeDateTo: '2025-12-31',
      Filters: [{ FieldTag: 'Project_Stage_Name', SearchValues: ['Closed', 'Закрыто'] }],
    });
    expect(namesOf(list)).toEqual([
      'ДТП на Полевом шоссе',
      'Enforcement against Northbridge Ltd',
      'Tax audit of Quill & Partners LLP',
    ]);
    // Another user has archived one of them first.
    await as('anna').make(`POST /api/v2/cases/${list[1].Id}/archive`, {});
    const outcomes = [];
    for (const { Id } of list) {
      const { status } = await head.send(`POST /api/v2/cases/${Id}/archive`, { CheckForDuplicates: true });
      outcomes.push(status);
    }
    expect(outcomes).toEqual([201, 409, 201]);
    for (const { Id } of list) expect((await head.get(`/api/v2/cases/${Id}`)).Status).toBe('Archived');
  });

  it('cannot delete a case that was not archived', async () => {
    const head = as('head');
    const smith = await head.findCase('Smith');
    expect((await head.send(`DELETE /api/v2/cases/${smith.Id}`)).status).toBe(409);
    expect((await head.get(`/api/v2/cases/${smith.Id}`)).Status).toBe('InWork');
  });
});

describe('restoring a case', () => {
  it('restores cases that were archived by mistake, unchanged', async () => {
    const anna = as('anna');
    const before = await anna.findCase('Smith');
    await anna.make(`POST /api/v2/cases/${before.Id}/archive`, {});
    expect((await anna.findCase('Smith')).Status).toBe('Archived');
    await anna.make(`POST /api/v2/cases/${before.Id}/restore`, {});
    const after = await anna.findCase('Smith');
    expect(after).toEqual({ ...before, Version: before.Version + 2, LastChangeDate: after.LastChangeDate });
  });

  it('is stopped by the duplicate check, which names the living twin', async () => {
    const ivan = as('ivan');
    const found = await ivan.all('POST /api/v3/objects/GetObjects', {
      Name: 'Северный мост',
      Status: 'Archived',
    });
    const { status, body } = await ivan.send(`POST /api/v2/objects/${found[0].Id}/restore`, {
      CheckForDuplicates: true,
    });
    expect(status).toBe(409);
    const [twin] = body.ConflictObjects as string[];
    expect((await ivan.get(`/api/v2/objects/${twin}`)).Name).toBe('Претензия к АО «Северный мост»');
    expect((await ivan.get(`/api/v2/objects/${found[0].Id}`)).Status).toBe('Archived');
  });
});

describe('a hearing that was moved', () => {
  it('is changed in the calendar, and the responsible lawyer gets a message with a link', async () => {
    const oleg = as('oleg');
    const smith = await oleg.findCase('Smith');
    const events = await oleg.all(`GET /api/v2/events?CaseId=${smith.Id}&StartDateFrom=2026-03-04`);
    const { Id: type } = await oleg.named('/api/v2/eventTypes', 'Hearing');
    const hearing = events.find(({ Type }) => Type.Id === type);
    const dates = { StartDate: '2026-03-18T10:00:00Z', EndDate: '2026-03-18T11:30:00Z' };
    await oleg.make(`PUT /api/v2/events/${hearing.Id}`, dates);
    const { Responsible } = await oleg.get(`/api/v2/cases/${smith.Id}`);
    const button = { Text: 'Open the case', Link: smith.Url };
    const message = await oleg.make(`POST /api/v2/users/${Responsible.Id}/notify`, {
      Text: 'The hearing was moved to <b>18 March, 10:00</b>',
      Buttons: [button],
    });
    expect(message).toMatchObject({ User: { Id: Responsible.Id }, Buttons: [button], CloseOnClick: false });
    const moved = await oleg.get(`/api/v2/events/${hearing.Id}`);
    expect(moved.StartDate).toBe('2026-03-18T10:00:00.000Z');
    expect([moved.Attendees.length, moved.Location]).toEqual([hearing.Attendees.length, hearing.Location]);
  });
});

describe('the parties of a case', () => {
  it('gain a third party and lose a representative in the role that is named, or in all', async () => {
    const john = as('john');
    const delta = await john.findCase('Delta');
    const role = (sysName: string) => john.named('/api/v2/rolesInCase', sysName);
    const [lutik] = await john.all(`GET /api/v2/participants?Name=${encodeURIComponent('Лютик')}`);
    const [quill] = await john.all('GET /api/v2/participants?Name=Quill');
    const add = async (ParticipantId: string, sysName: string) =>
      john.make(`POST /api/v2/cases/${delta.Id}/participants`, {
        ParticipantId,
        RoleId: (await role(sysName)).Id,
      });
    const parties = async () => {
      const { Participants } = await john.get(`/api/v2/cases/${delta.Id}`);
      return Participants.map(({ Participant, Role }: any) => `${Participant.Name}: ${Role.Name}`);
    };
    const exclude = (RoleId?: string) =>
      john.make('PUT /api/v3/participants/ExcludeParticipantFromProject', {
        ProjectId: delta.Id,
        ParticipantId: quill.Id,
        RoleId,
      });
    await add(lutik.Id, 'ThirdParty');
    await add(quill.Id, 'Expert');
    expect(await parties()).toContain('ООО «Лютик»: Third party');
    await exclude((await role('Counsel')).Id);
    expect((await parties()).filter((text: string) => text.includes('Quill'))).toEqual([
      'Quill & Partners LLP: Expert',
    ]);
    await add(quill.Id, 'Counsel');
    await exclude();
    expect((await parties()).filter((text: string) => text.includes('Quill'))).toEqual([]);
    expect((await john.send(`GET /api/v4/participants/${quill.Id}`)).status).toBe(200);
  });
});

describe('filling the card', () => {
  it('saves against the version that was read, and refuses a change to an older one', async () => {
    const anna = as('anna');
    const smith = await anna.findCase('Smith');
    const { Version } = await anna.get(`/api/v2/cases/${smith.Id}`);
    const change = { Stage: 'Trial', Fields: { ClaimAmount: 1_300_000 }, Version, IsVersionEnabled: true };
    await anna.make(`PATCH /api/v2/cases/${smith.Id}`, change);
    const late = await as('john').send(`PATCH /api/v2/cases/${smith.Id}`, { ...change, Stage: 'Appeal' });
    expect(late.status).toBe(409);
    const { Stage, Fields } = await anna.get(`/api/v2/cases/${smith.Id}`);
    expect([Stage, Fields.ClaimAmount, Fields.Judge]).toEqual(['Trial', 1_300_000, 'E. Marlow']);
  });

  it('shows only to who reads again that a block was not to be filled', async () => {
    const kate = as('kate');
    const vector = await kate.findCase('А40-123456');
    const Fields = { Grounds: 'Мои основания', Judge: 'Новый судья' };
    const { status } = await kate.send(`PATCH /api/v2/cases/${vector.Id}`, { Fields });
    expect(status).toBe(201);
    const saved = (await kate.get(`/api/v2/cases/${vector.Id}`)).Fields;
    expect(Object.entries(Fields).filter(([tag, value]) => saved[tag] !== value)).toEqual([
      ['Grounds', 'Мои основания'],
    ]);
  });

  it('is not found for an unknown case', async () => {
    expect((await as('anna').send(`PATCH /api/v2/cases/${unknownId}`, {})).status).toBe(404);
  });
});
