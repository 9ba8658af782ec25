import { bdi, element } from '../element.ts';
import { failure } from '../parts.ts';
import { saidBy } from '../question-view.ts';
import { speak } from '../reader.ts';
import { startCard } from '../start.ts';

const say = speak({
  document: { en: 'Document', ru: 'Документ' },
  found: { en: 'Found', ru: 'Найдено' },
  notes: { en: 'What the server says of this', ru: 'Примечания сервера' },
});

/** `== Page 2 of 7 ==`, before the text of each. */
const heading = /^== (.{1,400}) ==$/;

/** Pages of a document, or the passages that hold words, which are marked. */
startCard('document', (result, { reader, input }) => {
  const texts = saidBy(result);
  if (result.isError || texts.length === 0) return failure(texts, reader);
  const [text = '', ...notes] = texts;
  const lines = text.split('\n');
  const [first = '', ...rest] = lines;
  const [name = '', ...facts] = first.split(' | ');
  const find = typeof input.find === 'string' ? input.find : undefined;
  const blocks: HTMLElement[] = [];
  let body: string[] = [];
  let title: string | undefined;
  const close = () => {
    const content = body.join('\n').trim();
    if (title !== undefined || content !== '')
      blocks.push(
        element(
          'section',
          { class: 'page' },
          title === undefined ? undefined : element('h2', {}, bdi(title)),
          element('div', { class: 'said', dir: 'auto' }, ...marked(content, find)),
        ),
      );
    body = [];
  };
  for (const one of rest) {
    const [, next] = heading.exec(one) ?? [];
    if (next === undefined) body.push(one);
    else {
      close();
      title = next;
    }
  }
  close();
  const pictures = (result.content ?? []).flatMap(({ type, data, mimeType }) =>
    type === 'image' && /^image\/(png|jpeg)$/.test(mimeType ?? '') && /^[A-Za-z0-9+/=]+$/.test(data ?? '')
      ? [element('img', { src: `data:${mimeType};base64,${data}`, alt: say(reader, 'document') })]
      : [],
  );
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
    facts.length > 0 ? element('p', { class: 'dim' }, bdi(facts.join(' · '))) : undefined,
    ...blocks,
    ...pictures,
    notes.length > 0
      ? element(
          'details',
          {},
          element('summary', {}, say(reader, 'notes')),
          ...notes.map((note) => element('p', { lang: 'en' }, bdi(note))),
        )
      : undefined,
  );
});

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
