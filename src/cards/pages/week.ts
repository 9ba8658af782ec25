import { bdi, element } from '../element.ts';
import { dayText, readMoment, spokenMoment } from '../moments.ts';
import { type CaseEvent, eventItem, foot, section, type Task, taskItem } from '../parts.ts';
import { type CardReader, speak } from '../reader.ts';
import { inWords, spokenNames } from '../server-words.ts';
import { type Drawing, startLookup } from '../start.ts';
import { taskButtons } from '../task-buttons.ts';

const say = speak({
  agenda: { en: 'Agenda', ru: 'План' },
  workload: { en: 'Workload', ru: 'Загрузка' },
  overdue: { en: 'Overdue', ru: 'Просрочено' },
  noDate: { en: 'No date', ru: 'Без срока' },
  later: { en: 'Other', ru: 'Прочее' },
  nothing: { en: 'Nothing is planned.', ru: 'Ничего не запланировано.' },
  dayOff: { en: 'day off', ru: 'нерабочий день' },
  person: { en: 'Who', ru: 'Кто' },
  cases: { en: 'Open cases', ru: 'Дела в работе' },
  tasks: { en: 'Open tasks', ru: 'Открытые задачи' },
  late: { en: 'Overdue', ru: 'Просрочено' },
  nobody: { en: 'There is nobody to show.', ru: 'Показать некого.' },
});

interface Week {
  readonly of?: string;
  readonly from?: string;
  readonly to?: string;
  readonly overdue?: readonly Task[];
  readonly tasks?: readonly Task[];
  readonly events?: readonly CaseEvent[];
  readonly days_off?: readonly string[];
  readonly people?: readonly Load[];
  readonly notes?: readonly string[];
  readonly time_zone?: string;
}

interface Load {
  readonly who: string;
  readonly open_cases?: number;
  readonly open_tasks?: number;
  readonly overdue_tasks?: number;
}

startLookup<Week>(
  'week',
  (data) => (data.people ? 'workload' : 'agenda'),
  (data, drawing) => (data.people ? workload(data, data.people, drawing.reader) : agenda(data, drawing)),
);

/** Days with what is to be done and what takes place on them, behind what should have been done. */
function agenda(data: Week, drawing: Drawing): HTMLElement {
  const { reader } = drawing;
  const task = (one: Task, under?: string) =>
    taskItem(one, reader, under, taskButtons(one, data.time_zone, drawing));
  const days = new Map<string, Node[]>();
  const put = (when: string | undefined, rowUnder: (day: string) => Node) => {
    const day = readMoment(when)?.day ?? '';
    days.set(day, [...(days.get(day) ?? []), rowUnder(day)]);
  };
  for (const one of data.events ?? []) put(one.start, (day) => eventItem(one, reader, day));
  for (const one of data.tasks ?? []) put(one.works_on ?? one.due, (day) => task(one, day));
  const off = new Set((data.days_off ?? []).map((day) => readMoment(day)?.day ?? day));
  const headingOf = (day: string) =>
    day === ''
      ? say(reader, 'noDate')
      : `${dayText(day, reader, 'long')}${off.has(day) ? ` (${say(reader, 'dayOff')})` : ''}`;
  const sorted = [...days.keys()].sort((one, other) => (one || '9').localeCompare(other || '9'));
  const isEmpty = sorted.length === 0 && !data.overdue?.length;
  return element(
    'article',
    { 'aria-labelledby': 'title' },
    element(
      'p',
      { class: 'kicker' },
      say(reader, 'agenda'),
      data.of === undefined ? '' : ' · ',
      bdi(data.of ?? ''),
    ),
    element(
      'h1',
      { id: 'title' },
      [data.from, data.to].map((day) => spokenMoment(day ?? '', reader)).join(' – '),
    ),
    data.overdue?.length
      ? section(
          say(reader, 'overdue'),
          data.overdue.map((one) => task({ ...one, overdue: false })),
          reader,
          'lost',
        )
      : undefined,
    ...sorted.map((day) => section(headingOf(day), days.get(day), reader, off.has(day) ? 'off' : '')),
    isEmpty ? element('p', {}, say(reader, 'nothing')) : undefined,
    foot(data, reader),
  );
}

/** Who has how much to do. */
function workload(data: Week, people: readonly Load[], reader: CardReader): HTMLElement {
  const most = Math.max(1, ...people.map(({ open_tasks = 0 }) => open_tasks));
  const number = (value: number | undefined) =>
    value === undefined ? '–' : new Intl.NumberFormat(reader.locale).format(value);
  const rows = people.map(({ who, open_cases, open_tasks, overdue_tasks }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, bdi(spokenNames(inWords(who, reader), reader))),
      element('td', {}, number(open_cases)),
      element('td', {}, number(open_tasks), bar((open_tasks ?? 0) / most)),
      element('td', { class: overdue_tasks ? 'bad' : '' }, number(overdue_tasks)),
    ),
  );
  const heads = (['person', 'cases', 'tasks', 'late'] as const).map((name) =>
    element('th', { scope: 'col' }, say(reader, name)),
  );
  return element(
    'article',
    { 'aria-labelledby': 'title' },
    element('h1', { id: 'title' }, say(reader, 'workload')),
    people.length > 0
      ? element('table', {}, element('thead', {}, element('tr', {}, ...heads)), element('tbody', {}, ...rows))
      : element('p', {}, say(reader, 'nobody')),
    foot(data, reader),
  );
}

function bar(part: number): HTMLElement {
  const made = element('span', { class: 'bar', 'aria-hidden': 'true' });
  made.style.width = `${Math.round(part * 100)}%`;
  return made;
}
