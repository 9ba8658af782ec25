import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { connectAltered } from '../../support/clients/altered.ts';
import { type TestService, textOf } from '../../support/clients/harness.ts';
import { believed, connectLookups, type Lookups, withheld } from '../../support/clients/workflows.ts';
import { participantId, sampleIds, unknownId, userId } from '../../support/sample-ids.ts';
import { startFront } from '../../support/servers/front.ts';
import { timeless } from '../../support/time/timeless.ts';

let workflows: Lookups;
let service: TestService;
beforeAll(async () => {
  workflows = await connectLookups();
  service = workflows.service;
});
afterEach(() => {
  service.faults.clear();
});
afterAll(() => workflows?.close());

const as = (login: string) => workflows.as(login);
const ask: Lookups['ask'] = (login, name, args) => workflows.ask(login, name, args);

const smith = sampleIds.smith;

describe('case_brief', () => {
  it('tells namesakes among the parties apart, and says which of them is the client', async () => {
    const { data } = await ask('anna', 'case_brief', { case: 'Иванов И. против Иванова И.' });
    const namesakes = data.parties.filter((party: string) => party.startsWith('Иванов Иван'));
    expect(namesakes).toEqual([
      expect.stringMatching(/^Иванов Иван, [\da-f-]{36} \((?:client, )?[^,)]*\)$/),
      expect.stringMatching(/^Иванов Иван, [\da-f-]{36} \((?:client, )?[^,)]*\)$/),
    ]);
    expect(namesakes.filter((party: string) => party.includes('(client, '))).toHaveLength(1);
  });

  it.each([
    [-32, 'recent', false],
    [-31, 'recent', false],
    [-29, 'recent', true],
    [89, 'coming', true],
    [91, 'coming', false],
  ] as const)(
    'keeps to its period if the service does not: an event %i days from today',
    async (days, part, isIn) => {
      const altered = await connectAltered();
      const at = new Date(Date.now() + days * 86_400_000).toISOString();
      const event = { Id: unknownId, Name: 'Just there', StartDate: at, EndDate: at, Case: { Id: smith } };
      try {
        const { data } = await altered.ask(
          (body, request) => (request.endsWith('/api/v2/events') ? { ...body, Items: [event] } : body),
          'case_brief',
          { case: smith },
        );
        expect(data[part].map(({ name }: { name: string }) => name)).toEqual(isIn ? ['Just there'] : []);
      } finally {
        await altered.close();
      }
    },
  );

  it('brings the case with everything about it on one page, in text and in data', async () => {
    const { text, data, notes } = await ask('anna', 'case_brief', { case: 'Smith' });
    expect(notes).toEqual([]);
    expect(data.case).toMatchObject({ number: expect.stringMatching(/^CL-/), stage: 'Disclosure' });
    expect(data.case).toMatchObject({ responsible: 'Anna Petrova', client: 'Jane Smith', hidden_blocks: [] });
    expect(data.parties).toContain('Jane Smith (Истец / Claimant)');
    expect(data.open_tasks).toBe(5);
    expect(text).toContain(`Done tasks: ${data.done_tasks}, not shown`);
    expect(data.tasks[0]).toMatchObject({ name: 'Send settlement offer', overdue: true });
    expect(data.tasks.at(-1)).toMatchObject({
      responsible: ['Судебная практика'],
    });
    expect(data.documents[0].name).toBe('Northbridge, letter of demand');
    expect(data.related.map((one: any) => one.name)).toContain('Delta v. Romashka');
    const shown = [...data.tasks, ...data.coming, ...data.recent, ...data.documents];
    for (const { id, name } of shown) {
      expect(text).toContain(name);
      expect(text.split(id)).toHaveLength(2);
    }
    expect(text).toMatch(/Times: Europe\/Moscow; now \w{3} \d{4}-\d\d-\d\d \d\d:\d\d$/);
  });

  timeless()('means the same by a name, a number, an id and links', async () => {
    const { data } = await ask('anna', 'case_brief', { case: 'Smith' });
    const address = (await (await as('anna')).call('get_object', { id: smith })).Url;
    for (const words of [data.case.number, smith, address, `https://x.example.com/#/case/${smith}`]) {
      const again = await ask('anna', 'case_brief', { case: words });
      expect(again.data.case, words).toEqual(data.case);
    }
  });

  timeless()('links records to the pages that the operator names, and takes such links', async () => {
    const bare = await ask('anna', 'case_brief', { case: smith });
    expect(`${bare.text}${JSON.stringify(bare.data)}`).not.toMatch(/https?:/);
    const env = { CASEBRIDGE_LINK: 'https://cases.example.com/#/{kind}/{id}?from={kinds}' };
    const client = await service.connectAs('anna', { env });
    const { content, structuredContent: data }: any = await client.callTool('case_brief', { case: smith });
    const page = `https://cases.example.com/#/case/${smith}?from=cases`;
    expect(data.case.url).toBe(page);
    expect(data.links.tasks).toBe('https://cases.example.com/#/task/{id}?from=tasks');
    for (const link of [page, ...Object.values(data.links)]) expect(content[0].text).toContain(link);
    const again: any = await client.callTool('case_brief', { case: page });
    expect(again.structuredContent.case).toEqual(data.case);
    const task = data.links.tasks.replace('{id}', data.tasks[0].id);
    expect((await client.call('get_task', { id: task })).Name).toBe(data.tasks[0].name);
    await client.close();
  });

  timeless().each(['cases.example.com', 'https://cases.example.com/'])(
    'refuses %s as the page of records',
    async (link) => {
      await expect(service.connectAs('anna', { args: ['--link', link] })).rejects.toThrow();
    },
  );

  timeless()('groups amounts as people of the set language do', async () => {
    expect((await ask('anna', 'case_brief', { case: 'А40-123456' })).text).toContain(': 4,300,000.50');
    const client = await service.connectAs('anna', { args: ['--language', 'ru'] });
    expect(textOf(await client.callTool('case_brief', { case: 'А40-123456' }))).toContain(': 4 300 000,50');
    await client.close();
  });

  timeless()('reads all parts side by side', async () => {
    const front = await startFront(service.url, () => undefined);
    const client = await service.connectAs('anna', { env: { CASEBRIDGE_URL: front.url } });
    service.faults.set([{ on: '*', fault: { kind: 'latency', ms: 600 } }]);
    await client.callTool('case_brief', { case: 'Smith' });
    expect(front.mostAtOnce()).toBeGreaterThanOrEqual(8);
    front.requests.length = 0;
    await client.callTool('case_brief', { case: 'Smith' });
    // The cached case is read while the server checks whether the words still mean it.
    expect(front.requests.length).toBeLessThanOrEqual(7);
    await client.close();
    await front.close();
  });

  timeless()('does not trust the previous meaning of the words', async () => {
    const client = await as('admin');
    const old = await client.call('create_object', {
      ObjectTypeId: (await client.call('get_object', { id: smith })).Type.Id,
      Name: 'Quokka one',
    });
    expect((await ask('admin', 'case_brief', { case: 'Quokka' })).data.case.id).toBe(old.Id);
    await client.call('edit_object', { id: old.Id, Name: 'Wombat one' });
    const other = await client.call('create_object', { ObjectTypeId: old.Type.Id, Name: 'Quokka two' });
    expect((await ask('admin', 'case_brief', { case: 'Quokka' })).data.case.id).toBe(other.Id);
    service.reset();
  });

  timeless()(
    'names the client of a case who is not one of its parties, from the record or from the card',
    async () => {
      const client = await as('admin');
      const expert = (await client.call('get_participant', { id: participantId('expert') })).Name;
      const ObjectTypeId = (await client.call('get_object', { id: smith })).Type.Id;
      const made = { ObjectTypeId, Name: 'Wallaby', ClientId: participantId('expert') };
      const { Id } = await client.call('create_object', made);
      const { data, text } = await ask('admin', 'case_brief', { case: Id });
      expect(data.case.client).toBe(expert);
      expect(data.parties).toEqual([]);
      expect(text).toContain(`Client: ${expert}`);
      service.reset();
    },
  );

  it('says who attends events, by name, and so does the agenda', async () => {
    const client = await as('anna');
    await client.call('create_event', {
      Name: 'Conference call',
      StartDate: '2030-03-05T09:00:00Z',
      EndDate: '2030-03-05T10:00:00Z',
      CaseId: smith,
      Attendees: [
        { Type: 'User', EntityId: userId('john') },
        { Type: 'Participant', EntityId: participantId('expert') },
        { Type: 'Email', Email: 'clerk@example.org' },
      ],
    });
    const expert = (await client.call('get_participant', { id: participantId('expert') })).Name;
    const { data, text } = await ask('anna', 'agenda', { case: smith, from: '2030-03-05', to: '2030-03-06' });
    expect(data.events[0].attendees).toEqual(['John Hale', expert, 'clerk@example.org']);
    expect(text).toContain(`with John Hale | from outside: ${expert}, clerk@example.org`);
    const brief = await ask('anna', 'case_brief', { case: smith });
    const shown = [...brief.data.coming, ...brief.data.recent].flatMap(({ attendees }) => attendees ?? []);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.join()).not.toMatch(/a user|a participant/);
    service.reset();
  });

  it('says who attends in the brief form of lists too', async () => {
    const client = await service.connectAs('anna', { env: { CASEBRIDGE_ANSWER_TOKENS: '8000' } });
    const text = textOf(await client.callTool('list_events', { CaseId: smith }));
    expect(text).toMatch(/"EntityId":"[\da-f-]{36}"/);
    await client.close();
  });

  timeless()('says of each part that the user may not see that it is withheld', async () => {
    const { text, data, notes } = await ask('client1', 'case_brief', { case: smith });
    expect(notes).toEqual([withheld('tasks'), withheld('events'), withheld('parties')]);
    expect(text).toContain('Open tasks: not shown, see the notes');
    expect(data).not.toHaveProperty('tasks');
    expect(data).not.toHaveProperty('parties');
    expect(data.documents.length).toBeGreaterThan(0);
  });

  timeless()('names the blocks of the card that the user may not see', async () => {
    const { text, data, notes } = await ask('kate', 'case_brief', { case: 'А40-123456' });
    expect(data.case.hidden_blocks).toEqual(['Конфиденциально / Confidential']);
    expect(text).toContain('Blocks withheld: Конфиденциально / Confidential');
    expect(notes).toEqual([
      'Withheld: 1 of the card’s blocks (the signed-in user has no permission to see them).',
    ]);
  });

  timeless().each([
    ['GET /api/v2/tasks', 'tasks', 'Open tasks'],
    ['GET /api/v2/events', 'events', 'Coming events'],
    ['POST /api/v3/documents', 'documents', 'Newest documents'],
    ['GET /api/v2/objects/{id}/relatedObjects', 'related cases', 'Related cases'],
  ])('returns the rest if a part fails: %s', async (on, what, title) => {
    service.faults.set([{ on, fault: { kind: 'status', status: 500 } }]);
    const { text, notes, data, isError } = await ask('anna', 'case_brief', { case: smith });
    expect(isError).toBe(false);
    expect(notes).toEqual([`Not read: ${what} (API_ERROR 500; trying again later can help).`]);
    expect(text).toContain(`${title}: not shown, see the notes`);
    expect(data.case.name).toBe('Smith v. Northbridge Ltd');
  });

  timeless()('shows the rest of a case whose record fails', async () => {
    service.faults.set([{ on: 'GET /api/v2/objects/{id}', fault: { kind: 'invalidJson' } }]);
    const { data, notes } = await ask('anna', 'case_brief', { case: 'Smith' });
    expect(data.case.name).toBe('Smith v. Northbridge Ltd');
    expect(data.tasks).toHaveLength(5);
    expect(notes).toEqual(['Not read: the record of the case (UNEXPECTED_ANSWER).']);
  });

  it('counts only weekends if the calendar fails, and says so', async () => {
    service.faults.set([
      { on: 'GET /api/v3/generalsettings/NonWorkingDays', fault: { kind: 'status', status: 404 } },
    ]);
    const { data, notes } = await ask('anna', 'case_brief', { case: 'Smith' });
    expect(data.tasks).toHaveLength(5);
    expect(notes).toEqual(['Not read: non-working days (API_ERROR 404: not found).']);
  });

  it('says of a case with nothing in it that there is nothing', async () => {
    const { text, data, notes } = await ask('anna', 'case_brief', { case: 'Обращение без сторон' });
    expect([data.parties, data.documents, data.related]).toEqual([[], [], []]);
    expect(text).toContain('Parties: none');
    expect(text).toContain('Related cases: none');
    expect(believed(notes)).toEqual([]);
  });

  timeless()('asks which of several cases is meant', async () => {
    const { data, text, notes, isError } = await ask('anna', 'case_brief', { case: 'Вектор' });
    expect(isError).toBe(true);
    expect(data).not.toHaveProperty('case');
    expect(data.candidates).toHaveLength(3);
    for (const one of data.candidates) expect(Boolean(one.type && one.responsible)).toBe(true);
    for (const { number, id } of data.candidates) {
      expect(text).toContain(` | ${number} | `);
      expect(text).toContain(id);
    }
    expect(notes).toEqual(['3 cases match: call again with the number or link of one of them.']);
  });

  timeless().each([
    ['a case that nobody knows', { case: unknownId }, /^API_ERROR 404/],
    ['words that no case has', { case: 'Не бывает' }, /^NAME_UNKNOWN/],
    [
      'a link of something else',
      { case: `https://x.example.com/documents/${smith}` },
      /another kind of record \(document\)/,
    ],
    ['a time zone that nobody knows', { case: smith, time_zone: 'Moscow' }, /IANA time zone .*"Moscow"/],
  ])('refuses %s', async (_, args, reason) => {
    expect(await (await as('anna')).refusal('case_brief', args)).toMatch(reason);
  });

  timeless()('refuses a case that the user may not see', async () => {
    const inquiry = (await ask('head', 'find_case', { query: 'INT-' })).data.cases[0];
    expect(await (await as('kate')).refusal('case_brief', { case: inquiry.id })).toMatch(/^API_ERROR 404/);
  });

  it('shows moments in the time zone that is asked for', async () => {
    const start = async (time_zone: string) =>
      (await ask('anna', 'case_brief', { case: smith, time_zone })).data.tasks[0].due;
    expect([await start('Europe/Moscow'), await start('Asia/Kolkata')]).toEqual([
      expect.stringMatching(/18:00$/),
      expect.stringMatching(/20:30$/),
    ]);
  });

  timeless()('is refused if the operator has switched reading off', async () => {
    const client = await service.connectAs('anna', { args: ['--allow', 'create'] });
    expect(await client.refusal('case_brief', { case: smith })).toMatch(/^SWITCHED_OFF/);
    await client.close();
  });
});
