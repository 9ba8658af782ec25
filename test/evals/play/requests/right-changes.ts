import { dayIn } from '../../api.ts';
import type { ExpectedChange, Wanted } from '../judging/expected.ts';
import type { Office } from '../judging/office.ts';
import type { PlainUser } from '../judging/records.ts';

/** Parts of right changes that several requests share. */

/** A moment at any time of a day. */
export const onDay =
  (day: string, timeZone: string): Wanted =>
  (after) =>
    typeof after === 'string' && dayIn(after, timeZone) === day;

/** The document's words contain all of the texts. */
export const textOfNew =
  (...texts: readonly string[]): Wanted =>
  (after) =>
    typeof after === 'string' && texts.every((text) => after.includes(text));

/** The participants of a case as before, and a party that was created, with a role. */
export const memberOf =
  (card: any, roleId: string): Wanted =>
  (after, changes) => {
    const fresh = changes.filter(({ kind, what }) => kind === 'parties' && what === 'created');
    const old = card.Participants.map(
      ({ Participant, Role }: any) => `${Participant.Id} ${Role?.Id ?? 'none'}`,
    );
    const wanted = [...old, ...fresh.map(({ id }) => `${id} ${roleId}`)];
    return JSON.stringify(after) === JSON.stringify(wanted.sort());
  };

/** The task has the status Done. */
export const doneTask = (office: Office, { Id }: any): ExpectedChange => ({
  kind: 'tasks',
  id: Id,
  to: { Status: office.listed('taskStatuses', 'Done').Id },
});

/** Changes fields of a task. The others are sent again because the API description does not say that they stay. */
export const changeTask = ({ send }: PlainUser, task: any, change: object): Promise<unknown> =>
  send(`PUT /api/v3/tasks/${task.Id}`, {
    ...{ Name: task.Name, CaseId: task.Case?.Id, Description: task.Description },
    ...{ TypeId: task.Type.Id, StatusId: task.Status.Id, PriorityId: task.Priority.Id },
    Responsibles: task.Responsibles.map(({ Id, Type }: any) => ({ Id, Type })),
    ExecutionDate: task.ExecutionDate,
    ParentId: task.Parent?.Id,
    Attributes: task.Attributes,
    ...change,
  });
