import { bdi, element } from './element.ts';
import type { Host, ShownResult } from './host.ts';
import { spokenMoment } from './moments.ts';
import { type CardReader, speak } from './reader.ts';
import { quotesIn, saidBy } from './said.ts';
import { causeOf, inWords, noteForPeople, spokenNames, tongueOf } from './server-words.ts';

/** What several cards show alike. */

const say = speak({
  none: { en: 'None', ru: 'Нет' },
  notes: { en: 'What the server says of this', ru: 'Примечания сервера' },
  open: { en: 'Open in the service', ru: 'Открыть в системе' },
  zone: { en: 'Times: ', ru: 'Время: ' },
  overdue: { en: 'overdue', ru: 'просрочено' },
  noDate: { en: 'no date', ru: 'без срока' },
  dayOff: { en: 'day off, so', ru: 'выходной, поэтому' },
  nobody: { en: 'nobody', ru: 'никто' },
  allDay: { en: 'all day', ru: 'весь день' },
  failed: { en: 'There is nothing to show:', ru: 'Показать нечего:' },
});

/** A part under a heading; undefined where the answer does not hold it, `None` where it is empty. */
export function section(
  heading: string,
  rows: readonly Node[] | undefined,
  reader: CardReader,
  className = '',
): HTMLElement | undefined {
  if (rows === undefined) return undefined;
  const content =
    rows.length > 0 ? element('ul', {}, ...rows) : element('p', { class: 'dim' }, say(reader, 'none'));
  return element('section', { class: className }, element('h2', {}, heading), content);
}

/** A row: what it is, and what else there is to say of it. */
export const item = (
  main: string,
  details: readonly (string | undefined | false)[],
  ...more: readonly (Node | undefined)[]
): HTMLElement => {
  const told = details.filter((one) => typeof one === 'string' && one !== '') as string[];
  return element(
    'li',
    {},
    element('div', { class: 'main' }, bdi(main)),
    ...(told.length > 0
      ? [
          element(
            'div',
            { class: 'dim' },
            ...told.flatMap((one, at) => [...(at > 0 ? [' · '] : []), bdi(one)]),
          ),
        ]
      : []),
    ...more,
  );
};

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

/** @param under the day that it stands under */
export const taskItem = (
  task: Task,
  reader: CardReader,
  under?: string,
  ...more: readonly (Node | undefined)[]
): HTMLElement => {
  const moved = task.works_on && spokenMoment(task.works_on, reader);
  const due = task.due && spokenMoment(task.due, reader, under);
  const row = item(
    task.name ?? task.id,
    [
      task.due === undefined
        ? say(reader, 'noDate')
        : moved
          ? `${due} (${say(reader, 'dayOff')} ${moved})`
          : due,
      spokenNames(task.responsible?.join(', ') || say(reader, 'nobody'), reader),
      task.status,
      task.priority,
      task.case,
    ],
    ...more,
  );
  if (task.overdue)
    row.firstElementChild?.prepend(element('span', { class: 'mark bad' }, say(reader, 'overdue')), ' ');
  return row;
};

export interface CaseEvent {
  readonly id: string;
  readonly name?: string;
  readonly start?: string;
  readonly end?: string;
  readonly all_day?: boolean;
  readonly type?: string;
  readonly place?: string;
  readonly case?: string;
  readonly attendees?: readonly string[];
}

/** @param under the day that it stands under */
export function eventItem(event: CaseEvent, reader: CardReader, under?: string): HTMLElement {
  const [start, end] = [event.start, event.end].map((one) => one && spokenMoment(one, reader, under));
  const when = [start, end].filter(Boolean).join('\u00a0–\u00a0');
  return item(event.name ?? event.id, [
    when || (event.start === undefined && say(reader, 'noDate')),
    event.all_day && say(reader, 'allDay'),
    event.type,
    event.place,
    event.case,
    event.attendees && spokenNames(event.attendees.join(', '), reader),
  ]);
}

/** The page of a record, where its address is one of the web, with its real host. */
export function openButton(url: string | undefined, reader: CardReader, host: Host): HTMLElement | undefined {
  const address =
    url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  if (address === undefined) return undefined;
  const button = element(
    'button',
    { type: 'button', class: 'open' },
    `${say(reader, 'open')} (${address.host})`,
  );
  button.addEventListener('click', (event) => {
    if (event.isTrusted) host.openLink(address.href);
  });
  return button;
}

/** The foot of a card: in which time zone it speaks, and what the server says of its answer. */
export function foot(
  { notes = [], time_zone: zone }: { readonly notes?: readonly string[]; readonly time_zone?: string },
  reader: CardReader,
): HTMLElement {
  // The first note is for models: that all this is data.
  const said = forPeople(notes.slice(1), reader);
  return element(
    'footer',
    { class: 'dim' },
    ...(zone === undefined ? [] : [element('p', {}, `${say(reader, 'zone')}${zone}`)]),
    ...(said.length > 0
      ? [
          element(
            'details',
            {},
            element('summary', {}, say(reader, 'notes')),
            ...said.map((one) => spoken(one, reader)),
          ),
        ]
      : []),
  );
}

/** A sentence of the server, in the language of the reader where that is known. */
export function spoken(sentence: string, reader: CardReader, className?: string): HTMLElement {
  const text = inWords(sentence, reader);
  return element('p', { class: className, lang: tongueOf(text) }, bdi(text));
}

/** Returns notes in the words for people, without those that only a model can follow. */
export const forPeople = (notes: readonly string[], reader: CardReader): string[] =>
  notes.map((note) => noteForPeople(note, reader)).filter((note) => note !== '');

/**
 * What went wrong. If the card has words for it, they come first, then what the server quotes and the code; advice for
 * models and ids are left out. If not, all that the server says.
 */
export const reasons = (result: ShownResult, reader: CardReader): HTMLElement[] => {
  const texts = saidBy(result);
  const cause = causeOf(texts[0], reader);
  if (cause === undefined) return texts.map((text) => spoken(text, reader, 'said'));
  const request = /^Request id: (.+)$/m.exec(texts.join('\n'))?.[0];
  const [, code = ''] = /^([A-Z_]+(?: \d{3})?)(?=:)/.exec(texts[0] ?? '') ?? [];
  return [
    element('p', { class: 'cause' }, cause),
    ...quotesIn(result).map((lines) =>
      element('ul', {}, ...lines.map((line) => element('li', { lang: tongueOf(line) }, bdi(line)))),
    ),
    element('p', { class: 'dim' }, [code, request].filter(Boolean).join(' · ')),
  ];
};

/** An answer that is none. */
export const failure = (result: ShownResult, reader: CardReader): HTMLElement =>
  element(
    'article',
    {},
    element('p', { class: 'status bad' }, say(reader, 'failed')),
    ...reasons(result, reader),
  );
