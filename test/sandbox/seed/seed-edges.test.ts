import { describe, expect, test } from 'vitest';
import { extractArchive } from '../../../src/sandbox/domain/objects/archive.ts';
import { seedWorld } from '../../../src/sandbox/seed/index.ts';
import { createWorld } from '../../../src/sandbox/state/state.ts';

const world = createWorld({ now: () => new Date('2026-11-18T12:00:00.000Z'), seed: 'test' });
seedWorld(world);

describe('edge rows', () => {
  const user = (login: string) => world.users.find((item) => item.login === login);

  test('Smith v. Northbridge has its lawyer, parties with roles and documents, and no namesake', () => {
    const smith = world.objects.find((item) => item.name === 'Smith v. Northbridge Ltd');
    expect(world.users.get(smith?.responsibleId)?.name).toBe('Anna Petrova');
    expect(smith?.participants.every((party) => party.roleId)).toBe(true);
    expect(
      world.documents.filter((item) => item.caseId === smith?.id && item.kind === 'File').length,
    ).toBeGreaterThan(5);
    expect(world.objects.filter((item) => /smith/i.test(item.name))).toEqual([smith]);
  });

  test('an archived twin has the number and the tax number of a claim in work', () => {
    const claims = world.objects.filter((item) => item.number.startsWith('П-7/'));
    expect(claims.map((item) => item.isArchived)).toEqual([false, true]);
    const rule =
      world.objectTypes.get(claims[0]?.typeId)?.duplicateRule?.filter((id) => id !== 'Number') ?? [];
    expect(rule.map((id) => claims[0]?.fields[id])).toEqual(['0000002022']);
    expect(rule.map((id) => claims[1]?.fields[id])).toEqual(['0000002022']);
  });

  test('a task of a group alone, a case without parties, an all-day event over midnight, a long name', () => {
    expect(
      world.tasks.filter(({ responsibles }) => responsibles.every(({ type }) => type === 'Group')).length,
    ).toBeGreaterThan(1);
    expect(world.objects.filter((item) => !item.isArchived && item.participants.length === 0)).toHaveLength(
      1,
    );
    expect(world.events.filter((item) => item.allDay && item.startDate.includes('T21:00'))).toHaveLength(1);
    expect(world.objects.filter((item) => item.name.length === 250)).toHaveLength(1);
    expect(world.participants.filter((item) => item.name.length === 250)).toHaveLength(1);
  });

  test('Kate does not reach one case, sees some, and has a hidden and a view-only block on one', () => {
    const kate = user('kate')?.id ?? '';
    const levels = world.objects.all().map((item) => item.access[kate]);
    expect(levels.filter((level) => level === 'None')).toHaveLength(1);
    expect(levels.filter((level) => level === 'View')).toHaveLength(2);
    const blocks = world.objects.all().map((item) => Object.values(item.blockAccess[kate] ?? {}));
    expect(blocks.filter((list) => list.length > 0)).toEqual([['View', 'None']]);
    expect(world.folders.filter((folder) => folder.hiddenFrom?.includes(kate) === true)).toHaveLength(1);
  });

  test('archives hold Cyrillic names in the old charset, and one a forbidden file', () => {
    const archive = (name: string) =>
      world.files.find((file) => file.name === name)?.bytes ?? new Uint8Array();
    const paths = (name: string, charset: string) =>
      extractArchive(world, archive(name), new TextDecoder(charset)).map(({ path }) => path);
    expect(paths('Материалы дела.zip', 'cp866')).toEqual([
      'Опись.txt',
      'Приложения/Договор № 17.txt',
      'Приложения/Накладные/Накладная ёлка.txt',
    ]);
    expect(paths('Hearing bundle.zip', 'utf-8')).toContain('Bundle/B/Письмо свидетеля.txt');
    expect(() => paths('Contractor files.zip', 'cp866')).toThrow();
  });

  test('documents have no, one and two signatures, some revoked', () => {
    const signed = world.documents.all().map((item) => item.signatures);
    expect(new Set(signed.map((list) => list.length))).toEqual(new Set([0, 1, 2]));
    expect(signed.flat().filter(({ status }) => status === 'Revoked').length).toBeGreaterThan(0);
    expect(world.documents.filter((item) => item.isTemplate === true)).toHaveLength(4);
  });
});
