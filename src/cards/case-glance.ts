import type { BriefFacts, DeadlineFacts } from '../contract/features/card-facts.ts';
import { bdi, element } from './element.ts';
import { type CaseEvent, isRunning, momentsOf } from './event-row.ts';
import {
  capital,
  countOfDays,
  daysTo,
  dayText,
  distanceText,
  type Moment,
  nearDay,
  readMoment,
  spokenMoment,
  whenText,
} from './moments.ts';
import { shortName } from './parts.ts';
import { type CardReader, speak } from './reader.ts';
import { spokenName } from './server-words.ts';
import { dayOffText, type Task } from './task-row.ts';

const say = speak({
  hearing: 'Next hearing | Ближайшее заседание',
  event: 'Next event | Ближайшее событие',
  due: 'Next due | Ближайший срок',
  task: 'Task: | Задача:',
  deadline: 'Deadline: | Срок:',
  later: 'Next deadline: | Срок дела:',
  overdue: 'Overdue | Просрочено',
  longest: 'Longest: | Дольше всего:',
  now: 'Now, until | Сейчас, до',
  passed: 'passed | прошёл',
});

/** Parts of a case brief that the first lines of its card use. */
interface Glanced {
  readonly case?: { readonly deadlines?: readonly string[] };
  readonly tasks?: readonly Task[];
  readonly coming?: readonly CaseEvent[];
  readonly now?: string;
}

/**
 * Creates tiles with the most urgent facts. The first tile shows the next event, task or deadline. A tile without data
 * is omitted.
 */
export function glance(
  data: Glanced,
  facts: Partial<BriefFacts>,
  reader: CardReader,
): HTMLElement | undefined {
  const tile: Tile = (label, big, what, tone = '', of) =>
    element(
      'div',
      { 'data-of': of },
      element('dt', {}, say(reader, label)),
      element('dd', { class: `big ${tone}` }, bdi(big)),
      ...what.filter(Boolean).map((one) => element('dd', { class: 'meta' }, bdi(one))),
    );
  const tiles = [eventTile(data, facts, reader, tile), dueTile(data, facts, reader, tile)]
    .filter((one) => one !== undefined)
    .sort((one, other) => one.at.localeCompare(other.at))
    .map(({ shown }) => shown);
  const late = (data.tasks ?? []).filter(({ overdue }) => overdue);
  const [longest] = late;
  if (longest) {
    const at = readMoment(longest.works_on) ?? readMoment(longest.due);
    const days = at && daysTo(at.day, reader);
    const who = longest.responsible?.map((one) => shortName(spokenName(one, reader))) ?? [];
    const isOnly = late.length === 1;
    const what = [
      `${say(reader, isOnly ? 'task' : 'longest')} ${longest.name ?? longest.id}`,
      [days ? countOfDays(-days, reader) : '', ...who].filter(Boolean).join(', '),
    ];
    tiles.push(tile('overdue', String(late.length), what, 'danger', isOnly ? longest.id : undefined));
  }
  return tiles.length > 0 ? element('dl', { class: 'glance' }, ...tiles) : undefined;
}

type Tile = (
  label: Parameters<typeof say>[1],
  big: string,
  what: readonly string[],
  tone?: string,
  /** Id of the task that the tile shows, if it shows exactly one. */
  of?: string,
) => HTMLElement;

/** Formats a moment for sorting. A day without a time comes after the times of that day. */
const sortable = ({ day, time = '24' }: Moment) => `${day} ${time}`;

function eventTile(data: Glanced, { events = {} }: Partial<BriefFacts>, reader: CardReader, tile: Tile) {
  const coming = data.coming ?? [];
  const hearing = coming.find(({ id }) => events[id] === 'hearing');
  const next = hearing ?? coming.find(({ id }) => events[id] !== 'deadline');
  const at = readMoment(next?.start);
  if (next === undefined || at === undefined) return undefined;
  const isNow = isRunning(next, data.now);
  const { endTime } = momentsOf(next);
  const big = isNow && endTime ? `${say(reader, 'now')} ${endTime}` : capital(whenText(at, reader, endTime));
  const isToday = at.day === reader.today || isNow;
  const what = [hearing ? undefined : next.name, next.place].filter(Boolean).join(', ');
  return {
    at: sortable(at),
    shown: tile(hearing ? 'hearing' : 'event', big, [what], isToday ? 'accent' : ''),
  };
}

const dayOf = ({ works_on, day }: DeadlineFacts) => works_on ?? day;

/** Shows the next task or deadline that is due. After a task, also names the next deadline of the case. */
function dueTile(
  { tasks = [] }: Glanced,
  { deadlines = [] }: Partial<BriefFacts>,
  reader: CardReader,
  tile: Tile,
) {
  const deadline = deadlines.find(({ is_deadline, passed }) => is_deadline && !passed);
  const end = deadline && { day: dayOf(deadline), time: deadline.works_on ? undefined : deadline.time };
  const last = deadline && `${deadline.name}: ${deadlineText(deadline, reader)}`;
  const [next] = tasks
    .filter(({ overdue }) => !overdue)
    .flatMap((one) => {
      const due = readMoment(one.due);
      const at = readMoment(one.works_on) ?? due;
      const off = one.works_on && due && ` (${dayOffText(due.day, reader)})`;
      return at ? [{ at, id: one.id, what: `${say(reader, 'task')} ${one.name ?? one.id}${off ?? ''}` }] : [];
    })
    .sort((one, other) => sortable(one.at).localeCompare(sortable(other.at)));
  const isTask = next && !(end && sortable(end) < sortable(next.at));
  const at = isTask ? next.at : end;
  if (at === undefined) return undefined;
  const what = isTask
    ? [next.what, last ? `${say(reader, 'later')} ${last}` : '']
    : [`${say(reader, 'deadline')} ${last}`];
  const big = capital(whenText(at, reader));
  const tone = at.day === reader.today ? 'accent' : '';
  return { at: sortable(at), shown: tile('due', big, what, tone, isTask ? next.id : undefined) };
}

/** Formats a deadline: `Mon 11 Jan 2027 (due Thu 7 Jan, a day off)`. */
const deadlineText = (one: DeadlineFacts, reader: CardReader): string => {
  const text = [dayText(dayOf(one), reader), one.time].filter(Boolean).join('\u00a0');
  return one.works_on ? `${text} (${dayOffText(one.day, reader)})` : text;
};

export function datesOf(
  { case: record }: Glanced,
  { deadlines }: Partial<BriefFacts>,
  reader: CardReader,
): (readonly [string, string])[] {
  if (deadlines === undefined)
    return (record?.deadlines ?? []).map((one) => ['', spokenMoment(one, reader)] as const);
  return deadlines.map((one) => {
    const far = one.passed ? say(reader, 'passed') : distanceText(dayOf(one), reader);
    const text =
      Math.abs(daysTo(dayOf(one), reader) ?? 9) < 2 ? nearDay(dayOf(one), reader) : deadlineText(one, reader);
    return [one.name, [text, far === text ? '' : far].filter(Boolean).join(', ')] as const;
  });
}
