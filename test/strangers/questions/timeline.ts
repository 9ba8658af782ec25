import { addDays, dayOf, daysOfEvent } from '../calendar.ts';
import { at, unique } from '../pick.ts';
import { type Asked, type Context, type Fault, type Question, questionsOf } from '../question.ts';
import { compareIds } from '../verdicts/compare.ts';
import type { LegalCase, World } from '../world.ts';

const most = 40;

interface Step {
  readonly kind: 'events' | 'tasks' | 'documents';
  readonly id: string;
  readonly day: string;
}

/** Returns all dated entries of a case. */
function stepsOf(world: World, id: string, zone: string): Step[] {
  const own = <Item extends { case?: string }>(list: readonly Item[]) =>
    list.filter((one) => one.case === id);
  return [
    ...own(world.events).map((event) => ({
      kind: 'events' as const,
      id: event.id,
      day: daysOfEvent(event, zone).first,
    })),
    ...own(world.tasks).flatMap((task) =>
      task.deadline ? [{ kind: 'tasks' as const, id: task.id, day: dayOf(task.deadline, zone) }] : [],
    ),
    ...own(world.documents).map((document) => ({
      kind: 'documents' as const,
      id: document.id,
      day: dayOf(document.createdAt, zone),
    })),
  ];
}

function timeline(
  { world, zone }: Context,
  found: LegalCase | undefined,
  written: string | undefined,
  period: { from?: string; to?: string } = {},
): Asked | undefined {
  if (found === undefined || written === undefined) return undefined;
  const { from = '0', to = '9' } = period;
  const expected = stepsOf(world, found.id, zone).filter(({ day }) => day >= from && day <= to);
  if (expected.length > most - 1) return undefined;
  return {
    calls: [['case_timeline', { case: written, ...period }]],
    expected: `${expected.length} steps of “${found.name}”: ${expected.map(({ day, id }) => `${day} ${id}`).join('; ')}`,
    check: ({ data }) => {
      const rows: any[] = data?.steps ?? [];
      const days = rows.map(({ at: shown }) => /\d{4}-\d\d-\d\d/.exec(shown)?.[0] ?? '');
      return [
        ...(['events', 'tasks', 'documents'] as const).flatMap((kind) =>
          compareIds(
            world,
            rows.filter((row) => `${row.kind}s` === kind).map(({ id }) => String(id)),
            {
              kind,
              required: expected.filter((one) => one.kind === kind),
              topic: new RegExp(kind.slice(0, -1), 'i'),
            },
          ),
        ),
        ...expected.flatMap(({ id, day }): Fault[] => {
          const index = rows.findIndex((row) => row.id === id);
          return index < 0 || days[index] === day
            ? []
            : [{ what: `${id} has the date ${days[index]}, not ${day}`, topic: /date|due|filed|begin/i }];
        }),
        ...(days.some((day, index) => index > 0 && day < (days[index - 1] ?? ''))
          ? [{ what: 'entries are not in order', topic: /order/i }]
          : []),
      ];
    },
  };
}

/** Returns cases by number of entries, the highest first, up to the number that fits into one answer. */
const eventful = ({ world, zone }: Context): LegalCase[] => {
  const counts = new Map(world.cases.map(({ id }) => [id, stepsOf(world, id, zone).length]));
  return unique(world.cases)
    .filter(({ id }) => (counts.get(id) ?? 0) < most)
    .sort((one, other) => (counts.get(other.id) ?? 0) - (counts.get(one.id) ?? 0));
};

/** Requests a period that begins and ends on dates of entries. */
function between(context: Context, place: number): Asked | undefined {
  const found = eventful(context)[place];
  const days =
    found &&
    stepsOf(context.world, found.id, context.zone)
      .map(({ day }) => day)
      .sort();
  return days && timeline(context, found, found?.name, { from: days[1] ?? '', to: days.at(-2) ?? '' });
}

export const timelineQuestions: readonly Question[] = questionsOf('case_timeline', {
  'whole name': (context) => timeline(context, eventful(context)[0], eventful(context)[0]?.name),
  id: (context) => timeline(context, eventful(context)[4], eventful(context)[4]?.id),
  number: (context) => {
    const found = at(
      eventful(context).filter(({ number }) => number !== undefined),
      2,
    );
    return timeline(context, found, found?.number);
  },
  'archived case': (context) => {
    const found = eventful(context).find(({ isArchived }) => isArchived);
    return timeline(context, found, found?.name);
  },
  'between two of its days': (context) => between(context, 1),
  'between two of its days, another case': (context) => between(context, 3),
  'a time of which nothing is known': (context) =>
    timeline(context, eventful(context)[0], eventful(context)[0]?.name, {
      from: '1999-01-01',
      to: '1999-12-31',
    }),
  'until yesterday': (context) =>
    timeline(context, eventful(context)[2], eventful(context)[2]?.name, {
      to: addDays(dayOf(context.now, context.zone), -1),
    }),
});
