import type { AgendaFacts } from '../../contract/features/card-facts.ts';
import { bdi, button, element } from '../element.ts';
import { type CaseEvent, eventRow, isRunning, momentsOf } from '../event-row.ts';
import { foot } from '../foot.ts';
import { capital, daysLater, daysTo, dayText, distanceText, readMoment, whenText } from '../moments.ts';
import { chip, fold, group, person, rows } from '../parts.ts';
import { type CardReader, speak } from '../reader.ts';
import { type Drawing, startLookup } from '../start.ts';
import { type Task, taskRow } from '../task-row.ts';

const say = speak({
  agenda: 'Agenda | План',
  overdue: 'Overdue | Просрочено',
  asOf: 'as of today, | на сегодня,',
  today: 'Today | Сегодня',
  hearing: 'Next hearing: | Ближайшее заседание:',
  now: 'now | сейчас',
  noDate: 'Without a date | Без срока',
  nothing: 'Nothing is planned. | Ничего не запланировано.',
  none: 'nothing planned | ничего',
  ahead: 'Show the next 90 days | Показать следующие 90 дней',
  before: 'Week before | Предыдущая неделя',
  after: 'Week after | Следующая неделя',
  dayOff: 'day off | нерабочий день',
  failed: 'These days could not be read. | Не удалось загрузить эти дни.',
  due: 'due | до',
});

interface Week {
  readonly of?: string;
  readonly from?: string;
  readonly to?: string;
  readonly overdue?: readonly Task[];
  readonly tasks?: readonly Task[];
  readonly events?: readonly CaseEvent[];
  readonly days_off?: readonly string[];
  readonly notes?: readonly string[];
  readonly time_zone?: string;
  readonly now?: string;
}

/** Number of days that the button of an empty period shows. */
const daysAhead = 90;

/** An entry in the list of a day. Entries are sorted by `at`, their time. */
interface Entry {
  readonly at: string;
  readonly show: () => Node;
}

/** Shows the overdue tasks, then the tasks and events of each day. */
startLookup<Week, AgendaFacts>('week', 'agenda', (data, drawing, facts) => {
  const { reader } = drawing;
  const days = daysOf(data, drawing, facts);
  const undated = (data.tasks ?? []).filter(({ due, works_on }) => !readMoment(works_on ?? due));
  const unread = (data.events ?? []).filter((event) => momentsOf(event).first === undefined);
  const overdue = data.overdue ?? [];
  // If a part could not be read, do not say that the period is empty. The notes state what is missing.
  const isEmpty = days.size + unread.length === 0 && data.tasks && data.events;
  const task = (one: Task) => taskRow(one, viewOf(data, drawing, facts, one));
  return element(
    'article',
    { 'aria-labelledby': 'title' },
    headOf(data, drawing, facts, days.get(reader.today ?? '')?.length ?? 0),
    overdue.length > 0
      ? group(overdueTitle(data, reader), overdue.length, rows(overdue.map(task)), 'overdue')
      : undefined,
    element('div', { class: 'timed' }, ...sectionsOf(data, days, reader)),
    isEmpty ? nothing(data, drawing) : undefined,
    undated.length + unread.length > 0
      ? fold(
          say(reader, 'noDate'),
          undated.length + unread.length,
          rows([
            ...unread.map((event) => eventRow(event, facts.events?.[event.id], reader)),
            ...undated.map(task),
          ]),
        )
      : undefined,
    foot(data, reader),
  );
});

/**
 * Returns the title of the overdue tasks. If the period does not contain today, the title says from which day they are
 * counted.
 */
function overdueTitle({ from, to }: Week, reader: CardReader): string {
  const { today } = reader;
  const [first, last] = [from, to].map((day) => readMoment(day)?.day);
  const isElsewhere = today && first && last && (today < first || today > last);
  const title = say(reader, 'overdue');
  return isElsewhere ? `${title} ${say(reader, 'asOf')} ${dayText(today, reader)}` : title;
}

/** Shows that the period is empty, and a button for the days after it. */
function nothing({ to }: Week, { reader, input, again }: Drawing): HTMLElement {
  const last = readMoment(to)?.day;
  const ahead = () =>
    last && void again({ ...input, from: daysLater(last, 1), to: daysLater(last, daysAhead) });
  return element(
    'div',
    { class: 'free' },
    element('p', {}, element('strong', {}, say(reader, 'nothing'))),
    last ? element('p', { class: 'acts' }, button({ class: 'b' }, ahead, say(reader, 'ahead'))) : undefined,
  );
}

const viewOf = (data: Week, drawing: Drawing, facts: Partial<AgendaFacts>, { id }: Task) => ({
  drawing,
  facts: facts.tasks?.[id],
  finish: facts.finish,
  timeZone: data.time_zone,
  without: facts.person,
});

function daysOf(data: Week, drawing: Drawing, facts: Partial<AgendaFacts>): Map<string, Entry[]> {
  const { reader } = drawing;
  const days = new Map<string, Entry[]>();
  const put = (day: string, at: string, show: () => Node) =>
    days.set(day, [...(days.get(day) ?? []), { at, show }]);
  const events = data.events ?? [];
  for (const event of events) {
    const { first, time } = momentsOf(event);
    if (first === undefined) continue;
    const clash = facts.person && clashOf(event, events);
    // An event that began before the period is listed under the first day of the period.
    const day = [first, readMoment(data.from)?.day ?? ''].sort()[1] ?? first;
    const view = {
      under: day,
      ...(facts.person ? { without: facts.person } : {}),
      ...(clash ? { clash } : {}),
      now: data.now,
    };
    put(day, time ?? '', () => eventRow(event, facts.events?.[event.id], reader, view));
  }
  for (const one of data.tasks ?? []) {
    const due = readMoment(one.due);
    const day = readMoment(one.works_on ?? one.due)?.day;
    if (day === undefined) continue;
    const word = element('span', { class: 'sr' }, say(reader, 'due'), ' ');
    // If the due day is a day off, the task is due by the end of the working day.
    const time = one.works_on ? undefined : due?.time;
    put(day, time ?? '24', () =>
      taskRow(one, { ...viewOf(data, drawing, facts, one), time: time ? [word, time] : [] }),
    );
  }
  return days;
}

/**
 * Returns the start time of an earlier event on the same day that ends after this event begins; undefined if there is
 * none.
 */
function clashOf(event: CaseEvent, events: readonly CaseEvent[]): string | undefined {
  const { first, time } = momentsOf(event);
  const at = events.indexOf(event);
  const other = events.slice(0, at).find((one) => {
    const { first: day, endTime } = momentsOf(one);
    return day === first && time !== undefined && endTime !== undefined && time < endTime;
  });
  return other && momentsOf(other).time;
}

function sectionsOf(data: Week, days: Map<string, Entry[]>, reader: CardReader): Node[] {
  const [from, to] = [data.from, data.to].map((day) => readMoment(day)?.day);
  const off = new Set((data.days_off ?? []).map((day) => readMoment(day)?.day ?? day));
  const sorted = [...days.keys()].sort();
  const sections: Node[] = [];
  let next = from;
  const free = (until: string) => {
    if (next === undefined || next >= until || sorted.length === 0) return;
    const end = daysLater(until, -1);
    const names = next === end ? dayText(next, reader) : `${dayText(next, reader)} – ${dayText(end, reader)}`;
    sections.push(element('p', { class: 'free dim' }, `${capital(names)}: ${say(reader, 'none')}`));
  };
  for (const day of sorted) {
    free(day);
    const entries = [...(days.get(day) ?? [])].sort((one, other) => one.at.localeCompare(other.at));
    sections.push(daySection(day, entries, off.has(day), reader));
    next = daysLater(day, 1);
  }
  if (to !== undefined) free(daysLater(to, 1));
  return sections;
}

function daySection(day: string, entries: readonly Entry[], isOff: boolean, reader: CardReader): HTMLElement {
  const days = daysTo(day, reader);
  const isNear = days !== undefined && days >= 0 && days < 2;
  const date = capital(dayText(day, reader, 'long'));
  const far = distanceText(day, reader);
  return element(
    'section',
    { class: days === 0 ? 'now' : undefined },
    element(
      'h2',
      {},
      isNear ? element('span', { class: days === 0 ? 'accent' : undefined }, capital(far)) : date,
      element('span', { class: 'n' }, isNear ? date : far),
      isOff && element('span', { class: 'n' }, say(reader, 'dayOff')),
    ),
    rows(entries.map(({ show }) => show())),
  );
}

function headOf(data: Week, drawing: Drawing, facts: Partial<AgendaFacts>, today: number): HTMLElement {
  const { reader } = drawing;
  const range = [data.from, data.to].map((day) => readMoment(day)?.day);
  const [from, to] = range;
  const late = data.overdue?.length ?? 0;
  const isToCome = (event: CaseEvent) => {
    const { first = '', time = '' } = momentsOf(event);
    const { day = '', time: clock = '' } = readMoment(data.now) ?? {};
    return isRunning(event, data.now) || `${first} ${time}` >= `${day} ${clock}`;
  };
  const hearing = data.events?.find((event) => facts.events?.[event.id] === 'hearing' && isToCome(event));
  const at = readMoment(hearing?.start);
  const when = hearing && isRunning(hearing, data.now) ? say(reader, 'now') : at && whenText(at, reader);
  return element(
    'header',
    {},
    element(
      'div',
      { class: 'top' },
      element(
        'div',
        {},
        element(
          'p',
          { class: 'kick' },
          data.of === undefined ? say(reader, 'agenda') : facts.person ? person(data.of) : bdi(data.of),
        ),
        element('h1', { id: 'title' }, from && to ? rangeText(from, to, reader) : bdi(range.join(' – '))),
      ),
      from && to ? steps(from, to, drawing) : undefined,
    ),
    element(
      'div',
      { class: 'flow' },
      late > 0 && chip(`${say(reader, 'overdue')}: ${late}`, 'danger'),
      today > 0 && chip(`${say(reader, 'today')}: ${today}`, 'accent'),
      when !== undefined && chip(`${say(reader, 'hearing')} ${when}`, '', 'event'),
    ),
  );
}

/** Formats a range of days: `23–30 November`. */
function rangeText(from: string, to: string, { locale, today }: CardReader): string {
  const isThisYear = [from, to].every((day) => day.slice(0, 4) === today?.slice(0, 4));
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: isThisYear ? undefined : 'numeric',
    timeZone: 'UTC',
  });
  return format
    .formatRange(new Date(from), new Date(to))
    .replace(/\s?г\.$/, '')
    .replace(/^(\D*\d+)\s–\s(?=\d)/, '$1–');
}

/** Creates buttons for the previous and the next period, and for today if the period does not contain it. */
function steps(from: string, to: string, { reader, input, again }: Drawing): HTMLElement {
  const length = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  const told = element('span', { class: 'danger dim', role: 'status' });
  const { today } = reader;
  const step = (label: 'before' | 'today' | 'after', sign: string, first: string) =>
    button(
      { class: 'b small', 'aria-label': say(reader, label) },
      () => {
        const asked = { ...input, from: first, to: daysLater(first, length) };
        void again(asked).then((isRead) => {
          if (!isRead) told.textContent = say(reader, 'failed');
        });
      },
      sign,
    );
  return element(
    'div',
    { class: 'flow acts' },
    step('before', '‹', daysLater(from, -length)),
    today && (today < from || today > to) && step('today', say(reader, 'today'), today),
    step('after', '›', daysLater(from, length)),
    told,
  );
}
