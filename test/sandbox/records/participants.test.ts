import { describe, expect, it } from 'vitest';
import { caseId } from '../../../src/sandbox/seed/cases.ts';
import { legalFormId } from '../../../src/sandbox/seed/dictionaries.ts';
import { participantId } from '../../../src/sandbox/seed/participants.ts';
import { unknownId } from '../../support/sample-ids.ts';
import { useSandbox } from '../../support/sandbox.ts';

interface Participant {
  Id: string;
  Name: string;
  Type: string;
  INN: string | null;
  IndividualInfo: Record<string, unknown> | null;
  CompanyInfo: Record<string, unknown> | null;
  ContactInfo: Record<string, unknown>;
  Attributes: Record<string, unknown>;
  Cases: { Id: string; Name: string }[];
}
interface Refusal {
  Error: string;
  ErrorType: string;
  ConflictMessage: string;
  ConflictObjects: string[];
}

const sandbox = useSandbox();
const { call } = sandbox;

const get = async (id: string, version = 4, login = 'admin') =>
  (await call<Participant>(login, `GET /api/v${version}/participants/${id}`)).body;
const found = async (query: string, login = 'admin') =>
  (await call<{ Items: Participant[] }>(login, `GET /api/v2/participants?${query}`)).body.Items;
const idsOf = async (query: string) => (await found(query)).map((item) => item.Id).sort();
const create = (body: object, version = 4) =>
  call<Participant & Refusal>('anna', `POST /api/v${version}/participants`, body);
const put = (id: string, body: object, version = 4) =>
  call<Participant & Refusal>('anna', `PUT /api/v${version}/participants/${id}`, body);
const patch = (id: string, body: object, version = 2) =>
  call<Participant & Refusal>('anna', `PATCH /api/v${version}/participants/${id}`, body);
const caseIds = (item: Participant) => item.Cases.map(({ Id }) => Id);

describe('creating a participant', () => {
  it('makes a company of everything sent, in v2, v3 and v4 [CON-7, PAR-2]', async () => {
    for (const version of [2, 3, 4]) {
      const { status, body } = await create(
        {
          Type: 'Company',
          CompanyInfo: {
            Name: 'Test Ltd',
            IdNumber: '0000009099',
            KPP: '000001001',
            LegalFormId: legalFormId('Ltd'),
          },
          ContactInfo: { Email: 'a@example.org', EmailMain: 'm@example.org', PhoneMain: '+74950000001' },
          Attributes: { Segment: 'New' },
        },
        version,
      );
      expect(status).toBe(201);
      expect(body).toMatchObject({
        Name: 'Test Ltd',
        Type: 'Company',
        INN: '0000009099',
        IndividualInfo: null,
        CompanyInfo: { IdNumber: '0000009099', LegalForm: { Id: legalFormId('Ltd') } },
        ContactInfo: { EmailMain: 'm@example.org', PhoneMain: '+74950000001' },
        Attributes: { Segment: 'New' },
      });
      expect(body.CompanyInfo?.LegalForm).not.toHaveProperty('Name');
    }
  });

  it('makes an individual of its names, or takes a full name apart [PTO-4]', async () => {
    const byParts = await create({
      Type: 'Individual',
      IndividualInfo: { LastName: 'Hill', FirstName: 'Ada', CompanyId: participantId('delta') },
      INN: '000000808888',
    });
    expect(byParts.body).toMatchObject({
      Name: 'Hill Ada',
      INN: '000000808888',
      IndividualInfo: { Company: { Id: participantId('delta') } },
      CompanyInfo: null,
    });
    const whole = await create({ Type: 'Individual', Name: 'Орлов Пётр Ильич' });
    expect(whole.body.IndividualInfo).toMatchObject({
      LastName: 'Орлов',
      FirstName: 'Пётр',
      MiddleName: 'Ильич',
    });
  });

  it('answers at the v4 path as stated, with an id in its place or without [PTO-14]', async () => {
    const body = { Type: 'Company', Name: 'Stated Ltd' };
    const path = 'POST /api/v4/participants';
    const given = await call<Participant>('anna', `${path}${unknownId}`, body);
    expect(given.body.Id).toBe(unknownId);
    expect((await call('anna', `${path}${unknownId}`, body)).status).toBe(409);
    expect((await call('anna', `${path}%7Bid%7D`, body)).status).toBe(201);
    expect((await call('anna', path, body)).status).toBe(201);
  });

  it('knows no additional attributes and main contacts in v1 [PAR-3]', async () => {
    const { body } = await create(
      {
        Type: 'Company',
        Name: 'Old Ltd',
        ContactInfo: { Email: 'o@example.org', EmailMain: 'm@example.org' },
        Attributes: { Segment: 'X' },
      },
      1,
    );
    expect(body).not.toHaveProperty('Attributes');
    expect(body.ContactInfo).not.toHaveProperty('EmailMain');
    expect(await get(body.Id)).toMatchObject({
      Attributes: {},
      ContactInfo: { Email: 'o@example.org', EmailMain: null },
    });
  });

  it('is refused without a type, a name or a permission, and with references to nothing [PAR-1]', async () => {
    expect((await create({ Name: 'Nobody' })).status).toBe(400);
    expect((await create({ Type: 'Company' })).status).toBe(400);
    expect((await create({ Type: 'Individual', IndividualInfo: { FirstName: 'Ada' } })).status).toBe(400);
    for (const body of [
      { Type: 'Company', Name: 'X', CompanyInfo: { LegalFormId: unknownId } },
      { Type: 'Individual', Name: 'X', IndividualInfo: { CompanyId: participantId('ivanova') } },
      { Type: 'Company', Name: 'X', IndividualInfo: { LastName: 'X' } },
      { Type: 'Company', Name: 'X', Attributes: { Name: 'Y' } },
    ])
      expect((await create(body)).status).toBe(400);
    const { status } = await call('kate', 'POST /api/v2/participants', { Type: 'Company', Name: 'X' });
    expect(status).toBe(403);
  });
});

describe('the duplicate check of participants', () => {
  const twin = {
    Type: 'Company',
    Name: 'Second Vector',
    CompanyInfo: { IdNumber: '0000001011', KPP: '000001001' },
  };

  it('refuses a second company with the same INN and KPP and names the first [PTO-1]', async () => {
    const before = (await found('INN=0000001011')).length;
    for (const version of [2, 3, 4]) {
      const { status, body } = await create({ ...twin, CheckForDuplicates: true }, version);
      expect(status).toBe(409);
      expect(body).toMatchObject({
        Error: 'Невозможно создать дубликат.',
        ErrorType: 'Conflict',
        ConflictObjects: [participantId('vector')],
      });
      expect(body.ConflictMessage).toMatch(/INN, KPP/);
    }
    expect(await found('INN=0000001011')).toHaveLength(before);
  });

  it('is not run without the flag, and a branch with another KPP is no duplicate [PTO-2]', async () => {
    expect((await create({ ...twin, CheckForDuplicates: false })).status).toBe(201);
    expect((await create(twin)).status).toBe(201);
    const branch = { ...twin, CompanyInfo: { IdNumber: '0000001011', KPP: '000099001' } };
    expect((await create({ ...branch, CheckForDuplicates: true })).status).toBe(201);
  });

  it('takes individuals by INN alone and homonyms for different people', async () => {
    const person = { Type: 'Individual', Name: 'Иванов Иван', CheckForDuplicates: true };
    expect((await create({ ...person, INN: '000000404444' })).body.ConflictObjects).toEqual([
      participantId('ivanov1'),
    ]);
    expect((await create(person)).status).toBe(201);
  });

  it('guards changes as well, and a participant is no duplicate of itself [PTO-3]', async () => {
    const id = participantId('romashka');
    const same = { CompanyInfo: { IdNumber: '0000001011', KPP: '000001001' }, CheckForDuplicates: true };
    expect((await patch(id, same)).status).toBe(409);
    expect((await put(id, same)).status).toBe(409);
    expect((await get(id)).INN).toBe('0000003033');
    expect((await patch(id, { INN: '0000003033', CheckForDuplicates: true })).status).toBe(201);
  });
});

describe('changing a participant', () => {
  const id = () => participantId('vector');

  it('by PATCH changes only the given fields; null clears [PTO-5]', async () => {
    const before = await get(id());
    const { status } = await patch(id(), {
      ContactInfo: { Site: null, Phone: '+7 495 000-99-99' },
      Attributes: { Segment: null, Rank: 1 },
    });
    expect(status).toBe(201);
    const now = await get(id());
    expect(now.CompanyInfo).toEqual(before.CompanyInfo);
    expect(now.ContactInfo).toEqual({ ...before.ContactInfo, Site: null, Phone: '+7 495 000-99-99' });
    expect(now.Attributes).toEqual({ Tags: before.Attributes.Tags, Rank: 1 });
  });

  it('by PUT replaces each given info and keeps the others [PTO-6]', async () => {
    for (const version of [3, 4]) {
      const before = await get(id());
      await put(id(), { ContactInfo: { Email: `v${version}@example.org`, EmailMain: null } }, version);
      const now = await get(id());
      expect(now.CompanyInfo).toEqual(before.CompanyInfo);
      expect(now.ContactInfo).toEqual({
        Email: `v${version}@example.org`,
        Phone: null,
        Site: null,
        Address: null,
        EmailMain: null,
        PhoneMain: null,
      });
    }
  });

  it('by PUT of an unchanged record changes nothing', async () => {
    for (const key of ['vector', 'smith', 'petrov']) {
      const { Cases: _, ...before } = await get(participantId(key));
      await put(participantId(key), before);
      expect({ ...(await get(participantId(key))), LastChangeDate: '' }).toMatchObject({
        ...before,
        LastChangeDate: '',
      });
    }
  });

  it('renames by the parts of the name', async () => {
    const person = participantId('ivanova');
    await patch(person, { IndividualInfo: { LastName: 'Петрова' } });
    expect((await get(person)).Name).toBe('Петрова Мария Сергеевна');
    await patch(id(), { Name: 'ООО «Новый вектор»' });
    expect((await get(id())).CompanyInfo?.Name).toBe('ООО «Новый вектор»');
  });

  it('is refused for another type, without Edit and for an unknown id', async () => {
    expect((await patch(id(), { Type: 'Individual' })).status).toBe(400);
    expect((await put(unknownId, {})).status).toBe(404);
    expect((await call('kate', `PATCH /api/v2/participants/${id()}`, {})).status).toBe(403);
  });
});

describe('reading participants', () => {
  it('shows the cases in lists and from v3, as far as the caller sees them [PAR-5]', async () => {
    const ivanova = participantId('ivanova');
    expect(caseIds(await get(ivanova, 4))).toContain(caseId('inquiry'));
    expect(caseIds(await get(ivanova, 3, 'kate'))).not.toContain(caseId('inquiry'));
    expect(await get(ivanova, 2)).not.toHaveProperty('Cases');
    const [listed] = await found('INN=000000303333', 'kate');
    expect(listed && caseIds(listed)).toContain(caseId('vector'));
    expect(listed && caseIds(listed)).not.toContain(caseId('inquiry'));
  });

  it('shows attributes and main contacts from v2 [PTO-7]', async () => {
    const id = participantId('northbridge');
    for (const version of [2, 3, 4])
      expect(await get(id, version)).toMatchObject({
        Attributes: { Segment: 'Opponent' },
        ContactInfo: { PhoneMain: '020 7946 0200' },
      });
    const old = await get(id, 1);
    expect(old).not.toHaveProperty('Attributes');
    expect(old.ContactInfo).not.toHaveProperty('PhoneMain');
  });

  it('returns the full list by name without conditions, and a page if requested [PTO-8]', async () => {
    const all = await found('');
    const names = all.map((item) => item.Name);
    expect(names).toEqual([...names].sort(new Intl.Collator('ru', { numeric: true }).compare));
    expect((await found('Page=2&PageSize=5')).map((item) => item.Name)).toEqual(names.slice(5, 10));
  });

  it('filters by INN, KPP, phone, e-mail, names and type [PAR-4]', async () => {
    const vectors = [participantId('vector'), participantId('vectorBranch')].sort();
    expect(await idsOf('INN=0000001011')).toEqual(vectors);
    expect(await idsOf('INN=00000010')).toEqual([]);
    expect(await idsOf('INN=0000001011&KPP=0000AB001')).toEqual([participantId('vectorBranch')]);
    expect(await idsOf('Phone=74950001112')).toEqual([participantId('vector')]);
    expect(await idsOf(`Phone=${encodeURIComponent('(495) 000-11-12')}`)).toEqual([participantId('vector')]);
    expect(await idsOf('Email=JANE.SMITH@')).toEqual([participantId('smith')]);
    expect(await idsOf(`LastName=${encodeURIComponent('ёлкин')}`)).toEqual([participantId('elkina')]);
    expect(await idsOf(`LastName=${encodeURIComponent('Иванов')}&FirstName=Иван`)).toEqual(
      [participantId('ivanov1'), participantId('ivanov2')].sort(),
    );
    expect(await idsOf('Name=harbour&Type=Company')).toEqual([participantId('harbour')]);
    expect(await idsOf('Name=harbour&Type=Individual')).toEqual([]);
    expect((await call('admin', 'GET /api/v2/participants?Type=Robot')).status).toBe(400);
  });

  it('is closed to who has no View on the section', async () => {
    expect((await call('client1', 'GET /api/v2/participants')).status).toBe(403);
    expect((await call('client1', `GET /api/v4/participants/${participantId('vector')}`)).status).toBe(403);
  });
});
