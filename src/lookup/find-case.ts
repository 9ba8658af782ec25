import { z } from 'zod';
import type { Desk } from '../contract/desk.ts';
import { lookup } from '../contract/lookup.ts';
import { caseLine, foundCase, showCase } from './found-case.ts';
import { readId } from './links.ts';
import { listAll } from './pages.ts';
import { whyMissing } from './parts.ts';
import { findPeople } from './people.ts';
import { questionOf } from './question.ts';
import { type CaseRecord, caseRecord, participantRecord } from './records.ts';

/** How many cases fit into a short list. */
const shownCases = 10;
/** Cases of a party are read one by one. */
const maxOfParty = 25;

const input = z.strictObject({
  query: z.string().min(1).max(500).optional().describe('Words of the name, number or link'),
  party: z.string().min(1).max(500).optional().describe('Name, INN or link of a party'),
  responsible: z.string().min(1).max(500).optional().describe('Name or link, or "me"'),
  status: z.enum(['InWork', 'Archived']).optional(),
});
type Question = z.output<typeof input>;

/** Cases by whatever is known of them. */
export const findCase = lookup({
  name: 'find_case',
  title: 'Find cases',
  access: 'read',
  description:
    'Finds cases by words, number, party, responsible or status: a short list with links. Then case_brief.',
  input,
  output: z.object({ cases: z.array(foundCase), has_more: z.boolean() }),
  run: async (desk, args) => {
    const notes: string[] = [];
    const cases = await search(desk, args, notes);
    const shown = cases.slice(0, shownCases).map(showCase);
    if (cases.length > shown.length)
      notes.push(`${cases.length} cases match, ${shown.length} are shown: ask more narrowly.`);
    return {
      data: { cases: shown, has_more: cases.length > shown.length },
      text: shown.length === 0 ? 'No case matches.' : shown.map(caseLine).join('\n'),
      notes,
    };
  },
});

/** @param notes gets what could not be looked at */
async function search(desk: Desk, asked: Question, notes: string[]): Promise<readonly CaseRecord[]> {
  const id = asked.query === undefined ? undefined : readId(asked.query, 'case');
  if (id !== undefined) return [caseRecord.parse(await desk.call('get_object', { id }))];
  const ResponsibleIds =
    asked.responsible === undefined ? undefined : await findPeople(desk, asked.responsible);
  const conditions = {
    ...(asked.status ? { Status: asked.status } : {}),
    ...(ResponsibleIds ? { ResponsibleIds } : {}),
  };
  const ofParty = asked.party === undefined ? undefined : await casesOfParty(desk, asked.party);
  const named = asked.query === undefined ? conditions : { ...conditions, Name: asked.query };
  if (ofParty === undefined || Object.keys(named).length > 0) {
    // A party has contracts and claims beside cases.
    const tool = ofParty === undefined ? 'search_cases' : 'search_objects';
    const { items, isCut } = await listAll(desk, [tool, named], caseRecord);
    if (isCut) notes.push('There are more cases than were looked through: ask more narrowly.');
    return ofParty === undefined ? items : items.filter(({ Id }) => ofParty.has(Id));
  }
  return readCases(desk, [...ofParty], notes);
}

async function casesOfParty(desk: Desk, party: string): Promise<ReadonlySet<string>> {
  const id = readId(party, 'person');
  const people = id
    ? [participantRecord.parse(await desk.call('get_participant', { id }))]
    : (await listAll(desk, ['list_participants', questionOf(party)], participantRecord)).items;
  return new Set(people.flatMap(({ Cases }) => Cases.flatMap(({ Id }) => Id ?? [])));
}

async function readCases(desk: Desk, ids: readonly string[], notes: string[]): Promise<CaseRecord[]> {
  if (ids.length > maxOfParty)
    notes.push(`The party has ${ids.length} cases, and ${maxOfParty} were read: ask more narrowly.`);
  const read = await Promise.allSettled(
    ids.slice(0, maxOfParty).map(async (id) => caseRecord.parse(await desk.call('get_object', { id }))),
  );
  return read.flatMap((one) => {
    if (one.status === 'fulfilled') return [one.value];
    notes.push(whyMissing('one of the cases', one.reason));
    return [];
  });
}
