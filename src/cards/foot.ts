import { bdi, element, icon } from './element.ts';
import type { ShownResult } from './host.ts';
import { fold, pairs } from './parts.ts';
import { type CardReader, speak } from './reader.ts';
import { quotesIn, saidBy } from './said.ts';
import { causeOf, inWords, noteForPeople, tongueOf } from './server-words.ts';

/** What the server says of an answer, and why there is none. */

const say = speak({
  notes: 'Notes from the server | Примечания сервера',
  zone: 'Times: | Время:',
  failed: 'There is nothing to show | Показать нечего',
  forAdmin: 'For the administrator | Для администратора',
  code: 'Code | Код',
  request: 'Request | Запрос',
});

/** The foot of a card: its time zone, what the server says of its answer, and where it can be opened. */
export function foot(
  { notes = [], time_zone: zone }: { readonly notes?: readonly string[]; readonly time_zone?: string },
  reader: CardReader,
  ...more: readonly (Node | undefined)[]
): HTMLElement {
  // The first note is for models: that all this is data.
  const said = forPeople(notes.slice(1), reader);
  return element(
    'footer',
    {},
    zone === undefined ? undefined : element('span', {}, `${say(reader, 'zone')} `, bdi(zone)),
    ...more,
    notesFold(say(reader, 'notes'), said, reader),
  );
}

/** Sentences of the server under a heading; undefined if there are none. */
export const notesFold = (title: string, said: readonly string[], reader: CardReader) =>
  said.length > 0 ? fold(title, undefined, ...said.map((one) => spoken(one, reader))) : undefined;

/** A sentence of the server, in the language of the reader where that is known. */
function spoken(sentence: string, reader: CardReader, className?: string): HTMLElement {
  const text = inWords(sentence, reader);
  return element('p', { class: className, lang: tongueOf(text) }, bdi(text));
}

/** Returns notes in the words for people, without those that only a model can follow. */
export const forPeople = (notes: readonly string[], reader: CardReader): string[] =>
  notes.map((note) => noteForPeople(note, reader)).filter((note) => note !== '');

/** Whether the same call may be answered in a moment. */
export const mayPass = (result: ShownResult): boolean =>
  /^(?:UNREACHABLE|DEADLINE|RATE_LIMITED|API_ERROR 5\d\d)(?=:)/.test(saidBy(result)[0] ?? '');

/** An answer to a person: a sign, what became of it, and what to do. */
export const verdict = (
  tone: 'good' | 'warn' | 'danger' | 'plain',
  title: string,
  ...content: readonly (Node | undefined)[]
): HTMLElement =>
  element(
    'div',
    { class: `end ${tone}` },
    element(
      'span',
      { class: 'round' },
      icon(tone === 'good' ? 'check' : tone === 'plain' ? 'cross' : 'alert'),
    ),
    element('div', {}, element('h1', { id: 'title', tabindex: '-1' }, title), ...content),
  );

interface Reasons {
  readonly title: string;
  readonly content: readonly (Node | undefined)[];
}

/**
 * What went wrong. If the card has words for it, they come first, then what the server quotes; advice for models and ids
 * are left out, and the code is folded. If not, all that the server says.
 */
export function reasonsOf(result: ShownResult, reader: CardReader): Reasons {
  const texts = saidBy(result);
  const [title, ...advice] = causeOf(texts[0], reader) ?? [];
  if (title === undefined)
    return { title: say(reader, 'failed'), content: texts.map((text) => spoken(text, reader, 'said')) };
  const quotes = quotesIn(result).map((lines) =>
    element('ul', {}, ...lines.map((line) => element('li', { lang: tongueOf(line) }, bdi(line)))),
  );
  const [, request] = /^Request id: (.+)$/m.exec(texts.join('\n')) ?? [];
  const [, code = ''] = /^([A-Z_]+(?: \d{3})?)(?=:)/.exec(texts[0] ?? '') ?? [];
  const forAdmin = pairs([
    [say(reader, 'code'), code],
    ...(request === undefined ? [] : [[say(reader, 'request'), request] as const]),
  ]);
  return {
    title,
    content: [
      ...advice.map((text) => element('p', {}, text)),
      ...quotes,
      fold(say(reader, 'forAdmin'), undefined, forAdmin),
    ],
  };
}

/** An answer that is none. */
export function failure(result: ShownResult, reader: CardReader, again?: Node): HTMLElement {
  const { title, content } = reasonsOf(result, reader);
  return element('article', { 'aria-labelledby': 'title' }, verdict('warn', title, again, ...content));
}
