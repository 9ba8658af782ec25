import { dayIn } from '../../api.ts';
import {
  exactCase,
  namedCase,
  namedPerson,
  writtenAmount,
  writtenCount,
  writtenDay,
} from '../judging/facts.ts';
import type { Office } from '../judging/office.ts';
import { daysAfter, weekAround } from '../judging/times.ts';
import type { PlayRequest } from '../request.ts';

const byId = (some: readonly any[], reference: any) => some.find(({ Id }) => Id === reference?.Id);
const responsibleFor = (office: Office, login: string) => {
  const { Id } = office.user(login);
  return office.cases.filter(({ Status, Responsible }) => Status === 'InWork' && Responsible?.Id === Id);
};

export const englishLookups: readonly PlayRequest[] = [
  {
    id: 'en-01',
    language: 'en',
    who: 'anna',
    kind: 'look-up',
    prompt:
      'which court hearings does the firm have next week, monday to sunday? preliminary ones too. just case and day, nothing else',
    expects: (office, { today, timeZone }) => {
      const [monday, sunday] = weekAround(daysAfter(today, 7));
      const hearings = office.events.filter(({ Type }) => /Hearing$/.test(office.kindOf(Type)));
      const isThen = ({ StartDate }: any) => {
        const day = dayIn(StartDate, timeZone);
        return monday <= day && day <= sunday;
      };
      const then = hearings.filter(isThen);
      const cases = then.map(({ Case }) => byId(office.cases, Case));
      const others = hearings
        .filter((event) => !isThen(event))
        .map(({ Case }) => byId(office.cases, Case))
        .filter((card) => !cases.includes(card));
      return {
        says:
          then.length === 0
            ? [/no (?:court )?hearings|none|nothing/]
            : [
                ...cases.map(namedCase),
                ...then.map(({ StartDate }) => writtenDay(dayIn(StartDate, timeZone))),
              ],
        never: others.map(exactCase),
      };
    },
  },
  {
    id: 'en-02',
    language: 'en',
    who: 'head',
    kind: 'look-up',
    prompt:
      'is any open task still sitting with a colleague whose account is locked? who, which task, which case, how many days late',
    expects: (office, { today, timeZone }) => {
      const locked = office.users.filter(({ IsLocked }) => IsLocked);
      const tasks = office.tasks.filter(
        (task) =>
          office.isOpen(task) &&
          task.Responsibles.some(({ Id }: any) => locked.some((user) => user.Id === Id)),
      );
      return {
        says: [
          ...locked.map(namedPerson),
          ...tasks.flatMap((task) => [
            task.Name,
            namedCase(byId(office.cases, task.Case)),
            writtenCount((Date.parse(today) - Date.parse(dayIn(task.ExecutionDate, timeZone))) / 86_400_000),
          ]),
        ],
      };
    },
  },
  {
    id: 'en-03',
    language: 'en',
    who: 'john',
    kind: 'look-up',
    prompt:
      'not counting today, what is the first thing in the calendar on any of the cases I am responsible for, and when?',
    expects: (office, { today, timeZone }) => {
      const mine = new Set(responsibleFor(office, 'john').map(({ Id }) => Id));
      const coming = office.events
        .filter(({ Case }) => mine.has(Case?.Id))
        .map((event) => ({ event, day: dayIn(event.StartDate, timeZone) }))
        .filter(({ day }) => day > today)
        .sort((one, other) => one.day.localeCompare(other.day));
      const first = coming.filter(({ day }) => day === coming[0]?.day);
      return { says: first.flatMap(({ event, day }) => [event.Name, writtenDay(day)]) };
    },
  },
  {
    id: 'en-04',
    language: 'en',
    who: 'anna',
    kind: 'look-up',
    prompt:
      'somewhere in the Smith v Northbridge papers they complain that drainage was left out of some drawings. which document, and which clause and schedule do they rely on?',
    expects: async (office) => {
      const letter = office.document('Northbridge, letter of demand');
      const source = await office.source(letter);
      const [, clause = '', schedule = ''] = /Clause ([\d.]+) and Schedule (\w)/.exec(source) ?? [];
      return {
        says: [
          'letter of demand',
          new RegExp(`(?<![\\d.])${clause.replace('.', '[.]')}(?!\\d)`),
          new RegExp(`schedule ${schedule.toLowerCase()}`),
        ],
      };
    },
  },
  {
    id: 'en-05',
    language: 'en',
    who: 'john',
    kind: 'look-up',
    prompt: 'which of our cases have Edith Marlow as the judge, and who is our client in each',
    expects: (office) => {
      const { Id } = office.party('Edith Marlow');
      const judge = office.listed('rolesInCase', 'Judge').Id;
      const cases = office.cases.filter(({ Participants = [] }) =>
        Participants.some(({ Participant, Role }: any) => Participant.Id === Id && Role?.Id === judge),
      );
      return {
        says: cases.flatMap((card) => [namedCase(card), byId(office.parties, card.Client).Name]),
      };
    },
  },
  {
    id: 'en-06',
    language: 'en',
    who: 'kate',
    kind: 'look-up',
    prompt:
      'in Smith v Northbridge, which tasks have papers attached (finished ones too) and what are the papers?',
    expects: (office) => ({
      says: office
        .tasksOf('CL-2026-000123')
        .filter(({ Documents = [] }) => Documents.length > 0)
        .flatMap(({ Name, Documents }) => [Name, ...Documents.map((document: any) => document.Name)]),
    }),
  },
  {
    id: 'en-07',
    language: 'en',
    who: 'anna',
    kind: 'look-up',
    prompt:
      'what version is the draft settlement agreement with Northbridge at, when did it last change and has john signed it?',
    expects: (office, { timeZone }) => {
      const document = office.document('Settlement agreement (draft)');
      return {
        says: [
          writtenCount(document.Version),
          writtenDay(dayIn(document.LastChangeDate, timeZone)),
          /revok|withdr|taken back|no longer valid/,
        ],
      };
    },
  },
  {
    id: 'en-08',
    language: 'en',
    who: 'head',
    kind: 'look-up',
    prompt:
      'commercial litigation in work: what do the claim amounts add up to for Anna Petrova, for John Hale and for Solovyov?',
    expects: (office) => ({
      says: ['anna', 'john', 'ivan'].map((login) =>
        writtenAmount(
          responsibleFor(office, login)
            .filter(({ Type }) => office.kindOf(Type) === 'CommercialLitigation')
            .reduce((sum, { Fields }) => sum + (Fields.ClaimAmount ?? 0), 0),
        ),
      ),
    }),
  },
  {
    id: 'en-09',
    language: 'en',
    who: 'anna',
    kind: 'look-up',
    prompt: 'which open insurance claim has the biggest loss, how much, and who is the adjuster on it?',
    expects: (office) => {
      const adjuster = office.listed('rolesInCase', 'Adjuster').Id;
      const [biggest] = office.cases
        .filter(({ Type, Status }) => office.kindOf(Type) === 'InsuranceClaim' && Status === 'InWork')
        .sort((one, other) => (other.Fields.LossAmount ?? 0) - (one.Fields.LossAmount ?? 0));
      const { Participant } = biggest.Participants.find(({ Role }: any) => Role?.Id === adjuster);
      return {
        says: [
          [biggest.Number, 'Быстрый груз', 'Bystry'],
          writtenAmount(biggest.Fields.LossAmount),
          [byId(office.parties, Participant).Name, 'quill'],
        ],
      };
    },
  },
  {
    id: 'en-10',
    language: 'en',
    who: 'john',
    kind: 'look-up',
    prompt:
      'have we acted for Quill & Partners before? every matter where they are the client, archive included, with its number',
    expects: (office) => {
      const { Id } = office.party('Quill & Partners');
      const matters = office.cases.filter(({ Client }) => Client?.Id === Id);
      return { says: [...matters.map(({ Number: number }) => number), /archiv/] };
    },
  },
  {
    id: 'en-11',
    language: 'en',
    who: 'newcomer',
    kind: 'look-up',
    prompt: 'whats the phone number of our client Jane Smith? I only need the number',
    expects: () => ({
      says: [
        /permission|access|not allowed|cannot|cant|unable|right|could ?nt|not (?:show|find|available)/,
        /number|phone|participant|part(?:y|ies)|contact/,
      ],
      never: [/7946 ?0421/],
    }),
  },
  {
    id: 'en-12',
    language: 'en',
    who: 'john',
    kind: 'look-up',
    prompt: 'when is my call-client task due?',
    expects: (office, { timeZone }) => {
      const mine = office.tasks.filter(
        (task) =>
          task.Name === 'Call client' &&
          office.isOpen(task) &&
          task.Responsibles.some(({ Id }: any) => Id === office.me.Id),
      );
      return {
        says: mine.flatMap((task) => [
          namedCase(byId(office.cases, task.Case)),
          writtenDay(dayIn(task.ExecutionDate, timeZone)),
        ]),
      };
    },
  },
];
