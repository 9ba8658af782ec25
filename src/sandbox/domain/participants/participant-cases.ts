import { forbidden, notFound } from '../../http/errors.ts';
import type { FieldValues } from '../../state/entities/entity.ts';
import type { CaseObject } from '../../state/entities/objects.ts';
import type { Participant } from '../../state/entities/participants.ts';
import type { User } from '../../state/entities/users.ts';
import type { Attendee } from '../../state/entities/work.ts';
import type { World } from '../../state/state.ts';
import { caseAccess, reaches, requireCase } from '../permissions.ts';
import { requireParticipant } from './participants.ts';

/** Returns the objects in which a participant has a role, is the client, or is a field value. */
function casesOf(world: World, participantId: string): CaseObject[] {
  return world.objects.derive(objectsByName).get(participantId) ?? [];
}

/** Indexes objects by every string in them that may be a participant's id. */
function objectsByName(objects: readonly CaseObject[]): Map<string, CaseObject[]> {
  const found = new Map<string, CaseObject[]>();
  for (const object of objects)
    for (const id of new Set(namesIn(object))) {
      const others = found.get(id);
      if (others) others.push(object);
      else found.set(id, [object]);
    }
  return found;
}

function* namesIn(object: CaseObject): Generator<string> {
  if (object.clientId !== undefined) yield object.clientId;
  for (const { participantId } of object.participants) yield participantId;
  for (const value of Object.values(object.fields).flat()) if (typeof value === 'string') yield value;
}

/** Returns the cases of a participant that the user may see. */
export function visibleCasesOf(world: World, user: User, participantId: string): CaseObject[] {
  return casesOf(world, participantId).filter((object) => reaches(caseAccess(user, object), 'View'));
}

/**
 * Deletes a participant and every mention of it. Throws 403 and deletes nothing if the user may not edit one of its
 * cases (PTO-10).
 */
export function deleteParticipant(world: World, user: User, id: string): void {
  const participant = requireParticipant(world, user, id, 'Edit');
  const cases = casesOf(world, participant.id);
  if (cases.some((object) => !reaches(caseAccess(user, object), 'Edit')))
    throw forbidden('The participant appears in a case that the user may not edit: it was not deleted.');
  for (const object of cases) world.objects.insert(withoutParticipant(world, object, participant.id));
  forget(world, participant);
  world.participants.delete(participant.id);
}

/** Removes a deleted participant from records other than cases. */
function forget(world: World, participant: Participant): void {
  const isAttendee = isAttendeeOf(participant);
  for (const event of world.events.filter(({ attendees }) => attendees.some(isAttendee)))
    world.events.insert({
      ...event,
      attendees: event.attendees.filter((item) => !isAttendee(item)),
    });
  for (const person of world.participants.filter((item) => item.individual?.companyId === participant.id))
    if (person.individual)
      world.participants.insert({ ...person, individual: { ...person.individual, companyId: undefined } });
  for (const call of world.calls.filter((item) => item.participantId === participant.id))
    world.calls.insert({ ...call, participantId: undefined });
}

/** Removes a participant from a case: in one role, or in all if no role is given. */
export function excludeParticipant(
  world: World,
  user: User,
  from: { caseId: string; participantId: string; roleId?: string | undefined },
): Participant {
  const object = requireCase(world, user, from.caseId, 'Edit');
  const stays = object.participants.filter(
    (entry) =>
      entry.participantId !== from.participantId ||
      (from.roleId !== undefined && entry.roleId !== from.roleId),
  );
  const participant = world.participants.get(from.participantId);
  if (!participant || stays.length === object.participants.length)
    throw notFound('In the object and the role the participant', from.participantId);
  world.objects.insert({ ...changed(world, object), participants: stays });
  return participant;
}

function isAttendeeOf(participant: Participant): (attendee: Attendee) => boolean {
  return (attendee) => attendee.type === 'Participant' && attendee.entityId === participant.id;
}

const holds = (value: unknown, id: string): value is unknown[] =>
  Array.isArray(value) && value.some((item) => item === id);

const changed = (world: World, object: CaseObject): CaseObject => ({
  ...object,
  version: object.version + 1,
  changedAt: world.stamp(),
});

/**
 * Removes a participant from a case. In a field with several values, the participant's entry becomes null, because the
 * fields of a block share the order of their entries.
 */
function withoutParticipant(world: World, object: CaseObject, id: string): CaseObject {
  const fields: FieldValues = {};
  for (const [key, value] of Object.entries(object.fields)) {
    if (holds(value, id)) fields[key] = value.map((item) => (item === id ? null : item));
    else if (value !== id) fields[key] = value;
  }
  return {
    ...changed(world, object),
    fields,
    clientId: object.clientId === id ? undefined : object.clientId,
    participants: object.participants.filter((entry) => entry.participantId !== id),
  };
}
