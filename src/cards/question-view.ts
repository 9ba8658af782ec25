import {
  answerToolName,
  momentMark,
  type Question,
  type QuestionInCard,
  type QuestionRow,
  questionKey,
} from '../contract/features/card.ts';
import { bdi, button, element, icon } from './element.ts';
import { forPeople, notesFold, reasonsOf, verdict } from './foot.ts';
import type { Host, ShownResult } from './host.ts';
import { localMoment, spokenInstant } from './moments.ts';
import { fold, group, pairs, person } from './parts.ts';
import type { PlanParts, ShownValue } from './plan-parts.ts';
import { type CardReader, speak, zoneText } from './reader.ts';
import { changeSaid, notesBehind, saidBy } from './said.ts';
import { wordsWith } from './server-words.ts';

const say = speak({
  asked: 'Your agreement is needed | Нужно подтверждение',
  until: 'until | до',
  sent: 'What would be sent | Что будет отправлено',
  out: 'What goes out | Что будет передано',
  stays: 'Sent unchanged | Передаётся без изменений',
  links: 'Links with their real addresses | Ссылки и их настоящие адреса',
  final: 'Cannot be undone | Отменить нельзя',
  noWay: 'The assistant cannot undo this. | Через ассистента отменить это нельзя.',
  tick: 'I have read this and agree: | Прочитано, подтверждаю:',
  sending: 'One moment… | Минуту…',
  byYou: 'You agreed to it. | Вы это подтвердили.',
  nothing: 'Nothing was done | Ничего не сделано',
  changed:
    'The record has changed since this was shown. Ask the assistant to try again: you will then see the current record. | С тех пор запись изменилась. Попросите ассистента повторить: он покажет её текущие данные.',
  over: 'This confirmation was already answered or is more than ten minutes old. Ask the assistant to try again. | На этот вопрос уже ответили, или прошло больше десяти минут. Попросите ассистента повторить.',
  failed: 'Not done, or only partly done | Не сделано или сделано не полностью',
  unknown: 'The change may have been made | Возможно, изменение внесено',
  look: 'The answer did not arrive. Check the record before you try again. | Ответ не дошёл. Прежде чем повторить, проверьте запись.',
  what: 'What was asked | О чём был вопрос',
  more: 'Details | Подробности',
  told: 'The assistant was told. | Ассистент об этом знает.',
  untold:
    'The assistant was not told: tell it in the chat. | Ассистент об этом не знает: напишите ему в чате.',
});

/** Returns the request for confirmation that a result contains. Returns undefined if there is none. */
export const questionIn = (result: ShownResult): QuestionInCard | undefined =>
  result._meta?.[questionKey] as QuestionInCard | undefined;

/**
 * Creates the view in which the user confirms or rejects a change.
 * @param answered called with the result of the change after the user agreed
 */
export function questionView(
  asked: QuestionInCard,
  given: CardReader,
  host: Host,
  answered: (result: ShownResult) => void = () => undefined,
  plan?: PlanParts,
): HTMLElement {
  const until = localMoment(asked.until, given);
  const reader = { ...given, today: given.today ?? until?.day };
  const words = asked.words[reader.language];
  const question = asked[reader.language];
  const status = element('p', { class: 'dim', role: 'status' });
  const tick = element('input', { type: 'checkbox', id: 'agree' });
  const agreeing = element('span', {}, words.yes);
  const isReady = () => tick.checked && chosen?.ticked() !== 0;
  const ticked = () => {
    yes.disabled = !isReady();
    if (chosen) yes.textContent = agreeing.textContent = plan?.yes(chosen.ticked(), reader) ?? words.yes;
  };
  const chosen = plan?.choose(question.values, reader, (row) => textsOf(row, reader), ticked);
  const yes = button(
    { class: `b ${asked.risk === 'lost' ? 'risky' : 'main'}`, disabled: true },
    () => void answer(true),
    words.yes,
  );
  ticked();
  const no = button({ class: 'b' }, () => void answer(false), words.no);
  const end = (content: HTMLElement) => {
    article.replaceChildren(content, fold(say(reader, 'what'), undefined, ...body));
    article.querySelector('h1')?.focus();
  };
  const answer = async (agreed: boolean) => {
    if (agreed && !isReady()) return;
    const skip = chosen?.skipped() ?? [];
    for (const one of [yes, no, ...article.querySelectorAll('input')]) one.disabled = true;
    status.textContent = say(reader, 'sending');
    try {
      const result = await host.call(answerToolName, {
        state: asked.state,
        agreed,
        ...(skip.length > 0 ? { skip } : {}),
      });
      const told = element('p', { class: 'dim' });
      const shown = outcomeOf(
        result,
        asked,
        { ...reader, words: wordsWith(result) },
        {
          agreed,
          outcomes: plan?.outcomes(result, reader, host, {
            rows: question.values,
            textOf: (value) => textsOf(value, reader),
          }),
        },
      );
      shown.lastElementChild?.append(told);
      end(shown);
      void host
        .tellModel(toModel(asked.tool, agreed, result))
        .then((isTold) => told.append(say(reader, isTold ? 'told' : 'untold')));
      answered(result);
    } catch {
      end(verdict('danger', say(reader, 'unknown'), element('p', {}, say(reader, 'look'))));
    }
  };
  tick.addEventListener('change', ticked);
  const values = question.values.filter(({ row }) => row === undefined);
  const body = [...(chosen?.content ?? []), ...partsOf({ ...question, values }, asked, reader)];
  const article = element(
    'article',
    { class: 'question', 'aria-labelledby': 'title' },
    element(
      'p',
      { class: 'kick ask' },
      icon('alert'),
      element(
        'span',
        {},
        say(reader, 'asked'),
        until ? ` · ${say(reader, 'until')} ${until.time}` : '',
        element('span', { class: 'n' }, ` (${zoneText(reader.timeZone ?? 'UTC', reader)})`),
      ),
    ),
    element('h1', { id: 'title' }, bdi(question.title)),
    ...body,
    element(
      'div',
      { class: 'controls acts' },
      element('label', {}, tick, element('span', {}, `${say(reader, 'tick')} `, agreeing)),
      element('div', { class: 'flow' }, yes, no),
      status,
    ),
  );
  return article;
}

/** Replaces the marked date-times in a value with times in the time zone of the user. */
const timed = (value: string, reader: CardReader) =>
  value
    .split(momentMark.start)
    .map((part, index) => {
      const [at = '', ...after] = part.split(momentMark.end);
      return index === 0 ? part : [spokenInstant(at, reader), ...after].join('');
    })
    .join('');

/** Maximum length of a value that is shown inline, in characters. Longer values are shown in a block. */
const longText = 60;

function textsOf({ value, plain }: ShownValue, reader: CardReader): Node {
  const texts = (plain ?? [value]).map((one) => timed(one, reader));
  const [only = ''] = texts;
  if (texts.length === 1 && (only.length > longText || only.includes('\n')))
    return element('blockquote', { dir: 'auto' }, only);
  if (texts.length === 1) return bdi(only);
  return element('ul', {}, ...texts.map((one) => element('li', {}, bdi(one))));
}

/** Shows the previous value, followed by the value that replaces it. */
function changeOf({ before, ...own }: QuestionRow, reader: CardReader): Node {
  const now = textsOf(own, reader);
  return before ? element('div', {}, textsOf(before, reader), ' → ', now) : now;
}

function partsOf(
  { record: [first, ...record], facts, lost, values, stays, links }: Question,
  { tool, subject, risk }: QuestionInCard,
  reader: CardReader,
): Node[] {
  const shown = (list: readonly QuestionRow[]) =>
    pairs(list.map((one) => [one.label, changeOf(one, reader)] as const));
  const name = first?.plain?.length === 1 ? first.plain[0] : undefined;
  const shape =
    subject === 'task'
      ? element('span', { class: 'ring', 'aria-hidden': 'true' })
      : subject && subject !== 'person' && icon(subject);
  const about = name === undefined ? [...(first ? [first] : []), ...record, ...facts] : [...record, ...facts];
  const subjectOf = () =>
    element(
      'div',
      { class: 'subject record' },
      name !== undefined &&
        (subject === 'person' ? person(name) : element('strong', { class: 'flow' }, shape, bdi(name))),
      about.length > 0 && shown(about),
    );
  const loss = (title: string, ...content: (Node | undefined)[]) =>
    element(
      'section',
      { class: lost?.isReversible ? 'lost back' : 'lost' },
      element(
        'h2',
        { class: lost?.isReversible ? '' : 'danger' },
        lost?.isReversible ? undefined : icon('alert'),
        title,
      ),
      ...content,
    );
  return [
    first || about.length > 0 ? subjectOf() : undefined,
    values.length > 0
      ? group(say(reader, risk === 'out' ? 'out' : 'sent'), undefined, shown(values), 'sent')
      : undefined,
    links.length > 0
      ? group(
          say(reader, 'links'),
          links.length,
          element('ul', {}, ...links.map((link) => element('li', {}, bdi(link)))),
          'links',
        )
      : undefined,
    lost
      ? loss(lost.heading, lost.rows.length > 0 ? shown(lost.rows) : undefined)
      : risk === 'lost' && tool.startsWith('delete_')
        ? loss(say(reader, 'final'), element('p', {}, say(reader, 'noWay')))
        : undefined,
    stays.length > 0 ? group(say(reader, 'stays'), undefined, shown(stays), 'stays') : undefined,
  ].filter((one) => one !== undefined);
}

const codeOf = (result: ShownResult) =>
  result.isError ? /^[A-Z_]+(?=[: ])/.exec(saidBy(result)[0] ?? '')?.[0] : undefined;

/** Describes the outcome to the user. */
function outcomeOf(
  result: ShownResult,
  asked: QuestionInCard,
  reader: CardReader,
  { agreed, outcomes }: { readonly agreed: boolean; readonly outcomes: HTMLElement | undefined },
): HTMLElement {
  const code = codeOf(result);
  const words = asked.words[reader.language];
  const said = (name: Parameters<typeof say>[1]) => element('p', {}, say(reader, name));
  const [first] = asked[reader.language].record;
  const name = first?.plain?.[0];
  const called = name === undefined ? undefined : element('p', {}, bdi(name));
  if (code === 'DECLINED') return verdict('plain', words.kept, called);
  if (code === 'CHANGED_MEANWHILE') return verdict('warn', say(reader, 'nothing'), said('changed'));
  if (code === 'ALREADY_ANSWERED' || code === 'NOT_VALID')
    return verdict('warn', say(reader, 'nothing'), said('over'));
  if (outcomes && result.isError) return verdict('warn', say(reader, 'failed'), outcomes);
  if (!agreed || result.isError === true) return failed(result, reader);
  const notes = forPeople(notesBehind(result), reader);
  const told = changeSaid(result, reader.language);
  const done = told === undefined ? called : element('p', {}, bdi(told));
  return verdict(
    'good',
    words.done,
    outcomes ?? done,
    element('p', { class: 'dim' }, say(reader, 'byYou')),
    notesFold(say(reader, 'more'), notes, reader),
  );
}

function failed(result: ShownResult, reader: CardReader): HTMLElement {
  const { title, content } = reasonsOf(result, reader);
  return verdict('danger', say(reader, 'failed'), element('p', {}, title), ...content);
}

/** Returns the message for the model. It must not contain data from records. */
function toModel(tool: string, agreed: boolean, result: ShownResult): string {
  if (!agreed) return `The user answered no on the confirmation card for ${tool}. Nothing was done.`;
  const code = codeOf(result);
  return result.isError
    ? `The user agreed on the confirmation card for ${tool}; the call was not fully carried out${code ? ` (${code})` : ''}.`
    : `The user agreed on the confirmation card for ${tool}; the call was carried out.`;
}
