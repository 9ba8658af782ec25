/** Participants of cases: people and companies. */
import type { LegalCase, Participant } from '../../world.ts';
import { conflict } from '../cases/cards.ts';
import {
  assign,
  byId,
  byName,
  entity,
  entityFields,
  type Memory,
  more,
  refer,
  reference,
} from '../memory.ts';
import { bool, type Infer, int, list, note, oneOf, opt, record, tagged, text, uuid } from '../schema.ts';
import { missing, refuse } from '../server.ts';

/** Types of participants. */
export const KINDS = ['INDIVIDUAL', 'COMPANY'] as const;
const caseRole = record('ParticipantCaseDto', { id: uuid, name: text(), role: opt(reference) });
const participantFields = {
  ...entityFields,
  version: int({ format: 'int64' }),
  type: oneOf(...KINDS),
  name: text(),
  lastName: opt(text()),
  firstName: opt(text()),
  middleName: opt(text()),
  inn: opt(text()),
  kpp: opt(text()),
  ogrn: opt(text()),
  legalForm: opt(reference),
  phoneMain: opt(text()),
  emailMain: opt(text()),
  cases: list(caseRole),
};
/** Participant in lists. */
export const participantDto = record('ParticipantDto', participantFields);
/** Participant by id. */
export const participantDetailsDto = record('ParticipantDetailsDto', {
  ...participantFields,
  additionalAttributes: tagged,
});
const editable = {
  name: note(opt(text({ max: 500 })), 'Name of a company; persons are named by their parts'),
  lastName: opt(text({ max: 100 })),
  firstName: opt(text({ max: 100 })),
  middleName: opt(text({ max: 100 })),
  inn: opt(text({ pattern: '\\d{10}|\\d{12}' })),
  kpp: opt(text({ pattern: '\\d{9}' })),
  ogrn: opt(text({ pattern: '\\d{13}|\\d{15}' })),
  legalFormId: opt(uuid),
  phoneMain: opt(text({ max: 50 })),
  emailMain: opt(text({ pattern: '[^@\\s]+@[^@\\s]+', max: 255 })),
  additionalAttributes: opt(tagged),
  checkForDuplicates: opt(bool),
};
/** Request body of POST. */
export const participantRequest = record('ParticipantRequest', { type: oneOf(...KINDS), ...editable });
/** Request body of PUT. */
export const participantUpdate = record('ParticipantUpdateRequest', {
  type: oneOf(...KINDS),
  ...editable,
  version: opt(int({ format: 'int64' })),
});
/** Request body of PATCH. */
export const participantPatch = record('ParticipantPatchRequest', {
  ...editable,
  version: opt(int({ format: 'int64' })),
});
/** Values of a change. */
export type Given = Partial<Infer<typeof participantUpdate>>;

/** Returns the cases of a participant with its roles. */
export function rolesOf(memory: Memory, one: Participant) {
  const found: { at: LegalCase; role: string | undefined }[] = [];
  for (const at of memory.world.cases)
    for (const party of at.parties) if (party.participant === one.id) found.push({ at, role: party.role });
  return found;
}

/** Converts a participant to a list item. */
export function viewParticipant(memory: Memory, one: Participant) {
  const own = more.participant(one);
  return {
    ...entity(memory, 'v3/participants', one.id, own.createdAt, own.changedAt),
    version: own.version,
    type: one.kind === 'company' ? 'COMPANY' : 'INDIVIDUAL',
    name: one.name,
    lastName: own.lastName ?? null,
    firstName: own.firstName ?? null,
    middleName: own.middleName ?? null,
    inn: one.inn ?? null,
    kpp: own.kpp ?? null,
    ogrn: own.ogrn ?? null,
    legalForm: refer(byId(memory.catalogue.legalForms, own.legalFormId)),
    phoneMain: one.phone ?? null,
    emailMain: one.email ?? null,
    cases: rolesOf(memory, one).map(({ at, role }) => ({
      id: at.id,
      name: at.name,
      role: refer(byName(memory.catalogue.roles, role)),
    })),
  };
}

/** Converts a participant with its additional attributes to a response. */
export const viewParticipantDetails = (memory: Memory, one: Participant) => ({
  ...viewParticipant(memory, one),
  additionalAttributes: more.participant(one).additional,
});

/** Returns the participant with this id. Throws 404 if there is none. */
export function participantOf(memory: Memory, id: string): Participant {
  const found = byId(memory.world.participants, id);
  if (!found) throw missing('Participant', id);
  return found;
}

/** Writes the values of a request to a participant. With `replace`, removes values that the request lacks. */
export function fill(memory: Memory, one: Participant, given: Given, replace: boolean) {
  const own = more.participant(one);
  const set = (key: keyof Given) => replace || given[key] !== undefined;
  if (given.legalFormId && !byId(memory.catalogue.legalForms, given.legalFormId))
    throw refuse('legalFormId', given.legalFormId, 'legal form not found', 'NotFound');
  const isCompany = one.kind === 'company';
  const required = isCompany ? 'name' : 'lastName';
  if (set(required) && !given[required]?.trim())
    throw refuse(required, given[required] ?? null, 'must not be blank', 'NotBlank');
  if (given.checkForDuplicates && given.inn) {
    const same = memory.world.participants.filter((other) => other !== one && other.inn === given.inn);
    if (same.length > 0)
      throw conflict(
        ['ИНН'],
        same.map((other) => other.id),
      );
  }
  for (const key of ['lastName', 'firstName', 'middleName', 'kpp', 'ogrn', 'legalFormId'] as const)
    if (set(key)) assign(own, key, given[key]);
  if (set('inn')) assign(one, 'inn', given.inn);
  if (set('phoneMain')) assign(one, 'phone', given.phoneMain);
  if (set('emailMain')) assign(one, 'email', given.emailMain);
  if (isCompany) one.name = given.name?.trim() || one.name;
  else one.name = [own.lastName, own.firstName, own.middleName].filter(Boolean).join(' ');
  if (set('additionalAttributes'))
    own.additional = replace
      ? (given.additionalAttributes ?? {})
      : { ...own.additional, ...given.additionalAttributes };
  own.changedAt = memory.now();
}
