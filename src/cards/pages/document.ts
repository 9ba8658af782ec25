import { inDocumentWords } from '../document-words.ts';
import { bdi, element } from '../element.ts';
import { dayText } from '../moments.ts';
import { failure, forPeople, spoken } from '../parts.ts';
import { type CardReader, speak } from '../reader.ts';
import { saidBy } from '../said.ts';
import { startCard } from '../start.ts';

const say = speak({
  document: { en: 'Document', ru: 'Документ' },
  found: { en: 'Found', ru: 'Найдено' },
  notes: { en: 'What the server says of this', ru: 'Примечания сервера' },
});

/** `== Page 2 of 7 ==`, before the text of each. */
const heading = /^== (.{1,400}) ==$/;
/** What the text says of its own: a heading, or under which one a passage stands. */
const ownHeading = /^(\[under: )?#{1,6} (.{1,400}?)\]?$/;

/** Pages of a document, or the passages that hold words, which are marked. */
startCard('document', (result, { reader, input }) => {
  const texts = saidBy(result);
  if (result.isError || texts.length === 0) return failure(result, reader);
  const [text = '', ...said] = texts;
  const notes = forPeople(
    said.flatMap((block) => block.split('\n')),
    reader,
  );
  const blank = text.indexOf('\n\n');
  const end = blank === -1 ? text.indexOf('\n') : blank;
  const head = end === -1 ? text : text.slice(0, end);
  const [first = '', ...about] = head.split('\n');
  const [name = '', ...facts] = first.split(' | ');
  const find = typeof input.find === 'string' ? input.find : undefined;
  const pictures = (result.content ?? []).flatMap(({ type, data, mimeType }) =>
    type === 'image' && /^image\/(png|jpeg)$/.test(mimeType ?? '') && /^[A-Za-z0-9+/=]+$/.test(data ?? '')
      ? [element('img', { src: `data:${mimeType};base64,${data}`, alt: say(reader, 'document') })]
      : [],
  );
  const lines = [facts.join(' | '), ...about].flatMap((line) => factsOf(line, reader));
  return element(
    'article',
    { 'aria-labelledby': 'title' },
    element(
      'p',
      { class: 'kicker' },
      find === undefined ? say(reader, 'document') : `${say(reader, 'found')}: `,
      bdi(find ?? ''),
    ),
    element('h1', { id: 'title' }, bdi(name)),
    ...lines.map((line) => element('p', { class: 'dim' }, bdi(line))),
    ...pagesOf(end === -1 ? [] : text.slice(end).trim().split('\n'), find, reader),
    ...pictures,
    notes.length > 0
      ? element(
          'details',
          {},
          element('summary', {}, say(reader, 'notes')),
          ...notes.map((note) => spoken(note, reader)),
        )
      : undefined,
  );
});

/** A line of what is said of a document, for people: they do not read ids. */
function factsOf(line: string, reader: CardReader): string[] {
  const shown = line
    .split(' | ')
    .filter((one) => one !== '' && !/^id [\w-]+$/.test(one))
    .map((one) =>
      inDocumentWords(one, reader).replace(/\b\d{4}-\d\d-\d\d(?!T)\b/g, (day) =>
        Number.isNaN(Date.parse(day)) ? day : dayText(day, reader),
      ),
    );
  return shown.length > 0 ? [shown.join(' · ')] : [];
}

function pagesOf(lines: readonly string[], find: string | undefined, reader: CardReader): HTMLElement[] {
  const pages: HTMLElement[] = [];
  let title: string | undefined;
  let body: (Node | string)[] = [];
  const close = () => {
    if (title !== undefined || body.some((one) => typeof one !== 'string' || one.trim() !== ''))
      pages.push(
        element(
          'section',
          { class: 'page' },
          title === undefined ? undefined : element('h2', {}, bdi(inDocumentWords(title, reader))),
          element('div', { class: 'said', dir: 'auto' }, ...body),
        ),
      );
    body = [];
  };
  for (const line of lines) {
    const [, next] = heading.exec(line) ?? [];
    if (next !== undefined) {
      close();
      title = next;
      continue;
    }
    const [, under, own] = ownHeading.exec(line) ?? [];
    const words = marked(own ?? inDocumentWords(line, reader), find);
    if (own === undefined) body.push(...words, '\n');
    else body.push(element('div', { class: under === undefined ? 'heading' : 'dim' }, ...words));
  }
  close();
  return pages;
}

/** Words of a search stand in other forms, too: what begins alike is marked. */
const fewestLetters = 4;

function marked(text: string, find: string | undefined): (Node | string)[] {
  const words = find?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // Short ones stand everywhere.
  const telling = words.filter((word) => word.length >= fewestLetters || /\d/.test(word));
  const stems = (telling.length > 0 ? telling : words).map((word) =>
    word.length > fewestLetters + 1 ? word.slice(0, Math.max(fewestLetters, word.length - 3)) : word,
  );
  if (stems.length === 0) return [text];
  return text.split(/([\p{L}\p{N}]+)/u).map((piece) => {
    const word = piece.toLowerCase().replaceAll('ё', 'е');
    const isFound = stems.some((stem) =>
      stem.length < fewestLetters ? word === stem : word.startsWith(stem.replaceAll('ё', 'е')),
    );
    return isFound ? element('mark', {}, piece) : piece;
  });
}
