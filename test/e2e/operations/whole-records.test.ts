import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noteOf } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { groupId, numbered, sampleIds, userId } from '../../support/sample-ids.ts';

const { smith, prepareBundle, hearing, statementOfClaim, emptyCard, northbridge } = sampleIds;
const budget = { env: { CASEBRIDGE_ANSWER_TOKENS: '8000' } };

let service: TestService;
let client: TestClient;
beforeAll(async () => {
  service = await startService();
  client = await service.connectAs('anna', budget);
});
beforeEach(() => service.reset());
afterAll(async () => {
  await client?.close();
  await service?.close();
});

/** Client that has cached no names. */
const connectFresh = () => service.connectAs('anna', budget);

const recordsOf = [
  ['get_object', smith],
  ['get_task', prepareBundle],
  ['get_event', hearing],
  ['get_document', statementOfClaim],
  ['get_participant', northbridge],
] as const;

/** Returns all objects within a record that have an id. */
function entriesIn(value: unknown, isRoot = true): any[] {
  if (Array.isArray(value)) return value.flatMap((one) => entriesIn(one, false));
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap((one) => entriesIn(one, false));
  return !isRoot && 'Id' in value ? [value, ...inside] : inside;
}

describe('a record that is read in full', () => {
  it('names the client, the responsible user, the project, the folder and the people of its card', async () => {
    const record = await client.call('get_object', { id: smith });
    expect(record).toMatchObject({
      Id: smith,
      Type: 'Арбитражное дело / Commercial litigation',
      Class: 'Дело / Case',
      Responsible: { Id: userId('anna'), Name: 'Anna Petrova' },
      Client: { Id: numbered('participant', 20), Name: 'Jane Smith' },
      Project: { Name: 'Northbridge programme' },
      Folder: { Name: 'Commercial Court' },
      Fields: { SecondLawyer: { Name: 'John Hale' }, StatementOfClaim: { Name: 'Statement of claim' } },
    });
    expect(record.Participants).toContainEqual({
      Participant: { Id: northbridge, Name: 'Northbridge Ltd' },
      Role: 'Ответчик / Defendant',
    });
  });

  it.each(recordsOf)(
    'of %s leaves no reference without a name or with dates of another record',
    async (name, id) => {
      const record = await client.call(name, { id });
      const entries = entriesIn(record);
      expect(entries.length).toBeGreaterThan(0);
      for (const entry of entries) {
        expect(entry.Name ?? entry.Email, JSON.stringify(entry)).toEqual(expect.any(String));
        expect(Object.keys(entry)).not.toContain('LastChangeDate');
      }
    },
  );

  it.each(recordsOf)('of %s has all its filled fields, at less cost', async (name, id) => {
    const [short, full] = [
      await client.callTool(name, { id }),
      await client.callTool(name, { id, detail: 'full' }),
    ];
    const [shown, whole] = [JSON.parse(textOf(short)), JSON.parse(textOf(full))];
    expect(Object.keys(shown)).toEqual(Object.keys(whole));
    for (const field of ['Id', 'Url', 'CreationDate', 'LastChangeDate', 'Version'])
      expect(shown[field]).toEqual(whole[field]);
    const cost = (answer: typeof short) => countTokens(answer.content.map(({ text }) => text).join('\n'));
    expect(cost(short)).toBeLessThan(cost(full));
  });

  it('shows the rows of a block as rows, and a field without a tag by its title', async () => {
    const { Fields } = await client.call('get_object', { id: smith });
    expect(Fields.Claims).toEqual({
      columns: ['ClaimItem', 'ClaimItemAmount', 'ClaimItemAccepted'],
      rows: [
        ['Unpaid invoices', 900000, true],
        ['Bonus', 300000, false],
        ['Interest', 50000, false],
      ],
    });
    expect(Fields['Внутренний код / Internal code']).toBe('NB/17-A');
  });

  it('lists the empty fields of its card in one line, with the kinds of values that they take', async () => {
    const notes = noteOf(await client.callTool('get_object', { id: emptyCard }));
    expect(notes).toMatch(
      /^Empty: .*Суд \/ Court \(from a dictionary\), Судья \/ Judge, .*Второй юрист \/ Second lawyer \(user\).*\.$/m,
    );
    expect(notes).toContain('Filed on (date)');
    expect(notes).toMatch(/Direction \([^)]+ \| [^)]+\)/);
  });

  it('says which blocks may be hidden from the user', async () => {
    const limited = await service.connectAs('kate', budget);
    const notes = noteOf(await limited.callTool('get_object', { id: 'А40-123456/2026' }));
    expect(notes).toContain(
      'Blocks without any field here, possibly hidden from this user: Конфиденциально / Confidential.',
    );
    expect(notes).not.toMatch(/^Empty: .*Strategy/m);
    await limited.close();
  });

  it('keeps ids and names if single fields were requested, and reads names of these only', async () => {
    const fresh = await connectFresh();
    service.reset();
    const shown = await fresh.call('get_task', { id: prepareBundle, fields: ['Name', 'Status'] });
    expect(shown.Status).toEqual({ Id: expect.any(String), Name: 'В работе / In progress' });
    const paths = service.requests.map(({ path }) => path).filter((path) => !path.includes('/auth/'));
    expect(paths).toHaveLength(2);
    await fresh.close();
  });

  it('costs few requests, and none for cached names', async () => {
    const fresh = await connectFresh();
    service.reset();
    const count = () => service.requests.filter(({ path }) => !path.includes('/auth/')).length;
    await fresh.call('get_object', { id: smith });
    expect(count()).toBeLessThanOrEqual(20);
    const before = count();
    await fresh.call('get_object', { id: smith });
    expect(count() - before).toBe(1);
    await fresh.close();
  });

  it('names a group as soon as the record of one of its members is read', async () => {
    const admin = await service.connectAs('admin');
    const group = { Id: groupId('Contracts'), Type: 'Group' };
    const created = (people: readonly object[]) =>
      admin.call('create_task', { Name: 'Call client', CaseId: smith, Responsibles: [group, ...people] });
    const [alone, withMember] = [await created([]), await created([{ Id: userId('kate'), Type: 'User' }])];
    await admin.close();
    const fresh = await connectFresh();
    const shown = async (id: string) => textOf(await fresh.callTool('get_task', { id }));
    expect(await shown(alone.Id)).not.toContain('Договорная работа');
    expect(await shown(withMember.Id)).toContain('Договорная работа');
    await fresh.close();
  });

  it('is shown without names that the service refuses, and says which', async () => {
    const fresh = await connectFresh();
    service.faults.set([
      { on: 'GET /api/v2/rolesInCase', fault: { kind: 'status', status: 403 } },
      { on: 'GET /api/v2/objectTypes', fault: { kind: 'status', status: 404 } },
    ]);
    const answer = await fresh.callTool('get_object', { id: smith });
    expect(answer.isError).toBeFalsy();
    expect(JSON.parse(textOf(answer))).toMatchObject({ Client: { Name: 'Jane Smith' } });
    const notes = noteOf(answer);
    expect(notes).toMatch(/^Fields whose names the service does not return: .*Participants\.Role/m);
    expect(notes).toContain('Withheld: names of each role in case');
    await fresh.close();
  });

  it('is shown without names that do not arrive in time', async () => {
    const fresh = await connectFresh();
    service.faults.set([{ on: '/participants//', fault: { kind: 'stall', at: 'headers' } }]);
    const answer = await fresh.callTool('get_object', { id: smith });
    expect(answer.isError).toBeFalsy();
    const record = JSON.parse(textOf(answer));
    expect(record).toMatchObject({
      Client: { Id: numbered('participant', 20) },
      Responsible: { Name: 'Anna Petrova' },
    });
    expect(noteOf(answer)).toMatch(
      /^Fields whose names the service does not return: Client, Participants\.Participant\.$/m,
    );
    await fresh.close();
  });
});
