import { dayIn } from '../../api.ts';
import type { ExpectedChange, Wanted } from '../judging/expected.ts';
import type { Office } from '../judging/office.ts';
import type { PlainUser } from '../judging/records.ts';

/** Parts of expected changes that several requests share. */

/** Requires a timestamp on a date, at any time. */
export const onDay =
  (day: string, timeZone: string): Wanted =>
  (after) =>
    typeof after === 'string' && dayIn(after, timeZone) === day;

/** Requires a document whose text contains all of the texts. */
export const textOfNew =
  (...texts: readonly string[]): Wanted =>
  (after) =>
    typeof after === 'string' && texts.every((text) => after.includes(text));

/** Requires the previous participants of a case, and a newly created party with a role. */
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

/** Expects a task to get the status Done. */
export const doneTask = (office: Office, { Id }: any): ExpectedChange => ({
  kind: 'tasks',
  id: Id,
  to: { Status: office.listed('taskStatuses', 'Done').Id },
});

/**
 * Changes fields of a task. Also sends the other fields, because the API description does not say that
 * omitted fields stay unchanged.
 */
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
