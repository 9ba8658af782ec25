import { describe, expect, it } from 'vitest';
import { blockId, classId, typeId } from '../../../src/sandbox/seed/classes-and-types.ts';
import { roleId } from '../../../src/sandbox/seed/dictionaries.ts';
import { folderId, projectId } from '../../../src/sandbox/seed/folders.ts';
import { unknownId } from '../../support/sample-ids.ts';
import { useSandbox } from '../../support/sandbox.ts';

interface Node {
  Id: string;
  Name: string;
  SysName: string;
  Status: string;
  ObjectClass: { Id: string; SysName: string };
  Items?: Node[];
  Permissions: string[];
  Position: string;
}
interface Page {
  Items: Node[];
  NextPageUrl: string | null;
}
interface Type extends Node {
  Blocks: { Id: string; Tag: string; Kind: string; Fields: Record<string, unknown>[] }[];
}

const sandbox = useSandbox({ isStill: true });
const { call } = sandbox;

const list = async (path: string, login = 'anna', version = 2) =>
  (await call<Page>(login, `GET /api/v${version}/${path}`)).body.Items;
const ids = async (path: string, login = 'anna', version = 2) =>
  (await list(path, login, version)).map(({ Id }) => Id);
const under = (nodes: Node[] | undefined): string[] =>
  (nodes ?? []).flatMap((node) => [node.Id, ...under(node.Items)]);

describe('object classes and roles in case', () => {
  it('are listed whole, one class on request, and read by id in v1 and v2 [CLS-1, ROL-1]', async () => {
    expect(await ids('objectClasses')).toEqual([classId('Case'), classId('Contract')]);
    expect(await ids(`objectClasses?ObjectClassId=${classId('Contract')}`)).toEqual([classId('Contract')]);
    expect(await list('rolesInCase')).toHaveLength(16);
    for (const version of [1, 2]) {
      const role = await call<Node>('anna', `GET /api/v${version}/rolesInCase/${roleId('Expert')}`);
      expect(role.body.SysName).toBe('Expert');
      const found = await call<Node>('anna', `GET /api/v${version}/objectClasses/${classId('Case')}`);
      expect(found.body.SysName).toBe('Case');
      expect((await call('anna', `GET /api/v${version}/objectClasses/${unknownId}`)).status).toBe(404);
    }
  });
});

describe('object types', () => {
  const litigation = typeId('CommercialLitigation');

  it('are listed with their status, those of cases apart, and by class [OTH-2, TYP-3]', async () => {
    const all = await list('objectTypes');
    expect(all).toHaveLength(9);
    expect(all.filter(({ Status }) => Status === 'Deleted').map(({ Id }) => Id)).toEqual([
      typeId('Correspondence'),
    ]);
    const cases = await list('caseTypes');
    expect(new Set(cases.map((type) => type.ObjectClass.SysName))).toEqual(new Set(['Case']));
    expect(await ids(`objectTypes?ObjectClassId=${classId('Case')}`)).toEqual(cases.map(({ Id }) => Id));
    expect(await ids(`caseTypes?ObjectClassId=${classId('Contract')}`)).toEqual([]);
  });

  it('show their blocks and fields, but no Table block in any of the four operations [OBJ-7, TYP-1]', async () => {
    for (const path of ['v1/caseTypes', 'v1/objectTypes', 'v2/caseTypes', 'v2/objectTypes']) {
      const { body } = await call<Type>('anna', `GET /api/${path}/${litigation}`);
      expect(body.Blocks.length, path).toBe(5);
      expect(body.Blocks.map(({ Id }) => Id)).not.toContain(blockId('Payments'));
      expect(body.Blocks.map(({ Kind }) => Kind)).not.toContain('Table');
      const summary = body.Blocks.find(({ Tag }) => Tag === 'Summary');
      expect(summary?.Fields[0]).toMatchObject({ Tag: 'CaseNumber', Format: 'Text', IsRequired: true });
      expect(summary?.Fields.at(-1)).toMatchObject({ Tag: null, Id: expect.any(String) });
    }
  });

  it('have the current date as a default value in v1 alone [TYP-2]', async () => {
    const defaults = async (version: number) => {
      const { body } = await call<Type>('anna', `GET /api/v${version}/objectTypes/${litigation}`);
      return body.Blocks.flatMap(({ Fields }) => Fields).filter((field) => 'DefaultValue' in field);
    };
    expect(await defaults(2)).toEqual([]);
    expect(await defaults(1)).toEqual([
      expect.objectContaining({ Tag: 'FiledOn', DefaultValue: '2026-03-04T00:00:00.000Z' }),
    ]);
  });

  it('of other classes are no case types [TYP-4]', async () => {
    expect((await call('anna', `GET /api/v2/caseTypes/${typeId('Contract')}`)).status).toBe(404);
    expect((await call('anna', `GET /api/v2/objectTypes/${typeId('Contract')}`)).status).toBe(200);
  });
});

describe('folders', () => {
  it('come alphabetically from the top, each with all that is nested in it [OTH-1, FOL-2]', async () => {
    const tree = await list('folders');
    const names = tree.map(({ Name }) => Name);
    expect(names).toEqual([...names].sort(new Intl.Collator('ru').compare));
    expect(under(tree)).toHaveLength(12);
    const litigation = tree.find(({ Id }) => Id === folderId('litigation'));
    expect(under(litigation?.Items)).toHaveLength(6);
    expect(tree[0]).toMatchObject({
      IsLeaf: false,
      Opened: false,
      Permissions: ['View', 'Commenting', 'Edit'],
    });
  });

  it('are counted by their top folders when they go by pages [FOL-5]', async () => {
    const { body } = await call<Page>('anna', 'GET /api/v2/folders?PageSize=5&Page=1');
    expect(body.Items).toHaveLength(5);
    expect(body.NextPageUrl).toBeNull();
    const first = await call<Page>('anna', 'GET /api/v2/folders?PageSize=4');
    expect(first.body.NextPageUrl).toContain('page=2&pageSize=4');
    const second = await ids('folders?PageSize=4&Page=2');
    expect(second).toEqual([folderId('litigation')]);
  });

  it('are found by class, by parent and by a part of the name, which with a parent counts its children only [FOL-1, FOL-7]', async () => {
    expect(await ids(`folders?ObjectClassId=${classId('Contract')}`)).toEqual([folderId('contracts')]);
    expect(await ids(`folders?ParentId=${folderId('london')}`)).toEqual([folderId('commercialCourt')]);
    expect(await ids(`folders?Name=COMMERCIAL`)).toEqual([folderId('commercialCourt')]);
    const name = encodeURIComponent('Москва');
    expect(await ids(`folders?Name=${name}&ParentId=${folderId('moscow')}`)).toEqual([
      folderId('moscowAppeal'),
    ]);
    expect(await ids(`folders?Name=${name}&ParentId=${folderId('london')}`)).toEqual([]);
  });

  it('that match a name inside another match are listed both, each with its own subtree [FOL-6, FOL-9]', async () => {
    const found = await list(`folders?Name=${encodeURIComponent('москва')}`);
    expect(found.map(({ Id }) => Id)).toEqual([folderId('moscow'), folderId('moscowAppeal')]);
    expect(under(found[0]?.Items)).toEqual([folderId('commercial'), folderId('moscowAppeal')]);
    expect(found[1]?.Items).toEqual([]);
  });

  it('have no nesting in v1 [FOL-8]', async () => {
    const flat = await list('folders', 'anna', 1);
    expect(flat).toHaveLength(12);
    for (const folder of flat)
      for (const name of ['Items', 'IsLeaf', 'Opened', 'ParentId', 'Parent'])
        expect(folder).not.toHaveProperty(name);
    const one = await call('anna', `GET /api/v1/folders/${folderId('moscow')}`);
    expect(one.body).not.toHaveProperty('Items');
  });

  it('appear only to who may see them [FOL-4]', async () => {
    const hidden = folderId('restricted');
    expect(await ids('folders')).toContain(hidden);
    expect(await ids('folders', 'kate')).not.toContain(hidden);
    expect((await call('kate', `GET /api/v2/folders/${hidden}`)).status).toBe(404);
    const tree = await list('folders', 'client1');
    expect(under(tree)).toEqual(['litigation', 'london', 'commercialCourt'].map(folderId));
    expect(await list('folders', 'it')).toEqual([]);
    const moscow = await call<Node>('anna', `GET /api/v2/folders/${folderId('moscow')}`);
    expect(under(moscow.body.Items)).toEqual([folderId('commercial'), folderId('moscowAppeal')]);
  });
});

describe('projects', () => {
  it('come alphabetically with their place among the folders [PRO-1]', async () => {
    const all = await list('projects');
    expect(all).toHaveLength(5);
    expect(all.find(({ Id }) => Id === projectId('vector'))?.Position).toBe(
      'Судебные дела / Litigation / Москва / Арбитраж',
    );
    const names = all.map(({ Name }) => Name);
    expect(names).toEqual([...names].sort(new Intl.Collator('ru').compare));
  });

  it('are found by folder and by class, and seen with their folder [PRO-2]', async () => {
    expect(await ids(`projects?FolderId=${folderId('insurance')}`)).toEqual([projectId('insurance')]);
    expect(await ids(`projects?ObjectClassId=${classId('Contract')}`)).toEqual([projectId('contracts')]);
    expect(await ids('projects', 'client1')).toEqual([projectId('northbridge')]);
    for (const version of [1, 2]) {
      const path = `GET /api/v${version}/projects/${projectId('vector')}`;
      expect((await call('anna', path)).status).toBe(200);
      expect((await call('client1', path)).status).toBe(404);
    }
  });
});
