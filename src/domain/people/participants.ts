import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { Description } from '../../names/rank.ts';
import { listAll } from '../list-records.ts';
import { type PartName, part } from '../partial.ts';
import { isGiven, type ParticipantRecord, participantRecord, read } from '../records.ts';
import { type Hunted, hunt } from '../search/search-records.ts';

/** Pages of those who share a number or address. */
const maxPages = 3;

/**
 * Participants by a number or an address, or by what they are called.
 * @param text an INN, a KPP, an e-mail address, a phone number or words of a name, with an INN among them or without
 * @param most words of it that are asked for
 * @throws what `OperationClient.call` throws
 */
export async function findParticipants(
  operations: OperationClient,
  text: string,
  most?: number,
): Promise<Hunted<ParticipantRecord>> {
  const tried: string[] = [];
  for (const question of codesIn(text)) {
    const listed = await listAll(operations, ['list_participants', question], participantRecord, {
      maxPages,
    });
    tried.push(...Object.entries(question).map(([name, value]) => `${name} ${value}`));
    const { items } = listed;
    if (items.length === 0) continue;
    const found = { ...listed, read: items, tried, failure: undefined };
    // A service that minds no such filter answers with everybody at one provider.
    const findings = items.map((one) => hasCode(one, question));
    const exact = items.filter((_, index) => findings[index] === true);
    if (exact.length > 0) return { ...found, items: exact, fit: 'names' };
    return { ...found, fit: findings.includes(undefined) ? 'names' : 'similar' };
  }
  const found = await hunt(operations, {
    list: 'list_participants',
    questions: (Name) => [{ Name }],
    text,
    item: participantRecord,
    describe: describeParticipant,
    ...(most === undefined ? {} : { most }),
  });
  return { ...found, tried: [...tried, ...found.tried] };
}

/** What is known of the cases of participants: 'some' and 'none' where their records do not show which they are. */
export function knownCases(people: readonly ParticipantRecord[]): 'all' | 'some' | 'none' {
  const all = people.flatMap(({ Cases }) => Cases);
  const told = all.filter(({ Id }) => Id !== undefined);
  if (!isGiven(people, 'Cases')) return 'none';
  return told.length === all.length ? 'all' : told.length > 0 ? 'some' : 'none';
}

/** So many are read by themselves where the list does not show their cases. */
const maxCards = 3;

/** Participants with the cases that their own records show, where those of a list do not. */
export const readCasesOf = (
  operations: OperationClient,
  people: readonly ParticipantRecord[],
): Promise<ParticipantRecord[]> =>
  Promise.all(
    people.map(async (one, index) => {
      if (index >= maxCards || knownCases([one]) === 'all') return one;
      const card = await part(
        'participants',
        operations.call('get_participant', { id: one.Id }).then((answer) => read(participantRecord, answer)),
      );
      return card.value !== undefined && knownCases([card.value]) === 'all' ? card.value : one;
    }),
  );

/** What is said of participants whose cases are not known. */
export function notGivenCases(people: readonly ParticipantRecord[], byParty = false): PartName[] {
  const known = knownCases(people);
  if (known === 'all') return [];
  if (!byParty) return [known === 'some' ? 'some cases of participants' : 'cases of participants'];
  return [
    known === 'some'
      ? 'some cases of participants, so that these are not found by the party'
      : 'cases of participants, so that none are found by the party',
  ];
}

/** Whether a participant has a number or an address; undefined where the record does not show such a one. */
function hasCode(
  { INN, KPP, Email, EmailMain, Phone, PhoneMain, ContactInfo, CompanyInfo }: ParticipantRecord,
  question: Readonly<Record<string, string>>,
): boolean | undefined {
  const shown: Readonly<Record<string, readonly (string | undefined)[]>> = {
    INN: [INN, INN && CompanyInfo?.IdNumber],
    KPP: [KPP, CompanyInfo?.KPP],
    Email: [Email, EmailMain, ContactInfo?.Email, ContactInfo?.EmailMain],
    Phone: [Phone, PhoneMain, ContactInfo?.Phone, ContactInfo?.PhoneMain],
  };
  const findings = Object.entries(question).map(([name, wanted]) => {
    const plain = (text: string) =>
      name === 'Email' ? text.trim().toLowerCase() : text.replace(/\D/g, '').slice(-12);
    const values = shown[name]?.filter((value) => value !== undefined) ?? [];
    if (values.length === 0) return undefined;
    const code = name === 'Phone' ? plain(wanted).slice(-10) : plain(wanted);
    return values.some((value) => (name === 'Phone' ? plain(value).endsWith(code) : plain(value) === code));
  });
  return findings.includes(false) ? false : findings[0];
}

/** Words before a number or an address that say what it is. */
const whatItIs = /^\s*(?:инн|кпп|тел(?:ефон)?|почта|inn|kpp|tel|phone|e-?mail)(?![\p{L}\p{N}])[.:\s№#]*/iu;

/** The numbers and addresses that a text may be or hold, by the list's arguments, in the order in which they are likely. */
function codesIn(text: string): Readonly<Record<string, string>>[] {
  const wanted = text.replace(whatItIs, '').trim();
  const digits = wanted.replace(/\D/g, '');
  const isNumber = /^\+?[\d\s().-]+$/.test(wanted);
  const inn = isNumber ? undefined : /(?<!\d)(?:\d{10}|\d{12})(?!\d)/.exec(wanted)?.[0];
  return [
    ...(inn === undefined ? [] : [{ INN: inn }]),
    ...(isNumber && (digits.length === 10 || digits.length === 12) ? [{ INN: digits }] : []),
    ...(isNumber && digits.length === 9 ? [{ KPP: digits }] : []),
    ...(/^[^\s@]+@\S+$/.test(wanted) ? [{ Email: wanted }] : []),
    ...(isNumber && digits.length >= 7 ? phonesOf(wanted, digits) : []),
  ];
}

/** As it is written, and without the prefixes of which people use one or the other. */
const phonesOf = (wanted: string, digits: string) =>
  [...new Set([wanted, digits.slice(-10)])].map((Phone) => ({ Phone }));

export const describeParticipant = ({
  Name,
  INN,
  KPP,
  LastName,
  FirstName,
  CompanyInfo,
  IndividualInfo,
}: ParticipantRecord): Description => ({
  names: [
    Name,
    [IndividualInfo?.LastName, IndividualInfo?.FirstName, IndividualInfo?.MiddleName].join(' '),
    [LastName, FirstName].join(' '),
    CompanyInfo?.Name,
  ],
  about: [INN, KPP, CompanyInfo?.IdNumber, CompanyInfo?.KPP],
});
