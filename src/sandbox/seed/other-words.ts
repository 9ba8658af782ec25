import type { ResolvedRecord } from '../state/entities/entity.ts';
import type { World } from '../state/state.ts';

/**
 * Names that another firm uses, keyed by the default system name. Some contain a word that suggests the opposite, such
 * as `done` in `Not done yet`.
 */
const words: Readonly<Record<string, readonly [name: string, sysName: string]>> = {
  New: ['К распределению / Inbox', 'Inbox'],
  InProgress: ['Не выполнена / Not done yet', 'Open'],
  InReview: ['Готово к проверке / Ready for review', 'Checking'],
  Done: ['Сдано / Handed in', 'Final'],
  Cancelled: ['Снято / Dropped', 'Dropped'],
  Low: ['Подождёт / Can wait', 'P4'],
  Normal: ['Как обычно / As usual', 'P3'],
  High: ['Поскорее / Soon', 'P2'],
  Urgent: ['Сейчас / Now', 'P1'],
  Task: ['Поручение / Assignment', 'Assignment'],
  Deadline: ['Крайний день / Last day', 'LastDay'],
  Claimant: ['Сторона А / Side A', 'SideA'],
  Defendant: ['Сторона Б / Side B', 'SideB'],
  Counsel: ['Адвокат / Attorney', 'Attorney'],
  Hearing: ['Явка / Appearance', 'Appearance'],
};

const stages: Readonly<Record<string, string>> = {
  Closed: 'Filed away',
  Закрыто: 'Сдано в дело',
  Intake: 'First look',
  Trial: 'In court',
  Апелляция: 'Вторая инстанция',
};

/** Renames statuses, priorities, types, roles and stages throughout. */
export function useOtherWords(world: World): void {
  const lists = [
    world.taskStatuses,
    world.taskPriorities,
    world.taskTypes,
    world.eventTypes,
    world.rolesInCase,
  ];
  for (const list of lists) for (const record of list.all()) list.insert(renamed(record));
  for (const dictionary of world.dictionaries.all()) {
    const values = dictionary.values.map((value) => ({
      ...renamed(value),
      ...(stages[value.name] === undefined ? {} : { name: stages[value.name] ?? '' }),
    }));
    world.dictionaries.insert({ ...dictionary, values });
  }
  for (const object of world.objects.all())
    if (object.stage !== undefined)
      world.objects.insert({ ...object, stage: stages[object.stage] ?? object.stage });
}

function renamed<Kind extends ResolvedRecord>(record: Kind): Kind {
  const [name, sysName] = words[record.sysName] ?? [record.name, record.sysName];
  return { ...record, name, sysName };
}
