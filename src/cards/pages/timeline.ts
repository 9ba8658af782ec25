import type { StepFacts, TimelineFacts } from '../../contract/features/card-facts.ts';
import { bdi, button, element } from '../element.ts';
import { foot } from '../foot.ts';
import { capital, dayText, distanceText, nearDay, readMoment } from '../moments.ts';
import { chip, fold, meta, person, ring, row, sign } from '../parts.ts';
import { type CardReader, speak } from '../reader.ts';
import { spokenName } from '../server-words.ts';
import { startLookup } from '../start.ts';
import { dayOffText, lateChip } from '../task-row.ts';

const say = speak({
  timeline: 'Timeline | Ход дела',
  nothing: 'Nothing with a date | Записей с датой нет',
  today: 'Today | Сегодня',
  earlier: 'Earlier, since | Раньше, с',
  show: 'Show | Показать',
  all: 'All | Все',
  event: 'Events | События',
  task: 'Tasks | Задачи',
  deadline: 'Deadlines | Сроки',
  document: 'Documents | Документы',
  created: 'Case created | Дело создано',
  done: 'Done | Выполнена',
  cancelled: 'Cancelled | Отменена',
});

interface Timeline {
  readonly case?: string;
  readonly steps?: readonly {
    readonly at: string;
    readonly kind: StepFacts['kind'];
    readonly what: string;
  }[];
  readonly notes?: readonly string[];
  readonly now?: string;
  readonly time_zone?: string;
}

/**
 * Number of past steps (events, tasks, deadlines, documents) that are visible above today. Older steps are collapsed,
 * so that today is visible at once.
 */
const shownPast = 3;
/** A step whose state may be missing. */
type Step = Omit<StepFacts, 'state'> & { readonly state?: StepFacts['state'] };

startLookup<Timeline, TimelineFacts>('timeline', 'case_timeline', (data, { reader }, facts) => {
  const plain = (data.steps ?? []).map(({ at, kind, what }): Step => {
    const { day = '', time } = readMoment(at) ?? {};
    return { kind, day, time, name: day === '' ? `${at} ${what}` : what };
  });
  const steps = facts.steps ?? plain;
  const { today = '' } = reader;
  const past = steps.filter((step) => dayOf(step) < today && !step.late);
  const [first] = past;
  const isOld = new Set(past.slice(0, -shownPast));
  const line = element(
    'div',
    { class: 'line' },
    isOld.size > 0
      ? fold(
          `${say(reader, 'earlier')} ${dayText(first?.day ?? '', reader)}:`,
          isOld.size,
          element(
            'ol',
            {},
            ...grouped(
              steps.filter((step) => isOld.has(step)),
              reader,
            ),
          ),
        )
      : undefined,
    element(
      'ol',
      {},
      ...grouped(
        steps.filter((step) => !isOld.has(step)),
        reader,
        today,
      ),
    ),
  );
  return element(
    'article',
    { 'aria-labelledby': 'title' },
    element(
      'header',
      {},
      element(
        'div',
        {},
        element('p', { class: 'kick' }, say(reader, 'timeline')),
        element('h1', { id: 'title' }, bdi(data.case ?? '')),
      ),
      steps.length > 0 ? filters(line, reader) : undefined,
    ),
    steps.length > 0 ? line : element('p', {}, say(reader, 'nothing')),
    foot(data, reader),
  );
});

/** Creates buttons that show only one kind of steps. */
function filters(line: HTMLElement, reader: CardReader): HTMLElement {
  const all = ['all', 'event', 'task', 'deadline', 'document'] as const;
  const only = (kind: (typeof all)[number]) => {
    for (const [at, one] of buttons.entries()) one.setAttribute('aria-pressed', String(all[at] === kind));
    for (const one of line.querySelectorAll<HTMLElement>('.row'))
      one.hidden = kind !== 'all' && !one.classList.contains(kind);
    for (const day of line.querySelectorAll<HTMLElement>('.day'))
      day.hidden = !day.querySelector('.row:not([hidden])') && !day.classList.contains('now');
  };
  const buttons = all.map((kind) =>
    button({ class: 'chip', 'aria-pressed': String(kind === 'all') }, () => only(kind), say(reader, kind)),
  );
  return element(
    'div',
    { class: 'filters flow acts', role: 'group', 'aria-label': say(reader, 'show') },
    ...buttons,
  );
}

/** Returns the day on which a step counts. A task or deadline on a day off counts on the working day after it. */
const dayOf = ({ day, works_on }: Step): string => works_on ?? day;

/** Groups steps by day. @param today day that is included even if no step is on it */
function grouped(steps: readonly Step[], reader: CardReader, today?: string): HTMLElement[] {
  const days = new Map<string, Step[]>();
  for (const step of steps) days.set(dayOf(step), [...(days.get(dayOf(step)) ?? []), step]);
  if (today && !days.has(today)) days.set(today, []);
  return [...days.keys()].sort().map((day) => {
    const isToday = day !== '' && day === reader.today;
    const heading = isToday
      ? [element('span', { class: 'accent' }, `${say(reader, 'today')}, ${dayText(day, reader)}`)]
      : day === ''
        ? []
        : [
            element('span', {}, capital(dayText(day, reader))),
            element('span', { class: 'n' }, distanceText(day, reader)),
          ];
    return element(
      'li',
      { class: isToday ? 'day now' : 'day' },
      heading.length > 0 ? element('h2', {}, ...heading) : undefined,
      element('ul', {}, ...(days.get(day) ?? []).map((step) => entry(step, reader))),
    );
  });
}

function entry(step: Step, reader: CardReader): HTMLElement {
  const { kind, name, type, place, time, end, who, state, status, late, works_on } = step;
  const last = readMoment(end);
  const until = last ? nearDay(last.day, reader) : end;
  const shape = kind === 'task' ? ring(late ? 'late' : (state ?? ''), reader) : sign(kind, reader);
  const about = meta(
    late && lateChip({ due: `Mon ${dayOf(step)}${time ? ` ${time}` : ''}` }, reader),
    kind !== 'document' && kind !== 'case' && !late && !works_on && [time, until].filter(Boolean).join('–'),
    works_on && dayOffText(step.day, reader),
    place,
    kind === 'document' && type,
    ...(who ?? []).map((one) => person(spokenName(one, reader))),
    state === 'done' && chip(say(reader, 'done'), 'good', 'check'),
    state === 'cancelled' && chip(say(reader, 'cancelled'), '', 'cross'),
    state === undefined && status !== undefined && chip(status),
  );
  return row({
    sign: shape,
    name: name ?? (kind === 'case' ? say(reader, 'created') : ''),
    about,
    class: [kind, late ? 'late' : state].filter(Boolean).join(' '),
  });
}
