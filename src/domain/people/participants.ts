import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { Description } from '../../names/rank.ts';
import { listAll } from '../list-records.ts';
import { type PartName, part } from '../partial.ts';
import { isGiven, type ParticipantRecord, participantRecord, read } from '../records.ts';
import { type SearchResult, searchRecords } from '../search/search-records.ts';

/** Maximum number of pages that are read for one number or address. */
const maxPages = 3;

/**
 * Finds participants by a number, an address or a name.
 * @param text an INN, KPP, e-mail address or phone number, or words from a name. The words may include an INN.
 * @param most maximum number of search terms
 * @throws the errors of `OperationClient.call`
 */
export async function findParticipants(
  operations: OperationClient,
  text: string,
  most?: number,
): Promise<SearchResult<ParticipantRecord>> {
  const tried: string[] = [];
  for (const question of codesIn(text)) {
    const listed = await listAll(operations, ['list_participants', question], participantRecord, {
      maxPages,
    });
    tried.push(...Object.entries(question).map(([name, value]) => `${name} ${value}`));
    const { items } = listed;
    if (items.length === 0) continue;
    const found = { ...listed, read: items, tried, failure: undefined };
    // Compare the rows again, because a service that ignores the filter may return all participants.
    const findings = items.map((one) => hasCode(one, question));
    const exact = items.filter((_, index) => findings[index] === true);
    if (exact.length > 0) return { ...found, items: exact, fit: 'names' };
    return { ...found, fit: findings.includes(undefined) ? 'names' : 'similar' };
  }
  const found = await searchRecords(operations, {
    list: 'list_participants',
    questions: (Name) => [{ Name }],
    text,
    item: participantRecord,
    describe: describeParticipant,
    ...(most === undefined ? {} : { most }),
  });
  return { ...found, tried: [...tried, ...found.tried] };
}

/** Returns whether the records contain the ids of the participants' cases: for all cases, for some, or for none. */
export function knownCases(people: readonly ParticipantRecord[]): 'all' | 'some' | 'none' {
  const all = people.flatMap(({ Cases }) => Cases);
  const known = all.filter(({ Id }) => Id !== undefined);
  if (!isGiven(people, 'Cases')) return 'none';
  return known.length === all.length ? 'all' : known.length > 0 ? 'some' : 'none';
}

/** Maximum number of participants that are read one by one because the list lacks their cases. */
const maxCards = 3;

/**
 * Reads the records of participants whose cases the list lacks. Keeps the row of the list if the record also lacks
 * cases.
 */
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

/** Returns the names of the data that is missing if not all cases of the participants are known. */
export function notGivenCases(people: readonly ParticipantRecord[], byParty = false): PartName[] {
  const known = knownCases(people);
  if (known === 'all') return [];
  if (!byParty) return [known === 'some' ? 'some cases of participants' : 'cases of participants'];
  return [
    known === 'some'
      ? 'some cases of participants (so cases of this party may be missing)'
      : 'cases of participants (so cases of this party cannot be found)',
  ];
}

/** Checks for a number or address. Returns undefined if the record lacks all fields for it. */
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

/** Matches a word that precedes a number or an address and names its type. */
const whatItIs = /^\s*(?:инн|кпп|тел(?:ефон)?|почта|inn|kpp|tel|phone|e-?mail)(?![\p{L}\p{N}])[.:\s№#]*/iu;

/** Returns filters for the numbers and addresses in a string, most likely first. */
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

/** Returns the phone number as written and its last ten digits, because services save one or the other. */
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
