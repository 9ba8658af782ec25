import { describe, expect, it } from 'vitest';
import { caseId } from '../../../src/sandbox/seed/cases.ts';
import { blockId } from '../../../src/sandbox/seed/classes-and-types.ts';
import { unknownId } from '../../support/sample-ids.ts';
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

const sandbox = useSandbox();
const { call } = sandbox;

const list = async (query: string, login = 'admin') =>
  (await call<Page>(login, `GET /api/v2/${query}`)).body.Items;
const search = (body: object, login = 'admin', method = 'GetCases') =>
  call<Page>(login, `POST /api/v3/objects/${method}`, body);

describe('GetTableObjects', () => {
  const TableBlockId = blockId('Payments');
  const rows = async (more: object = {}, login = 'admin') =>
    (await search({ TableBlockId, ...more }, login, 'GetTableObjects')).body.Items;
  const idsOf = (items: Listed[]) => items.map(({ Id }) => Id);

  it('gives the objects of one table with their fields by tag and the system fields by name [OBJ-8, TAB-1]', async () => {
    const [lease, letter] = (await rows({ ObjectId: caseId('smith') })).sort((left, right) =>
      String(right.ContractNumber).localeCompare(String(left.ContractNumber)),
    );
    expect(lease).toMatchObject({
      Id: caseId('lease'),
      ContractNumber: 'L-11',
      ContractAmount: 96_000,
      Paid: false,
      Project_Name: 'Office lease, 4 Dock Road',
      Project_Responsible: 'Kate Winters',
      Project_IsArchive: false,
      Project_ProjectType_Name: 'Договор / Contract',
    });
    expect(letter).toMatchObject({ Id: caseId('engagement'), Project_Stage_Name: 'Closed' });
    expect(Object.keys(lease as Listed).filter((key) => key.startsWith('Project_'))).toHaveLength(10);
  });

  it('sorts, filters, searches and goes by pages [TAB-2]', async () => {
    const sorted = (await rows({ SortField: 'ContractAmount' })).map((row) => row.ContractAmount as number);
    expect(sorted).toEqual([...sorted].sort((left, right) => left - right));
    expect(sorted).toHaveLength(4);
    const filtered = await rows({ Filters: [{ FieldTag: 'Paid', SearchValues: ['true'] }] });
    expect(idsOf(filtered)).toEqual([caseId('engagement')]);
    expect(idsOf(await rows({ Search: 'dock road' }))).toEqual([caseId('lease')]);
    const page = await search({ TableBlockId, PageSize: 3 }, 'admin', 'GetTableObjects');
    expect(page.body.Items).toHaveLength(3);
    expect(page.body.NextPageUrl).toContain('page=2');
    expect((await search({ TableBlockId, SortField: 'Nothing' }, 'admin', 'GetTableObjects')).status).toBe(
      400,
    );
  });

  it('is an error for a block that is no table, an unknown one and an object without it [TAB-3, ERR-6]', async () => {
    for (const body of [
      { TableBlockId: unknownId },
      { TableBlockId: 'wrong' },
      { TableBlockId: blockId('Summary') },
      { TableBlockId, ObjectId: caseId('ivanova') },
    ])
      expect((await search(body, 'admin', 'GetTableObjects')).status, JSON.stringify(body)).toBe(400);
    expect((await search({ TableBlockId, ObjectId: unknownId }, 'admin', 'GetTableObjects')).status).toBe(
      404,
    );
  });

  it('lists only objects that the caller may see', async () => {
    expect(await rows({}, 'client1')).toEqual([]);
  });
});

describe('related objects', () => {
  const path = `objects/${caseId('smith')}/relatedObjects`;
  const ids = async (login = 'admin') => (await list(path, login)).map(({ Id }) => Id);

  it('are read with View, and changed with Edit on the case [REL-1, ERR-7]', async () => {
    const ObjectIds = [caseId('vector')];
    const before = await ids();
    expect(before).toContain(caseId('delta'));
    expect(await ids('accountant')).toContain(caseId('delta'));
    expect((await call('accountant', `POST /api/v2/${path}`, { ObjectIds })).status).toBe(403);
    expect((await call('accountant', `DELETE /api/v2/${path}?ids=${caseId('delta')}`)).status).toBe(403);
    expect((await call('it', `GET /api/v2/${path}`)).status).toBe(404);
    const linked = await call<Page>('anna', `POST /api/v2/${path}`, { ObjectIds });
    expect(linked.status).toBe(201);
    expect(linked.body.Items.map(({ Id }) => Id)).toEqual(await ids());
    const gone = [caseId('vector'), caseId('delta')];
    expect((await call('anna', `DELETE /api/v2/${path}?ids=${gone.join('&ids=')}`)).status).toBe(204);
    expect(await ids()).toEqual(before.filter((id) => !gone.includes(id)));
  });

  it('may be such that the caller does not see, and are then not shown [REL-2]', async () => {
    const ObjectIds = [caseId('inquiry')];
    expect((await call('kate', `POST /api/v2/${path}`, { ObjectIds })).status).toBe(201);
    expect(await ids('kate')).not.toContain(caseId('inquiry'));
    expect(await ids()).toContain(caseId('inquiry'));
  });

  it('must exist, and be linked to be unlinked', async () => {
    const before = await ids();
    expect((await call('anna', `POST /api/v2/${path}`, { ObjectIds: [unknownId] })).status).toBe(404);
    expect((await call('anna', `POST /api/v2/${path}`, { ObjectIds: [caseId('smith')] })).status).toBe(400);
    const wrong = `ids=${caseId('delta')}&ids=${caseId('road')}`;
    expect((await call('anna', `DELETE /api/v2/${path}?${wrong}`)).status).toBe(404);
    expect(await ids()).toEqual(before);
  });
});
