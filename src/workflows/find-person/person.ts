import { z } from 'zod';
import type { Note } from '../../contract/worded.ts';
import { joined } from '../../contract/worded.ts';
import { notGivenNotes, type Part } from '../../domain/partial.ts';
import { knownCases, notGivenCases } from '../../domain/people/participants.ts';
import type { PersonCase } from '../../domain/people/person-cases.ts';
import type { ParticipantRecord, UserRecord } from '../../domain/records.ts';
import { unnamed } from '../../domain/reference-names.ts';
import { line, notShown } from '../../domain/text-lines.ts';

const text = z.string().optional();
/** A user or participant in the answer. */
export const personShown = z.object({
  id: z.string(),
  kind: z.enum(['user', 'participant']),
  name: text,
  about: text,
  inn: text,
  email: text,
  phone: text,
  /** Cases of the person. Undefined if they were not read. */
  cases: z.array(z.object({ id: z.string(), name: text, number: text, role: text })).optional(),
  cases_in_all: z.number().optional(),
});
export type PersonShown = z.output<typeof personShown>;

/** A person, before the cases are read. */
export interface FoundPerson {
  readonly shown: PersonShown;
  /** Cases of the person. Undefined if they must be searched. */
  readonly cases: Part<readonly PersonCase[]> | undefined;
  readonly notes?: readonly Note[];
}

export function showUser(
  { Id, Name, Email, IsClient, IsLocked, WorkInfo }: UserRecord,
  contacts: boolean,
): FoundPerson {
  const about = [IsClient ? 'client' : WorkInfo?.Position, IsLocked && 'blocked'].filter(Boolean).join(', ');
  return {
    shown: {
      id: Id,
      kind: 'user',
      name: Name,
      about: about === '' ? undefined : about,
      ...(contacts ? { email: Email, phone: WorkInfo?.Phone } : {}),
    },
    cases: undefined,
  };
}

export function showParticipant(record: ParticipantRecord, contacts: boolean): FoundPerson {
  const { ContactInfo, Cases } = record;
  const notGiven = notGivenNotes(notGivenCases([record]));
  const known = knownCases([record]);
  return {
    shown: {
      id: record.Id,
      kind: 'participant',
      name: record.Name?.trim(),
      about: record.Type,
      inn: record.INN ?? record.CompanyInfo?.IdNumber,
      ...(contacts
        ? {
            email: ContactInfo?.EmailMain ?? ContactInfo?.Email ?? record.EmailMain ?? record.Email,
            phone: ContactInfo?.PhoneMain ?? ContactInfo?.Phone ?? record.PhoneMain ?? record.Phone,
          }
        : {}),
    },
    cases: known === 'none' ? { note: joined(notGiven, ''), error: undefined } : { value: eachOnce(Cases) },
    notes: known === 'some' ? notGiven : [],
  };
}

/** Removes duplicates, because a service may list a case once for each role of the participant. */
const eachOnce = (cases: ParticipantRecord['Cases']): PersonCase[] => [
  ...new Map(
    cases.flatMap(({ Id, Name }) => (Id === undefined ? [] : [[Id, { id: Id, name: Name }]])),
  ).values(),
];

export function lineOf({
  kind,
  name,
  about,
  inn,
  email,
  phone,
  cases,
  cases_in_all: all = 0,
  id,
}: PersonShown): string {
  const rest = all - (cases?.length ?? 0);
  const listed = cases
    ?.map(({ id: caseId, name: called, number, role }) =>
      [called === undefined ? unnamed(caseId) : [called, number, caseId].filter(Boolean).join(' '), role]
        .filter(Boolean)
        .join(', as '),
    )
    .join('; ');
  const some = `${listed || 'none'}${rest > 0 ? ` and ${rest} more` : ''}`;
  const shown = `cases: ${cases === undefined ? notShown : some}`;
  return line(name, kind, about, inn && `INN ${inn}`, email, phone, id, shown);
}
