import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { clock, namesOf, openTasks, type Person, people, today, whoIs } from '../../support/stories.ts';

let sandbox: Sandbox;
let as: (login: string) => Person;
beforeAll(async () => {
  sandbox = await createSandbox({ now: clock, profile: 'convenient', quirks: { language: 'user' } });
  as = people(() => sandbox.url);
});
afterAll(() => sandbox.close());

const daysFromToday = (days: number) => new Date(clock().getTime() + days * 86_400_000).toISOString();

describe('due this week', () => {
  it('lists the tasks and events of the case from Monday to Sunday, with names and local times', async () => {
    const anna = as('anna');
    const smith = await anna.findCase('Smith');
    const week = ['2026-03-02', '2026-03-08T23:59:59Z'];
    const tasks = await anna.all(
      `GET /api/v2/tasks?CaseId=${smith.Id}&ExecutionDateFrom=${week[0]}&ExecutionDateTo=${week[1]}`,
    );
    expect(tasks.map((task) => [task.Name, namesOf(task.Responsibles)])).toEqual([
      ['Prepare bundle', ['Anna Petrova']],
      ['Draft witness statement', ['John Hale']],
      ['Call client', ['Anna Petrova', 'Kate Winters']],
    ]);
    const events = await anna.all(
      `GET /api/v2/events?CaseId=${smith.Id}&StartDateFrom=${week[0]}&StartDateTo=${week[1]}`,
    );
    expect(namesOf(events)).toEqual([
      'Smith v. Northbridge Ltd: disclosure hearing',
      'Smith: meeting with the client',
    ]);
    const { TimeZone: timeZone } = await whoIs(anna, 'ivan');
    const local = new Date(tasks[0].ExecutionDate).toLocaleTimeString('en-GB', { timeZone });
    expect([tasks[0].ExecutionDate, local]).toEqual([`${today}T15:00:00.000Z`, '18:00:00']);
  });

  it('misses the tasks of a group when asked by a user of the group', async () => {
    const anna = as('anna');
    const smith = await anna.findCase('Smith');
    const me = await whoIs(anna, 'anna');
    const of = (id: string) => anna.all(`GET /api/v2/tasks?CaseId=${smith.Id}&ResponsibleIds=${id}`);
    expect(namesOf(await of(me.Id))).not.toContain('Prepare for hearing');
    expect(namesOf(await of(me.Groups[0].Id))).toEqual(['Prepare for hearing']);
  });
});

describe('my day', () => {
  it('lists overdue tasks and those due today, of the user and of each group, and the hearings first', async () => {
    const anna = as('anna');
    const me = await whoIs(anna, 'anna');
    const until = `ExecutionDateTo=${today}T23:59:59Z`;
    const own = await anna.all(`GET /api/v2/tasks?ResponsibleIds=${me.Id}&${until}`);
    expect((await openTasks(anna, own)).map(({ Name, Case }) => [Name, Case.Name])).toEqual([
      ['Draft witness statement', 'Delta v. Romashka'],
      ['Conflict check', 'Bankruptcy of Harbour Light Lines LLC'],
      ['Call client', 'Water damage at Mill Lane'],
      ['Prepare bundle', 'Smith v. Northbridge Ltd'],
    ]);
    const ofGroups = await Promise.all(
      me.Groups.map(({ Id }: any) => anna.all(`GET /api/v2/tasks?ResponsibleIds=${Id}`)),
    );
    expect(ofGroups.map((tasks) => tasks.length)).toEqual([3]);
    const events = await anna.all(`GET /api/v2/events?StartDateFrom=${today}&StartDateTo=${today}T23:59:59Z`);
    const mine = events.filter(({ Attendees }) => Attendees.some((who: any) => who.EntityId === me.Id));
    const { Id: hearing } = await anna.named('/api/v2/eventTypes', 'Hearing');
    const ordered = mine.sort((a, b) => Number(b.Type.Id === hearing) - Number(a.Type.Id === hearing));
    expect(namesOf(ordered)).toEqual([
      'Smith v. Northbridge Ltd: disclosure hearing',
      'Mill Lane: second inspection',
    ]);
  });

  it('moves a deadline on a holiday to the next working day', async () => {
    const anna = as('anna');
    const { Dates } = await anna.get('/api/v3/generalsettings/NonWorkingDays');
    const harbour = await anna.findCase("O'Brien");
    const [due] = await anna.all(`GET /api/v2/events?CaseId=${harbour.Id}&StartDateFrom=${today}`);
    const day = new Date(due.StartDate);
    const isFree = () => [0, 6].includes(day.getUTCDay()) || Dates.includes(day.toISOString().slice(0, 10));
    expect([due.Name, due.StartDate.slice(0, 10), isFree()]).toEqual([
      'Harbour: defence is due',
      '2026-03-08',
      true,
    ]);
    while (isFree()) day.setUTCDate(day.getUTCDate() + 1);
    expect(day.toISOString().slice(0, 10)).toBe('2026-03-09');
  });
});

describe('who is in the case', () => {
  it('names parties and counsel with their roles, and contacts only on a further question', async () => {
    const oleg = as('oleg');
    const found = await oleg.findCase('А40-123456');
    const { Participants } = await oleg.get(`/api/v2/cases/${found.Id}`);
    const roles = await oleg.all('GET /api/v2/rolesInCase');
    const inRole = (sysName: string) => {
      const role = roles.find((item) => item.SysName === sysName);
      return Participants.filter((entry: any) => entry.Role.Id === role.Id).map(
        (entry: any) => entry.Participant,
      );
    };
    expect(namesOf(inRole('Claimant'))).toEqual(['ООО «Вектор»']);
    expect(namesOf(inRole('Defendant'))).toEqual(['АО «Северный мост»']);
    const [counsel] = inRole('Counsel');
    expect(counsel).toEqual({ Id: expect.any(String), Name: 'Quill & Partners LLP' });
    const { ContactInfo } = await oleg.get(`/api/v4/participants/${counsel.Id}`);
    expect(ContactInfo).toMatchObject({ Email: 'quill@example.com', Phone: '020 7946 0310' });
  });

  it('does not take a Latin letter for the Cyrillic one of the number', async () => {
    const cases = await as('oleg').all('POST /api/v3/objects/GetCases', { Name: 'A40-123456' });
    expect(cases).toEqual([]);
  });
});

describe('a brief of the matter', () => {
  it('brings events around today, open tasks, new documents, related matters and parties, each with a link', async () => {
    const head = as('head');
    const delta = await head.findCase('Delta v. Romashka');
    const range = `StartDateFrom=${daysFromToday(-30)}&StartDateTo=${daysFromToday(30)}`;
    const events = await head.all(`GET /api/v2/events?CaseId=${delta.Id}&${range}`);
    expect(namesOf(events)).toEqual([
      'Delta: pre-trial review',
      'Delta: trial preparation',
      'Delta: call with counsel',
      'Delta v. Romashka: trial, day 1',
    ]);
    const tasks = await openTasks(head, await head.all(`GET /api/v2/tasks?CaseId=${delta.Id}`));
    expect(namesOf(tasks)).toEqual([
      'Draft witness statement',
      'Prepare for hearing',
      'Prepare bundle',
      'Call client',
    ]);
    const documents = await head.all('POST /api/v3/documents', {
      FolderId: delta.DocumentFolderId,
      CreationDateFrom: daysFromToday(-31),
    });
    expect(namesOf(documents).sort()).toEqual([
      'Judgment on the preliminary issue',
      'Minutes of the case conference',
    ]);
    const related = await head.all(`GET /api/v2/objects/${delta.Id}/relatedObjects`);
    expect(namesOf(related)).toEqual(['Letter before claim: Delta Corp.', 'Smith v. Northbridge Ltd']);
    const { Participants } = await head.get(`/api/v2/cases/${delta.Id}`);
    expect(Participants).toHaveLength(5);
    for (const { Url } of [delta, ...events, ...tasks, ...documents, ...related])
      expect(Url).toMatch(new RegExp(`^${sandbox.url}/api/v\\d/`));
  });
});

describe('a conflict check', () => {
  const rolesOf = async (person: Person, participant: any) => {
    const roles = [];
    for (const { Id } of participant.Cases) {
      const { Name, Participants, Client } = await person.get(`/api/v2/objects/${Id}`);
      for (const entry of Participants)
        if (entry.Participant.Id === participant.Id)
          roles.push([Name.slice(0, 21), entry.Role.Name, Client?.Id === participant.Id]);
    }
    return roles;
  };

  it('finds the matters against a person by name and by tax number, including archived ones', async () => {
    const oleg = as('oleg');
    const byName = await oleg.all(`GET /api/v2/participants?Name=${encodeURIComponent('ип петров')}`);
    const byNumber = await oleg.all('GET /api/v2/participants?INN=000000202222');
    expect(byName).toEqual(byNumber);
    expect((await rolesOf(oleg, byName[0])).sort()).toEqual([
      ['Взыскание с ИП Петров', 'Должник', false],
      ['Очень длинное наимено', 'Ответчик', false],
    ]);
  });

  it('shows nothing of a matter that the user may not see', async () => {
    const query = 'GET /api/v2/participants?INN=000000303333';
    const [seen] = await as('head').all(query);
    const [shown] = await as('kate').all(query);
    const hidden = seen.Cases.filter(({ Id }: any) => !shown.Cases.some((item: any) => item.Id === Id));
    expect(namesOf(hidden)).toEqual(['Внутреннее расследование']);
    expect((await as('kate').send(`GET /api/v2/objects/${hidden[0].Id}`)).status).toBe(404);
  });
});

describe('the workload of lawyers', () => {
  it('counts active cases and overdue tasks of everyone in the group, over all pages', async () => {
    const head = as('head');
    const [group] = (await whoIs(head, 'head')).Groups;
    const cases = await head.all('POST /api/v3/objects/GetCases', {
      ResponsibleIds: [group.Id],
      Status: 'InWork',
      PageSize: 4,
    });
    const users = await head.all('GET /api/v2/users?IsClient=false&PageSize=5');
    const table: Record<string, [number, number]> = {};
    for (const user of users) {
      const { Groups } = await head.get(`/api/v2/users/${user.Id}`);
      if (!Groups.some(({ Id }: any) => Id === group.Id)) continue;
      const query = `ResponsibleIds=${user.Id}&ExecutionDateTo=${clock().toISOString()}&PageSize=2`;
      const overdue = await openTasks(head, await head.all(`GET /api/v2/tasks?${query}`));
      const active = cases.filter(({ Responsible }) => Responsible.Id === user.Id);
      table[user.ExternalId] = [active.length, overdue.length];
    }
    expect(table).toEqual({ anna: [4, 2], ivan: [4, 1], john: [3, 2], oleg: [2, 3], head: [1, 1] });
    expect(cases).toHaveLength(14);
  });
});

describe('a signed document', () => {
  it('is given as PDF with who signed it and who took the signature back', async () => {
    const anna = as('anna');
    const [item] = await anna.all('POST /api/v3/documents', {
      Search: 'Settlement agreement',
      EntityKind: 'File',
    });
    const { Signatures, docID } = await anna.get(`/api/v3/documents/${item.Id}`);
    expect(Signatures.map(({ UserName, Status }: any) => [UserName, Status])).toEqual([
      ['Anna Petrova', 'Valid'],
      ['John Hale', 'Revoked'],
    ]);
    const pdf = await anna.send(`GET /api/v3/documents/DownloadAsPdf?docID=${docID}`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.text.slice(0, 5)).toBe('%PDF-');
    const [{ FileId, UserId }] = Signatures;
    const signature = await anna.send(`GET /api/v3/documents/${FileId}/sign/${UserId}`);
    expect(signature.headers.get('content-disposition')).toContain('.sig');
    expect(signature.text).toContain('by anna');
  });
});
