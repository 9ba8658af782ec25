import { at, busyUsers, byId, unique } from '../../pick.ts';
import { type Asked, type Context, type Question, questionsOf } from '../../question.ts';
import type { Task, World } from '../../world.ts';
import { changes, rich } from './call.ts';

const day = 86_400_000;
export const soon = ({ now }: Context, days: number) =>
  new Date(Math.floor(now.getTime() / day) * day + days * day + 12 * 3_600_000);

export const openTasks = ({ tasks }: World) => rich(tasks.filter(({ isOpen }) => isOpen));

/** Selects an open task by index, from those with the most data. */
const onTask =
  (
    index: number,
    ask: (task: Task, context: Context) => Asked | undefined,
    isMeant: (task: Task) => boolean = () => true,
  ) =>
  (context: Context) => {
    const task = openTasks(context.world).filter(isMeant)[index];
    return task && ask(task, context);
  };

const path = ({ id }: Task, field: string) => `tasks/${id}/${field}`;

/** Returns the name of a status for finished tasks, or for open ones. */
function statusNamed(world: World, isOpen: boolean, not?: string): string | undefined {
  const names = [
    ...new Set(world.tasks.filter((task) => task.isOpen === isOpen).map(({ status }) => status)),
  ];
  return names.filter(
    (name) => name !== not && !world.tasks.some((task) => task.status === name && task.isOpen !== isOpen),
  )[0];
}

function finish(task: Task, { world }: Context): Asked | undefined {
  const status = statusNamed(world, false);
  return status === undefined
    ? undefined
    : changes(
        ['update_task', { id: task.id, StatusId: status }],
        [
          [path(task, 'status'), status],
          [path(task, 'isOpen'), false, /status/i],
        ],
      );
}

/** Uses a name that another task has, because the service may allow no other names. */
const otherName = ({ tasks }: World, { name }: Task) => tasks.find((one) => one.name !== name)?.name;
const otherDocument = ({ documents }: World, task: Task) =>
  documents.find(({ id }) => !task.documents.includes(id));
const person = ({ world }: Context, task: Task, index = 0) =>
  at(
    busyUsers(world).filter(({ id }) => !task.responsibles.includes(id)),
    index,
  );
const asResponsible = (world: World) => (id: string) => ({
  Id: id,
  Type: byId(world.groups, id) ? 'Group' : 'User',
});

export const taskChanges: readonly Question[] = questionsOf('changes/update_task', {
  description: onTask(0, (task) =>
    changes(
      ['update_task', { id: task.id, Description: 'Проверено по телефону' }],
      [[path(task, 'description'), 'Проверено по телефону']],
    ),
  ),
  'status by name': onTask(1, finish),
  'status of a task of a group': onTask(0, finish, ({ responsibles }) => responsibles.length > 1),
  'priority by name': onTask(2, (task, { world }) => {
    const priority = world.tasks.find(
      (one) => one.priority !== undefined && one.priority !== task.priority,
    )?.priority;
    return priority === undefined
      ? undefined
      : changes(['update_task', { id: task.id, PriorityId: priority }], [[path(task, 'priority'), priority]]);
  }),
  'due date': onTask(3, (task, context) =>
    changes(
      ['update_task', { id: task.id, ExecutionDate: soon(context, 9).toISOString() }],
      [[path(task, 'deadline'), soon(context, 9), /ExecutionDate/i]],
    ),
  ),
  'no due date': onTask(
    4,
    (task) =>
      changes(
        ['update_task', { id: task.id, ExecutionDate: null }],
        [[path(task, 'deadline'), undefined, /ExecutionDate/i]],
      ),
    ({ deadline }) => deadline !== undefined,
  ),
  'one more document': onTask(
    0,
    (task, { world }) => {
      const added = otherDocument(world, task);
      return (
        added &&
        changes(
          ['update_task', { id: task.id, Documents: [...task.documents, added.id] }],
          [[path(task, `documents[${added.id}]`), '1']],
        )
      );
    },
    ({ documents }) => documents.length > 0,
  ),
  'a first document by name': onTask(
    0,
    (task, { world }) => {
      const added = unique(world.documents)[3];
      return (
        added &&
        changes(
          ['update_task', { id: task.id, Documents: [added.name] }],
          [[path(task, `documents[${added.id}]`), '1']],
        )
      );
    },
    ({ documents }) => documents.length === 0,
  ),
  'no documents': onTask(
    1,
    (task) =>
      changes(
        ['update_task', { id: task.id, Documents: [] }],
        task.documents.map((id) => [path(task, `documents[${id}]`), undefined] as const),
      ),
    ({ documents }) => documents.length > 0,
  ),
  'description keeps documents': onTask(
    2,
    (task) =>
      changes(
        ['update_task', { id: task.id, Description: 'Без изменений в документах' }],
        [[path(task, 'description'), 'Без изменений в документах']],
      ),
    ({ documents }) => documents.length > 0,
  ),
  'another responsible by name': onTask(5, (task, context) => {
    const user = person(context, task);
    return (
      user &&
      changes(
        ['update_task', { id: task.id, Responsibles: [{ Id: user.name, Type: 'User' }] }],
        [
          [path(task, `responsibles[${user.id}]`), '1'],
          ...task.responsibles.map((id) => [path(task, `responsibles[${id}]`), undefined] as const),
        ],
      )
    );
  }),
  'one more responsible': onTask(6, (task, context) => {
    const user = person(context, task, 2);
    return (
      user &&
      changes(
        [
          'update_task',
          { id: task.id, Responsibles: [...task.responsibles, user.id].map(asResponsible(context.world)) },
        ],
        [[path(task, `responsibles[${user.id}]`), '1']],
      )
    );
  }),
  'another case by name': onTask(
    7,
    (task, { world }) => {
      const other = at(
        unique(world.cases).filter(({ id, isArchived }) => id !== task.case && !isArchived),
        5,
      );
      return (
        other &&
        changes(['update_task', { id: task.id, CaseId: other.name }], [[path(task, 'case'), other.id]])
      );
    },
    (task) => task.documents.length === 0,
  ),
  'another name': onTask(8, (task, { world }) => {
    const name = otherName(world, task);
    return name === undefined
      ? undefined
      : changes(['update_task', { id: task.id, Name: name }], [[path(task, 'name'), name]]);
  }),
  'task without a due date': onTask(
    0,
    (task) =>
      changes(
        ['update_task', { id: task.id, Description: 'Срок не назначен' }],
        [[path(task, 'description'), 'Срок не назначен']],
      ),
    ({ deadline }) => deadline === undefined,
  ),
  'task without a case': onTask(
    0,
    (task) =>
      changes(
        ['update_task', { id: task.id, Description: 'Дела нет' }],
        [[path(task, 'description'), 'Дела нет']],
      ),
    (task) => task.case === undefined,
  ),
  'two fields': onTask(9, (task, context) => {
    const priority = context.world.tasks.find(
      (one) => one.priority !== undefined && one.priority !== task.priority,
    )?.priority;
    return priority === undefined
      ? undefined
      : changes(
          [
            'update_task',
            { id: task.id, PriorityId: priority, ExecutionDate: soon(context, 12).toISOString() },
          ],
          [
            [path(task, 'priority'), priority],
            [path(task, 'deadline'), soon(context, 12), /ExecutionDate/i],
          ],
        );
  }),
  'due date by the second version': onTask(10, (task, context) =>
    changes(
      ['update_task_v2', { id: task.id, ExecutionDate: soon(context, 15).toISOString() }],
      [[path(task, 'deadline'), soon(context, 15), /ExecutionDate/i]],
    ),
  ),
});
