import type { BriefFacts, DeadlineFacts } from '../contract/features/card-facts.ts';
import { bdi, element } from './element.ts';
import { type CaseEvent, isRunning, momentsOf } from './event-row.ts';
import {
  capital,
  countOfDays,
  daysTo,
  dayText,
  distanceText,
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
  deadline: 'Next deadline | Ближайший срок',
  overdue: 'Overdue | Просрочено',
  longest: 'longest: | дольше всего:',
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

/** Creates tiles with the most urgent facts. A tile without data is omitted. */
export function glance(
  data: Glanced,
  facts: Partial<BriefFacts>,
  reader: CardReader,
): HTMLElement | undefined {
  const tile = (label: Parameters<typeof say>[1], big: string, what: string, tone = '') =>
    element(
      'div',
      {},
      element('dt', {}, say(reader, label)),
      element('dd', { class: `big ${tone}` }, bdi(big)),
      what === '' ? undefined : element('dd', { class: 'meta' }, bdi(what)),
    );
  const tiles = [eventTile(data, facts, reader, tile), deadlineTile(facts, reader, tile)];
  const late = (data.tasks ?? []).filter(({ overdue }) => overdue);
  const [longest] = late;
  if (longest) {
    const at = readMoment(longest.works_on) ?? readMoment(longest.due);
    const days = at && daysTo(at.day, reader);
    const long = days ? `${say(reader, 'longest')} ${countOfDays(-days, reader)}` : '';
    const who = longest.responsible?.map((one) => shortName(spokenName(one, reader))).join(', ') ?? '';
    tiles.push(tile('overdue', String(late.length), [long, who].filter(Boolean).join(', '), 'danger'));
  }
  const filled = tiles.filter((one) => one !== undefined);
  return filled.length > 0 ? element('dl', { class: 'glance' }, ...filled) : undefined;
}

type Tile = (label: Parameters<typeof say>[1], big: string, what: string, tone?: string) => HTMLElement;

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
  return tile(hearing ? 'hearing' : 'event', big, what, isToday ? 'accent' : '');
}

const dayOf = ({ works_on, day }: DeadlineFacts) => works_on ?? day;

function deadlineTile({ deadlines = [] }: Partial<BriefFacts>, reader: CardReader, tile: Tile) {
  const next = deadlines.find(({ is_deadline, passed }) => is_deadline && !passed);
  if (next === undefined) return undefined;
  const day = dayOf(next);
  const far = distanceText(day, reader);
  return tile(
    'deadline',
    capital(far || dayText(day, reader)),
    `${next.name}${far === '' ? '' : `: ${deadlineText(next, reader)}`}`,
    day === reader.today ? 'accent' : '',
  );
}

/** Formats a deadline: `Mon 11 Jan 2027 (Thu 7 Jan is a day off)`. */
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
