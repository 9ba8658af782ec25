import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { objects } from '../../../tools/operations/objects.ts';
import { named } from '../../support/answers/answers.ts';
import { startService, type TestClient, type TestService, textOf } from '../../support/clients/harness.ts';
import { blockId, caseId, fieldId, groupId, unknownId, userId } from '../../support/sample-ids.ts';
import { createTally } from '../../support/tally.ts';

const [smith, delta, vector] = ['smith', 'delta', 'vector'].map(caseId) as [string, string, string];
const tally = createTally();
let service: TestService;
let anna: TestClient;
let kate: TestClient;
/** Client of the firm who sees one case. */
let client1: TestClient;
beforeAll(async () => {
  service = await startService();
  [anna, kate, client1] = await tally.connect(service, 'anna', 'kate', 'client1');
});
afterAll(async () => {
  await tally.close();
  await service?.close();
});
beforeEach(() => service.reset());

const lists = ['list_objects', 'list_cases', 'search_objects', 'search_cases'];
const items = async (name: string, args: object = {}, client = anna): Promise<any[]> =>
  (await client.call(name, { ...args })).Items;
const idsOf = (all: any[]): string[] => all.map(({ Id }) => Id);

describe.each(lists)('%s', (name) => {
  const found = async (args: object, client = anna) => idsOf(await items(name, args, client));

  it('returns the objects that the user may see, in alphabetical order, with type, folder, project and document folder', async () => {
    const all = await items(name);
    const object = named(all, 'Smith v. Northbridge Ltd');
    expect(object).toMatchObject({ Id: smith, Status: 'InWork', Responsible: { Id: userId('anna') } });
    for (const key of ['Type', 'Folder', 'Project', 'DocumentFolderId'])
      expect(object[key], key).toBeTruthy();
    const names = all.map(({ Name }) => Name);
    expect(names).toEqual([...names].sort(new Intl.Collator('ru', { numeric: true }).compare));
    expect(await found({}, client1)).toEqual([smith]);
    expect(await found({})).toContain(caseId('inquiry'));
    expect(await found({}, kate)).not.toContain(caseId('inquiry'));
  });

  it('finds by class, type, folder, project, status and a part of the name or number', async () => {
    const all = await items(name);
    const object = all.find(({ Id }) => Id === vector);
    const same = (pick: (item: any) => unknown) => idsOf(all.filter((item) => pick(item) === pick(object)));
    expect(await found({ ObjectClassId: object.Class.Id })).toEqual(same((item) => item.Class.Id));
    expect(await found({ ObjectTypeId: object.Type.Id })).toEqual(same((item) => item.Type.Id));
    expect(await found({ FolderId: object.Folder.Id })).toEqual(same((item) => item.Folder?.Id));
    expect(await found({ ProjectId: object.Project.Id })).toEqual(same((item) => item.Project?.Id));
    expect(await found({ Status: 'InWork' })).toEqual(same((item) => item.Status));
    expect(await found({ Name: '«Северный мост»', Status: 'InWork' })).toContain(vector);
    expect(await found({ Name: object.Number })).toEqual([vector]);
    expect(await found({ Name: '100% & no=such#case' })).toEqual([]);
  });

  it('finds by the last change, in any time zone', async () => {
    const { LastChangeDate } = await anna.call('get_object', { id: smith });
    const at = new Date(Date.parse(LastChangeDate) + 3 * 3_600_000).toISOString().replace('Z', '+03:00');
    const ids = await found({ LastChangeDateFrom: at, LastChangeDateTo: at });
    expect(ids).toContain(smith);
    expect(ids).not.toContain(caseId('delta'));
  });

  it('takes several filters together, and the values of one as alternatives', async () => {
    const keywords = { FieldTag: 'Keywords', SearchValues: ['packaging', 'bonus'] };
    const amount = { FieldTag: 'ClaimAmount', BeginValue: '640000', EndValue: '700000' };
    expect(await found({ Filters: [keywords] })).toEqual([delta, smith]);
    expect(await found({ Filters: [keywords, amount] })).toEqual([delta]);
    const byId = { FieldId: fieldId('InternalCode'), SearchValues: ['ВК-2', 'a,b&c=d[0]'] };
    expect(await found({ Filters: [byId] })).toEqual([vector]);
  });

  it('tells empty from filled, and null filters nothing', async () => {
    const all = await items(name);
    const ask = (IsEmpty: boolean | null) =>
      found({ ObjectTypeId: typeOf(all), Filters: [{ FieldTag: 'Judge', IsEmpty }] });
    const [filled, empty, either] = await Promise.all([ask(false), ask(true), ask(null)]);
    expect(filled).toContain(smith);
    expect(empty).toContain(delta);
    expect([...filled, ...empty].sort()).toEqual([...either].sort());
    expect(either).toEqual(await found({ ObjectTypeId: typeOf(all) }));
  });

  it('refuses IsEmpty together with values, and an unknown field', async () => {
    for (const values of [{ SearchValues: ['x'] }, { BeginValue: '1' }, { EndValue: '1' }]) {
      const Filters = [{ FieldTag: 'ClaimAmount', IsEmpty: false, ...values }];
      const text = await anna.refusal(name, { Filters });
      expect(text).toContain('API_ERROR 400: The filter on ClaimAmount: IsEmpty cannot be combined');
    }
    const Filters = [{ FieldTag: 'NoSuchField', IsEmpty: true }];
    expect(await anna.refusal(name, { Filters })).toMatch(/^NAME_UNKNOWN: The service refused it \(400\)/);
  });

  it('does not reveal values in hidden blocks', async () => {
    const Filters = [{ FieldTag: 'Strategy', SearchValues: ['неустойке'] }];
    expect(await found({ Filters })).toEqual([vector]);
    expect(await found({ Filters }, kate)).toEqual([]);
  });

  it('tells in each answer but the last how to get the next page', async () => {
    const all = await items(name);
    const seen: any[] = [];
    for (let Page = 1; seen.length < all.length; Page += 1) {
      const result = await anna.callTool(name, { PageSize: 10, Page });
      seen.push(...JSON.parse(textOf(result)).Items);
      const note = seen.length < all.length ? [`More: the same call with Page ${Page + 1}.`] : [];
      expect(result.content.slice(1).map(({ text }) => text)).toEqual(note);
    }
    expect(seen).toEqual(all);
  });

  it('keeps markup in texts only when asked', async () => {
    const Description = '<p>Sum &amp; <b>bold</b></p>';
    await anna.call('edit_object', { id: smith, Description });
    const shown = async (more: object) => (await items(name, { Name: 'Smith v.', ...more }))[0].Description;
    expect(await shown({})).toBe('Sum &amp; bold');
    expect(await shown({ IsFormattedTextEnabled: true })).toBe(Description);
  });
});

const typeOf = (all: any[]): string => all.find(({ Id }) => Id === smith).Type.Id;

describe('lists of cases', () => {
  it.each([
    ['list_objects', 'list_cases'],
    ['search_objects', 'search_cases'],
  ])('%s knows objects that %s leaves out', async (all, cases) => {
    const every = await items(all);
    const classes = (await anna.call('list_object_classes')).Items;
    const { Id: caseClass } = classes.find(({ SysName }: any) => SysName === 'Case');
    const contracts = every.filter((item) => item.Class.Id !== caseClass);
    expect(contracts.length).toBeGreaterThan(5);
    expect(idsOf(await items(cases))).toEqual(idsOf(every.filter((item) => item.Class.Id === caseClass)));
  });

  it.each(['list_objects', 'list_cases'])('%s finds by one responsible and by creation', async (name) => {
    const all = await items(name);
    const mine = all.filter((item) => item.Responsible?.Id === userId('anna'));
    expect(await items(name, { ResponsibleId: userId('anna') })).toEqual(mine);
    const { CreationDate } = named(all, 'Smith v. Northbridge Ltd');
    const created = { CreationDateFrom: CreationDate, CreationDateTo: CreationDate };
    expect(await items(name, created)).toEqual(all.filter((item) => item.CreationDate === CreationDate));
  });

  it.each(['search_objects', 'search_cases'])(
    '%s finds by users, by groups and by creation',
    async (name) => {
      const all = await items(name);
      const of = (...logins: string[]) =>
        all.filter((item) => logins.some((login) => item.Responsible?.Id === userId(login)));
      const by = (...ResponsibleIds: string[]) => items(name, { ResponsibleIds });
      expect(await by(userId('anna'), userId('maria'))).toEqual(of('anna', 'maria'));
      expect(await by(groupId('Litigation'))).toEqual(of('head', 'anna', 'ivan', 'john', 'oleg'));
      const { CreationDate } = named(all, 'Smith v. Northbridge Ltd');
      const created = { MinDate: CreationDate, MaxDate: CreationDate };
      expect(await items(name, created)).toEqual(all.filter((item) => item.CreationDate === CreationDate));
    },
  );
});

describe('list_table_objects', () => {
  const TableBlockId = blockId('Payments');
  const table = { TableBlockId, ObjectId: smith };
  const numbers = (rows: any[]) => rows.map(({ ContractNumber }) => ContractNumber);

  it('brings the rows of one object with custom fields by tag and system fields by name', async () => {
    const rows = await items('list_table_objects', table);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      Id: caseId('engagement'),
      ContractNumber: 'EL-02',
      ContractAmount: 42_000,
      Paid: true,
      Project_Name: 'Engagement letter: Quill & Partners LLP',
      Project_Responsible: 'Anna Petrova',
      Project_IsArchive: false,
    });
    const everywhere = await items('list_table_objects', { TableBlockId });
    expect(idsOf(everywhere)).toEqual(expect.arrayContaining(idsOf(rows)));
    expect(everywhere.length).toBeGreaterThan(2);
  });

  it('sorts, filters, searches and goes by pages', async () => {
    const rows = async (more: object) => numbers(await items('list_table_objects', { ...table, ...more }));
    const sorted = (more: object) => rows({ ObjectId: vector, ...more });
    expect(await sorted({})).toEqual(['18', '17']);
    expect(await sorted({ SortField: 'ContractNumber' })).toEqual(['17', '18']);
    expect(await sorted({ SortField: 'Project_FullNumber' })).toEqual(['17', '18']);
    expect(await rows({ Filters: [{ FieldTag: 'ContractAmount', BeginValue: '50000' }] })).toEqual(['L-11']);
    expect(await rows({ Search: 'quill' })).toEqual(['EL-02']);
    const first = await anna.callTool('list_table_objects', { ...table, PageSize: 1 });
    expect(first.content[1]?.text?.split('\n')).toEqual([
      expect.stringMatching(/^The filter ObjectId could not be checked for 1 of 1 rows/),
      'More: the same call with Page 2.',
    ]);
    expect(await rows({ PageSize: 1, Page: 2 })).toEqual(['L-11']);
  });

  it('is refused for a field that is not a table block, with the source of the id, and for a hidden object', async () => {
    for (const id of [unknownId, blockId('Summary')]) {
      const text = await anna.refusal('list_table_objects', { ...table, TableBlockId: id });
      expect(text).toMatch(
        new RegExp(`^API_ERROR 400: There is no table block ${id}\\.\n.*ask the user or the operator`),
      );
    }
    const hidden = { TableBlockId, ObjectId: caseId('inquiry') };
    expect(await kate.refusal('list_table_objects', hidden)).toContain('API_ERROR 404');
  });
});

it('no list of objects was left out', () => {
  const operations = objects.operations.filter(({ name }) => /^(list|search)_/.test(name));
  expect(operations).toHaveLength(5);
  expect(tally.leftOut(operations)).toEqual({ carriedOut: [], refused: [] });
});
