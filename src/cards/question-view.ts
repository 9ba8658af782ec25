import {
  answerToolName,
  momentMark,
  type Question,
  type QuestionInCard,
  type QuestionRow,
  questionKey,
} from '../contract/features/card.ts';
import { bdi, element, pairs } from './element.ts';
import type { Host, ShownResult } from './host.ts';
import { spokenInstant } from './moments.ts';
import { forPeople, reasons, spoken } from './parts.ts';
import { type CardReader, speak } from './reader.ts';
import { notesBehind, saidBy } from './said.ts';
import { wordsWith } from './server-words.ts';

const say = speak({
  asked: { en: 'Your agreement is needed', ru: 'Нужно ваше согласие' },
  record: { en: 'The record, as it is now', ru: 'Запись, как она есть сейчас' },
  sent: { en: 'What would be sent', ru: 'Что будет отправлено' },
  stays: { en: 'Sent along as it is', ru: 'Передаётся без изменений' },
  links: { en: 'Links, with where each really leads', ru: 'Ссылки и куда каждая ведёт на самом деле' },
  tick: { en: 'I have read this, and it may be done', ru: 'Я прочитал(а) это, и это можно сделать' },
  yes: { en: 'Do this', ru: 'Сделать' },
  no: { en: 'Do not', ru: 'Не делать' },
  sending: { en: 'One moment…', ru: 'Минуту…' },
  done: { en: 'Done.', ru: 'Сделано.' },
  declined: { en: 'Nothing was done.', ru: 'Ничего не сделано.' },
  changed: {
    en: 'Nothing was done: the record has changed since this was shown. Ask the assistant to try again.',
    ru: 'Ничего не сделано: с тех пор запись изменилась. Попросите ассистента повторить.',
  },
  over: {
    en: 'Nothing was done now: this question was answered before, or is more than ten minutes old. Ask the assistant to try again.',
    ru: 'Сейчас ничего не сделано: на этот вопрос уже ответили, или прошло больше десяти минут. Попросите ассистента повторить.',
  },
  failed: { en: 'It was not done, or not as a whole:', ru: 'Не сделано или сделано не полностью:' },
  unknown: {
    en: 'The answer may not have arrived: look at the record before you try again.',
    ru: 'Ответ мог не дойти: прежде чем повторить, посмотрите на запись.',
  },
  more: { en: 'What there is to know', ru: 'Что нужно знать' },
});

/** The question that a result holds. */
export const questionIn = (result: ShownResult): QuestionInCard | undefined =>
  result._meta?.[questionKey] as QuestionInCard | undefined;

/** The question with what answers it. @param answered told of the result of what was agreed to */
export function questionView(
  asked: QuestionInCard,
  reader: CardReader,
  host: Host,
  answered: (result: ShownResult) => void = () => undefined,
): HTMLElement {
  const status = element('p', { class: 'status', role: 'status' });
  const tick = element('input', { type: 'checkbox', id: 'agree' });
  const yes = element('button', { type: 'button', class: 'risky', disabled: true }, say(reader, 'yes'));
  const no = element('button', { type: 'button' }, say(reader, 'no'));
  const controls = element(
    'div',
    { class: 'controls' },
    element('label', {}, tick, element('span', {}, say(reader, 'tick'))),
    element('div', { class: 'buttons' }, yes, no),
  );
  const answer = async (event: Event, agreed: boolean) => {
    // Only what a person does.
    if (!event.isTrusted || (agreed && !tick.checked)) return;
    for (const one of [tick, yes, no]) one.disabled = true;
    status.textContent = say(reader, 'sending');
    try {
      const result = await host.call(answerToolName, { state: asked.state, agreed });
      controls.remove();
      // What is answered asks for nothing any more.
      article.querySelector('.kicker')?.remove();
      status.replaceWith(outcomeOf(result, { ...reader, words: wordsWith(result) }, agreed));
      host.tellModel(toModel(asked.tool, agreed, result));
      answered(result);
    } catch (error) {
      status.textContent = `${say(reader, 'unknown')} ${(error as Error).message}`;
    }
  };
  tick.addEventListener('change', () => {
    yes.disabled = !tick.checked;
  });
  yes.addEventListener('click', (event) => void answer(event, true));
  no.addEventListener('click', (event) => void answer(event, false));
  const article = element(
    'article',
    { class: 'question', 'aria-labelledby': 'title' },
    ...partsOf(asked[reader.language], reader),
    controls,
    status,
  );
  return article;
}

/** With its moments in the time of the reader. */
const timed = (value: string, reader: CardReader) =>
  value
    .split(momentMark.start)
    .map((part, index) => {
      const [at = '', ...after] = part.split(momentMark.end);
      return index === 0 ? part : [spokenInstant(at, reader), ...after].join('');
    })
    .join('');

function partsOf({ title, record, facts, lost, values, stays, links }: Question, reader: CardReader): Node[] {
  const shown = (rows: readonly QuestionRow[]) =>
    pairs(rows.map(({ label, value }) => ({ label, value: timed(value, reader) })));
  const section = (heading: string, className: string, ...content: Node[]) =>
    element('section', { class: className }, element('h2', {}, heading), ...content);
  const about = [...record, ...facts];
  return [
    element('p', { class: 'kicker' }, say(reader, 'asked')),
    element('h1', { id: 'title' }, bdi(title)),
    ...(about.length > 0 ? [section(say(reader, 'record'), 'record', shown(about))] : []),
    ...(lost ? [section(lost.heading, 'lost', ...(lost.rows.length > 0 ? [shown(lost.rows)] : []))] : []),
    ...(values.length > 0 ? [section(say(reader, 'sent'), 'sent', shown(values))] : []),
    ...(stays.length > 0 ? [section(say(reader, 'stays'), 'stays', shown(stays))] : []),
    ...(links.length > 0
      ? [
          section(
            `${say(reader, 'links')}: ${links.length}`,
            'links',
            element('ul', {}, ...links.map((link) => element('li', {}, bdi(link)))),
          ),
        ]
      : []),
  ];
}

const codeOf = (result: ShownResult) =>
  result.isError ? /^[A-Z_]+(?=[: ])/.exec(saidBy(result)[0] ?? '')?.[0] : undefined;

/** What became of it, in words. */
function outcomeOf(result: ShownResult, reader: CardReader, agreed: boolean): HTMLElement {
  const code = codeOf(result);
  const paragraph = (name: Parameters<typeof say>[1], className: string) =>
    element('p', { class: `status ${className}`, role: 'status' }, say(reader, name));
  if (code === 'DECLINED') return paragraph('declined', 'plain');
  if (code === 'CHANGED_MEANWHILE') return paragraph('changed', 'bad');
  if (code === 'ALREADY_ANSWERED' || code === 'NOT_VALID') return paragraph('over', 'bad');
  const isDone = agreed && result.isError !== true;
  const lines = isDone
    ? forPeople(notesBehind(result), reader).map((text) => spoken(text, reader, 'said'))
    : reasons(result, reader);
  return element(
    'div',
    { role: 'status' },
    element('p', { class: isDone ? 'status good' : 'status bad' }, say(reader, isDone ? 'done' : 'failed')),
    ...(lines.length > 0 && isDone
      ? [element('details', {}, element('summary', {}, say(reader, 'more')), ...lines)]
      : lines),
  );
}

/** For the model: nothing of what stands in records. */
function toModel(tool: string, agreed: boolean, result: ShownResult): string {
  if (!agreed) return `The user answered the card of ${tool} with no. Nothing was done.`;
  const code = codeOf(result);
  return result.isError
    ? `The user agreed in the card of ${tool}; it was not carried out as a whole${code ? ` (${code})` : ''}.`
    : `The user agreed in the card of ${tool}; it was carried out.`;
}
