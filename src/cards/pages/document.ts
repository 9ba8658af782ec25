import { type DocumentFacts, factsKey, type PageFacts } from '../../contract/features/card-facts.ts';
import { bdi, button, element } from '../element.ts';
import { failure, forPeople, notesFold } from '../foot.ts';
import type { ShownResult } from '../host.ts';
import { passageWithMarks } from '../marked.ts';
import { nearDay } from '../moments.ts';
import { fold, meta, openButton, shortName } from '../parts.ts';
import { type CardReader, speak } from '../reader.ts';
import { saidBy } from '../said.ts';
import { type Drawing, startCard } from '../start.ts';

const say = speak({
  document: 'Document | Документ',
  notes: 'Notes from the server | Примечания сервера',
  passages: 'Passages: | Отрывков:',
  with: 'with | со словами',
  none: 'No passage with | Нет отрывков со словами',
  quotes: '“” | «»',
  otherWords: 'The document may use other words. | Возможно, в документе это сказано иначе.',
  start: 'Read from the beginning | Читать с начала',
  page: 'Page | Страница',
  sheet: 'Sheet | Лист',
  slide: 'Slide | Слайд',
  part: 'Part | Часть',
  pages: 'Pages: | Страниц:',
  sheets: 'Sheets: | Листов:',
  slides: 'Slides: | Слайдов:',
  parts: 'Parts: | Частей:',
  of: 'of | из',
  rest: 'More pages | Ещё страницы',
  dated: 'dated | от',
  filed: 'added | добавлен',
  by: 'by | ·',
  header: 'Header: | Верхний колонтитул:',
  footer: 'Footer: | Нижний колонтитул:',
  noText: 'No text: it is a picture. | Текста нет: это изображение.',
  empty: 'No text | Без текста',
  below: 'The text is below. | Текст ниже.',
  text: 'Text of these pages | Текст этих страниц',
});

type Facts = Partial<DocumentFacts>;

/** Shows the pages of a document, or the passages that contain the words of a search. */
startCard(
  'document',
  (result, drawing) => {
    const texts = saidBy(result);
    if (result.isError || texts.length === 0) return failure(result, drawing.reader, drawing.input);
    const facts = (result._meta?.[factsKey] ?? bare(texts[0] ?? '')) as Facts;
    const { host } = drawing;
    const reader = { ...drawing.reader, today: facts.today };
    const said = texts.slice(1).flatMap((block) => block.split('\n'));
    return element(
      'article',
      { 'aria-labelledby': 'title' },
      headOf(facts, reader),
      ...(facts.find === undefined ? pagesOf(facts, result, reader) : passagesOf(facts, drawing)),
      element(
        'footer',
        {},
        openButton(facts.url, reader, host),
        notesFold(say(reader, 'notes'), forPeople(said, reader), reader),
      ),
    );
  },
  () => 'read_document',
);

/** Takes the name and one page from the text. Used if the host does not forward the structured facts of the result. */
function bare(text: string): Facts {
  const [name = '', ...rest] = text.split('\n');
  return { name, pages: [{ number: 1, place: '', text: rest.join('\n').trim() }] };
}

function headOf({ name = '', ...facts }: Facts, reader: CardReader): HTMLElement {
  const { extension, type, dated, case: ofCase, filed, author, unit = 'page', total } = facts;
  const day = (text: string | undefined) =>
    text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) ? nearDay(text, reader) : text;
  const units = `${unit}s` as Parameters<typeof say>[1];
  return element(
    'header',
    {},
    element(
      'div',
      { class: 'doc' },
      element('span', { class: 'kind', 'aria-hidden': 'true' }, (extension ?? '').slice(0, 4).toUpperCase()),
      element(
        'div',
        {},
        element('h1', { id: 'title' }, bdi(name)),
        meta(
          type,
          // A service may fill the date of a document with the day on which it was added.
          dated && dated !== filed && `${say(reader, 'dated')} ${day(dated)}`,
          total !== undefined && total > 1 && `${say(reader, units)} ${total}`,
          ofCase,
          filed &&
            [say(reader, 'filed'), day(filed), author && `${say(reader, 'by')} ${shortName(author)}`]
              .filter(Boolean)
              .join(' '),
        ),
      ),
    ),
  );
}

const placeOf = (page: PageFacts, facts: Facts, reader: CardReader): string => {
  const { place, document, unit = facts.unit ?? 'page', total = facts.total } = page;
  if (place === '') return document ?? '';
  const parts = [
    say(reader, unit as Parameters<typeof say>[1]),
    place,
    total && `${say(reader, 'of')} ${total}`,
  ];
  return [document, parts.filter(Boolean).join(' ')].filter(Boolean).join(', ');
};

function section(page: PageFacts, facts: Facts, reader: CardReader, className: string): HTMLElement {
  const { heading, label, text } = page;
  const { document = '', total = facts.total } = page;
  const title = total === 1 ? document : placeOf(page, facts, reader);
  const about = heading ?? label ?? '';
  const isTitled = title !== '' || about !== '';
  return element(
    'section',
    { class: `passage ${className}` },
    isTitled ? element('h2', {}, title, element('span', { class: 'n' }, bdi(about))) : undefined,
    ...paragraphs(text, facts.find, reader, isTitled ? 'h3' : 'h2'),
  );
}

/** Maximum number of columns of a table. In a narrow card, a row with more cells is easier to read as one line. */
const maxColumns = 4;

/** Returns the cells of a line such as `| cell | cell |`. Returns undefined for other lines and for very wide rows. */
function cellsOf(line: string): string[] | undefined {
  const cells = line.startsWith('| ') && line.endsWith(' |') ? line.slice(2, -2).split(' | ') : [];
  return cells.length > 1 && cells.length <= maxColumns ? cells : undefined;
}

/** A header or footer in a line, as the server marks it: `[header: text]`. */
const marginLine = /^\[(header|footer): (.*)\]$/;
/** A footnote or endnote, as the server marks it: `[^1: text]`. Only the first reference to a note has its text. */
const noteMark = /(?<!\\)\[\^((?:end )?\d+)(?:: ((?:\\.|[^[\]\\])*))?\]/g;

/**
 * Converts text to paragraphs and tables. Keeps its line breaks and formats lines that are marked as headings, headers
 * or footers. Footnotes follow the paragraph that refers to them.
 */
function paragraphs(text: string, find: string | undefined, reader: CardReader, level: 'h2' | 'h3'): Node[] {
  if (text === '') return [element('p', { class: 'dim' }, say(reader, 'noText'))];
  const parts: Node[] = [];
  let lines: string[] = [];
  let table: HTMLElement | undefined;
  let notes: HTMLElement[] = [];
  const nodesOf = (own: string): (Node | string)[] => {
    const nodes: (Node | string)[] = [];
    let from = 0;
    for (const { 0: mark, 1: number = '', 2: note, index } of own.matchAll(noteMark)) {
      nodes.push(...passageWithMarks(own.slice(from, index), find), element('sup', {}, number));
      from = index + mark.length;
      if (note !== undefined)
        notes.push(
          element(
            'p',
            { class: 'dim', dir: 'auto' },
            element('sup', {}, number),
            ' ',
            ...passageWithMarks(note, find),
          ),
        );
    }
    return [...nodes, ...passageWithMarks(own.slice(from), find)];
  };
  const close = () => {
    const own = lines.join('\n').trim();
    if (own !== '') parts.push(element('p', { dir: 'auto' }, ...nodesOf(own)));
    parts.push(...notes);
    [lines, notes, table] = [[], [], undefined];
  };
  for (const line of text.split('\n')) {
    const [, heading] = /^#{1,6} (.{1,400})$/.exec(line) ?? [];
    const cells = cellsOf(line);
    const [, margin, marginText = ''] = marginLine.exec(line) ?? [];
    if (margin) {
      close();
      const title = `${say(reader, margin as 'header' | 'footer')} `;
      parts.push(element('p', { class: 'dim', dir: 'auto' }, title, ...nodesOf(marginText)));
    } else if (cells) {
      if (table === undefined) {
        close();
        table = element('table', {});
        parts.push(table);
      }
      const cell = (one: string) => {
        const own = one.replaceAll('\\|', '|').replaceAll('<br>', '\n');
        return element('td', { dir: 'auto' }, ...nodesOf(own));
      };
      table.append(element('tr', {}, ...cells.map(cell)));
    } else if (heading === undefined) {
      if (table !== undefined) close();
      lines.push(line);
    } else {
      close();
      parts.push(element(level, { class: 'heading', dir: 'auto' }, ...nodesOf(heading)));
    }
  }
  close();
  return parts;
}

/** Number of pages that are open at first. Further pages are collapsed. */
const openPages = 2;

function pagesOf(facts: Facts, { content = [] }: ShownResult, reader: CardReader): Node[] {
  const { pages = [], pictures = [] } = facts;
  const images = content.flatMap(({ type, data, mimeType }) =>
    type === 'image' && /^image\/(png|jpeg)$/.test(mimeType ?? '') && /^[A-Za-z0-9+/=]+$/.test(data ?? '')
      ? [`data:${mimeType};base64,${data}`]
      : [],
  );
  const sheets = images.map((src, at) => {
    const title = placeOf({ number: 0, place: String(pictures[at] ?? at + 1), text: '' }, facts, reader);
    const alt = pages.length > 0 ? `${title}. ${say(reader, 'below')}` : title;
    return element(
      'figure',
      {},
      element('img', { src, alt }),
      element('figcaption', { class: 'dim' }, title),
    );
  });
  const drawn = pages.map((page) => section(page, facts, reader, 'text'));
  const shown = images.length > 0 ? [] : drawn.slice(0, openPages);
  const rest = images.length > 0 ? drawn : drawn.slice(openPages);
  const title = say(reader, images.length > 0 ? 'text' : 'rest');
  return [
    ...(sheets.length > 0 ? [element('div', { class: 'sheets' }, ...sheets)] : []),
    ...shown,
    ...(rest.length > 0 ? [fold(title, rest.length, ...rest)] : []),
  ];
}

function passagesOf(facts: Facts, { reader, input, again }: Drawing): Node[] {
  const { pages = [], found, find = '' } = facts;
  if (pages.length > 0)
    return [
      element(
        'p',
        { class: 'lead' },
        `${say(reader, 'passages')} ${found ?? pages.length}, ${say(reader, 'with')} `,
        element('mark', {}, find),
      ),
      ...pages.map((page) => section(page, facts, reader, '')),
    ];
  const { find: _find, ...rest } = input;
  const isOfCase = rest.document === undefined && rest.path === undefined && rest.case !== undefined;
  const [open, close] = say(reader, 'quotes');
  return [
    element(
      'p',
      { class: 'lead' },
      element('strong', {}, `${say(reader, 'none')} ${open}`, bdi(find), `${close}.`),
    ),
    element('p', { class: 'dim' }, say(reader, 'otherWords')),
    // Offer to read from the beginning, except after a search in all documents of a case, which has no beginning.
    ...(isOfCase
      ? []
      : [button({ class: 'b' }, () => void again({ ...rest, pages: '1-' }), say(reader, 'start'))]),
  ];
}
