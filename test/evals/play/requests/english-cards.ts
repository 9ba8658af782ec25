import { writtenAmount } from '../judging/facts.ts';
import type { Office } from '../judging/office.ts';
import type { PlayRequest } from '../request.ts';
import { memberOf } from './right-changes.ts';

const caseIds = (office: Office, words: string) => office.caseOf(words).Id;

/** Changes of contacts, of object cards, and of participants of cases. */
export const englishCards: readonly PlayRequest[] = [
  {
    id: 'en-16',
    language: 'en',
    who: 'john',
    kind: 'change',
    prompt:
      "new company for the contacts: Coldwell Freight Ltd, coldwell@example.com. put them into Harbour v O'Brien as a third party",
    expects: (office) => {
      const card = office.caseOf('1:26-cv-01234');
      return {
        says: [/coldwell/],
        changes: [
          {
            kind: 'parties',
            to: {
              'CompanyInfo.Name': /^Coldwell Freight/,
              'ContactInfo.Email': (after, changes) =>
                [after, ...changes.map(({ paths }) => paths['ContactInfo.EmailMain']?.after)].includes(
                  'coldwell@example.com',
                ),
            },
          },
          {
            kind: 'cases',
            id: card.Id,
            to: { Participants: memberOf(card, office.listed('rolesInCase', 'ThirdParty').Id) },
          },
        ],
      };
    },
    byHand: async ({ send }, office) => {
      const party = await send('POST /api/v4/participants', {
        Type: 'Company',
        CompanyInfo: { Name: 'Coldwell Freight Ltd' },
        ContactInfo: { Email: 'coldwell@example.com' },
      });
      await send(`POST /api/v2/cases/${caseIds(office, '1:26-cv-01234')}/participants`, {
        ParticipantId: party.Id,
        RoleId: office.listed('rolesInCase', 'ThirdParty').Id,
      });
    },
  },
  {
    id: 'en-19',
    language: 'en',
    who: 'anna',
    kind: 'change',
    prompt: "Siobhán O'Brien got married and is Siobhán Hart now. update the contact, rest stays",
    expects: (office) => ({
      says: [/hart(?![a-z])/],
      changes: [
        {
          kind: 'parties',
          id: office.party("Siobhán O'Brien").Id,
          to: { Name: /^(?:Siobhán Hart|Hart Siobhán)$/, 'IndividualInfo.LastName': 'Hart' },
        },
      ],
    }),
    byHand: ({ send }, office) =>
      send(`PATCH /api/v2/participants/${office.party("Siobhán O'Brien").Id}`, {
        IndividualInfo: { LastName: 'Hart', FirstName: 'Siobhán' },
      }),
  },
  {
    id: 'en-21',
    language: 'en',
    who: 'anna',
    kind: 'change',
    prompt:
      'Smith v Northbridge: the client will now go up to 850k, so raise the settlement limit on the card',
    expects: (office) => ({
      says: [writtenAmount(850_000)],
      changes: [
        { kind: 'cases', id: caseIds(office, 'CL-2026-000123'), to: { 'Fields.SettlementLimit': 850_000 } },
      ],
    }),
    byHand: ({ send }, office) =>
      send(`PATCH /api/v2/objects/${caseIds(office, 'CL-2026-000123')}`, {
        Fields: { SettlementLimit: 850_000 },
      }),
  },
  {
    id: 'en-24',
    language: 'en',
    who: 'john',
    kind: 'change',
    prompt:
      "Alan Whitcombe is down as a witness in Harbour v O'Brien, but he is our expert there. fix his role, once, not both",
    expects: (office) => {
      const card = office.caseOf('1:26-cv-01234');
      const { Id } = office.party('Alan Whitcombe');
      const expert = office.listed('rolesInCase', 'Expert').Id;
      const others = card.Participants.filter(({ Participant }: any) => Participant.Id !== Id);
      return {
        says: [/expert/],
        changes: [
          {
            kind: 'cases',
            id: card.Id,
            to: {
              Participants: [
                ...others.map(({ Participant, Role }: any) => `${Participant.Id} ${Role.Id}`),
                `${Id} ${expert}`,
              ],
            },
          },
        ],
      };
    },
    byHand: async ({ send }, office) => {
      const [ProjectId, ParticipantId] = [
        caseIds(office, '1:26-cv-01234'),
        office.party('Alan Whitcombe').Id,
      ];
      await send('PUT /api/v3/participants/ExcludeParticipantFromProject', { ProjectId, ParticipantId });
      await send(`POST /api/v2/cases/${ProjectId}/participants`, {
        ParticipantId,
        RoleId: office.listed('rolesInCase', 'Expert').Id,
      });
    },
  },
];
