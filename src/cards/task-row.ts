import type { TaskFacts } from '../contract/features/card-facts.ts';
import { bdi, button, element, icon } from './element.ts';
import { reasonsOf } from './foot.ts';
import type { ShownResult } from './host.ts';
import {
  capital,
  countOfDays,
  daysLater,
  daysTo,
  dayText,
  distanceText,
  type Moment,
  movedTo,
  readMoment,
  whenText,
} from './moments.ts';
import { chip, meta, people, ring, row } from './parts.ts';
import { questionIn, questionView } from './question-view.ts';
import { type CardReader, speak } from './reader.ts';
import { spokenName } from './server-words.ts';
import type { Drawing } from './start.ts';

const say = speak({
  finish: 'Finish | Завершить',
  move: 'Move date | Сменить срок',
  choose: 'choose a day | выбрать день',
  other: 'Another day | Другой день',
  saving: 'Saving… | Сохраняем…',
  finished: 'Finished just now | Завершена только что',
  moved: 'Date moved: | Срок изменён:',
  undo: 'Undo | Вернуть',
  told: 'The assistant was told. | Ассистент об этом знает.',
  untold: 'The assistant was not told. | Ассистент об этом не знает.',
  failed: 'Not saved. | Не сохранено.',
  unknown:
    'It may not have been saved: look at the task before you try again. | Возможно, изменение не сохранено: прежде чем повторить, проверьте задачу.',
  again: 'Try again | Повторить',
  overdue: 'overdue | просрочено',
  by: ' | на',
  since: 'since | с',
  dayOff: 'due @, a day off | срок @, выходной',
  noDate: 'no date | без срока',
  urgent: 'Urgent | Срочно',
  high: 'High | Высокий',
  low: 'Low | Низкий',
});

export interface Task {
  readonly id: string;
  readonly name?: string;
  readonly due?: string;
  readonly works_on?: string;
  readonly overdue?: boolean;
  readonly status?: string;
  readonly priority?: string;
  readonly responsible?: readonly string[];
  readonly case?: string;
}

/**
 * Creates the chip of an overdue task: `overdue 8 days`. Counts from the due day or, if that is a day off, from the
 * working day that replaces it. If that day is today, shows the time instead.
 */
export function lateChip({ due, works_on }: Pick<Task, 'due' | 'works_on'>, reader: CardReader): HTMLElement {
  const at = readMoment(works_on) ?? readMoment(due);
  const days = at && daysTo(at.day, reader);
  const long =
    days === undefined
      ? ''
      : days < 0
        ? `${say(reader, 'by')} ${countOfDays(-days, reader)}`
        : at?.time && `${say(reader, 'since')} ${at.time}`;
  return chip([say(reader, 'overdue'), long].filter(Boolean).join(' ').replace(/ +/g, ' '), 'danger');
}

/** Explains why a task or deadline is not shown on its due day: `due Thu 7 Jan, a day off`. */
export const dayOffText = (day: string, reader: CardReader): string =>
  say(reader, 'dayOff').replace('@', dayText(day, reader));

/**
 * Formats the due day. If it is a day off, also shows the working day that replaces it: `Mon 11 Jan 2027 (due Thu 7
 * Jan, a day off)`.
 */
function dueText(task: Task, reader: CardReader): HTMLElement | string {
  const due = readMoment(task.due);
  if (due === undefined) return task.due ?? say(reader, 'noDate');
  const moved = readMoment(task.works_on);
  const text = whenText(moved ?? due, reader);
  const shown = moved ? `${text} (${dayOffText(due.day, reader)})` : text;
  const isToday = (moved ?? due).day === reader.today;
  return element('span', { class: isToday ? 'soon' : undefined }, bdi(shown));
}

/** Creates chips for unusual values: a status other than the first one, a priority other than normal. */
const stateChips = (
  { status, priority }: Pick<Task, 'status' | 'priority'>,
  { state, rank }: TaskFacts,
  reader: CardReader,
): (HTMLElement | undefined)[] => [
  status && state !== 'first' ? chip(status) : undefined,
  rank === 'urgent'
    ? chip(say(reader, 'urgent'), 'full')
    : rank === 'high'
      ? chip(say(reader, 'high'), 'warn', 'up')
      : rank === 'low'
        ? chip(say(reader, 'low'))
        : priority && rank === undefined
          ? chip(priority)
          : undefined,
];

export interface TaskView {
  readonly drawing: Drawing;
  readonly facts: TaskFacts | undefined;
  /** Id of the status that finishes a task. */
  readonly finish: string | undefined;
  readonly timeZone: string | undefined;
  /** Time that precedes the row in the list of a day. */
  readonly time?: readonly (string | HTMLElement)[] | undefined;
  /** Person whose tasks are shown. The row omits this name. */
  readonly without?: string | undefined;
}

/**
 * Creates the row of a task with its actions. The actions use the same calls, checks and confirmations as an assistant.
 */
export function taskRow(task: Task, view: TaskView): HTMLElement {
  const { drawing, facts = {}, finish, time } = view;
  const { reader, host } = drawing;
  const name = task.name ?? task.id;
  const labelled = (words: string) => ({ 'aria-label': `${words}: ${name}`, title: words });
  const due = readMoment(task.due);
  const others = task.responsible
    ?.map((one) => spokenName(one, reader))
    .filter((one) => one !== view.without);
  const rest = (status?: string) => [
    task.case,
    ...(view.without !== undefined && task.responsible?.length
      ? (others ?? []).map((one) => people([one], reader)[0])
      : people(others, reader)),
    ...stateChips({ ...task, status }, facts, reader),
  ];
  const about = meta(
    task.overdue
      ? lateChip(task, reader)
      : time === undefined
        ? dueText(task, reader)
        : due && task.works_on && dayOffText(due.day, reader),
    ...rest(task.status),
  );
  const under = element('div', { class: 'under' });
  const mark =
    finish === undefined
      ? ring(task.overdue ? 'late' : '', reader)
      : button(
          { class: 'sign', 'aria-pressed': 'false', ...labelled(say(reader, 'finish')) },
          () => void attempt({ StatusId: finish }, finished),
          element('span', { class: 'ring' }, icon('check')),
        );
  const choosing = `${say(reader, 'move')}: ${say(reader, 'choose')}`;
  const move = button(
    {
      class: 'quiet',
      'aria-expanded': 'false',
      title: choosing,
      'aria-label': `${say(reader, 'move')}: ${name} (${say(reader, 'choose')})`,
    },
    () => unfold(),
    icon('later'),
    element('span', {}, `${say(reader, 'move')}…`),
  );
  const line = row({
    ...{ sign: mark, name, about, time, under },
    acts: element('div', { class: 'acts' }, move),
    class: task.overdue ? 'late' : '',
  });
  const enable = (isEnabled: boolean) => {
    for (const one of [mark, move]) if (one instanceof HTMLButtonElement) one.disabled = !isEnabled;
  };
  const note = (text: string, className: string, ...more: Node[]) =>
    under.replaceChildren(element('span', { class: className, role: 'status' }, text), ...more);
  /** Sends a change and shows its outcome in the row. */
  const attempt = async (change: object, changed: (result: ShownResult) => void) => {
    const settle = (result: ShownResult) => {
      const asked = questionIn(result);
      if (asked) return under.replaceChildren(questionView(asked, reader, host, settle));
      if (result.isError !== true) return changed(result);
      enable(true);
      const { title, content } = reasonsOf(result, reader);
      const more = content.filter((one) => one !== undefined);
      return note(`${say(reader, 'failed')} ${title}.`, 'danger', again(), ...more);
    };
    const again = () => button({ class: 'quiet' }, () => void attempt(change, changed), say(reader, 'again'));
    enable(false);
    note(say(reader, 'saving'), 'dim');
    try {
      settle(await host.call('update_task', { id: task.id, ...change }));
    } catch {
      enable(true);
      note(say(reader, 'unknown'), 'danger', again());
    }
  };
  /** Hides the lines about this task at the top of the card while its row shows a change. */
  const hideTiles = (isHidden: boolean) => {
    for (const one of document.querySelectorAll<HTMLElement>('[data-of]'))
      if (one.dataset.of === task.id) one.hidden = isHidden;
  };
  const back = () => {
    hideTiles(false);
    const same = taskRow(task, view);
    line.replaceWith(same);
    same.querySelector('button')?.focus();
    void host.tellModel(`The user undid the last change of the task ${task.id} on a card.`);
  };
  /** Shows in the row that a change was saved. Adds an undo button if the previous state is known. */
  const settled = (state: 'finished' | 'moved', text: string, before: object | undefined, act: string) => {
    line.className = `row ${state}`;
    hideTiles(true);
    move.hidden = true;
    under.replaceChildren();
    const undo =
      before &&
      button(
        { class: 'quiet', ...labelled(say(reader, 'undo')) },
        () => void attempt(before, back),
        say(reader, 'undo'),
      );
    const told = element('span', {});
    const saved = element('span', { class: 'good', role: 'status' }, text);
    // The status of a finished task is no longer the one in the result.
    const others = rest(state === 'finished' ? undefined : task.status);
    about.replaceChildren(...meta(saved, undo, ...others, told).childNodes);
    undo?.focus();
    void host
      .tellModel(`The user ${act} on a card; the change was saved.`)
      .then((isTold) => told.append(say(reader, isTold ? 'told' : 'untold')));
  };
  const finished = () => {
    mark.setAttribute('aria-pressed', 'true');
    const before = facts.status === undefined ? undefined : { StatusId: facts.status };
    settled('finished', say(reader, 'finished'), before, `finished the task ${task.id}`);
  };
  const moveTo = (day: string) => {
    const moment: Moment = { day, time: due?.time };
    const was = due ? whenText(due, reader) : say(reader, 'noDate');
    const text = `${say(reader, 'moved')} ${was} → ${whenText(moment, reader)}`;
    const before = facts.due === undefined ? undefined : { ExecutionDate: facts.due };
    const act = `moved the task ${task.id} to ${day}`;
    void attempt({ ExecutionDate: movedTo(day, due?.time, view.timeZone ?? 'UTC') }, () =>
      settled('moved', text, before, act),
    );
  };
  const unfold = () => {
    const isOpen = move.getAttribute('aria-expanded') === 'true';
    move.setAttribute('aria-expanded', String(!isOpen));
    under.replaceChildren(...(isOpen ? [] : [daysToChoose(task, name, reader, moveTo)]));
  };
  return line;
}

/** Creates a choice of three days, such as tomorrow, Friday and Monday, and a date field. */
function daysToChoose(
  task: Task,
  name: string,
  reader: CardReader,
  moveTo: (day: string) => void,
): HTMLElement {
  const { today } = reader;
  const due = readMoment(task.due)?.day;
  const near = today === undefined ? [] : workingDays(today);
  const value = due !== undefined && (today === undefined || due >= today) ? due : (today ?? '');
  const other = say(reader, 'other');
  const input = element('input', { type: 'date', min: today, value, 'aria-label': `${other}: ${name}` });
  const label = (day: string) =>
    daysTo(day, reader) === 1
      ? `${distanceText(day, reader)}, ${dayText(day, reader)}`
      : dayText(day, reader);
  return element(
    'div',
    { class: 'move', role: 'group', 'aria-label': `${say(reader, 'move')}: ${name}` },
    ...near.map((day) => button({ class: 'b small' }, () => moveTo(day), capital(label(day)))),
    input,
    button(
      { class: 'b small' },
      () => {
        if (input.value !== '' && input.value !== due) moveTo(input.value);
      },
      say(reader, 'move'),
    ),
  );
}

/** Returns three days: the next weekday, then the next Fridays and Mondays. */
function workingDays(today: string): string[] {
  const wanted = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((days) => daysLater(today, days));
  const weekday = (day: string) => new Date(day).getUTCDay();
  const [tomorrow = '', ...later] = wanted.filter((day) => ![0, 6].includes(weekday(day)));
  return [tomorrow, ...later.filter((day) => [1, 5].includes(weekday(day)))].slice(0, 3);
}
