import { describe, expect, it } from 'vitest';
import { caseId, documentFolderId } from '../../../src/sandbox/seed/cases.ts';
import { classId, fieldId, typeId } from '../../../src/sandbox/seed/classes-and-types.ts';
import { folderId, projectId } from '../../../src/sandbox/seed/folders.ts';
import { groupId, userId } from '../../../src/sandbox/seed/users.ts';
import { useSandbox } from '../../support/sandbox.ts';

interface Listed {
  Id: string;
  Name: string;
  Number: string;
  Description: string;
  Status: string;
  CreationDate: string;
  LastChangeDate: string;
  Responsible: { Id: string } | null;
  Class: { SysName: string };
  [key: string]: unknown;
}
interface Page {
  Items: Listed[];
  NextPageUrl: string | null;
  Error: string;
}

const sandbox = useSandbox({ profile: 'convenient' });
const { call } = sandbox;

const list = async (query: string, login = 'admin') =>
  (await call<Page>(login, `GET /api/v2/${query}`)).body.Items;
const search = (body: object, login = 'admin', method = 'GetCases') =>
  call<Page>(login, `POST /api/v3/objects/${method}`, body);
const found = async (body: object, login = 'admin', method = 'GetCases') =>
  (await search(body, login, method)).body.Items.map(({ Id }) => Id);
const filter = (item: object) => found({ Filters: [item] });

describe('lists of objects and cases', () => {
  it('are alphabetical, then by creation date, with the same question by GET and by POST [OPS-13, LST-10]', async () => {
    const objects = await list('objects');
    const cases = await list('cases');
    expect(objects).toHaveLength(36);
    expect(cases.length).toBeLessThan(36);
    expect(new Set(cases.map((item) => item.Class.SysName))).toEqual(new Set(['Case']));
    const { compare } = new Intl.Collator('ru', { numeric: true });
    const inOrder = [...objects].sort(
      (left, right) => compare(left.Name, right.Name) || left.CreationDate.localeCompare(right.CreationDate),
    );
    expect(objects).toEqual(inOrder);
    expect((await search({})).body.Items).toEqual(cases);
    expect((await search({}, 'admin', 'GetObjects')).body.Items).toEqual(objects);
    expect((await call<Page>('admin', 'GET /api/v1/cases')).body.Items).toEqual(cases);
  });

  it('carry type, responsible, status, project, folder and document folder, and no card [OBJ-1, OPS-8, LST-12]', async () => {
    const [smith] = await list('cases?Name=CL-2&PageSize=100').then((items) =>
      items.filter(({ Id }) => Id === caseId('smith')),
    );
    expect(smith).toMatchObject({
      Status: 'InWork',
      Type: { Id: typeId('CommercialLitigation') },
      Responsible: { Id: userId('anna') },
      Project: { Id: projectId('northbridge') },
      Folder: { Id: folderId('commercialCourt') },
      DocumentFolderId: documentFolderId('smith'),
    });
    expect(smith).not.toHaveProperty('Fields');
    expect(smith).not.toHaveProperty('Participants');
  });

  it('go by pages of at most 100 [LST-11, LIM-2]', async () => {
    const body = { ObjectTypeId: typeId('Enforcement'), Name: 'Copy' };
    for (let count = 0; count < 101; count += 1) await call('admin', 'POST /api/v2/objects', body);
    const first = await call<Page>('admin', 'GET /api/v2/cases?Name=Copy&PageSize=500');
    expect(first.body.Items).toHaveLength(100);
    const next = new URL(first.body.NextPageUrl as string);
    const second = await call<Page>('admin', `GET ${next.pathname}${next.search}`);
    expect(second.body.Items).toHaveLength(1);
    expect(second.body.NextPageUrl).toBeNull();
  });

  it('never show hidden cases, in no list and no filter [SVC-2]', async () => {
    const hidden = caseId('inquiry');
    const body = { Name: 'Внутреннее расследование' };
    expect(await found(body)).toEqual([hidden]);
    expect(await found(body, 'kate')).toEqual([]);
    expect((await list('objects', 'kate')).map(({ Id }) => Id)).not.toContain(hidden);
    expect(await list('cases', 'it')).toEqual([]);
    expect(await found({}, 'client1')).toEqual([caseId('smith')]);
  });

  it('show formatted text only when asked [LST-6]', async () => {
    const Description = '<p>Sum < 5 &amp; <b>bold</b></p>';
    await call('admin', `PATCH /api/v2/cases/${caseId('smith')}`, { Description });
    const shown = async (more: object) =>
      (await search({ Name: 'Smith v.', ...more })).body.Items[0]?.Description;
    expect(await shown({})).toBe('Sum < 5 &amp; bold');
    expect(await shown({ IsFormattedTextEnabled: true })).toBe(Description);
    const [byQuery] = await list('cases?Name=Smith%20v.&isFormattedTextEnabled=true');
    expect(byQuery?.Description).toBe(Description);
  });
});

describe('the conditions of a list', () => {
  it('are class, type, folder, project, status, and a part of name or number [LST-8]', async () => {
    const count = async (query: string) => (await list(`objects?${query}`)).length;
    const contracts = await count(`ObjectClassId=${classId('Contract')}`);
    expect(contracts).toBe(36 - (await list('cases')).length);
    expect(await count('Status=Archived')).toBe(8);
    expect(await count('Status=InWork')).toBe(28);
    expect(await count(`FolderId=${folderId('claims')}`)).toBeGreaterThan(0);
    expect(await found({ ProjectId: projectId('northbridge'), Status: 'InWork' })).toContain(caseId('smith'));
    expect(await found({ ObjectTypeId: typeId('TaxAudit'), Name: 'вектор' })).toEqual([
      caseId('vectorAudit'),
    ]);
    expect(await found({ Name: 'А40-1' })).toEqual([caseId('vector')]);
    expect(await found({ Name: 'A40-6' })).toEqual([caseId('latin')]);
    expect((await call('admin', 'GET /api/v2/objects?Status=Closed')).status).toBe(400);
  });

  it('find by one responsible, and in v3 by several or by a group [OPS-12, LST-9]', async () => {
    const anna = userId('anna');
    const mine = await list(`cases?ResponsibleId=${anna}`);
    expect(mine.length).toBeGreaterThan(0);
    expect(new Set(mine.map((item) => item.Responsible?.Id))).toEqual(new Set([anna]));
    const members = ['head', 'anna', 'ivan', 'john', 'oleg'].map(userId);
    const byGroup = await found({ ResponsibleIds: [groupId('Litigation')] });
    expect(byGroup).toEqual(await found({ ResponsibleIds: members }));
    expect(byGroup).toContain(caseId('vector'));
    expect(byGroup).not.toContain(caseId('lutik'));
  });

  it('find by creation and by last change, a day counting whole [LST-7]', async () => {
    const all = await list('objects');
    const day = (all[0] as Listed).CreationDate.slice(0, 10);
    const expected = all.filter((item) => item.CreationDate.startsWith(day)).map(({ Id }) => Id);
    const ids = (items: Listed[]) => items.map(({ Id }) => Id);
    expect(ids(await list(`objects?CreationDateFrom=${day}&CreationDateTo=${day}`))).toEqual(expected);
    expect(await found({ MinDate: day, MaxDate: day }, 'admin', 'GetObjects')).toEqual(expected);
    const changed = (all[0] as Listed).LastChangeDate;
    const since = await list(`objects?LastChangeDateFrom=${changed}&LastChangeDateTo=${changed}`);
    expect(ids(since)).toContain(all[0]?.Id);
  });
});

describe('filters on fields', () => {
  it('find by tag, by field id and by the names of system fields [LST-1]', async () => {
    const both = [caseId('delta'), caseId('smith')];
    expect(await filter({ FieldTag: 'Court', SearchValues: ['eastmoor'] })).toEqual(both);
    expect(await filter({ FieldId: fieldId('Court'), SearchValues: ['eastmoor'] })).toEqual(both);
    expect(await filter({ FieldTag: fieldId('InternalCode'), SearchValues: ['NB/'] })).toEqual([
      caseId('smith'),
    ]);
    expect(await filter({ FieldTag: 'Project_Stage_Name', SearchValues: ['Trial'] })).toContain(
      caseId('delta'),
    );
    expect(await filter({ FieldTag: 'Project_FullNumber', SearchValues: ['-000123'] })).toEqual([
      caseId('smith'),
    ]);
    expect(await filter({ FieldTag: 'Project_IsArchive', SearchValues: ['true'] })).not.toContain(
      caseId('smith'),
    );
    expect(await filter({ FieldTag: 'Project_Responsible', SearchValues: ['anna'] })).toContain(
      caseId('smith'),
    );
  });

  it('take alternatives within one filter and all filters together [OPS-11, LST-2]', async () => {
    const Filters = [
      { FieldTag: 'Keywords', SearchValues: ['packaging', 'bonus'] },
      { FieldTag: 'ClaimAmount', BeginValue: '700000' },
    ];
    expect(await found({ Filters: Filters.slice(0, 1) })).toEqual([caseId('delta'), caseId('smith')]);
    expect(await found({ Filters })).toEqual([caseId('smith')]);
    const query = Filters.flatMap((item, index) =>
      Object.entries(item).flatMap(([name, value]) =>
        [value].flat().map((part, place) => {
          const rest = Array.isArray(value) ? `[${place}]` : '';
          return `Filters[${index}].${name}${rest}=${part}`;
        }),
      ),
    );
    expect((await list(`cases?${query.join('&')}`)).map(({ Id }) => Id)).toEqual([caseId('smith')]);
  });

  it('bound numbers and dates from both sides, ends included [LST-3]', async () => {
    const range = { FieldTag: 'ClaimAmount', BeginValue: '640000', EndValue: '1250000' };
    expect(await filter(range)).toEqual([caseId('delta'), caseId('smith')]);
    const { body } = await call<{ Fields: { NextHearing: string } }>(
      'admin',
      `GET /api/v2/cases/${caseId('delta')}`,
    );
    const day = body.Fields.NextHearing.slice(0, 10);
    expect(await filter({ FieldTag: 'NextHearing', BeginValue: day, EndValue: day })).toEqual([
      caseId('delta'),
    ]);
    expect(await filter({ FieldTag: 'NextHearing', SearchValues: [day] })).toEqual([caseId('delta')]);
    const wrong = await search({ Filters: [{ FieldTag: 'ClaimAmount', BeginValue: 'much' }] });
    expect(wrong.status).toBe(400);
  });

  it('tell empty from filled, and null filters nothing [LST-4]', async () => {
    const litigation = { ObjectTypeId: typeId('CommercialLitigation') };
    const ask = (IsEmpty: boolean | null) =>
      found({ ...litigation, Filters: [{ FieldTag: 'Judge', IsEmpty }] });
    const [filled, empty, all] = [await ask(false), await ask(true), await ask(null)];
    expect(filled).toContain(caseId('smith'));
    expect(empty).toContain(caseId('delta'));
    expect(filled.length + empty.length).toBe(all.length);
    expect(all).toEqual(await found(litigation));
    const byQuery = await list('cases?Filters[0].FieldTag=Judge&Filters[0].IsEmpty=false');
    expect(byQuery.map(({ Id }) => Id)).toEqual(await filter({ FieldTag: 'Judge', IsEmpty: false }));
  });

  it('refuse IsEmpty together with values, unknown fields and filters without a field [LST-5, ERR-4]', async () => {
    for (const item of [
      { FieldTag: 'Judge', IsEmpty: false, SearchValues: ['x'] },
      { FieldTag: 'ClaimAmount', IsEmpty: false, BeginValue: '1' },
      { FieldTag: 'ClaimAmount', IsEmpty: false, EndValue: '1' },
      { FieldTag: 'Judge', IsEmpty: true, SearchValues: ['x'] },
      { FieldTag: 'NoSuchField', IsEmpty: true },
      { SearchValues: ['x'] },
    ])
      expect((await search({ Filters: [item] })).status, JSON.stringify(item)).toBe(400);
  });

  it('do not reveal values in hidden blocks', async () => {
    const item = { FieldTag: 'Strategy', SearchValues: ['неустойке'] };
    expect(await filter(item)).toEqual([caseId('vector')]);
    expect(await found({ Filters: [item] }, 'kate')).toEqual([]);
    expect(await found({ Filters: [{ FieldTag: 'Strategy', IsEmpty: true }] }, 'kate')).not.toContain(
      caseId('vector'),
    );
  });
});
