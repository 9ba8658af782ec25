import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { named, noteOf } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { sampleIds, unknownId } from '../../support/sample-ids.ts';
import { startFront } from '../../support/servers/front.ts';

let service: TestService;
let anna: TestClient;
/** User who may only view the section, and sees only one case. */
let kate: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, kate] = await Promise.all([service.connectAs('anna'), service.connectAs('kate', { kind: 'v1' })]);
});
afterAll(async () => {
  await Promise.all([anna?.close(), kate?.close()]);
  await service?.close();
});
beforeEach(() => service.reset());

const read = (id: string) => anna.call('get_participant', { id });
const find = async (Name: string) => named<any>((await anna.call('list_participants', { Name })).Items, Name);
const vector = 'ООО «Вектор»';
const newVersions = ['create_participant', 'create_participant_v3', 'create_participant_v2'];

describe('create_participant', () => {
  it('creates a company without a given id', async () => {
    const form = named<any>((await anna.call('list_legal_forms')).Items, 'АО');
    const made = await anna.call('create_participant', {
      Type: 'Company',
      Name: 'АО «Новая верфь»',
      CompanyInfo: { IdNumber: '0000009099', KPP: '000001001', OGRN: '1250010000095', LegalFormId: form.Id },
      ContactInfo: { EmailMain: 'wharf@example.org', PhoneMain: '+74950009999', Address: 'г. Энск' },
      Attributes: { Segment: 'Новый', Tags: ['порт', 'суда'] },
      CheckForDuplicates: true,
    });
    expect(await read(made.Id)).toEqual(made);
    expect(made).toMatchObject({
      Name: 'АО «Новая верфь»',
      Type: 'Company',
      INN: '0000009099',
      CompanyInfo: { KPP: '000001001', OGRN: '1250010000095', LegalForm: { Id: form.Id } },
      ContactInfo: { EmailMain: 'wharf@example.org', PhoneMain: '+74950009999' },
      Attributes: { Segment: 'Новый', Tags: ['порт', 'суда'] },
      Cases: [],
    });
  });

  it('takes the tax number of a company or an individual from the argument of the other', async () => {
    const company = await anna.callTool('create_participant', {
      Type: 'Company',
      Name: 'АО «Новая верфь»',
      INN: '0000009099',
    });
    expect(noteOf(company)).toContain('INN was sent as CompanyInfo.IdNumber, because Type is Company.');
    const { Id } = await find('АО «Новая верфь»');
    expect((await read(Id)).CompanyInfo).toMatchObject({ IdNumber: '0000009099' });
    const person = await anna.call('create_participant', {
      Type: 'Individual',
      IndividualInfo: { LastName: 'Ёжиков' },
      CompanyInfo: { IdNumber: '000000808888' },
    });
    expect(await read(person.Id)).toMatchObject({ INN: '000000808888' });
  });

  it('reads the type of the record if a change of the tax number does not name it', async () => {
    const { Id } = await find(vector);
    const changed = await anna.callTool('edit_participant', { id: Id, INN: '0000009099' });
    expect(noteOf(changed)).toContain('INN was sent as CompanyInfo.IdNumber, because Type is Company.');
    expect((await read(Id)).CompanyInfo).toMatchObject({ IdNumber: '0000009099' });
  });

  it('takes INN inside the information of a company as its number', async () => {
    const made = await anna.call('create_participant', {
      Type: 'Company',
      Name: 'АО «Новая верфь»',
      CompanyInfo: { INN: '0000009099' },
    });
    expect(made.CompanyInfo).toMatchObject({ IdNumber: '0000009099' });
  });

  it('creates an individual with the id that is given, once', async () => {
    const id = 'aaaaaaaa-0000-4000-8000-000000000001';
    const employer = await find(vector);
    const sent = {
      id,
      Type: 'Individual',
      INN: '000000808888',
      IndividualInfo: { LastName: 'Ёжиков', FirstName: 'Пётр', CompanyId: employer.Id, JobTitle: 'Юрист' },
    };
    expect((await anna.call('create_participant', sent)).Id).toBe(id);
    expect(await read(id)).toMatchObject({
      Id: id,
      Name: 'Ёжиков Пётр',
      INN: '000000808888',
      IndividualInfo: { JobTitle: 'Юрист', Company: { Id: employer.Id } },
    });
    expect(await anna.refusal('create_participant', sent)).toMatch(/^API_ERROR 409: .*exists already/);
  });

  it('goes to the path as stated, with the id or nothing in its place', async () => {
    const front = await startFront(service.url, () => undefined);
    const client = await service.connectAs('anna', { env: { CASEBRIDGE_URL: front.url } });
    try {
      const id = 'aaaaaaaa-0000-4000-8000-000000000002';
      await client.call('create_participant', { id, Type: 'Company', Name: 'With an id' });
      await client.call('create_participant', { Type: 'Company', Name: 'Without one' });
      const changes = front.requests.filter((request) => request.startsWith('POST'));
      expect(changes).toEqual([`POST /api/v4/participants${id}`, 'POST /api/v4/participants']);
    } finally {
      await client.close();
      await front.close();
    }
  });

  it('passes on fields that only this deployment has', async () => {
    const made = await anna.call('create_participant', {
      Type: 'Company',
      Name: 'More Ltd',
      more: { LEDESClientId: 'MORE-1' },
    });
    expect((await read(made.Id)).LEDESClientId).toBe('MORE-1');
  });

  it.each(newVersions)('is refused as a duplicate with the ids of the existing ones (%s)', async (tool) => {
    const { Id } = await find(vector);
    const CompanyInfo = { IdNumber: '0000001011', KPP: '000001001' };
    const rest = tool === 'create_participant' ? { CompanyInfo } : { more: { CompanyInfo } };
    const twin = { Type: 'Company', Name: 'Vector again', ...rest };
    const refusal = await anna.refusal(tool, { ...twin, CheckForDuplicates: true });
    expect(refusal).toMatch(/^API_ERROR 409: .*Unique fields: INN, KPP/);
    expect(refusal).toContain('use the one in ConflictObjects');
    expect(refusal).toContain(`ConflictObjects: ["${Id}"]`);
    expect((await anna.call('list_participants', { Name: 'Vector again' })).Items).toEqual([]);
    expect((await anna.call(tool, { ...twin, CheckForDuplicates: false })).INN).toBe('0000001011');
  });

  it.each(newVersions)('needs Edit on participants (%s)', async (tool) => {
    expect(await kate.refusal(tool, { Type: 'Company', Name: 'x' })).toMatch(
      /^API_ERROR 403: .*Participants/,
    );
  });
});

describe('the older versions of create_participant and get_participant', () => {
  it.each([
    ['create_participant_v3', 'get_participant_v3', true],
    ['create_participant_v2', 'get_participant_v2', false],
  ])('%s creates a participant that %s reads', async (create, get, hasCases) => {
    const made = await anna.call(create, {
      Type: 'Individual',
      Name: "O'Hara Grace",
      ContactInfo: { EmailMain: 'grace@example.com' },
      Attributes: { Segment: 'Witness' },
      more: { INN: '000000909999' },
    });
    const seen = await anna.call(get, { id: made.Id });
    expect(seen).toEqual(made);
    expect(seen).toMatchObject({
      IndividualInfo: { LastName: "O'Hara", FirstName: 'Grace' },
      ContactInfo: { EmailMain: 'grace@example.com' },
      INN: '000000909999',
      Attributes: { Segment: 'Witness' },
    });
    expect('Cases' in seen).toBe(hasCases);
  });

  it.each(['get_participant', 'get_participant_v3', 'get_participant_v2'])(
    '%s does not find an unknown id',
    async (get) => {
      expect(await anna.refusal(get, { id: unknownId })).toMatch(/^API_ERROR 404: Participant/);
    },
  );
});

describe('changing a participant', () => {
  it('edit_participant changes only the given fields', async () => {
    const before = await read((await find(vector)).Id);
    await anna.call('edit_participant', {
      id: before.Id,
      ContactInfo: { EmailMain: 'new@example.org' },
      Attributes: { Segment: 'Клиент' },
    });
    const after = await read(before.Id);
    expect(after.ContactInfo).toEqual({ ...before.ContactInfo, EmailMain: 'new@example.org' });
    expect(after.Attributes).toEqual({ ...before.Attributes, Segment: 'Клиент' });
    expect(after.CompanyInfo).toEqual(before.CompanyInfo);
  });

  it.each(['update_participant', 'update_participant_v3'])(
    '%s keeps omitted fields of a part, and clears those given as null',
    async (tool) => {
      const before = await read((await find(vector)).Id);
      await anna.call(tool, {
        id: before.Id,
        ContactInfo: { EmailMain: 'only@example.org', PhoneMain: null },
      });
      const after = await read(before.Id);
      expect(after.ContactInfo).toEqual({
        ...before.ContactInfo,
        EmailMain: 'only@example.org',
        PhoneMain: null,
      });
      expect(after.CompanyInfo).toEqual(before.CompanyInfo);
    },
  );

  it.each(['edit_participant', 'update_participant', 'update_participant_v3'])(
    '%s is refused for another type, a duplicate, an unknown id and without Edit, and changes nothing',
    async (tool) => {
      const before = await find('ООО «Лютик»');
      const { Id } = await find(vector);
      const info = { CompanyInfo: { Name: before.Name, IdNumber: '0000001011', KPP: '000001001' } };
      const sent = tool.endsWith('v3') ? { more: info } : info;
      expect(await anna.refusal(tool, { id: before.Id, Type: 'Individual' })).toMatch(/^API_ERROR 400: Type/);
      expect(await anna.refusal(tool, { id: before.Id, ...sent, CheckForDuplicates: true })).toContain(
        `ConflictObjects: ["${Id}"]`,
      );
      expect(await anna.refusal(tool, { id: unknownId, Name: 'x' })).toMatch(/^API_ERROR 404/);
      expect(await kate.refusal(tool, { id: before.Id, Name: 'x' })).toMatch(/^API_ERROR 403/);
      expect(await find(before.Name)).toEqual(before);
    },
  );
});

describe('list_participants', () => {
  it('finds by each of its filters, with any notation of a phone number', async () => {
    const names = async (filter: object) =>
      (await anna.call('list_participants', { ...filter })).Items.map((item: any) => item.Name);
    expect(await names({ INN: '0000001011', KPP: '0000AB001' })).toEqual(['ООО «Вектор», филиал в Заречье']);
    expect(await names({ Phone: '4950002222' })).toEqual(['АО «Северный мост»']);
    expect(await names({ Email: 'obrien@' })).toEqual(["Siobhán O'Brien"]);
    expect(await names({ LastName: 'иванов', FirstName: 'Иван', Type: 'Individual' })).toEqual([
      'Иванов Иван',
      'Иванов Иван',
    ]);
    expect(await names({ Name: '🚚' })).toEqual(['ООО «🚚 Быстрый груз»']);
    expect(await names({ Name: 'ООО', Type: 'Individual' })).toEqual([]);
  });

  it('shows contacts and visible cases, in pages', async () => {
    const { Cases, ContactInfo } = await find('Jane Smith');
    expect(Cases.map((item: any) => item.Id)).toContain(sampleIds.smith);
    expect(ContactInfo.EmailMain).toBe('jane.smith@example.com');
    const pages = await anna.callTool('list_participants', { Type: 'Company', PageSize: 5, Page: 2 });
    expect(JSON.parse(textOf(pages)).Items).toHaveLength(5);
    expect(noteOf(pages)).toBe('More: the same call with Page 3.');
  });

  it('is refused to a client of the firm', async () => {
    const client = await service.connectAs('client1');
    try {
      expect(await client.refusal('list_participants')).toMatch(/^API_ERROR 403/);
      expect(await client.refusal('get_participant', { id: (await find(vector)).Id })).toMatch(
        /^API_ERROR 403/,
      );
    } finally {
      await client.close();
    }
  });
});

describe('legal forms', () => {
  it('are listed whole and read by id', async () => {
    const { Items } = await anna.call('list_legal_forms');
    expect(Items.map((item: any) => item.Name)).toEqual(expect.arrayContaining(['ООО', 'АО', 'Ltd', 'LLP']));
    const last = Items.at(-1);
    expect(await anna.call('get_legal_form', { id: last.Id })).toEqual(last);
  });

  it('are not found by an unknown id, and not shown to a blocked user', async () => {
    expect(await anna.refusal('get_legal_form', { id: unknownId })).toMatch(/^API_ERROR 404: The legal form/);
    const blocked = await service.connectAs('blocked');
    try {
      expect(await blocked.refusal('list_legal_forms')).toMatch(/^SIGN_IN_FAILED/);
    } finally {
      await blocked.close();
    }
  });
});
