import { z } from 'zod';
import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { AgendaFacts } from '../../contract/features/card-facts.ts';
import { workflow } from '../../contract/features/workflow.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { attendeeType, objectStatus } from '../../contract/records/vocabulary.ts';
import { type Note, worded } from '../../contract/worded.ts';
import { listDueTasks } from '../../domain/due-tasks.ts';
import { neededOfEvents, shownEvent } from '../../domain/events.ts';
import { appliesResponsibleFilter, filterItems, isSameId } from '../../domain/filter-list.ts';
import { type Listed, listAll } from '../../domain/list-records.ts';
import {
  notesOf,
  notesOfList,
  notGivenNotes,
  notGivenOf,
  type PartName,
  part,
  unprovenNotes,
} from '../../domain/partial.ts';
import { findAbsences, uncheckedNotes } from '../../domain/people/absences.ts';
import type { Assignee } from '../../domain/people/assignee.ts';
import { readWho } from '../../domain/people/attendees.ts';
import { recordName } from '../../domain/record-names.ts';
import { type CaseRecord, caseRecord, eventRecord, isGiven } from '../../domain/records.ts';
import { readNames } from '../../domain/reference-names.ts';
import { rowFacts } from '../../domain/row-facts.ts';
import { ownChecks } from '../../domain/search/cases-by-words.ts';
import { openBy, readStatuses, shownOfTasks, shownTask, unclearStatuses } from '../../domain/tasks.ts';
import { addDays, type Clock, timeZoneArgument, withWeekday } from '../../domain/time/clock.ts';
import { localTime } from '../../domain/time/local-time.ts';
import { readWorkingDays, weekendsOnly } from '../../domain/time/working-days.ts';
import { caseWords, fromDay, groupWords, personWords, toDay } from '../arguments.ts';
import { lookupMessages } from '../messages.ts';
import { type Period, type Subject, subjectOf } from './subject.ts';
import { type Agenda, agendaText, sortAgenda } from './text.ts';

const defaultDays = 7;
const maxDays = 366;
/**
 * How many days before its period the agenda starts to read records. Events from these days are read because they may
 * last into the period. Tasks are limited to these days only if there are too many of them.
 */
const lookBack = { tasks: 365, events: 14 };

const input = z.strictObject({
  person: personWords.optional().describe('Default me; all: query_records'),
  group: groupWords.optional(),
  case: caseWords.optional(),
  from: fromDay.optional().describe('Default today'),
  to: toDay.optional().describe('Default 7 days on'),
  time_zone: timeZoneArgument,
});

/** Workflow `agenda`: open tasks and events of a period. */
export const agenda = workflow({
  name: 'agenda',
  title: 'Agenda',
  titleRu: 'Расписание',
  search: { words: 'agenda today monday due overdue timetable plan, meeting task' },
  access: 'read',
  card: 'week',
  description:
    'Open tasks and events of one person, group or case between dates, overdue first; due dates on days off move to working days.',
  input,
  output: z.object({
    of: z.string().optional(),
    from: z.string(),
    to: z.string(),
    overdue: z.array(shownTask).optional(),
    tasks: z.array(shownTask).optional(),
    events: z.array(shownEvent).optional(),
    /** Days off in the period, without weekends. */
    days_off: z.array(z.string()),
    /** Sentences about the person if they are away in the period. */
    absences: z.array(z.string()).optional(),
    now: z.string(),
    time_zone: z.string(),
  }),
  run: async (operations, args, workflowContext) => {
    const { now, names, progress, finalStatuses, language } = workflowContext;
    const { clock, notes: ofTime } = await localTime(operations, workflowContext, args.time_zone);
    const { period, notes: ofPeriod } = periodOf(args, clock);
    const subject = await subjectOf(operations, names, args, period);
    const [{ tasks, events, statuses, workingDays, cases }, absences] = await Promise.all([
      readAgenda(operations, { subject, period, clock }, progress),
      absencesOf(operations, subject, period, clock),
    ]);
    const ids = new Set(cases.value?.items.map(({ Id }) => Id));
    const called = await part('the record of the case', nameOf(operations, subject));
    const sorted = await sortAgenda(
      {
        tasks: onlyIf(tasks.value?.items, 'ExecutionDate')?.filter(openBy(statuses.value, finalStatuses)),
        events: onlyIf(events.value?.items, 'StartDate'),
      },
      {
        ...period,
        clock,
        now,
        workingDays: workingDays.value ?? weekendsOnly,
        isOfCase: 'caseId' in subject,
        whoOf: (shown) => readWho(operations, names, shown),
        namesOf: (namings) => readNames(operations, names, namings),
      },
      (event) => 'caseId' in subject || concerns(subject, event, ids),
    );
    const data: Agenda = {
      of: called.value,
      from: withWeekday(period.from),
      to: withWeekday(period.to),
      ...sorted.data,
      ...(absences.sentences.length > 0 ? { absences: absences.sentences.map((one) => one[language]) } : {}),
      now: clock.moment(now.toISOString()),
      time_zone: clock.timeZone,
    };
    const notes = [
      ...ofTime,
      ...ofPeriod,
      ...('caseId' in subject ? subject.notes : []),
      ...('ids' in subject && subject.userId === undefined ? [lookupMessages.groupsOwn] : []),
      ...notesOf(tasks, events, statuses, workingDays, cases, called),
      ...unclearStatuses(tasks.value?.items, statuses.value, finalStatuses),
      ...notGivenNotes([
        ...notGivenOf(tasks.value?.items, shownOfTasks),
        ...notGivenOf(events.value?.items, neededOfEvents),
        ...('caseId' in subject ? [] : [...subject.notGiven, ...notGivenOfConcern(events.value?.items)]),
      ]),
      ...notesOfList('tasks', tasks.value),
      ...notesOfList('events', events.value),
      ...(cases.value?.notes ?? []),
      ...unprovenNotes({ tasks: tasks.value, events: events.value, 'cases of the person': cases.value }),
      ...sorted.notes,
      ...absences.notes,
    ];
    const facts: AgendaFacts = {
      ...rowFacts(sorted.rows.tasks, sorted.rows.events, { statuses: statuses.value, finalStatuses }),
      ...('userId' in subject && subject.userId !== undefined ? { person: subject.name } : {}),
    };
    return { data, facts, summary: sorted.summary, text: agendaText(data), notes };
  },
});

/** Returns undefined if no row has the date field, because nothing can then be concluded about the period. */
const onlyIf = <Row extends object>(rows: readonly Row[] | undefined, field: Extract<keyof Row, string>) =>
  rows && isGiven(rows, field) ? rows : undefined;

/**
 * Returns sentences about the person if they are away in the period, and a note if not all absences could be looked up.
 */
async function absencesOf(
  operations: OperationClient,
  subject: Subject,
  { from, to }: Period,
  { timeZone }: Clock,
) {
  if ('caseId' in subject || subject.userId === undefined) return { sentences: [], notes: [] };
  const { userId: Id, name: Name } = subject;
  const found = await findAbsences(operations, { users: [Id], timeZone, from, until: to });
  return { sentences: found.sentences, notes: uncheckedNotes(found, [{ Id, Name }]) };
}

/** Returns the period that the call requests. A period of more than a year is cut at its end, and a note says so. */
function periodOf(
  { from, to }: z.output<typeof input>,
  clock: Clock,
): { readonly period: Period; readonly notes: readonly Note[] } {
  const first = from ?? (to !== undefined && to < clock.today ? to : clock.today);
  const last = to ?? addDays(first, defaultDays);
  if (last < first) throw new InvalidArgumentsError(`\`to\` (${last}) is before \`from\` (${first}).`);
  const most = addDays(first, maxDays);
  if (last <= most) return { period: { from: first, to: last }, notes: [] };
  const clipped = worded(lookupMessages.periodClipped, { asked: last, last: most, days: maxDays });
  return { period: { from: first, to: most }, notes: [clipped] };
}

async function readAgenda(
  operations: OperationClient,
  { subject, period, clock }: { subject: Subject; period: Period; clock: Clock },
  onPage: (page: number) => void,
) {
  const until = clock.startOf(addDays(period.to, 2));
  // Read one more day on each side, because the service's dates are days in UTC and may differ from local days.
  const before = period.from < clock.today ? period.from : clock.today;
  const tasksOf = 'caseId' in subject ? { CaseId: subject.caseId } : { ResponsibleIds: subject.ids };
  const eventsOf = 'caseId' in subject ? { CaseId: subject.caseId } : {};
  const [tasks, events, cases, statuses, workingDays] = await Promise.all([
    part(
      'tasks',
      listDueTasks(
        operations,
        tasksOf,
        { from: clock.startOf(addDays(before, -lookBack.tasks)), until },
        { onPage, isPart: true },
      ),
    ),
    part(
      'events',
      listAll(
        operations,
        [
          'list_events',
          {
            ...eventsOf,
            StartDateFrom: clock.startOf(addDays(period.from, -lookBack.events)),
            StartDateTo: until,
          },
        ],
        eventRecord,
        { onPage, isPart: true },
      ),
    ),
    part('cases of the person', casesOf(operations, subject)),
    part('task statuses', readStatuses(operations)),
    part('non-working days', readWorkingDays(operations, clock)),
  ]);
  return { tasks, events, cases, statuses, workingDays };
}

/**
 * Returns the cases for which the person or group is responsible, because the events of these cases also concern them.
 */
async function casesOf(operations: OperationClient, subject: Subject): Promise<Listed<CaseRecord>> {
  if ('caseId' in subject) return { items: [], isCut: false, hasMoved: false };
  const ResponsibleIds = [subject.userId ?? subject.ids[0]].filter((id) => id !== undefined);
  const list = await listAll(
    operations,
    ['search_objects', { ResponsibleIds, Status: objectStatus.inWork }],
    caseRecord,
    { ...ownChecks, isPart: true },
  );
  const isOwn = ({ Responsible }: CaseRecord) => {
    const same = subject.ids.map((id) => isSameId(Responsible?.Id, id));
    return same.includes(true) || same[0];
  };
  // The rows cannot confirm this filter, because only the service knows the members of a group.
  const isOfGroup = subject.userId === undefined && !list.items.every(isOwn);
  if (isOfGroup && (await appliesResponsibleFilter(operations))) return list;
  return filterItems(list, 'ResponsibleIds of search_objects', isOwn);
}

/** Returns the name of the agenda's subject. Reads the name of a case that was given by its id. */
const nameOf = async (operations: OperationClient, subject: Subject): Promise<string | undefined> =>
  subject.name ?? ('caseId' in subject ? recordName(operations, 'get_object', subject.caseId) : undefined);

/**
 * Returns the event fields that the service does not return although they would show whether an event concerns a
 * person. Ignores attendees that are only e-mail addresses, because these identify nobody.
 */
function notGivenOfConcern(events: readonly z.output<typeof eventRecord>[] = []): PartName[] {
  const nameless = events
    .flatMap(({ Attendees }) => Attendees)
    .some(({ Type, EntityId }) => EntityId === undefined && Type !== attendeeType.email);
  return [
    ...notGivenOf(events, {
      Case: 'the cases to which events belong (events of the person’s cases may be missing)',
      Attendees: 'attendees of events (some events may be missing)',
    }),
    ...(nameless ? (['attendees of some events (so these events may be missing here)'] as const) : []),
  ];
}

function concerns(
  { ids }: Assignee,
  { Attendees, Case }: z.output<typeof eventRecord>,
  cases: ReadonlySet<string>,
): boolean {
  const attends = Attendees.some(({ EntityId }) => EntityId !== undefined && ids.includes(EntityId));
  return attends || (Case?.Id !== undefined && cases.has(Case.Id));
}
