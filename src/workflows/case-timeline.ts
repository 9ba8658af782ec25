import { z } from 'zod';
import { InvalidArgumentsError } from '../contract/errors.ts';
import { workflow } from '../contract/features/workflow.ts';
import type { OperationClient } from '../contract/operations/operation-client.ts';
import { worded } from '../contract/worded.ts';
import { listCaseDocuments } from '../domain/cases/case-documents.ts';
import { type CaseRef, locateOne } from '../domain/cases/locate-case.ts';
import { daysOf, neededOfEvents, showEvent } from '../domain/events.ts';
import { listAll } from '../domain/list-records.ts';
import { notesOf, notesOfList, notGivenNotes, notGivenOf, part } from '../domain/partial.ts';
import { type CaseRecord, caseRecord, eventRecord, read, taskRecord } from '../domain/records.ts';
import { type Referring, readNames } from '../domain/reference-names.ts';
import { neededOfTasks } from '../domain/tasks.ts';
import { line } from '../domain/text-lines.ts';
import { type Clock, type Day, dueOf, timeZoneArgument } from '../domain/time/clock.ts';
import { localTime } from '../domain/time/local-time.ts';
import { caseWords, fromDay, toDay } from './arguments.ts';
import { lookupMessages } from './messages.ts';

const shownSteps = 40;

const step = z.object({
  at: z.string(),
  kind: z.enum(['case', 'event', 'task', 'document']),
  what: z.string(),
  id: z.string().optional(),
});

/** Everything in a case that has a date, in its order. */
export const caseTimeline = workflow({
  name: 'case_timeline',
  title: 'Case timeline',
  access: 'read',
  card: 'timeline',
  description: 'Everything dated in a case, in order: events, tasks by due date, documents as filed.',
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
    const { now, names, progress } = workflowContext;
    const { clock, notes } = await localTime(operations, workflowContext, args.time_zone);
    const { from = '0000', to = '9999' } = args;
    if (to < from) throw new InvalidArgumentsError(`to (${to}) lies before from (${from}).`);
    const place = await locateOne(operations, names, args.case);
    const parts = await readParts(operations, place, progress);
    const record = parts.record.value ?? place.listed;
    // Nothing may be seen of a case that may not be seen.
    if (record === undefined) throw parts.record.error;
    const all = stepsOf(record, parts, clock).filter(({ day }) => day >= from && day <= to);
    // The latest ones: what lies far back is asked for by date.
    const latest = all.slice(-shownSteps);
    const isShown = new Set(latest.map(({ row }) => row));
    const named = await readNames(operations, names, namingsOf(parts, isShown));
    const steps = latest.map(({ row, show }) => show(named.fill(row)));
    const times = { now: clock.moment(now.toISOString()), time_zone: clock.timeZone };
    return {
      data: { case: record.Name, steps, ...times },
      text: [
        `Timeline of ${line(record.Name, record.Number).slice(2)}${steps.length === 0 ? ': nothing with a date' : ''}`,
        ...steps.map(({ at, kind, what, id }) => line([at, kind], what, id)),
        `Times: ${times.time_zone}; now ${times.now}`,
      ].join('\n'),
      notes: [
        ...notes,
        ...notesOf(...Object.values(parts)),
        ...named.notes,
        ...notGivenNotes([
          ...notGivenOf(parts.events.value?.items, neededOfEvents),
          ...notGivenOf(parts.tasks.value?.items, timedTasks),
          ...notGivenOf(parts.documents.value?.items, { CreationDate: 'when documents were filed' }),
          ...notGivenOf([record], { CreationDate: 'when the case was created' }),
          ...notGivenOf([record], { DocumentFolderId: 'the folder of its documents' }),
        ]),
        ...notesOfList('events', parts.events.value),
        ...notesOfList('tasks', parts.tasks.value),
        ...notesOfList('documents', parts.documents.value),
        ...(all.length > steps.length
          ? [worded(lookupMessages.latestShown, { some: steps.length, all: all.length })]
          : []),
      ],
    };
  },
});

type Parts = Awaited<ReturnType<typeof readParts>>;

async function readParts(
  operations: OperationClient,
  { id, listed }: CaseRef,
  onPage: (page: number) => void,
) {
  const reading = operations.call('get_object', { id }).then((answer) => read(caseRecord, answer));
  const folder = listed ? Promise.resolve(listed) : reading;
  const [record, events, tasks, documents] = await Promise.all([
    part('the record of the case', reading),
    part('events', listAll(operations, ['list_events', { CaseId: id }], eventRecord, { onPage })),
    part('tasks', listAll(operations, ['list_tasks', { CaseId: id }], taskRecord, { onPage })),
    part(
      'documents',
      folder.then(({ DocumentFolderId }) => listCaseDocuments(operations, id, DocumentFolderId)),
    ),
  ]);
  return { record, events, tasks, documents };
}

const { ExecutionDate, Responsibles } = neededOfTasks;
const timedTasks = { ExecutionDate, Responsibles };

interface Step {
  /** What steps are sorted by: a moment of the service. */
  readonly moment: string;
  readonly day: Day;
  readonly row: object;
  /** @param row with the names of what it refers to */
  readonly show: (row: object) => z.output<typeof step>;
}

function stepsOf(record: CaseRecord, { events, tasks, documents }: Parts, clock: Clock): Step[] {
  const at = <Row extends object>(
    row: Row,
    moment: string | undefined,
    show: (row: Row) => Omit<z.output<typeof step>, 'at'> & { readonly at?: string },
  ): Step[] => {
    if (moment === undefined) return [];
    const { day, shown } = dueOf(clock, moment);
    return [{ moment, day, row, show: (filled) => ({ at: shown, ...show(filled as Row) }) }];
  };
  const words = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ');
  return [
    ...at(record, record.CreationDate, () => ({ kind: 'case', what: 'Case created' })),
    ...(events.value?.items ?? []).flatMap((event) =>
      at(event, event.StartDate, (row) => {
        const { start, end, name, type, place, id } = showEvent(row, { clock, isOfCase: true });
        const when = [start, end].filter(Boolean).join('–');
        return { at: when, kind: 'event', what: words(name, type, place), id };
      }).map((one) => ({ ...one, day: daysOf(clock, event)?.first ?? one.day })),
    ),
    ...(tasks.value?.items ?? []).flatMap((task) =>
      at(task, task.ExecutionDate, ({ Name, Status, Responsibles, Id }) => {
        const people = Responsibles.flatMap((one) => one.Name ?? []).join(', ');
        return { kind: 'task', what: words(Name, Status?.Name, people), id: Id };
      }),
    ),
    ...(documents.value?.items ?? []).flatMap((document) =>
      at(document, document.CreationDate, ({ Name, Type, Id }) => ({
        kind: 'document',
        what: words(Name, Type?.Name),
        id: Id,
      })),
    ),
  ].sort((left, right) => left.moment.localeCompare(right.moment));
}

const namingsOf = ({ events, tasks, documents }: Parts, isShown: ReadonlySet<object>): Referring[] => {
  const shown = (part: { readonly items: readonly object[] } | undefined) =>
    part?.items.filter((row) => isShown.has(row)) ?? [];
  return [
    { shape: 'event', rows: shown(events.value), fields: ['Type'] },
    { shape: 'task', rows: shown(tasks.value), fields: ['Status', 'Responsibles'] },
    { shape: 'document', rows: shown(documents.value), fields: ['Type'] },
  ];
};
