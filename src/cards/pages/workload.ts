import type { WorkloadFacts } from '../../contract/features/card-facts.ts';
import { element } from '../element.ts';
import { foot } from '../foot.ts';
import { chip, fold, pairs, person } from '../parts.ts';
import { type CardReader, speak } from '../reader.ts';
import { spokenName } from '../server-words.ts';
import { startLookup } from '../start.ts';

const say = speak({
  workload: 'Workload | Загрузка',
  title: 'Who has how much to do | У кого сколько работы',
  order: 'Most overdue first | Сначала те, у кого больше просрочено',
  person: 'Who | Кто',
  cases: 'Cases | Дела',
  tasks: 'Tasks | Задачи',
  late: 'Overdue | Просрочено',
  open: 'Open tasks | Открытых задач',
  without: 'Cases without anybody | Дел без ответственного',
  unnamed: 'No name given by the service | Система не сообщает имя',
  noOne: 'nobody | никто',
  nobody: 'There is nobody to show. | Сотрудников для показа нет.',
  shared:
    'A task of several people counts for each of them. | Если у задачи несколько ответственных, она учтена у каждого.',
  keyLate: 'overdue | просрочено',
  keyOpen: 'other open tasks | остальные открытые',
});

/** Name of the row for tasks without an assignee, which is the same in every language of the server. */
const nobodyName = 'nobody';

interface Load {
  readonly who: string;
  readonly open_cases?: number;
  readonly open_tasks?: number;
  readonly overdue_tasks?: number;
}

interface Workload {
  readonly people?: readonly Load[];
  readonly notes?: readonly string[];
  readonly time_zone?: string;
}

/** Shows the number of open tasks of each person. */
startLookup<Workload, WorkloadFacts>('workload', 'workload', (data, { reader }, facts) => {
  const all = data.people ?? [];
  const kindOf = (one: Load) => facts.rows?.[all.indexOf(one)] ?? 'person';
  const people = all.filter((one) => kindOf(one) === 'person');
  const unnamed = all.filter((one) => kindOf(one) === 'unnamed');
  const nobody = all.find((one) => kindOf(one) === 'nobody');
  const most = Math.max(1, ...people.map(({ open_tasks = 0 }) => open_tasks));
  const sum = all.reduce((total, { open_tasks = 0 }) => total + open_tasks, 0);
  const shown = nobody?.open_tasks ? [...people, nobody] : people;
  return element(
    'article',
    { 'aria-labelledby': 'title' },
    element(
      'header',
      {},
      element(
        'div',
        {},
        element('p', { class: 'kick' }, say(reader, 'workload')),
        element('h1', { id: 'title' }, say(reader, 'title')),
      ),
      element(
        'div',
        { class: 'flow' },
        facts.overdue ? chip(`${say(reader, 'late')}: ${facts.overdue}`, 'danger') : undefined,
        facts.tasks === undefined ? undefined : chip(`${say(reader, 'open')}: ${facts.tasks}`),
        nobody?.open_cases
          ? chip(`${say(reader, 'without')}: ${nobody.open_cases}`, 'warn', 'alert')
          : undefined,
      ),
      sum > (facts.tasks ?? sum) ? element('p', { class: 'dim' }, say(reader, 'shared')) : undefined,
    ),
    shown.length > 0 ? table(shown, most, reader) : element('p', {}, say(reader, 'nobody')),
    unnamed.length > 0
      ? fold(
          say(reader, 'unnamed'),
          unnamed.length,
          pairs(
            unnamed.map(({ who, open_tasks, overdue_tasks }) => [
              spokenName(who, reader),
              `${say(reader, 'tasks')}: ${number(open_tasks, reader)} · ${say(reader, 'late')}: ${number(overdue_tasks, reader)}`,
            ]),
          ),
        )
      : undefined,
    foot(data, reader, key(reader)),
  );
});

const number = (value: number | undefined, { locale }: CardReader) =>
  value === undefined ? '–' : new Intl.NumberFormat(locale).format(value);

const key = (reader: CardReader) =>
  element(
    'span',
    {},
    element('i', { class: 'key late' }),
    say(reader, 'keyLate'),
    element('i', { class: 'key' }),
    say(reader, 'keyOpen'),
  );

function table(people: readonly Load[], most: number, reader: CardReader): HTMLElement {
  const heads = (['person', 'cases', 'tasks'] as const).map((name) =>
    element('th', { scope: 'col', class: name === 'person' ? undefined : 'num' }, say(reader, name)),
  );
  const cell = (value: number | undefined, name: 'cases' | 'tasks' | 'late', tone = 'dim') =>
    element(
      'td',
      { class: `num ${value ? (tone === 'dim' ? '' : tone) : 'dim'}`, 'data-name': say(reader, name) },
      number(value, reader),
    );
  const lines = people.map(({ who, open_cases, open_tasks, overdue_tasks }) =>
    element(
      'tr',
      {},
      element(
        'th',
        { scope: 'row' },
        person(spokenName(who === nobodyName ? say(reader, 'noOne') : who, reader)),
      ),
      cell(open_cases, 'cases'),
      cell(open_tasks, 'tasks'),
      element('td', { class: 'bars' }, bar(open_tasks, overdue_tasks, most)),
      cell(overdue_tasks, 'late', 'danger'),
    ),
  );
  return element(
    'table',
    {},
    element('caption', { class: 'sr' }, say(reader, 'order')),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        ...heads,
        element('td', { class: 'bars' }),
        element('th', { scope: 'col', class: 'num' }, say(reader, 'late')),
      ),
    ),
    element('tbody', {}, ...lines),
  );
}

/** Creates the bar for one person. Overdue tasks come first and are hatched. */
function bar(tasks = 0, late = 0, most: number): HTMLElement {
  const part = (count: number, className?: string) => {
    const made = element('i', { class: className });
    made.style.width = `${(count / most) * 100}%`;
    return made;
  };
  return element('span', { class: 'bar', 'aria-hidden': 'true' }, part(late, 'late'), part(tasks - late));
}
