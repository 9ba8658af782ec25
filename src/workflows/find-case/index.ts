import { z } from 'zod';
import { workflow } from '../../contract/features/workflow.ts';
import { worded } from '../../contract/worded.ts';
import {
  caseLine,
  caseOfParty,
  caseReferences,
  otherClientOf,
  partyOf,
  showCase,
} from '../../domain/cases/case-row.ts';
import { notGivenNotes, notGivenOf } from '../../domain/partial.ts';
import { readNames } from '../../domain/reference-names.ts';
import type { FoundCases } from '../../domain/search/cases-by-words.ts';
import { localTime } from '../../domain/time/local-time.ts';
import { caseWords, partyWords, responsibleWords, statusWords, words } from '../arguments.ts';
import { lookupMessages } from '../messages.ts';
import { countOf, summaryOf } from '../summary.ts';
import { searchCases } from './search.ts';

/** Fields that distinguish similar cases, and the words for them in notes to the user. */
const neededOfCases = { Status: 'status', Stage: 'stage', Responsible: 'responsible user' } as const;
const neededOfParty = { Participants: 'roles of the party' } as const;

/** Maximum number of cases in an answer. */
const shownCases = 10;

export const findCase = workflow({
  name: 'find_case',
  title: 'Find cases',
  titleRu: 'Найти дела',
  search: { words: 'find number party responsible, still open, duplicate, client, archived' },
  access: 'read',
  description:
    'Finds active and archived cases by words, number, party or client, responsible user, status or stage.',
  input: z.strictObject({
    case: caseWords.optional().describe('Words of its name, number or link'),
    party: partyWords.optional().describe('Name, INN or link: all its cases'),
    responsible: responsibleWords.optional().describe('User or me'),
    status: statusWords.optional(),
    stage: words.optional(),
    changed_before: z.iso.date().optional(),
  }),
  output: z.object({ cases: z.array(caseOfParty), has_more: z.boolean() }),
  run: async (operations, { case: query, changed_before: day, ...others }, workflowContext) => {
    const { names } = workflowContext;
    const changedBefore = day && (await localTime(operations, workflowContext)).clock.startOf(day);
    const found = await searchCases(operations, names, { ...others, query, changedBefore });
    const all = found.cases;
    const shown = all.slice(0, shownCases);
    const ofParty = found.partyIds.size > 0 ? ['Participants.Role', 'Client'] : [];
    const named = await readNames(operations, names, [
      { shape: 'case', rows: shown, fields: [...caseReferences, ...ofParty] },
    ]);
    const cases = shown.map((record) => {
      const filled = named.fill(record);
      return {
        ...showCase(filled, found.partyIds),
        party: partyOf(record, found.partyNames ?? new Map()),
        client: found.partyNames && otherClientOf(filled, found.partyNames),
      };
    });
    const rest = all.length - cases.length;
    return {
      data: { cases, has_more: rest > 0 },
      summary: summaryOf(countOf('found', all.length)),
      isEmpty: cases.length === 0,
      text: cases.length === 0 ? nothing(found) : cases.map(caseLine).join('\n'),
      notes: [
        ...found.notes,
        ...named.notes,
        ...notGivenNotes(
          notGivenOf(shown, { ...neededOfCases, ...(found.partyIds.size > 0 ? neededOfParty : {}) }),
        ),
        ...(rest > 0 ? [worded(lookupMessages.casesMatch, { all: all.length, some: cases.length })] : []),
      ],
    };
  },
});

/** Returns the text for an empty result. It describes what was searched. */
const nothing = ({ looked, notes }: FoundCases): string =>
  [
    notes.length === 0
      ? 'No case matches.'
      : 'No case was found, but not all records were searched: see the notes.',
    ...(looked.length > 0 ? [`Searched: ${looked.join('; ')}.`] : []),
  ].join(' ');
