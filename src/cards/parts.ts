import { bdi, button, element, icon, type Shape } from './element.ts';
import type { Host } from './host.ts';
import { type CardReader, speak } from './reader.ts';
import { isNameless } from './server-words.ts';

/** Elements that all cards use: rows, chips, people, groups and collapsible parts. */

const say = speak({
  task: 'Task | Задача',
  event: 'Event | Событие',
  deadline: 'Deadline | Срок',
  document: 'Document | Документ',
  case: 'Case | Дело',
  open: 'Open in | Открыть в',
  nobody: 'nobody responsible | нет ответственного',
});

export type Tone = '' | 'danger' | 'warn' | 'good' | 'accent' | 'full';

/** Creates a short label for a state. */
export const chip = (text: string, tone: Tone = '', shape?: Shape): HTMLElement =>
  element('span', { class: `chip ${tone}` }, shape && icon(shape), bdi(text));

/** Shortens a Russian name: `Белов Олег Игоревич` becomes `Белов О. И.` */
export const shortName = (name: string): string =>
  name.replace(
    /^([А-ЯЁ][а-яё-]+) ([А-ЯЁ])[а-яё]+ ([А-ЯЁ])[а-яё]+$/,
    (_found, last: string, first: string, middle: string) => `${last}\u00a0${first}.\u00a0${middle}.`,
  );

const initials = (name: string) => (name.match(/(?<!\p{L})\p{L}/gu) ?? []).slice(0, 2).join('').toUpperCase();

/** Creates the element for a person. Shows initials unless the name is unknown. */
export const person = (name: string): HTMLElement =>
  element(
    'span',
    { class: 'who', title: name },
    isNameless(name) ? undefined : element('i', { 'aria-hidden': 'true' }, initials(name)),
    bdi(shortName(name)),
  );

/** Shows the people responsible for a task, or a warning if there are none. */
export const people = (names: readonly string[] | undefined, reader: CardReader): HTMLElement[] => {
  if (names === undefined) return [];
  return names.length > 0 ? names.map(person) : [element('span', { class: 'warn' }, say(reader, 'nobody'))];
};

export const sign = (kind: 'event' | 'deadline' | 'document' | 'case', reader: CardReader): HTMLElement =>
  element('span', { class: `sign ${kind}`, role: 'img', 'aria-label': say(reader, kind) }, icon(kind));

/** Creates the status ring of a task whose status the user cannot change here. */
export const ring = (state: string, reader: CardReader): HTMLElement =>
  element(
    'span',
    { class: `sign ${state}`, role: 'img', 'aria-label': say(reader, 'task') },
    element(
      'span',
      { class: 'ring' },
      state === 'done' ? icon('check') : state === 'cancelled' ? icon('cross') : undefined,
    ),
  );

type Piece = string | HTMLElement | undefined | false;

/** Creates the line with details of a row. */
export const meta = (...pieces: readonly Piece[]): HTMLElement =>
  element(
    'div',
    { class: 'meta' },
    ...pieces.flatMap((one) => (one ? [typeof one === 'string' ? element('span', {}, bdi(one)) : one] : [])),
  );

interface Row {
  readonly sign: HTMLElement;
  readonly name: string;
  readonly about?: HTMLElement | undefined;
  /** Time that precedes the row in the list of a day. */
  readonly time?: readonly (string | HTMLElement)[] | undefined;
  readonly class?: string;
  readonly acts?: HTMLElement | undefined;
  readonly under?: HTMLElement | undefined;
}

export const row = ({ sign: shape, name, about, time, class: own = '', acts, under }: Row): HTMLElement =>
  element(
    'li',
    { class: `row ${own}` },
    time && element('span', { class: 'time' }, ...time),
    shape,
    element('div', { class: 'what' }, element('div', { class: 'name' }, bdi(name)), about),
    acts,
    under,
  );

export const rows = (list: readonly Node[], className = ''): HTMLElement =>
  element('ul', { class: `rows ${className}` }, ...list);

export const group = (
  title: string,
  count: number | string | undefined,
  content: Node,
  className?: string,
): HTMLElement =>
  element(
    'section',
    { class: className },
    element('h2', {}, title, count !== undefined && element('span', { class: 'n' }, String(count))),
    content,
  );

export const fold = (title: string, count: number | undefined, ...content: Node[]): HTMLElement =>
  element(
    'details',
    {},
    element(
      'summary',
      { class: 'h2' },
      title,
      count !== undefined && element('span', { class: 'n' }, String(count)),
    ),
    ...content,
  );

/** Creates a list of names and values. */
export const pairs = (list: readonly (readonly [name: string, value: string | Node])[]): HTMLElement =>
  element(
    'dl',
    { class: 'pairs' },
    ...list.flatMap(([name, value]) => [
      element('dt', {}, bdi(name)),
      element('dd', {}, typeof value === 'string' ? bdi(value) : value),
    ]),
  );

/**
 * Creates a button that opens the page of a record and shows the real host name. Returns undefined if the URL is not a
 * web address.
 */
export function openButton(url: string | undefined, reader: CardReader, host: Host): HTMLElement | undefined {
  const address =
    url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined) return undefined;
  return button(
    { class: 'b small' },
    () => host.openLink(address.href),
    `${say(reader, 'open')} ${address.host}`,
  );
}
