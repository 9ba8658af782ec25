import { z } from 'zod';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import { workflow } from '../../contract/features/workflow.ts';
import { worded } from '../../contract/worded.ts';
import { archivedNotes, locateOne } from '../../domain/cases/locate-case.ts';
import { neededOfEvents } from '../../domain/events.ts';
import { notesOf, notesOfList, notGivenNotes, notGivenOf, unprovenNotes } from '../../domain/partial.ts';
import { type Referring, readNames } from '../../domain/reference-names.ts';
import { neededOfTasks, unclearStatuses } from '../../domain/tasks.ts';
import { besides, line } from '../../domain/text-lines.ts';
import { timeZoneArgument } from '../../domain/time/clock.ts';
import { localTime } from '../../domain/time/local-time.ts';
import { dayWordIn } from '../../domain/time/spoken-days.ts';
import { weekendsOnly } from '../../domain/time/working-days.ts';
import { caseWords, fromDay, toDay } from '../arguments.ts';
import { lookupMessages } from '../messages.ts';
import { countOf, dated, isAhead, summaryOf } from '../summary.ts';
import { type Parts, readParts, step, stepsOf } from './steps.ts';

const shownSteps = 40;

/** Workflow `case_timeline`: everything in a case that has a date, in order. */
export const caseTimeline = workflow({
  name: 'case_timeline',
  title: 'Case timeline',
  titleRu: 'Хронология дела',
  search: { words: 'history' },
  access: 'read',
  card: 'timeline',
  description:
    'Everything dated in a case, in order: events, tasks by due date, deadlines, documents as filed.',
  input: z.strictObject({
    case: caseWords.describe('Name, number or link'),
    from: fromDay.optional(),
    to: toDay.optional(),
    time_zone: timeZoneArgument,
  }),
  output: z.object({
    case: z.string().optional(),
    steps: z.array(step),
    now: z.string(),
    time_zone: z.string(),
  }),
  run: async (operations, args, workflowContext) => {
    const { now, names, progress, finalStatuses } = workflowContext;
    const { clock, notes } = await localTime(operations, workflowContext, args.time_zone);
    const { from = '0000', to = '9999' } = args;
    if (to < from) throw new InvalidArgumentsError(`\`to\` (${to}) is before \`from\` (${from}).`);
    const place = await locateOne(operations, names, args.case);
    const parts = await readParts(operations, place, clock, progress);
    const record = parts.record.value ?? place.listed;
    // Without the record of the case, fail instead of showing other data, because the user may not be allowed to see
    // the case.
    if (record === undefined) throw parts.record.error;
    const view = { clock, now, workingDays: parts.workingDays.value ?? weekendsOnly, finalStatuses };
    const all = stepsOf(record, parts, view).filter(({ day }) => day >= from && day <= to);
    // Show the latest steps. Earlier ones can be requested by date.
    const latest = all.slice(-shownSteps);
    const isShown = new Set(latest.map(({ row }) => row));
    const named = await readNames(operations, names, namingsOf(parts, isShown));
    const steps = latest.map(({ row, show }) => show(named.fill(row)));
    const facts = latest.map(({ row, facts: factsOf }) => factsOf(named.fill(row)));
    const dates = all.map(({ moment, row, facts: factsOf }) => ({ moment, ...factsOf(row) }));
    const next = dates.find(({ kind, moment }) => /event|deadline/.test(kind) && isAhead(clock, now, moment));
    const inPeriod = new Set(all.map(({ row }) => row));
    const times = { now: clock.moment(now.toISOString()), time_zone: clock.timeZone };
    return {
      data: { case: record.Name, steps, ...times },
      facts: { steps: facts },
      summary: summaryOf(
        countOf('steps', all.length),
        countOf('overdue', dates.filter(({ late }) => late).length),
        dated('next', clock, next?.moment),
      ),
      text: [
        `Timeline of ${line(record.Name, record.Number).slice(2)}${steps.length === 0 ? ': nothing with a date' : ''}`,
        ...steps.map(({ at, kind, overdue, what, id }) =>
          line([at, besides(dayWordIn(at, times.now)), kind, overdue && 'OVERDUE'], what, id),
        ),
        `Times: ${times.time_zone}; now ${times.now}`,
      ].join('\n'),
      notes: [
        ...notes,
        ...archivedNotes(place),
        ...notesOf(...Object.values(parts)),
        ...named.notes,
        ...unclearStatuses(
          parts.tasks.value?.items.filter((task) => inPeriod.has(task)),
          parts.statuses.value,
          finalStatuses,
        ),
        ...notGivenNotes([
          ...notGivenOf(parts.events.value?.items, neededOfEvents),
          ...notGivenOf(parts.tasks.value?.items, neededOfTasks),
          ...notGivenOf(parts.documents.value?.items, { CreationDate: 'filing dates of documents' }),
          ...notGivenOf([record], { CreationDate: 'creation date of the case' }),
          ...notGivenOf([record], { DocumentFolderId: 'the document folder of the case' }),
        ]),
        ...notesOfList('events', parts.events.value),
        ...notesOfList('tasks', parts.tasks.value),
        ...notesOfList('documents', parts.documents.value),
        ...unprovenNotes({
          events: parts.events.value,
          tasks: parts.tasks.value,
          documents: parts.documents.value,
        }),
        ...(all.length > steps.length
          ? [worded(lookupMessages.latestShown, { some: steps.length, all: all.length })]
          : []),
      ],
    };
  },
});

const namingsOf = ({ events, tasks, documents }: Parts, isShown: ReadonlySet<object>): Referring[] => {
  const shown = (part: { readonly items: readonly object[] } | undefined) =>
    part?.items.filter((row) => isShown.has(row)) ?? [];
  return [
    { shape: 'event', rows: shown(events.value), fields: ['Type'] },
    { shape: 'task', rows: shown(tasks.value), fields: ['Status', 'Responsibles'] },
    { shape: 'document', rows: shown(documents.value), fields: ['Type'] },
  ];
};
