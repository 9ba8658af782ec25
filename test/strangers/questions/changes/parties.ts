import { at, byId, casesOfParty, unique } from '../../pick.ts';
import { type Question, questionsOf } from '../../question.ts';
import type { LegalCase, World } from '../../world.ts';
import { changes, refused, rich } from './call.ts';
import { casePath, casesInWork, onCase } from './objects.ts';

const role = (world: World) =>
  world.cases.flatMap(({ parties }) => parties).find((one) => one.role !== undefined)?.role;
const stranger = (world: World, found: LegalCase, index: number) =>
  at(
    unique(world.participants).filter(
      ({ id }) => !found.parties.some(({ participant }) => participant === id),
    ),
    index,
  );
const party = (found: LegalCase, own: LegalCase['parties'][number]) =>
  casePath(found, `parties[${JSON.stringify(own)}]`);

export const partyChanges: readonly Question[] = questionsOf('changes/parties', {
  'a party with a role': onCase(0, (found, { world }) => {
    const added = stranger(world, found, 2);
    const name = role(world);
    return added && name
      ? changes(
          ['add_case_participant', { id: found.id, ParticipantId: added.name, RoleId: name }],
          [[party(found, { participant: added.id, role: name }), '1', /particip|role/i]],
        )
      : undefined;
  }),
  'a party without a role': onCase(1, (found, { world }) => {
    const added = stranger(world, found, 6);
    return (
      added &&
      changes(
        ['add_object_participant', { id: found.name, ParticipantId: added.id }],
        [[party(found, { participant: added.id }), '1', /particip/i]],
      )
    );
  }),
  'a party out of a case': onCase(
    2,
    (found, { world }) => {
      const gone = found.parties[0];
      const participant = byId(world.participants, gone?.participant);
      return (
        gone &&
        participant &&
        changes(
          ['exclude_participant', { ProjectId: found.id, ParticipantId: participant.id }],
          found.parties
            .filter((one) => one.participant === gone.participant)
            .map((one) => [party(found, one), undefined, /particip/i] as const),
        )
      );
    },
    ({ parties }) => parties.length > 1,
  ),
  'a party out of one role': onCase(
    3,
    (found, { world }) => {
      const gone = found.parties.find((one) => one.role !== undefined);
      return (
        gone &&
        byId(world.participants, gone.participant) &&
        changes(
          [
            'exclude_participant',
            { ProjectId: found.id, ParticipantId: gone.participant, RoleId: gone.role },
          ],
          [[party(found, gone), undefined, /particip|role/i]],
        )
      );
    },
    ({ parties }) => parties.length > 1,
  ),
  'a related case': onCase(4, (found, { world }) => {
    const other = at(
      casesInWork(world).filter(({ id }) => id !== found.id && !found.related.includes(id)),
      7,
    );
    return (
      other &&
      changes(
        ['add_related_objects', { objectId: found.id, ObjectIds: [other.name] }],
        [[casePath(found, `related[${other.id}]`), '1', /related/i]],
        { may: new RegExp(`cases/${other.id}/related`) },
      )
    );
  }),
  'no longer related': onCase(
    0,
    (found) => {
      const [gone] = found.related;
      return gone === undefined
        ? undefined
        : changes(
            ['remove_related_objects', { objectId: found.id, ids: [gone] }],
            [[casePath(found, `related[${gone}]`), undefined, /related/i]],
            { may: new RegExp(`cases/${gone}/related`) },
          );
    },
    ({ related }) => related.length > 0,
  ),
});

const archived = ({ cases }: World) => cases.filter(({ isArchived }) => isArchived);

export const lifeChanges: readonly Question[] = questionsOf('changes/archive, delete', {
  'archive by name': onCase(15, (found) =>
    changes(['archive_case', { id: found.name }], [[casePath(found, 'isArchived'), true, /archiv|status/i]]),
  ),
  'archive an object by id': onCase(16, (found) =>
    changes(['archive_object', { id: found.id }], [[casePath(found, 'isArchived'), true, /archiv|status/i]]),
  ),
  restore: ({ world }) => {
    const found = archived(world)[1];
    return (
      found &&
      changes(['restore_case', { id: found.id }], [[casePath(found, 'isArchived'), false, /archiv|status/i]])
    );
  },
  'delete one in work': onCase(17, (found) =>
    refused(
      [['delete_case', { id: found.id }]],
      /NOT_POSSIBLE|archiv|архив/i,
      'only archived cases can be deleted',
    ),
  ),
  'delete an archived one': ({ world }) => {
    const found = archived(world).find(({ id }) => !world.tasks.some((task) => task.case === id));
    if (found === undefined) return undefined;
    // A service may delete the content of a case together with the case.
    const inside = [...world.events, ...world.documents].filter((one) => one.case === found.id);
    const ids = [found, ...inside].map(({ id }) => id).join('|');
    return changes(['delete_case', { id: found.id }], [], {
      gone: `cases/${found.id}`,
      may: new RegExp(ids),
    });
  },
  'delete a task': ({ world }) => {
    const task = rich(world.tasks)[30];
    return task && changes(['delete_task', { id: task.id }], [], { gone: `tasks/${task.id}` });
  },
  'delete an event': ({ world }) => {
    const event = rich(world.events)[30];
    return event && changes(['delete_event', { id: event.id }], [], { gone: `events/${event.id}` });
  },
  'delete a document': ({ world }) => {
    const document = world.documents.find(
      ({ id, isSigned }) => !isSigned && !world.tasks.some(({ documents }) => documents.includes(id)),
    );
    return (
      document &&
      changes(['delete_document', { docID: document.id }], [], { gone: `documents/${document.id}` })
    );
  },
  'delete a participant': ({ world }) => {
    const found = world.participants.find(
      ({ id }) =>
        casesOfParty(world, id).length === 0 &&
        !world.events.some(({ attendees }) => attendees.some((one) => one.id === id)),
    );
    return (
      found &&
      changes(['delete_participant', { id: found.id }], [], {
        gone: `participants/${found.id}`,
        may: new RegExp(found.id),
      })
    );
  },
});
