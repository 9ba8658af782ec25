import { visibleCasesOf } from '../domain/participants/participant-cases.ts';
import { innOf } from '../domain/participants/participants.ts';
import { baseFields, reference } from '../http/serializers.ts';
import type { Participant } from '../state/entities/participants.ts';
import type { User } from '../state/entities/users.ts';
import type { World } from '../state/state.ts';

const path = '/api/v2/participants';

/**
 * Returns a participant in the wire form of a version. Additional attributes and main contacts exist from v2 on. Cases
 * exist from v3 on, and in lists of every version.
 */
export function presentParticipant(
  world: World,
  user: User,
  item: Participant,
  version: number,
  isListed = false,
) {
  const cases = version >= 3 || isListed ? visibleCasesOf(world, user, item.id) : undefined;
  return {
    ...baseFields(world, item, path),
    Name: item.name,
    Type: item.type,
    IndividualInfo: presentIndividual(world, item.individual),
    CompanyInfo: presentCompany(world, item.company),
    ContactInfo: presentContact(item.contact, version),
    INN: innOf(item) ?? null,
    LEDESClientId: item.ledesClientId ?? null,
    ...(version >= 2 ? { Attributes: item.attributes } : {}),
    ...(cases
      ? { Cases: cases.map((object) => reference(world, object, '/api/v2/cases', 'id and name')) }
      : {}),
  };
}

function presentIndividual(world: World, info: Participant['individual']) {
  if (!info) return null;
  return {
    LastName: info.lastName,
    FirstName: info.firstName,
    MiddleName: info.middleName ?? null,
    Company: reference(world, world.participants.get(info.companyId), path),
    JobTitle: info.jobTitle ?? null,
    DateOfBirth: info.dateOfBirth ?? null,
    SSN: info.ssn ?? null,
  };
}

function presentCompany(world: World, info: Participant['company']) {
  if (!info) return null;
  return {
    Name: info.name,
    IdNumber: info.idNumber ?? null,
    KPP: info.kpp ?? null,
    OGRN: info.ogrn ?? null,
    OKPO: info.okpo ?? null,
    LegalForm: reference(world, world.legalForms.get(info.legalFormId), '/api/v2/legalForms'),
  };
}

function presentContact(contact: Participant['contact'], version: number) {
  return {
    Email: contact.email ?? null,
    Phone: contact.phone ?? null,
    Site: contact.site ?? null,
    Address: contact.address ?? null,
    ...(version >= 2 ? { EmailMain: contact.emailMain ?? null, PhoneMain: contact.phoneMain ?? null } : {}),
  };
}
