import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byName } from '../../src/sandbox/http/pagination.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { seedWorld } from '../../src/sandbox/seed/index.ts';
import { Collection } from '../../src/sandbox/state/collection.ts';
import { createWorld } from '../../src/sandbox/state/state.ts';
import { createCaller } from './client.ts';

interface Item {
  Id: string;
  Name: string;
  INN?: string;
  Items?: Item[];
  Cases?: { Id: string; Name: string }[];
}
type Page = { Items: Item[]; NextPageUrl: string | null };

const seeded = () => {
  const world = createWorld({ now: () => new Date('2026-11-18T12:00:00.000Z'), seed: 'test' });
  seedWorld(world, 'large');
  return world;
};
const numberOf = (path: string) => /(\d+)$/.exec(path)?.[1];

describe('the large set', () => {
  const world = seeded();

  it('adds its records to the sample data, the same in every run', () => {
    const small = createWorld({ now: world.now, seed: 'test' });
    seedWorld(small);
    for (const [kind, count] of [
      ['participants', 10_000],
      ['objects', 3_000],
      ['folders', 300],
    ] as const) {
      expect(world[kind].size - small[kind].size).toBe(count);
      expect(world[kind].all()).toEqual(seeded()[kind].all());
      expect(small[kind].all().map(({ id }) => world[kind].get(id))).toEqual(small[kind].all());
    }
  });

  it('names only records that exist', () => {
    for (const object of world.objects.all()) {
      expect(world.objectTypes.get(object.typeId)).toBeDefined();
      expect(world.documents.get(object.documentFolderId)?.kind).toBe('Folder');
      if (object.folderId) expect(world.folders.get(object.folderId)).toBeDefined();
      for (const { participantId, roleId } of object.participants)
        expect([world.participants.get(participantId), world.rolesInCase.get(roleId)]).not.toContain(
          undefined,
        );
    }
    for (const { parentId } of world.folders.all())
      if (parentId) expect(world.folders.get(parentId)).toBeDefined();
  });

  it('has tax numbers with right check digits, each once, of an office that does not exist', () => {
    const sum = (digits: string, weights: number[]) =>
      (weights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0) % 11) % 10;
    const added = world.participants.filter(({ name }) => /\d{5}»?$/.test(name));
    const numbers = added.map((item) => item.company?.idNumber ?? item.inn ?? '');
    expect(new Set(numbers).size).toBe(10_000);
    for (const inn of numbers) {
      expect(inn).toMatch(/^0000\d{6}(\d\d)?$/);
      const last = inn.length === 10 ? [2, 4, 10, 3, 5, 9, 4, 6, 8] : [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
      expect(sum(inn, last)).toBe(Number(inn.at(-1)));
      if (inn.length === 12) expect(sum(inn, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8])).toBe(Number(inn[10]));
    }
  });
});

describe('lists of the large set', () => {
  let sandbox: Sandbox;
  const call = createCaller(() => sandbox.url);
  const get = async (path: string, login = 'admin') => (await call<Page>(login, `GET ${path}`)).body;
  const follow = async (path: string) => {
    const items: Item[] = [];
    for (let next: string | null = path; next; ) {
      const page: Page = await get(next);
      items.push(...page.Items);
      next = page.NextPageUrl && new URL(page.NextPageUrl).pathname + new URL(page.NextPageUrl).search;
    }
    return items;
  };
  beforeAll(async () => {
    sandbox = await createSandbox({ data: 'large', profile: 'convenient' });
  });
  afterAll(() => sandbox.close());

  it('gives every participant once, in order, over a hundred pages', async () => {
    const items = await follow('/api/v2/participants?pageSize=100');
    expect(items.length).toBe(10_030);
    expect(new Set(items.map(({ Id }) => Id)).size).toBe(items.length);
    const names = items.map(({ Name }) => ({ name: Name }));
    expect(names).toEqual([...names].sort(byName));
  });

  it('pages folders by a hundred on top, each with all below it', async () => {
    const first = await get('/api/v2/folders');
    expect(first.Items.length).toBe(100);
    const items = await follow('/api/v2/folders');
    const count = (list: Item[]): number =>
      list.reduce((total, item) => total + 1 + count(item.Items ?? []), 0);
    expect(count(items)).toBe(312);
  });

  it('finds by name and by number', async () => {
    const all = await follow('/api/v2/participants?name=westmoor&pageSize=100');
    expect(all.length).toBeGreaterThan(800);
    expect(all.every(({ Name }) => Name.includes('Westmoor'))).toBe(true);
    const { Items } = await get(`/api/v2/participants?inn=${all[0]?.INN}`);
    expect(Items.map(({ Id }) => Id)).toEqual([all[0]?.Id]);
  });

  it('gives a changed record at its new place at once, and takes a deleted one out', async () => {
    const list = '/api/v2/participants?name=Soak&pageSize=100';
    const names = async () => (await get(list)).Items.map(({ Name }) => Name);
    expect(await names()).toEqual([]);
    const create = (name: string) =>
      call<Item>('admin', 'POST /api/v4/participants', { Type: 'Company', CompanyInfo: { Name: name } });
    const { body: second } = await create('Soak B');
    await create('Soak C');
    expect(await names()).toEqual(['Soak B', 'Soak C']);
    await call('admin', `PATCH /api/v2/participants/${second.Id}`, { CompanyInfo: { Name: 'Soak D' } });
    expect(await names()).toEqual(['Soak C', 'Soak D']);
    await call('admin', `DELETE /api/v3/participants/${second.Id}`);
    expect(await names()).toEqual(['Soak C']);
  });

  it('shows each user only the permitted records, in any order of requests', async () => {
    const path = '/api/v2/cases?pageSize=100&status=InWork&name=Westmoor';
    const [admin, client] = [await get(path), await get(path, 'client1').catch(() => undefined)];
    expect(admin.Items.length).toBe(100);
    expect(client?.Items?.length ?? 0).toBe(0);
    expect((await get(path)).Items.length).toBe(100);
  });

  it('shows the cases of a participant, also after one was changed', async () => {
    const path = '/api/v2/cases?pageSize=1&name=Westmoor';
    const object = (await get(path)).Items[0] as Item;
    const { body } = await call<{ Participants: { Participant: { Id: string; Name: string } }[] }>(
      'admin',
      `GET /api/v2/objects/${object.Id}`,
    );
    const participant = body.Participants[0]?.Participant as { Id: string; Name: string };
    const cases = async () =>
      (await get(`/api/v2/participants?name=${numberOf(participant.Name.replace('»', ''))}`)).Items.find(
        ({ Id }) => Id === participant.Id,
      )?.Cases;
    expect(await cases()).toContainEqual({ Id: object.Id, Name: object.Name });
    await call('admin', `PATCH /api/v2/objects/${object.Id}`, { Name: 'Renamed' });
    expect(await cases()).toContainEqual({ Id: object.Id, Name: 'Renamed' });
  });
});

describe('a maintained order', () => {
  type Row = { id: string; name: string };
  const compare = (left: Row, right: Row) => left.name.localeCompare(right.name);

  it('is the same after any change as after sorting again', () => {
    const rows = new Collection<Row>();
    let state = 1;
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    rows.sorted(compare);
    for (let turn = 0; turn < 3000; turn += 1) {
      const id = String(random(60));
      if (random(3) === 0) rows.delete(id);
      else rows.insert({ id, name: String(random(40)) });
      const names = rows.sorted(compare).map(({ name }) => name);
      expect(names).toEqual(
        rows
          .all()
          .sort(compare)
          .map(({ name }) => name),
      );
      expect(new Set(rows.sorted(compare))).toEqual(new Set(rows.all()));
    }
  });

  it('is forgotten with all records', () => {
    const rows = new Collection<Row>();
    rows.insert({ id: 'a', name: 'a' });
    expect(rows.sorted(compare).length).toBe(1);
    rows.clear();
    expect(rows.sorted(compare)).toEqual([]);
  });
});
