import { z } from 'zod';
import { conflict, duplicate, invalid, notFound } from '../../http/errors.ts';
import type { AccessLevel } from '../../state/entities/access.ts';
import type { Participant } from '../../state/entities/participants.ts';
import type { User } from '../../state/entities/users.ts';
import type { World } from '../../state/state.ts';
import { after, changeAttributes } from '../merge-edit.ts';
import { requireSection } from '../permissions.ts';
import { changeCompany, changeIndividual, companyInfo, individualInfo } from './participant-info.ts';

const text = z.string().trim().nullish();
const fields = {
  Name: text,
  IndividualInfo: individualInfo.nullish(),
  CompanyInfo: companyInfo.nullish(),
  ContactInfo: z
    .object({
      Email: text,
      Phone: z.string().max(400).nullish(),
      Site: z.string().max(2000).nullish(),
      Address: text,
      EmailMain: text.meta({ since: 2 }),
      PhoneMain: text.meta({ since: 2 }),
    })
    .nullish(),
  INN: text,
  LEDESClientId: text,
  Attributes: z.record(z.string(), z.unknown()).nullish().meta({ since: 2 }),
  CheckForDuplicates: z.boolean().nullish(),
};

/** Body of a new participant. */
export const newParticipant = z.object({ Type: z.enum(['Individual', 'Company']), ...fields });

/** Request body of a change. Omitted fields keep their values, except in an info object that a PUT replaces. */
export const participantChange = z.object({ Type: z.enum(['Individual', 'Company']).nullish(), ...fields });
type ParticipantChange = z.output<typeof participantChange>;

/**
 * A sent change. With the mode `merge`, a PATCH, it changes single values. With `replace`, a PUT, it replaces each info
 * object that is sent.
 */
export interface Sent {
  readonly body: ParticipantChange;
  readonly version: number;
  readonly mode: 'merge' | 'replace';
}

const systemFields = ['Type', 'Cases', ...Object.keys(fields)];

/** Returns the participant if the user has at least the access level `needed` on the section Participants. */
export function requireParticipant(world: World, user: User, id: string, needed: AccessLevel): Participant {
  requireSection(user, 'Participants', needed);
  const participant = world.participants.get(id);
  if (!participant) throw notFound('Participant', id);
  return participant;
}

/**
 * Stores a new participant.
 * @param id id in the v4 path, if the deployment expects one; otherwise undefined
 */
export function createParticipant(
  world: World,
  user: User,
  sent: Sent & { body: z.output<typeof newParticipant> },
  id: string | undefined,
): Participant {
  requireSection(user, 'Participants', 'Edit');
  if (world.participants.get(id)) throw conflict(`A participant ${id} exists already.`);
  const now = world.stamp();
  const blank: Participant = {
    id: id ?? world.newId(),
    createdAt: now,
    changedAt: now,
    name: '',
    type: sent.body.Type,
    contact: {},
    attributes: {},
  };
  return world.participants.insert(change(world, blank, sent));
}

/** Changes a participant that the user may edit. */
export function updateParticipant(world: World, user: User, id: string, sent: Sent): Participant {
  const participant = requireParticipant(world, user, id, 'Edit');
  return world.participants.insert({ ...change(world, participant, sent), changedAt: world.stamp() });
}

function change(world: World, participant: Participant, sent: Sent): Participant {
  const { body, version } = sent;
  if (body.Type && body.Type !== participant.type) throw invalid('Type cannot be changed.');
  const next: Participant = {
    ...participant,
    ...(participant.type === 'Company'
      ? changeCompany(world, participant, sent)
      : changeIndividual(world, participant, sent)),
    contact: changeContact(participant, sent),
    ledesClientId: after(body.LEDESClientId, participant.ledesClientId),
    attributes:
      version < 2
        ? participant.attributes
        : changeAttributes(participant.attributes, body.Attributes, systemFields),
  };
  if (body.CheckForDuplicates) refuseDuplicate(world, next);
  return next;
}

/** Changes contacts. EmailMain and PhoneMain exist from v2 on (PAR-2, PAR-3); v1 ignores them. */
function changeContact({ contact }: Participant, { body, version, mode }: Sent): Participant['contact'] {
  const sent = body.ContactInfo;
  if (!sent) return contact;
  const base = mode === 'replace' ? {} : contact;
  const hasMain = version >= 2;
  return {
    email: after(sent.Email, base.email),
    phone: after(sent.Phone, base.phone),
    site: after(sent.Site, base.site),
    address: after(sent.Address, base.address),
    emailMain: hasMain ? after(sent.EmailMain, base.emailMain) : contact.emailMain,
    phoneMain: hasMain ? after(sent.PhoneMain, base.phoneMain) : contact.phoneMain,
  };
}

/** Returns the tax number, which identifies an individual, or a company together with its KPP. */
export const innOf = (item: Participant) => (item.type === 'Company' ? item.company?.idNumber : item.inn);

function refuseDuplicate(world: World, next: Participant): void {
  const inn = innOf(next);
  if (!inn) return;
  const twins = world.participants.filter(
    (item) =>
      item.id !== next.id &&
      item.type === next.type &&
      innOf(item) === inn &&
      (item.company?.kpp ?? '') === (next.company?.kpp ?? ''),
  );
  if (twins.length === 0) return;
  throw duplicate(
    next.type === 'Company' ? ['INN', 'KPP'] : ['INN'],
    twins.map(({ id }) => id),
  );
}
