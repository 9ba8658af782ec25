import { z } from 'zod';
import { invalid } from '../../http/errors.ts';
import { guid, moment } from '../../http/model-binding.ts';
import type { Participant } from '../../state/entities/participants.ts';
import type { World } from '../../state/state.ts';
import { after } from '../merge-edit.ts';

const text = z.string().trim().nullish();

export const individualInfo = z.object({
  LastName: text,
  FirstName: text,
  MiddleName: text,
  CompanyId: guid.nullish(),
  JobTitle: text,
  DateOfBirth: moment.nullish(),
  SSN: text,
});

export const companyInfo = z.object({
  Name: text,
  IdNumber: text,
  KPP: text,
  OGRN: text,
  OKPO: text,
  LegalFormId: guid.nullish(),
});

interface SentInfo {
  readonly body: {
    readonly Name?: string | null | undefined;
    readonly INN?: string | null | undefined;
    readonly IndividualInfo?: z.output<typeof individualInfo> | null | undefined;
    readonly CompanyInfo?: z.output<typeof companyInfo> | null | undefined;
  };
  readonly mode: 'merge' | 'replace';
}
type Names = Pick<NonNullable<Participant['individual']>, 'lastName' | 'firstName' | 'middleName'>;

/** Returns a company's name and details after an edit. The legal form changes only if it is sent, even with PUT. */
export function changeCompany(
  world: World,
  participant: Participant,
  { body, mode }: SentInfo,
): Pick<Participant, 'name' | 'company'> {
  if (body.IndividualInfo) throw invalid('IndividualInfo does not belong to a company.');
  const sent = body.CompanyInfo ?? {};
  const base = mode === 'replace' && body.CompanyInfo ? undefined : participant.company;
  if (sent.LegalFormId && !world.legalForms.get(sent.LegalFormId))
    throw invalid(`LegalFormId ${sent.LegalFormId} is unknown.`);
  const name = body.Name || sent.Name || participant.name;
  if (!name) throw invalid('Name or CompanyInfo.Name is required.');
  return {
    name,
    company: {
      name: sent.Name || name,
      idNumber: after(sent.IdNumber === undefined ? body.INN : sent.IdNumber, base?.idNumber),
      kpp: after(sent.KPP, base?.kpp),
      ogrn: after(sent.OGRN, base?.ogrn),
      okpo: after(sent.OKPO, base?.okpo),
      legalFormId: after(sent.LegalFormId, participant.company?.legalFormId),
    },
  };
}

/** Returns an individual's names and details after an edit. The employer changes only if it is sent, even with PUT. */
export function changeIndividual(
  world: World,
  participant: Participant,
  { body, mode }: SentInfo,
): Pick<Participant, 'name' | 'individual' | 'inn'> {
  if (body.CompanyInfo) throw invalid('CompanyInfo does not belong to an individual.');
  const sent = body.IndividualInfo ?? {};
  const base = mode === 'replace' && body.IndividualInfo ? undefined : participant.individual;
  if (sent.CompanyId && world.participants.get(sent.CompanyId)?.type !== 'Company')
    throw invalid(`CompanyId ${sent.CompanyId} is not a company.`);
  const isFirstFirst = world.quirks.nameOrder === 'first last';
  const names = changeNames(base, sent, { fullName: body.Name, isFirstFirst });
  if (names.lastName === '') throw invalid('Name or IndividualInfo.LastName is required.');
  const changed = [sent.LastName, sent.FirstName, sent.MiddleName].some((name) => name !== undefined);
  const joined = joinNames(names, isFirstFirst);
  const full = changed ? joined : participant.name || joined;
  return {
    name: body.Name || full,
    inn: after(body.INN, participant.inn),
    individual: {
      ...names,
      companyId: after(sent.CompanyId, participant.individual?.companyId),
      jobTitle: after(sent.JobTitle, base?.jobTitle),
      dateOfBirth: after(sent.DateOfBirth, base?.dateOfBirth),
      ssn: after(sent.SSN, base?.ssn),
    },
  };
}

/** Returns the names after an edit. If only a full name is sent, splits it into last, first and middle names. */
function changeNames(
  base: Names | undefined,
  sent: z.output<typeof individualInfo>,
  {
    fullName,
    isFirstFirst,
  }: { readonly fullName: string | null | undefined; readonly isFirstFirst: boolean },
): Names {
  const known = [sent.LastName, sent.FirstName, sent.MiddleName].some((name) => name !== undefined);
  if (fullName && !known) {
    const words = fullName.split(/\s+/);
    const ordered = isFirstFirst ? [...words.slice(-1), ...words.slice(0, -1)] : words;
    const [lastName = '', firstName = '', ...middle] = ordered;
    return { lastName, firstName, ...(middle.length > 0 ? { middleName: middle.join(' ') } : {}) };
  }
  return {
    lastName: after(sent.LastName, base?.lastName) ?? '',
    firstName: after(sent.FirstName, base?.firstName) ?? '',
    middleName: after(sent.MiddleName, base?.middleName),
  };
}

const joinNames = ({ lastName, firstName, middleName }: Names, isFirstFirst: boolean) =>
  (isFirstFirst ? [firstName, middleName, lastName] : [lastName, firstName, middleName])
    .filter(Boolean)
    .join(' ');
