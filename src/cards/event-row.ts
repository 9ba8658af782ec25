import type { EventKind } from '../contract/records/ranks.ts';
import { bdi, element } from './element.ts';
import { readMoment, whenText } from './moments.ts';
import { chip, meta, row, shortName, sign } from './parts.ts';
import { type CardReader, speak } from './reader.ts';
import { spokenName } from './server-words.ts';

const say = speak({
  allDay: 'all day | весь день',
  with: 'with | с:',
  people: 'People: | Человек:',
  noDate: 'no date | без даты',
  overlaps: 'overlaps with | пересекается с',
  running: 'on now | идёт сейчас',
  ended: 'ended | закончилось',
});

export interface CaseEvent {
  readonly id: string;
  readonly name?: string;
  readonly start?: string;
  /** Time on the same day, or a later date-time. */
  readonly end?: string;
  readonly all_day?: boolean;
  readonly type?: string;
  readonly place?: string;
  readonly case?: string;
  readonly attendees?: readonly string[];
}

/** Returns the start and the end of an event. */
export function momentsOf({ start, end }: CaseEvent) {
  const begin = readMoment(start);
  const last = readMoment(end);
  const endTime = last ? undefined : /^\d\d:\d\d$/.exec(end ?? '')?.[0];
  return { first: begin?.day, time: begin?.time, last: last?.day, lastTime: last?.time, endTime };
}

/** Checks whether an event has begun and has not ended. @param now date-time in the format of the workflows */
export function isRunning(event: CaseEvent, now: string | undefined): boolean {
  const { day = '', time = '' } = readMoment(now) ?? {};
  const { first, time: begin, endTime } = momentsOf(event);
  return first === day && begin !== undefined && endTime !== undefined && begin <= time && time < endTime;
}

/** Checks whether an event has ended today. */
function hasEnded(event: CaseEvent, now: string | undefined): boolean {
  const { day, time = '' } = readMoment(now) ?? {};
  const { first, last = first, endTime = momentsOf(event).lastTime } = momentsOf(event);
  return day !== undefined && last === day && endTime !== undefined && endTime <= time;
}

/** Maximum number of attendee names. If there are more, only their number is shown. */
const maxNames = 2;

/** Returns the number of attendees. The server omits some of many, and adds an entry with their number instead. */
const attendeeCount = (attendees: readonly string[] = []) =>
  attendees.reduce((sum, name) => sum + Number(/^and (\d+) more$/.exec(name)?.[1] ?? 1), 0);

/**
 * Creates the row of an event.
 * @param under day whose list contains the row. The row then begins with the time and omits the day.
 * @param without person whose week is shown. The row omits this attendee.
 * @param clash start time of another event that overlaps
 * @param now date-time of the result. The row says whether an event of today is running or has ended.
 */
export function eventRow(
  event: CaseEvent,
  kind: EventKind | undefined,
  reader: CardReader,
  {
    under,
    without,
    clash,
    now,
  }: {
    readonly under?: string;
    readonly without?: string;
    readonly clash?: string;
    readonly now?: string | undefined;
  } = {},
): HTMLElement {
  const { first, time, last, lastTime, endTime } = momentsOf(event);
  const end = endTime ?? (last && whenText({ day: last, time: lastTime }, reader));
  const others = event.attendees
    ?.filter((one) => one !== without)
    .map((one) => shortName(spokenName(one, reader)));
  const when =
    first === undefined
      ? (event.start ?? say(reader, 'noDate'))
      : whenText({ day: first, time }, reader, end);
  const isOver = hasEnded(event, now);
  const isToday = first !== undefined && first === reader.today && !isOver;
  const about = meta(
    under === undefined && element('span', { class: isToday ? 'soon' : undefined }, bdi(when)),
    event.all_day && under === undefined && say(reader, 'allDay'),
    under !== undefined && last !== undefined && `–${whenText({ day: last, time: lastTime }, reader)}`,
    event.case,
    event.place,
    others !== undefined &&
      others.length > 0 &&
      (others.length > maxNames
        ? `${say(reader, 'people')} ${attendeeCount(event.attendees)}`
        : `${say(reader, 'with')} ${others.join(', ')}`),
    isRunning(event, now) && chip(say(reader, 'running'), 'accent'),
    isOver && chip(say(reader, 'ended')),
    clash !== undefined && chip(`${say(reader, 'overlaps')} ${clash}`, 'warn', 'alert'),
  );
  const clock = time
    ? [time, ...(endTime ? [element('small', {}, `–${endTime}`)] : [])]
    : [element('small', {}, say(reader, 'allDay'))];
  return row({
    sign: sign(kind === 'deadline' ? 'deadline' : 'event', reader),
    name: event.name ?? event.id,
    about,
    time: under === undefined ? undefined : clock,
  });
}
