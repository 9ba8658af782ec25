import { ifCallFails, NameError } from '../../contract/errors.ts';
import type { DraftedChange } from '../../contract/features/planned-changes.ts';
import type { WorkflowContext } from '../../contract/features/workflow.ts';
import type { Language } from '../../contract/language.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import type { Row } from '../../contract/records/row.ts';
import { said } from '../../contract/worded.ts';
import { daysOf } from '../../domain/events.ts';
import { isSameId } from '../../domain/filter-list.ts';
import { listAll } from '../../domain/list-records.ts';
import { isOfCase, nextEvent } from '../../domain/open-work.ts';
import { part } from '../../domain/partial.ts';
import { type EventRecord, eventRecord, isGiven, type TaskRecord, taskRecord } from '../../domain/records.ts';
import { readNames } from '../../domain/reference-names.ts';
import { openBy, readStatuses } from '../../domain/tasks.ts';
import type { Clock } from '../../domain/time/clock.ts';
import { plainMoment } from '../../domain/time/spoken-days.ts';
import { cutText } from '../../json/cut-text.ts';
import { normalise } from '../../names/spelling/normalise.ts';
import { cleanText } from '../../util/invisible-characters.ts';
import { sideBySide } from '../../util/side-by-side.ts';
import { tableWords } from './messages.ts';
import { isPossible, maxNamed, type PlanRow, type RelatedRecords, rowsSideBySide } from './plan.ts';

const maxPages = 5;

/**
 * Adds to each row the open tasks and the next event of the case that it archives, or existing records that are similar
 * to the one that it creates.
 */
export async function withRelated(
  operations: OperationClient,
  context: WorkflowContext,
  clock: Clock,
  rows: readonly PlanRow[],
): Promise<readonly PlanRow[]> {
  const reading = readingOf(operations, context, clock);
  return sideBySide(rows, rowsSideBySide, async (row) => {
    if (!isPossible(row)) return row;
    const related = await reading(row.drafted).catch(ifCallFails<RelatedRecords>({ isUnread: true }));
    return related === undefined ? row : { ...row, related };
  });
}

/** Creates the function that reads the related records of a change. Reads the lists of each case once. */
function readingOf(
  operations: OperationClient,
  { names, finalStatuses, language }: WorkflowContext,
  clock: Clock,
): (change: DraftedChange) => Promise<RelatedRecords | undefined> {
  const when = (moment: string | undefined, spoken: Language = language) =>
    moment === undefined ? '' : `, ${plainMoment(clock, spoken, moment)}`;
  const called = (event: EventRecord, spoken: Language = language) =>
    `"${inOneLine(event.Name ?? event.Id)}"${when(event.AllDay ? daysOf(clock, event)?.first : event.StartDate, spoken)}`;
  const tasksOf = once(async (CaseId) => {
    const [{ items, isCut }, statuses] = await Promise.all([
      listAll(operations, ['list_tasks', { CaseId }], taskRecord, { maxPages, isPart: true }),
      readStatuses(operations),
    ]);
    return {
      items: items.filter(isOfCase(CaseId)).filter(openBy(statuses, finalStatuses)),
      isUnread: isCut,
    };
  });
  const eventsOf = once(async (CaseId) => {
    const { items, isCut } = await listAll(operations, ['list_events', { CaseId }], eventRecord, {
      maxPages,
      isPart: true,
    });
    return { items: items.filter(isOfCase(CaseId)), isUnread: isCut };
  });
  const withPeople = async (tasks: readonly TaskRecord[]) => {
    const rows = tasks.slice(0, maxNamed);
    const naming = { shape: 'task', rows, fields: ['Responsibles'] } as const;
    const { fill } = await readNames(operations, names, [naming]);
    const texts = rows.map((task) => {
      const { Name, ExecutionDate, Responsibles } = fill(task);
      const people = Responsibles.flatMap(({ Name: name }) => name ?? []).join(', ');
      const who = people === '' ? said(language, tableWords.nobody) : people;
      const responsible = ` (${said(language, tableWords.responsible, { names: who })})`;
      return `"${Name}"${when(ExecutionDate)}${isGiven([task], 'Responsibles') ? responsible : ''}`;
    });
    return [...texts, ...tasks.slice(maxNamed).map(({ Name }) => `"${Name}"`)];
  };
  const sameName = async (
    kind: 'participant' | 'object',
    texts: readonly unknown[],
  ): Promise<RelatedRecords> => {
    for (const text of texts) {
      if (typeof text !== 'string' || text === '') continue;
      try {
        const { name, isExact } = await names.find(operations, kind, text, { guess: false });
        if (isExact) return { like: [`"${name ?? text}"`] };
      } catch (error) {
        if (!(error instanceof NameError)) throw error;
        if (error.isExact) return { like: error.candidates.map(({ name }) => `"${name}"`) };
      }
    }
    return {};
  };
  return async ({ shape, isNew, becomes, args, inWords: { name } }) => {
    const caseId = typeof args.CaseId === 'string' ? args.CaseId : undefined;
    if (becomes === 'archived' && typeof args.id === 'string') {
      const [{ value: tasks }, { value: events }] = await Promise.all([
        part('tasks', tasksOf(args.id)),
        part('events', eventsOf(args.id)),
      ]);
      const next = nextEvent(events?.items ?? [], new Date(), clock);
      return {
        openTasks: tasks?.items.map((task) => `"${task.Name ?? task.Id}"`),
        nextEvent: next && { en: called(next, 'en'), ru: called(next, 'ru') },
        isUnread: (tasks?.isUnread ?? true) || (events?.isUnread ?? true),
      };
    }
    if (!isNew) return undefined;
    if (shape === 'participant')
      return sameName('participant', [...taxNumbersIn(args), name ?? personNameIn(args)]);
    if (shape === 'case') return sameName('object', [name]);
    if (caseId === undefined || name === undefined) return undefined;
    const isCalled = (record: { readonly Name?: string | undefined }) =>
      normalise(name) !== '' && normalise(record.Name ?? '') === normalise(name);
    if (shape === 'task') {
      const { items, isUnread } = await tasksOf(caseId);
      return { like: await withPeople(items.filter(isCalled)), isUnread };
    }
    if (shape !== 'event' || typeof args.StartDate !== 'string') return undefined;
    const day = daysOf(clock, { StartDate: args.StartDate, AllDay: args.AllDay === true })?.first;
    const { items, isUnread } = await eventsOf(caseId);
    const like = items
      .filter((event) => daysOf(clock, event)?.first === day)
      .filter((event) => isCalled(event) || isSameType(event.Type?.Id, args.TypeId));
    return { like: like.map((event) => called(event)), isUnread };
  };
}

/**
 * Returns a name on one line, cleaned and shortened, because it becomes part of a sentence that a person must confirm.
 */
const inOneLine = (name: string) => cutText(cleanText(name).replace(/\s+/g, ' ').trim(), maxEventName);

/** Maximum length of the name of an event, in characters. A longer name is cut. */
const maxEventName = 100;

const isSameType = (id: string | undefined, other: unknown) =>
  typeof other === 'string' && isSameId(id, other) === true;

/** Returns the values of fields, which some services keep in groups. */
function valuesOf(args: Row, ...names: readonly string[]): unknown[] {
  const groups = Object.values(args).filter((one) => typeof one === 'object' && one !== null) as Row[];
  return names.flatMap((name) => [args, ...groups].map((one) => one[name]).find((one) => one != null) ?? []);
}

/** Returns the tax numbers of a new participant. A company's field has a different name from a person's. */
const taxNumbersIn = (args: Row) => valuesOf(args, 'INN', 'IdNumber');

/** Returns the name of a new person that is given only in parts. */
const personNameIn = (args: Row) => valuesOf(args, 'LastName', 'FirstName', 'MiddleName').join(' ');

function once<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (key) => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
}
