import { type DocumentFacts, factsKey } from '../contract/features/card-facts.ts';
import { bdi, button, element } from './element.ts';
import { reasonsOf } from './foot.ts';
import { nearDay, readMoment } from './moments.ts';
import { meta, openButton, sign } from './parts.ts';
import { speak } from './reader.ts';
import type { Drawing } from './start.ts';

const say = speak({
  reading: 'Reading… | Читаем…',
  all: 'Read all | Читать целиком',
  noText: 'It has no text to show here. | Текста, который можно показать здесь, нет.',
  unread: 'It could not be read now. | Сейчас прочитать не удалось.',
});

export interface Paper {
  readonly id: string;
  readonly name?: string;
  readonly type?: string;
  readonly created?: string;
}

/** Number of characters that are shown at first. */
const beginning = 400;

/** Creates the row of a document. The beginning of its text is read when the user first opens the row. */
export function paper({ id, name, type, created }: Paper, drawing: Drawing): HTMLElement {
  const { reader, host } = drawing;
  const day = readMoment(created)?.day;
  const inside = element('div', { class: 'beginning' });
  const details = element(
    'details',
    {},
    element(
      'summary',
      {},
      sign('document', reader),
      element(
        'span',
        { class: 'what' },
        element('span', { class: 'name' }, bdi(name ?? id)),
        meta(type, day ? nearDay(day, reader) : created),
      ),
    ),
    inside,
  );
  const open = async () => {
    inside.replaceChildren(element('p', { class: 'dim', role: 'status' }, say(reader, 'reading')));
    const result = await host.call('read_document', { document: id }).catch(() => undefined);
    if (result === undefined || result.isError) {
      const title = result ? reasonsOf(result, reader).title : say(reader, 'unread');
      inside.replaceChildren(element('p', { class: 'danger', role: 'status' }, title));
      return;
    }
    const { pages = [], url } = (result._meta?.[factsKey] ?? {}) as Partial<DocumentFacts>;
    const text = pages
      .map((page) => page.text)
      .join('\n\n')
      .replace(/^#{1,6} /gm, '')
      .replace(/ ?\[(?:header|footer|\^[\w ]+): ([^[\]]*)\]/g, ' ($1)')
      .replace(/^\| (.+) \|$/gm, (_line, cells: string) => cells.replaceAll(' | ', ' · '))
      .trim();
    const short = text.length > beginning ? `${wholeWords(text.slice(0, beginning))} …` : text;
    const shown = element('p', { dir: 'auto' }, short || say(reader, 'noText'));
    const all = button(
      { class: 'b small' },
      () => {
        shown.textContent = text;
        all.remove();
      },
      say(reader, 'all'),
    );
    inside.replaceChildren(
      shown,
      element('div', { class: 'flow acts' }, short === text ? undefined : all, openButton(url, reader, host)),
    );
  };
  let isRead = false;
  details.firstElementChild?.addEventListener('click', (event) => {
    if (isRead || !event.isTrusted) return;
    isRead = true;
    void open();
  });
  return element('li', { class: 'paper' }, details);
}

/** Returns the text without its last word, which may be truncated. Returns a single word unchanged. */
function wholeWords(text: string): string {
  const end = Math.max(text.lastIndexOf(' '), text.lastIndexOf('\n'));
  return end > 0 ? text.slice(0, end).trimEnd() : text;
}
