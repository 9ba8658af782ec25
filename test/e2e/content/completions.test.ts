import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  clientKinds,
  startService,
  type TestClient,
  type TestService,
} from '../../support/clients/harness.ts';
import { runsOnce } from '../../support/clients/once.ts';
import { type Front, startFront } from '../../support/servers/front.ts';

let service: TestService;
let front: Front;
let anna: TestClient;
beforeAll(async () => {
  service = await startService();
  front = await startFront(service.url, () => undefined);
  anna = await service.connectAs('anna', { env: { CASEBRIDGE_URL: front.url } });
});
afterAll(async () => {
  await anna?.close();
  await front?.close();
  await service?.close();
});

type Ref = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };
const complete = async (ref: Ref, name: string, value: string, client = anna) =>
  (await client.library.complete({ ref, argument: { name, value } })).completion;
const ofCase = (typed: string, client = anna) =>
  complete({ type: 'ref/resource', uri: 'case://{id}' }, 'id', typed, client);
const ofPrompt = (prompt: string, name: string, typed: string, client = anna) =>
  complete({ type: 'ref/prompt', name: prompt }, name, typed, client);

describe.each(clientKinds)('a %s client', (kind) => {
  it('gets suggestions of numbers, names, roles and values while the user types', async () => {
    const client = await service.connectAs('anna', { kind });
    expect((await ofCase('CL-2026', client)).values).toContain('CL-2026-000123');
    expect((await ofPrompt('my_day', 'user', 'petr', client)).values).toEqual(['Anna Petrova']);
    expect((await ofPrompt('intake', 'role', 'ист', client)).values[0]).toBe('Истец / Claimant');
    expect((await ofPrompt('health', 'language', '', client)).values).toEqual(['en', 'ru']);
    await client.close();
  });
});

describe('a record that the caller has created', () => {
  it('is suggested at once, even if its name was unknown before', async () => {
    const typed = () => complete({ type: 'ref/resource', uri: 'participant://{id}' }, 'id', 'Zvezda');
    expect((await typed()).values).toEqual([]);
    await anna.call('create_participant', { Type: 'Company', Name: 'Zvezda Ltd' });
    expect((await typed()).values).toEqual(['Zvezda Ltd']);
  });
});

describe('a case', () => {
  it.each([
    ['the start of a Cyrillic number', 'а40-1', 'А40-123456/2026'],
    ['the middle of a number', '000123', 'CL-2026-000123'],
    ['words of a name', 'smi', 'Smith v. Northbridge Ltd'],
  ])('is found by %s, as typed', async (_, typed, value) => {
    const { values } = await ofCase(typed);
    expect(values).toContain(value);
    for (const one of values) expect(one.toLowerCase()).toContain(typed);
  });

  it('is found by a number in look-alike letters, if none has the typed ones', async () => {
    expect((await ofCase('A40-123456')).values).toEqual(['А40-123456/2026']);
  });

  it('comes from those in work first, and the list says that there are more', async () => {
    const { values, hasMore } = await ofCase('');
    expect(values).toHaveLength(20);
    expect(hasMore).toBe(true);
    const { Items } = await anna.call('search_cases', { Status: 'InWork', PageSize: 100 });
    const inWork = new Set(Items.flatMap(({ Number: number, Name }: any) => [number, Name]));
    expect(inWork).toContain(values[0]);
  });

  it('that was completed can be read', async () => {
    const [number = ''] = (await ofCase('1:26-cv')).values;
    const { contents } = await anna.library.readResource({ uri: `case://${encodeURIComponent(number)}` });
    expect(contents[0]?.text).toContain(number);
  });
});

describe('other fields', () => {
  it.each<[string, string, string, string]>([
    ['conflict_check', 'party', 'векто', 'ООО «Вектор»'],
    ['file_and_review', 'reviewer', 'anna@', 'Anna Petrova'],
    ['file_and_review', 'task', 'апелл', 'Подать апелляцию'],
    ['file_and_review', 'document_type', 'contr', 'Договор / Contract'],
    ['intake', 'type', 'bankr', 'Банкротство / Bankruptcy'],
    ['archive_closed', 'stage', 'clos', 'Closed'],
    ['change_parties', 'role', 'counsel', 'Представитель / Counsel'],
  ])('%s, %s: %s', async (prompt, field, typed, value) => {
    expect((await ofPrompt(prompt, field, typed)).values).toContain(value);
  });

  it('of templates are completed, too', async () => {
    const of = async (uri: string, name: string, typed: string) =>
      (await complete({ type: 'ref/resource', uri }, name, typed)).values;
    expect(await of('dictionaries://{dictionary}', 'dictionary', 'суд')).toContain('Суд / Court');
    expect(await of('operations://{area}', 'area', 'ta')).toEqual(['tasks']);
    expect(await of('user://{id}', 'id', 'anna')).toEqual(['Anna Petrova']);
    expect(await of('participant://{id}', 'id', 'smith')).toContain('Jane Smith');
  });

  it('with free text have no suggestions, and no field suggests impossible values', async () => {
    front.requests.length = 0;
    for (const [prompt, field, typed] of [
      ['intake', 'facts', 'x'],
      ['intake', 'party', 'x'.repeat(300)],
      ['intake', 'language', 'x'],
    ] as const)
      expect(await ofPrompt(prompt, field, typed)).toEqual({ values: [], hasMore: false });
    expect(front.requests).toEqual([]);
  });

  it('that do not exist are refused', async () => {
    await expect(ofPrompt('nothing', 'case', '')).rejects.toThrow(/Unknown prompt/);
    await expect(ofPrompt('intake', 'toString', '')).rejects.toThrow(/no such argument/);
    await expect(complete({ type: 'ref/resource', uri: 'nothing://{id}' }, 'id', '')).rejects.toThrow(
      /no such template/,
    );
  });
});

describe('while somebody types', () => {
  it('cached records are not requested again', async () => {
    const client = await service.connectAs('anna', { env: { CASEBRIDGE_URL: front.url }, own: true });
    front.requests.length = 0;
    for (const typed of ['', 'a', 'an', 'ann', 'anna', 'b']) await ofPrompt('my_day', 'user', typed, client);
    for (const typed of ['', 'sm', 'sm']) await ofCase(typed, client);
    expect(front.requests).toEqual([
      'GET /api/v2/users',
      // Checks whether the service reports the next page. Sent only once.
      'GET /api/v2/users',
      'POST /api/v3/objects/GetCases',
      'POST /api/v3/objects/GetCases',
    ]);
    await client.close();
  });

  it('a failure of the service leaves the list empty', async () => {
    service.faults.set([{ on: 'POST /api/v3/objects/GetCases', fault: { kind: 'status', status: 500 } }]);
    expect(await ofCase('nobody asked this before')).toEqual({ values: [], hasMore: false });
    service.faults.clear();
  });

  it.runIf(runsOnce())('only questions to the service count as calls', async () => {
    const env = { CASEBRIDGE_LIMITS: 'reads=2' };
    const client = await service.connectAs('anna', { over: 'http', own: true, env });
    for (const typed of ['', 'a', 'an', 'ann']) await ofPrompt('my_day', 'user', typed, client);
    expect((await ofCase('smi', client)).values).toHaveLength(1);
    expect(await ofCase('north', client)).toEqual({ values: [], hasMore: false });
    await client.close();
  });

  it('all users get suggestions only of records that they may see', async () => {
    const client = await service.connectAs('client1');
    const { Items } = await client.call('search_cases', { PageSize: 100 });
    const own = Items.flatMap(({ Number: number, Name }: any) => [number, Name]);
    for (const typed of ['', 'А40', '2026']) {
      const { values } = await ofCase(typed, client);
      expect(values.filter((value) => !own.includes(value))).toEqual([]);
    }
    expect((await ofCase('000124')).values).toEqual(['CL-2026-000124']);
    expect((await ofCase('000124', client)).values).toEqual([]);
    await client.close();
  });

  it('names have no invisible characters', async () => {
    const admin = await service.connectAs('admin');
    await admin.call('create_participant', { Type: 'Company', Name: 'Quo\u200bkka\u202e Ltd' });
    expect((await ofPrompt('conflict_check', 'party', 'quo', admin)).values).toEqual(['Quokka Ltd']);
    service.reset();
    await admin.close();
  });
});
