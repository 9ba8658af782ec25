import { busyUsers } from '../../pick.ts';
import { type Question, questionsOf } from '../../question.ts';
import { changes } from './call.ts';
import { openTasks, soon } from './tasks.ts';

export const taskCreations: readonly Question[] = questionsOf('changes/create_task', {
  'with everything': (context) => {
    const { world } = context;
    const model = openTasks(world).find((task) => task.case !== undefined && task.priority !== undefined);
    const user = busyUsers(world)[1];
    const document = world.documents.find((one) => one.case === model?.case) ?? world.documents[0];
    if (model === undefined || user === undefined || document === undefined) return undefined;
    const deadline = soon(context, 6);
    return changes(
      [
        'create_task',
        {
          Name: model.name,
          CaseId: model.case,
          Description: 'Поставлено через ассистента',
          Responsibles: [{ Id: user.name, Type: 'User' }],
          ExecutionDate: deadline.toISOString(),
          PriorityId: model.priority,
          Documents: [document.id],
        },
      ],
      [],
      {
        made: [
          {
            kind: 'tasks',
            fields: [
              { field: 'name', value: model.name, topic: /name/i },
              { field: 'case', value: model.case, topic: /case/i },
              { field: 'description', value: 'Поставлено через ассистента', topic: /description/i },
              { field: 'deadline', value: deadline, topic: /ExecutionDate/i },
              { field: 'priority', value: model.priority, topic: /priority/i },
              { field: `responsibles[${user.id}]`, value: '1', topic: /responsible/i },
              { field: `documents[${document.id}]`, value: '1', topic: /document/i },
            ],
          },
        ],
      },
    );
  },
  'without a case': (context) => {
    const name = openTasks(context.world)[3]?.name;
    const deadline = soon(context, 3);
    return name === undefined
      ? undefined
      : changes(
          [
            'create_task',
            { Name: name, Responsibles: [{ Id: 'me', Type: 'User' }], ExecutionDate: deadline.toISOString() },
          ],
          [],
          {
            made: [
              {
                kind: 'tasks',
                fields: [
                  { field: 'name', value: name, topic: /name/i },
                  { field: 'deadline', value: deadline, topic: /ExecutionDate/i },
                  {
                    field: `responsibles[${context.world.signsIn.userId}]`,
                    value: '1',
                    topic: /responsible/i,
                  },
                ],
              },
            ],
          },
        );
  },
  'for a group': (context) => {
    const name = openTasks(context.world)[5]?.name;
    const group = context.world.groups[0];
    return name === undefined || group === undefined
      ? undefined
      : changes(['create_task', { Name: name, Responsibles: [{ Id: group.id, Type: 'Group' }] }], [], {
          made: [
            {
              kind: 'tasks',
              fields: [{ field: `responsibles[${group.id}]`, value: '1', topic: /responsible/i }],
            },
          ],
        });
  },
});
