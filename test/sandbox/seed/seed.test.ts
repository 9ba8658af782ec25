import { describe, expect, test } from 'vitest';
import { seedWorld } from '../../../src/sandbox/seed/index.ts';
import type { World } from '../../../src/sandbox/state/state.ts';
import { createWorld } from '../../../src/sandbox/state/state.ts';

const dayMs = 86_400_000;
const sampleIdPattern = /^00000000-0000-4000-8000-[0-9a-f]{12}$/;
/** Id of a deleted field to which the duplicate rule of tax audits refers. */
const deletedField = '00000000-0000-4000-8000-f1e1000003e7';

function seeded(now = '2026-11-18T12:00:00.000Z'): World {
  const world = createWorld({ now: () => new Date(now), seed: 'test' });
  seedWorld(world);
  return world;
}

/** Returns all values within a value, including itself, each once. */
function* walk(value: unknown, seen = new Set<unknown>()): Generator<unknown> {
  yield value;
  if (typeof value !== 'object' || value === null || seen.has(value) || value instanceof Uint8Array) return;
  seen.add(value);
  for (const [key, item] of Object.entries(value)) {
    yield key;
    yield* walk(item, seen);
  }
}

/** Returns all collections of the sample data as plain arrays. */
function records(world: World): Record<string, { id: string }[]> {
  const lists: Record<string, { id: string }[]> = {};
  for (const [name, value] of Object.entries(world))
    if (typeof value === 'object' && value !== null && 'all' in value) lists[name] = value.all();
  return lists;
}

/** Returns the start and end of a week in UTC, from Monday 00:00 to the next Monday 00:00. */
function weekOf(now: string): { from: string; to: string } {
  const date = new Date(now);
  const midnight = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  const monday = midnight - ((date.getUTCDay() + 6) % 7) * dayMs;
  return { from: new Date(monday).toISOString(), to: new Date(monday + 7 * dayMs).toISOString() };
}

const world = seeded();
const strings = [...walk(records(world))].filter((item) => typeof item === 'string');

describe('the sample data', () => {
  test('has the counts that were promised', () => {
    const count = (lists: Record<string, { id: string }[]>) =>
      Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));
    expect(count(records(world))).toMatchObject({
      objectClasses: 2,
      objectTypes: 9,
      folders: 12,
      projects: 5,
      users: 18,
      groups: 2,
      participants: 30,
      objects: 36,
      tasks: 70,
      events: 50,
      documents: 104,
      dictionaries: 8,
      scripts: 2,
    });
    expect(world.users.filter((user) => user.isSystem)).toHaveLength(2);
    expect(world.objects.filter((object) => object.isArchived)).toHaveLength(8);
    expect(world.objectTypes.filter((type) => type.status === 'Deleted')).toHaveLength(1);
    expect(world.logs).toHaveLength(9);
  });

  test('names only ids that exist', () => {
    const known = new Set<string>([deletedField]);
    for (const item of walk(records(world)))
      if (typeof item === 'object' && item !== null && 'id' in item && 'createdAt' in item)
        known.add(String(item.id));
    for (const type of world.objectTypes.all())
      for (const block of type.blocks) for (const { id } of [block, ...block.fields]) known.add(id);
    for (const event of world.events.all()) for (const { id } of event.attendees) known.add(id);
    expect(strings.filter((text) => sampleIdPattern.test(text) && !known.has(text))).toEqual([]);
  });

  test('names ids of the right kind', () => {
    for (const object of world.objects.all()) {
      const type = world.objectTypes.get(object.typeId);
      const fieldIds = new Set(type?.blocks.flatMap((block) => block.fields.map((field) => field.id)));
      expect(
        Object.keys(object.fields).filter((id) => !fieldIds.has(id)),
        object.name,
      ).toEqual([]);
      expect(world.documents.get(object.documentFolderId)).toMatchObject({
        kind: 'Folder',
        caseId: object.id,
      });
      const folder = world.folders.get(object.folderId);
      if (folder) expect(folder.objectClassId, object.name).toBe(type?.objectClassId);
      const project = world.projects.get(object.projectId);
      if (project) expect(project.folderId, object.name).toBe(object.folderId);
    }
    const names = world.dictionaries.find(({ sysName }) => sysName === 'TaskName')?.values ?? [];
    const usable = new Set(names.filter((value) => !value.isDisabled).map((value) => value.name));
    for (const task of world.tasks.all()) {
      expect(usable).toContain(task.name);
      expect(world.objects.get(task.caseId) === undefined).toBe(task.caseId === undefined);
      for (const id of task.documentIds) expect(world.documents.get(id)?.caseId).toBe(task.caseId);
    }
    for (const event of world.events.all())
      expect(world.objects.get(event.caseId) === undefined).toBe(event.caseId === undefined);
  });

  test('gives every record its own id', () => {
    const ids = Object.values(records(world)).flatMap((list) => list.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !sampleIdPattern.test(id))).toEqual([]);
  });

  test('dates every record before now, and its change after its creation', () => {
    for (const [name, list] of Object.entries(records(world)))
      for (const item of list as { id: string; createdAt: string; changedAt: string }[]) {
        expect(item.createdAt <= item.changedAt, `${name} ${item.id}`).toBe(true);
        expect(item.changedAt <= world.stamp(), `${name} ${item.id}`).toBe(true);
      }
  });

  test('dates nothing of a case before the case', () => {
    for (const item of [...world.tasks.all(), ...world.events.all(), ...world.documents.all()]) {
      const object = world.objects.get(item.caseId);
      if (object) expect(item.createdAt >= object.createdAt, item.name).toBe(true);
    }
  });

  test('is the same for the same clock, and shares nothing between worlds', () => {
    const other = seeded();
    expect(records(other)).toEqual(records(world));
    const objects = (value: World) =>
      new Set([...walk(records(value))].filter((item) => typeof item === 'object' && item !== null));
    const first = objects(world);
    expect([...objects(other)].filter((item) => first.has(item))).toEqual([]);
  });

  test('contains only reserved addresses', () => {
    const addresses = strings.flatMap((text) => text.match(/[\w.+-]+@[\w.-]+/g) ?? []);
    expect(addresses.length).toBeGreaterThan(20);
    expect(addresses.filter((address) => !/@example\.(com|org|test)$/.test(address))).toEqual([]);
    const phones = world.participants.filter(({ contact }) => contact.phone !== undefined);
    const known = /^(020 7946 0\d{3}|\(212\) 555-01\d\d|(\+7|8) \(?495\)? 000-\d\d-\d\d)/;
    expect(phones.filter(({ contact }) => !known.test(contact.phone ?? ''))).toEqual([]);
  });
});

describe('tax numbers', () => {
  const digit = (weights: number[], text: string) =>
    String((weights.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0) % 11) % 10);
  const isValid = (inn: string) =>
    inn.length === 10
      ? digit([2, 4, 10, 3, 5, 9, 4, 6, 8], inn) === inn[9]
      : digit([7, 2, 4, 10, 3, 5, 9, 4, 6, 8], inn) === inn[10] &&
        digit([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8], inn) === inn[11];
  const all = world.participants.all().map((item) => item.inn ?? item.company?.idNumber);

  test('have right check digits, but for one', () => {
    const given = all.filter((inn) => inn !== undefined);
    expect(given.length).toBeGreaterThan(12);
    expect(given.filter((inn) => !isValid(inn))).toEqual(['0000001012']);
    expect(given.every((inn) => inn.startsWith('0000'))).toBe(true);
  });

  test('come with well-formed registration codes and state numbers', () => {
    for (const { company } of world.participants.all()) {
      if (company?.kpp) expect(company.kpp).toMatch(/^\d{4}[0-9A-Z]{2}\d{3}$/);
      if (!company?.ogrn) continue;
      const divisor = company.ogrn.length === 15 ? 13n : 11n;
      expect(String((BigInt(company.ogrn.slice(0, -1)) % divisor) % 10n)).toBe(company.ogrn.at(-1));
    }
  });
});

/** Checks whether a timestamp is on a weekend or holiday of the sample data, independently of the program's code. */
const isFree = (moment: string) =>
  [0, 6].includes(new Date(moment).getUTCDay()) ||
  /^\d{4}-(01-0[1-8]|02-23|03-08|05-01|05-09|06-12|11-04)/.test(moment);
/** Working hours in UTC: 6:30 is 9:30 in Moscow, and 17:00 is early evening in London. */
const hours = /^(0[6-9]|1[0-6]):\d\d (0[6-9]|1[0-7]):\d\d$/;

describe('this week', () => {
  const clocks = [
    ...Array.from({ length: 7 }, (_, index) => `2026-11-${16 + index}T12:00:00.000Z`),
    '2026-11-16T00:00:00.000Z',
    '2026-11-22T23:59:59.999Z',
    '2026-12-31T23:00:00.000Z',
    '2028-02-29T06:00:00.000Z',
  ];

  test.each(clocks)('on %s there is work and a hearing in the leading cases', (now) => {
    const at = seeded(now);
    const { from, to } = weekOf(now);
    const inWeek = (moment = '') => moment >= from && moment < to;
    const hearing = at.eventTypes.find((type) => type.sysName === 'Hearing')?.id;
    for (const name of [
      'Smith v. Northbridge Ltd',
      'ООО «Вектор» к АО «Северный мост»',
      'Delta v. Romashka',
    ]) {
      const object = at.objects.find((item) => item.name === name);
      const tasks = at.tasks.filter((task) => task.caseId === object?.id);
      const due = tasks.filter((task) => inWeek(task.executionDate));
      expect(due.length, name).toBeGreaterThanOrEqual(2);
      expect(new Set(due.map((task) => task.responsibles[0]?.id)).size, name).toBeGreaterThanOrEqual(2);
      expect(new Set(due.map((task) => task.executionDate?.slice(0, 10))).size, name).toBeGreaterThanOrEqual(
        2,
      );
      const events = at.events.filter((event) => event.caseId === object?.id && inWeek(event.startDate));
      // On a day off, the events of today are on the next working day.
      expect(events.length, name).toBeGreaterThanOrEqual(isFree(now) ? 1 : 2);
      if (!name.startsWith('Delta')) {
        const coming = at.events.filter((event) => event.caseId === object?.id && event.startDate >= from);
        expect(
          (isFree(now) ? coming : events).map((event) => event.typeId),
          name,
        ).toContain(hearing);
      }
      const open = at.taskStatuses.filter(({ sysName }) => !['Done', 'Cancelled'].includes(sysName));
      const overdue = tasks.filter(
        (task) => (task.executionDate ?? to) < from && open.some(({ id }) => id === task.statusId),
      );
      expect(overdue, name).toHaveLength(1);
    }
    expect(at.tasks.filter((task) => inWeek(task.executionDate)).length).toBeGreaterThan(8);
    expect(at.events.filter((event) => inWeek(event.startDate)).length).toBeGreaterThan(8);
  });

  test('meetings are on working days and in working hours, with any first day', () => {
    const met = ['Hearing', 'PreliminaryHearing', 'Meeting', 'Negotiation', 'Call', 'Inspection'];
    for (let day = 0; day < 400; day += 3) {
      const at = seeded(new Date(Date.parse('2027-12-01T12:00:00Z') + day * dayMs).toISOString());
      const types = new Map(at.eventTypes.all().map(({ id, sysName }) => [id, sysName]));
      const free = new Set<string>();
      for (const { name, typeId, startDate, endDate, allDay } of at.events.all()) {
        if (!met.includes(types.get(typeId) ?? '')) continue;
        // An all-day event may begin at midnight in another time zone.
        if (isFree(allDay ? new Date(Date.parse(endDate) - 1).toISOString() : startDate)) free.add(name);
        if (!allDay) expect(`${startDate.slice(11, 16)} ${endDate.slice(11, 16)}`).toMatch(hours);
      }
      expect([...free], at.stamp()).toEqual([]);
    }
  });

  test('the leading cases have the same numbers in any year', () => {
    const later = seeded('2031-05-05T10:00:00.000Z')
      .objects.all()
      .map(({ number }) => number);
    expect(later).toEqual(expect.arrayContaining(['CL-2026-000123', 'А40-123456/2026', '1:26-cv-01234']));
  });
});
