import { bdi, element, icon } from './element.ts';
import type { ShownResult } from './host.ts';
import { fold, pairs } from './parts.ts';
import { type CardReader, speak, zoneText } from './reader.ts';
import { quotesIn, saidBy } from './said.ts';
import { causeOf, inWords, noteForPeople, statusInWords, tongueOf } from './server-words.ts';

/** Footer of a card with the server's notes, and texts for errors. */

const say = speak({
  notes: 'Notes from the server | Примечания сервера',
  zone: 'Times: | Время:',
  failed: 'There is nothing to show | Показать нечего',
  forAdmin: 'For the administrator | Для администратора',
  code: 'Code | Код',
  request: 'Request | Запрос',
  similar: 'Similar names: | Похожие названия:',
});

/** Creates the footer of a card: its time zone, further content and the server's notes. */
export function foot(
  { notes = [], time_zone: zone }: { readonly notes?: readonly string[]; readonly time_zone?: string },
  reader: CardReader,
  ...more: readonly (Node | undefined)[]
): HTMLElement {
  // Skip the first note, which tells models that the content is data.
  const said = forPeople(notes.slice(1), reader);
  return element(
    'footer',
    {},
    zone === undefined
      ? undefined
      : element('span', { title: zone }, `${say(reader, 'zone')} `, bdi(zoneText(zone, reader))),
    ...more,
    notesFold(say(reader, 'notes'), said, reader),
  );
}

/** Creates a collapsed list of messages from the server under a title. Returns undefined if there are no messages. */
export const notesFold = (title: string, said: readonly string[], reader: CardReader) =>
  said.length > 0 ? fold(title, undefined, ...said.map((one) => spoken(one, reader))) : undefined;

/** Shows a message from the server, in the user's language if the result contains a translation. */
function spoken(sentence: string, reader: CardReader, className?: string): HTMLElement {
  const text = inWords(sentence, reader);
  return element('p', { class: className, lang: tongueOf(text) }, bdi(text));
}

/** Returns the notes in their wording for people. Omits notes that only a model can use. */
export const forPeople = (notes: readonly string[], reader: CardReader): string[] =>
  notes.map((note) => noteForPeople(note, reader)).filter((note) => note !== '');

/** Checks whether the same call may succeed a moment later. */
export const mayPass = (result: ShownResult): boolean =>
  /^(?:UNREACHABLE|DEADLINE|RATE_LIMITED|API_ERROR 5\d\d)(?=:)/.test(saidBy(result)[0] ?? '');

/** Creates a message for the user: an icon, a title with the outcome, and further content. */
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
 * Returns a title and content that explain an error. If the card has its own text for the error code, that text comes
 * first, followed by quotations from the result. Advice for models and ids are then omitted, and the code is collapsed.
 * Otherwise, all texts from the server are shown.
 */
export function reasonsOf(result: ShownResult, reader: CardReader): Reasons {
  const texts = saidBy(result);
  const [title, ...advice] = causeOf(texts[0], reader) ?? [];
  if (title === undefined)
    return { title: say(reader, 'failed'), content: texts.map((text) => spoken(text, reader, 'said')) };
  const quotes: HTMLElement[] = quotesIn(result).map((lines) =>
    element(
      'ul',
      {},
      ...lines.map((line) => element('li', { lang: tongueOf(line) }, bdi(statusInWords(line, reader)))),
    ),
  );
  if (texts[0]?.startsWith('NAME_UNKNOWN') && quotes.length > 0)
    quotes.unshift(element('p', { class: 'dim' }, say(reader, 'similar')));
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

/** Arguments that name a record. */
const naming = ['case', 'person', 'group', 'document'];

/**
 * Creates the card for a result that is an error.
 * @param input arguments of the call. If a name in them matches no record or several records, the card shows this name.
 */
export function failure(
  result: ShownResult,
  reader: CardReader,
  input: Readonly<Record<string, unknown>>,
  again?: Node,
): HTMLElement {
  const { title, content } = reasonsOf(result, reader);
  const isOfName = /^NAME_/.test(saidBy(result)[0] ?? '');
  const asked = naming.map((name) => input[name]).filter((one) => isOfName && typeof one === 'string');
  const names = asked.map((one) => element('p', {}, element('strong', {}, bdi(String(one)))));
  return element(
    'article',
    { 'aria-labelledby': 'title' },
    verdict('warn', title, ...names, again, ...content),
  );
}
