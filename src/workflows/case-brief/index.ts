import { z } from 'zod';
import { ApiError } from '../../contract/errors.ts';
import { type WorkflowContext, workflow } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { worded } from '../../contract/worded.ts';
import {
  areToldByNumber,
  caseLine,
  caseReferences,
  foundCase,
  showCase,
} from '../../domain/cases/case-row.ts';
import { archivedNotes, type CaseRef, locateCase } from '../../domain/cases/locate-case.ts';
import type { Part } from '../../domain/partial.ts';
import { readWho } from '../../domain/people/attendees.ts';
import { type CaseRecord, changed } from '../../domain/records.ts';
import { readNames } from '../../domain/reference-names.ts';
import { unclearStatuses } from '../../domain/tasks.ts';
import { type Clock, timeZoneArgument } from '../../domain/time/clock.ts';
import { localTime } from '../../domain/time/local-time.ts';
import { caseWords } from '../arguments.ts';
import { lookupMessages } from '../messages.ts';
import { countOf, summaryOf } from '../summary.ts';
import { nameCard } from './card.ts';
import { readClient } from './client.ts';
import { briefFacts, briefShape, buildBrief, readParties, shownEventsOf, shownReferences } from './data.ts';
import { briefSummary } from './first-line.ts';
import { briefNotes } from './notes.ts';
import { type CaseHints, type CaseParts, hintsOf, readCaseParts } from './read.ts';
import { briefText } from './text.ts';

const maxCandidates = 10;

export const caseBrief = workflow({
  name: 'case_brief',
  title: 'Case brief',
  titleRu: 'Справка по делу',
  search: {
    words:
      'which court, summary case party stage, participates, represents, участвует, представляет, involved, who is, responsible, participant',
  },
  access: 'read',
  card: 'case',
  description:
    'One page on a case: parties with roles, stage, responsible user, open tasks, coming and recent events, newest documents, related cases.',
  input: z.strictObject({
    case: caseWords.describe('Name, number or link'),
    time_zone: timeZoneArgument,
  }),
  output: z.object({
    ...briefShape,
    /** Set if several cases match. The brief is then omitted. */
    candidates: z.array(foundCase).optional(),
    now: z.string(),
    time_zone: z.string(),
  }),
  run: async (operations, args, workflowContext) => {
    const { now, names, language, finalStatuses } = workflowContext;
    const { clock, notes } = await localTime(operations, workflowContext, args.time_zone);
    const times = { now: clock.moment(now.toISOString()), time_zone: clock.timeZone };
    const found = await readCase(operations, names, args.case, clock);
    if (!('place' in found)) {
      const shown = found.slice(0, maxCandidates);
      const named = await readNames(operations, names, [
        { shape: 'case', rows: shown, fields: caseReferences },
      ]);
      const candidates = shown.map((one) => showCase(named.fill(one)));
      const several = lookupMessages[areToldByNumber(found) ? 'severalCases' : 'severalByLink'];
      return {
        data: { candidates, ...times },
        summary: summaryOf(countOf('found', found.length)),
        text: candidates.map(caseLine).join('\n'),
        notes: [worded(several, { count: found.length }), ...named.notes],
        isIncomplete: true,
      };
    }
    const { parts, record, notes: ofNames } = await withNames(operations, found, clock, workflowContext);
    const [parties, client, who] = await Promise.all([
      readParties(operations, parts),
      readClient(operations, record, parts.type.value),
      readWho(
        operations,
        names,
        Object.values(shownEventsOf(parts, clock, now) ?? {}).flat(),
        namesIn(record),
      ),
    ]);
    const all = { record, parties, client, parts, who, language, finalStatuses };
    const data = buildBrief(all, clock, now);
    return {
      data: { ...data, ...times },
      facts: briefFacts(all, clock, now),
      summary: briefSummary(all, clock, now),
      text: `${briefText(data, times.now)}\nTimes: ${times.time_zone}; now ${times.now}`,
      // If the parties cannot be read, omit the notes about the client and about names, because these usually have the
      // same reason.
      notes: [
        ...notes,
        ...archivedNotes(found.place),
        ...briefNotes(data, parts, parties, ...(parties.error === undefined ? [client] : [])),
        ...(parties.error === undefined ? ofNames : []),
        ...unclearStatuses(parts.tasks.value?.items, parts.statuses.value, finalStatuses),
      ],
    };
  },
});

/** Adds the names of all records to which the case and its parts refer. */
async function withNames(
  operations: OperationClient,
  { place, parts }: { place: CaseRef; parts: CaseParts },
  clock: Clock,
  workflowContext: WorkflowContext,
) {
  const { names } = workflowContext;
  const record = parts.record.value ?? place.listed;
  const [{ fill, notes }, card] = await Promise.all([
    readNames(operations, names, shownReferences(record, parts, clock, workflowContext)),
    record && nameCard(operations, names, record, parts.type.value),
  ]);
  const named = record && changed(fill(record), { Fields: card?.Fields });
  const each = <Item extends object, Listed extends { readonly items: readonly Item[] } | undefined>(
    one: Part<Listed>,
  ): Part<Listed> => (one.value ? { value: { ...one.value, items: one.value.items.map(fill) } } : one);
  return {
    record: named,
    parts: {
      ...parts,
      record: parts.record.value && named ? { value: named } : parts.record,
      tasks: each(parts.tasks),
      events: each(parts.events),
      documents: each(parts.documents),
      related: each(parts.related),
    },
    notes,
  };
}

const namesIn = (record: CaseRecord | undefined): ReadonlyMap<string, string> =>
  new Map(
    (record?.Participants ?? []).flatMap(({ Participant }) =>
      Participant?.Id && Participant.Name ? [[Participant.Id, Participant.Name]] : [],
    ),
  );

/**
 * Finds a case and reads all its data. If several cases match, returns these. While the case is being looked up,
 * already reads the case that the same words meant last time, because it is usually the same one.
 * @throws the error of the record if the user may not see it, or if nothing could be read
 */
async function readCase(
  operations: OperationClient,
  names: NameResolver,
  words: string,
  clock: Clock,
): Promise<{ place: CaseRef; parts: CaseParts } | readonly CaseRecord[]> {
  const key = `place ${words.trim().toLowerCase()}`;
  const guess = operations.cache.recall<{ id: string; hints: CaseHints }>(key);
  const guessed = guess && readCaseParts(operations, { id: guess.id }, guess.hints, clock);
  // The data read in advance is used only if the words still mean this case.
  guessed?.catch(() => undefined);
  const place = await locateCase(operations, names, words);
  if (!('id' in place)) return place;
  const isRight = guessed !== undefined && guess?.id === place.id;
  const parts = await (isRight ? guessed : readCaseParts(operations, place, undefined, clock));
  const { value, error } = parts.record;
  const isGone = error instanceof ApiError && [403, 404].includes(error.status);
  if (isGone || Object.values(parts).every((one) => one.note !== undefined)) throw error;
  if (value) await operations.cache.keep(key, { id: place.id, hints: hintsOf(value) });
  return { place, parts };
}
