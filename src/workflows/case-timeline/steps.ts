import { z } from 'zod';
import type { StepFacts } from '../../contract/features/card-facts.ts';
import type { OperationClient } from '../../contract/operations/operation-client.ts';
import { readCaseType } from '../../domain/cases/card-type.ts';
import { listCaseDocuments } from '../../domain/cases/case-documents.ts';
import type { CaseRef } from '../../domain/cases/locate-case.ts';
import { daysOf, showEvent } from '../../domain/events.ts';
import { listAll } from '../../domain/list-records.ts';
import { part } from '../../domain/partial.ts';
import {
  type CaseRecord,
  caseRecord,
  type EventRecord,
  eventRecord,
  read,
  type TaskRecord,
  taskRecord,
} from '../../domain/records.ts';
import { stateOf } from '../../domain/row-facts.ts';
import { openBy, readStatuses, showTask } from '../../domain/tasks.ts';
import { type Clock, type Day, dueOf, withWeekday } from '../../domain/time/clock.ts';
import { readWorkingDays, type WorkingDays, weekendsOnly } from '../../domain/time/working-days.ts';
import { deadlinesOf } from '../case-brief/deadlines.ts';

export const step = z.object({
  at: z.string(),
  kind: z.enum(['case', 'event', 'task', 'document', 'deadline']),
  what: z.string(),
  overdue: z.boolean().optional(),
  id: z.string().optional(),
});

export type Parts = Awaited<ReturnType<typeof readParts>>;

export async function readParts(
  operations: OperationClient,
  { id, listed }: CaseRef,
  clock: Clock,
  onPage: (page: number) => void,
) {
  const reading = operations.call('get_object', { id }).then((answer) => read(caseRecord, answer));
  const folder = listed ? Promise.resolve(listed) : reading;
  const typeId = folder.then(({ Type }) => Type?.Id);
  const [record, events, tasks, documents, type, statuses, workingDays] = await Promise.all([
    part('the record of the case', reading),
    part(
      'events',
      listAll(operations, ['list_events', { CaseId: id }], eventRecord, { onPage, isPart: true }),
    ),
    part('tasks', listAll(operations, ['list_tasks', { CaseId: id }], taskRecord, { onPage, isPart: true })),
    part(
      'documents',
      folder.then(({ DocumentFolderId }) => listCaseDocuments(operations, id, DocumentFolderId)),
    ),
    part(
      'the type of the case',
      typeId.then((one) => (one === undefined ? undefined : readCaseType(operations, one))),
    ),
    part('task statuses', readStatuses(operations)),
    part('non-working days', readWorkingDays(operations, clock)),
  ]);
  return { record, events, tasks, documents, type, statuses, workingDays };
}

interface Step {
  /** Date-time from the service, by which steps are sorted. */
  readonly moment: string;
  readonly day: Day;
  readonly row: object;
  /** @param row record with the names of the records to which it refers */
  readonly show: (row: object) => z.output<typeof step>;
  readonly facts: (row: object) => StepFacts;
}

interface View {
  readonly clock: Clock;
  readonly now: Date;
  readonly workingDays: WorkingDays;
  readonly finalStatuses: readonly string[];
}

/** Text and facts of a step, without its date, which is added to both later. */
interface StepForms {
  readonly shown: Omit<z.output<typeof step>, 'at'> & { readonly at?: string };
  readonly facts: Omit<StepFacts, 'day' | 'time' | 'kind'>;
}

const words = (...parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ');
const movedTo = (works_on: Day | undefined) => works_on && `day off, so ${withWeekday(works_on)}`;

export function stepsOf(record: CaseRecord, parts: Parts, view: View): Step[] {
  const { clock } = view;
  const at = <Row extends object>(
    row: Row,
    moment: string | undefined,
    formsOf: (row: Row) => StepForms,
  ): Step[] => {
    if (moment === undefined) return [];
    const { day, hasTime, shown: when } = dueOf(clock, moment);
    const time = hasTime ? when.slice(-5) : undefined;
    return [
      {
        ...{ moment, day, row },
        show: (filled) => ({ at: when, ...formsOf(filled as Row).shown }),
        facts: (filled) => {
          const { shown, facts } = formsOf(filled as Row);
          return { kind: shown.kind, day, time, ...facts };
        },
      },
    ];
  };
  const { events, tasks, documents, type, workingDays } = parts;
  const deadlines = deadlinesOf(record, type.value, {
    clock,
    workingDays: workingDays.value ?? weekendsOnly,
  });
  return [
    ...at(record, record.CreationDate, () => ({ shown: { kind: 'case', what: 'Case created' }, facts: {} })),
    ...(events.value?.items ?? []).flatMap((event) => eventStep(event, clock, at)),
    ...(tasks.value?.items ?? []).flatMap((task) =>
      at(task, task.ExecutionDate, (row) => taskForms(row, parts, view)),
    ),
    // Include only dates whose name marks a deadline. Other dates usually have an event on the same day.
    ...deadlines
      .filter(({ facts }) => facts.is_deadline)
      .flatMap(({ moment, facts: { name, works_on } }) =>
        at({}, moment, () => {
          return {
            shown: { kind: 'deadline', what: words(name, movedTo(works_on)) },
            facts: { name, works_on },
          };
        }),
      ),
    ...(documents.value?.items ?? []).flatMap((document) =>
      at(document, document.CreationDate, ({ Name, Type, Id }) => ({
        shown: { kind: 'document', what: words(Name, Type?.Name), id: Id },
        facts: { name: Name, type: Type?.Name },
      })),
    ),
  ].sort((left, right) => left.moment.localeCompare(right.moment));
}

function eventStep(
  event: EventRecord,
  clock: Clock,
  at: (
    row: EventRecord,
    moment: string | undefined,
    formsOf: (row: EventRecord) => StepForms,
  ) => readonly Step[],
): Step[] {
  const first = daysOf(clock, event)?.first;
  return at(event, event.StartDate, (row) => {
    const { start, end, all_day, name, type, place, id } = showEvent(row, { clock, isOfCase: true });
    const when = [start, end].filter(Boolean).join('–');
    return {
      shown: { at: when, kind: 'event', what: words(name, type, place), id },
      facts: { name, type, place, end, ...(all_day ? { time: undefined } : {}) },
    };
  }).map((one) => ({
    ...one,
    day: first ?? one.day,
    facts: (row) => ({ ...one.facts(row), day: first ?? one.day }),
  }));
}

function taskForms(task: TaskRecord, { statuses }: Parts, view: View): StepForms {
  const known = { statuses: statuses.value, finalStatuses: view.finalStatuses };
  const { Name, Status, Responsibles, Id } = task;
  const people = Responsibles.flatMap((one) => one.Name ?? []);
  const isOpen = openBy(known.statuses, known.finalStatuses)(task);
  const { isOverdue, day, dueDay } = showTask(task, view);
  const late = isOpen && isOverdue;
  // A finished task stays on its due day, because nothing has to be done on another day.
  const works_on = isOpen && day !== dueDay ? day : undefined;
  return {
    shown: {
      ...{ kind: 'task', what: words(Name, Status?.Name, people.join(', '), movedTo(works_on)), id: Id },
      ...(late ? { overdue: true } : {}),
    },
    facts: {
      ...{ name: Name, who: people, status: Status?.Name, state: stateOf(Status, known), works_on },
      ...(late ? { late: true } : {}),
    },
  };
}
