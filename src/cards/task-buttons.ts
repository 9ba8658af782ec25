import { element } from './element.ts';
import type { ShownResult } from './host.ts';
import { movedTo, readMoment } from './moments.ts';
import { reasons, type Task } from './parts.ts';
import { questionIn, questionView } from './question-view.ts';
import { speak } from './reader.ts';
import type { Drawing } from './start.ts';

const say = speak({
  done: { en: 'Done', ru: 'Выполнена' },
  move: { en: 'Move', ru: 'Перенести' },
  to: { en: 'New day', ru: 'Новый день' },
  saving: { en: 'One moment…', ru: 'Минуту…' },
  stale: {
    en: 'It was changed, but the list could not be read again: ask the assistant for it.',
    ru: 'Изменено, но прочитать список ещё раз не удалось: попросите об этом ассистента.',
  },
  failed: { en: 'It was not changed:', ru: 'Не изменено:' },
  unknown: {
    en: 'The change may not have arrived: look at the task before you try again.',
    ru: 'Изменение могло не дойти: прежде чем повторить, посмотрите на задачу.',
  },
});

/**
 * What can be done about a task: the same call as an assistant's, with the same checks and questions.
 * @param timeZone of the time at which the task is due
 */
export function taskButtons(
  task: Task,
  timeZone: string | undefined,
  { reader, host, again }: Drawing,
): HTMLElement {
  const status = element('div', { role: 'status' });
  // Several tasks have them: each says of which it is.
  const labelled = (words: string) => ({ 'aria-label': `${words}: ${task.name ?? task.id}` });
  const button = (words: string) => element('button', { type: 'button', ...labelled(words) }, words);
  const done = button(say(reader, 'done'));
  const move = button(say(reader, 'move'));
  const due = readMoment(task.due);
  const day = element('input', { type: 'date', value: due?.day ?? '', ...labelled(say(reader, 'to')) });
  const buttons = [done, move, day];
  const readAgain = async () => {
    if (!(await again())) status.replaceChildren(say(reader, 'stale'));
  };
  const settle = (result: ShownResult) => {
    const asked = questionIn(result);
    if (asked) return status.replaceChildren(questionView(asked, reader, host, settle));
    if (result.isError !== true) return void readAgain();
    for (const one of buttons) one.disabled = false;
    return status.replaceChildren(
      element('p', { class: 'bad' }, say(reader, 'failed')),
      ...reasons(result, reader),
    );
  };
  const change = async (event: Event, args: object) => {
    if (!event.isTrusted) return;
    for (const one of buttons) one.disabled = true;
    status.replaceChildren(say(reader, 'saving'));
    try {
      settle(await host.call('update_task', { id: task.id, ...args }));
    } catch (error) {
      status.replaceChildren(`${say(reader, 'unknown')} ${(error as Error).message}`);
    }
  };
  done.addEventListener('click', (event) => void change(event, { StatusId: 'Done' }));
  move.addEventListener('click', (event) => {
    if (day.value !== '' && day.value !== due?.day)
      void change(event, { ExecutionDate: movedTo(day.value, due?.time, timeZone ?? 'UTC') });
  });
  return element('div', { class: 'actions' }, element('div', { class: 'buttons' }, done, day, move), status);
}
