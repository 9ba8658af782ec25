import { InvalidArgumentsError } from '../../contract/errors.ts';
import type { DocumentFacts, PageFacts } from '../../contract/features/card-facts.ts';
import {
  hasEscapes,
  inMark,
  partOfMarked,
  printed,
  withoutMarkers,
} from '../../contract/features/documents/document-marks.ts';
import type { DocumentContent } from '../../contract/features/documents/document-reader.ts';
import type { Worded } from '../../contract/language.ts';
import { worded } from '../../contract/worded.ts';
import { rangeText } from './as-pictures.ts';
import { chosen, chunksOf, placeOf, rangeOf, type TextChunk } from './chunks.ts';
import { findPassages, type Passage } from './find.ts';
import { documentMessages, unitNames, unitPlurals, unitsBefore } from './messages.ts';
import { withNames } from './named-parts.ts';
import { countedUnits, restNote } from './notes.ts';
import {
  type AskedOfDocument,
  contentOf,
  maxPictures,
  pagePictures,
  type Said,
  type Where,
} from './reading.ts';

/** Tokens reserved for the lines above the text. */
const headTokens = 200;
/** Maximum length of a chunk, in characters. Several such chunks fit in an answer of the usual size. */
const longestChunk = 8000;
const shortestChunk = 500;
/** Maximum number of tokens per character, in prose of any script. */
const tokensPerCharacter = 0.5;

/** Returns the text by pages, with pictures of pages without text; or the passages that contain the searched words. */
export async function readAsText(where: Where, asked: AskedOfDocument): Promise<Said> {
  const { wanted, spans, find } = asked;
  const range = spans ? rangeOf(spans) : find === undefined ? { from: 1, to: 1 } : undefined;
  const { content, isPrinted } = await contentOf(where, wanted, range);
  const longest = Math.max(
    shortestChunk,
    Math.min(longestChunk, Math.floor((where.room.tokens - headTokens) / tokensPerCharacter)),
  );
  const all = chunksOf(content, Number.isFinite(where.room.tokens) ? longest : Number.POSITIVE_INFINITY);
  const chunks = chosen(all, spans);
  if (chunks.length === 0)
    throw new InvalidArgumentsError(`pages: the document has ${countedUnits(content.total, content.unit)}.`);
  const head = headOf(wanted.source.card, content, spans === undefined && find === undefined);
  const said =
    find === undefined
      ? await wholePages(where, asked, { content, chunks, all, head })
      : await passages(find, { content, chunks, all, head });
  const { unit, total } = content;
  return {
    ...said,
    facts: { ...wanted.source.facts, unit, total, pictures: [], find, pages: [], ...said.facts },
    notes: [
      ...(isPrinted ? [documentMessages.printed] : []),
      ...content.notes,
      ...(hasEscapes(said.text ?? '') ? [documentMessages.escaped] : []),
      ...(said.notes ?? []),
    ],
  };
}

interface Material {
  readonly content: DocumentContent;
  /** Chunks that were requested. */
  readonly chunks: readonly TextChunk[];
  /** Chunks that were read. */
  readonly all: readonly TextChunk[];
  readonly head: readonly string[];
}

/** An answer whose structured data describes only its pages. */
type SaidOfPages = Omit<Said, 'facts'> & { readonly facts: Partial<DocumentFacts> };

const pageFacts = (chunk: TextChunk, text: string): PageFacts => ({
  number: chunk.part.number,
  place: placeOf(chunk),
  label: chunk.part.label && oneLine(chunk.part.label),
  text,
});

const shownProperties = 10;
const shownInside = 40;
const longestProperty = 300;
/** Puts text from a document or its record on one line. */
const oneLine = (text: string) => printed(partOfMarked(text.replace(/\s+/g, ' ').trim(), 0, longestProperty));
const size = (bytes: number | undefined) => (bytes === undefined ? '' : ` (${Math.ceil(bytes / 1024)} KB)`);

/**
 * Returns the lines above the text: data from the record and the type of the file. Before the first pages, also the
 * properties of the file and the files inside it.
 */
function headOf(
  card: readonly string[],
  { kind, unit, total, ...content }: DocumentContent,
  isFirst: boolean,
): string[] {
  const [name = ''] = card;
  if (!isFirst) return [`${name} | ${kind}, ${countedUnits(total, unit)}`];
  const properties = Object.entries(content.properties).slice(0, shownProperties);
  const inside = content.attachments.slice(0, shownInside);
  const more = content.attachments.length - inside.length;
  return [
    ...card,
    `${kind}, ${countedUnits(total, unit)}`,
    ...(properties.length > 0
      ? [
          `Properties of the file: ${properties.map(([key, value]) => `${key}: ${oneLine(withoutMarkers(value))}`).join('; ')}`,
        ]
      : []),
    ...(inside.length > 0
      ? [
          `Files inside (to read some, pass their numbers as \`attachment\`: 1,2): ${inside.map((one) => `${one.index}. ${oneLine(withoutMarkers(one.name))}${size(one.size)}`).join('; ')}${more > 0 ? `; and ${more} more` : ''}`,
        ]
      : []),
  ];
}

const titleOf = (chunk: TextChunk, { unit, total }: DocumentContent) =>
  `== ${unitNames[unit].en} ${placeOf(chunk)} of ${total}${chunk.part.label === undefined ? '' : `: ${oneLine(chunk.part.label)}`} ==`;

/** Returns as many pages as fit, with a note on how to get the others. */
async function wholePages(
  where: Where,
  { wanted, isTextOnly }: AskedOfDocument,
  material: Material,
): Promise<SaidOfPages> {
  const { content, chunks, head } = material;
  const { tokens, tokensOf } = where.room;
  const isSingle = content.total === 1 && chunks.length === 1;
  let left = tokens - tokensOf(head.join('\n'));
  const lines: string[] = [];
  const pages: PageFacts[] = [];
  const shown: TextChunk[] = [];
  const pictured = new Set<number>();
  for (const chunk of chunks) {
    const { number, isPicture } = chunk.part;
    if (isPicture && !pictured.has(number) && pictured.size === maxPictures) break;
    const own = printed(chunk.text.trim());
    const text = own || (isPicture ? '[a picture]' : '[no text]');
    const block = isSingle ? text : `${titleOf(chunk, content)}\n${text}`;
    left -= tokensOf(block) + 1;
    if (left < 0 && shown.length > 0) break;
    if (isPicture) pictured.add(number);
    lines.push(block);
    pages.push(pageFacts(chunk, own));
    shown.push(chunk);
  }
  const numbers = [...pictured];
  const isShown = numbers.length > 0 && !isTextOnly;
  const { pictures } = isShown ? await pagePictures(where, wanted, numbers) : { pictures: [] };
  const why = isTextOnly ? documentMessages.picturesElsewhere : documentMessages.asPictures;
  return {
    text: [...head, '', ...lines].join('\n'),
    facts: { pages, pictures: isShown ? numbers : [] },
    pictures,
    notes: [
      ...(numbers.length > 0
        ? [worded(why, { unit: unitsBefore[content.unit], numbers: rangeText(numbers) })]
        : []),
      ...rest(content, material, shown),
    ],
  };
}

/** Returns the note on how to get the following pages, in portions of about the same length. */
function rest(
  { total, unit }: DocumentContent,
  { chunks, all }: Material,
  shown: readonly TextChunk[],
): Worded[] {
  const end = shown.at(-1) as TextChunk;
  const left = chunks.slice(shown.length);
  const known = left.length > 0 ? left : all.slice(all.indexOf(end) + 1);
  const last = end.part.number;
  if (known.length === 0 && last >= total) return [];
  const next =
    known.length > 0
      ? placesOf(known.slice(0, shown.length))
      : rangeText(numbersFrom(last + 1, Math.min(total, last + shown.length)));
  const places = placesOf(shown);
  const what =
    shown.length === 1
      ? worded(documentMessages.onePlace, { unit: unitNames[unit], place: places, total })
      : worded(documentMessages.places, { units: unitPlurals[unit], places, total });
  return [restNote(what, next, documentMessages.orFind)];
}

const numbersFrom = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

function placesOf(chunks: readonly TextChunk[]): string {
  const [first] = chunks;
  const end = chunks.at(-1);
  if (first === undefined || end === undefined) return '';
  const isGapless = chunks.every(
    ({ part }, index) => part.number - (chunks[index - 1]?.part.number ?? part.number) <= 1,
  );
  if (!isGapless) return chunks.map(placeOf).join(',');
  return first === end ? placeOf(first) : `${placeOf(first)}-${placeOf(end)}`;
}

/** Returns a passage below the title of its page and the heading above it. */
export const passageText = ({ chunk, heading, text }: Passage, content: DocumentContent) =>
  `${titleOf(chunk, content)}\n${heading === undefined ? '' : `${printed(inMark('under', heading))}\n`}${text}`;

export const passageFacts = ({ chunk, heading, text }: Passage): PageFacts => ({
  ...pageFacts(chunk, text),
  heading: heading && printed(heading).replace(/^#+ /, ''),
});

async function passages(find: string, { content, chunks, head }: Material): Promise<SaidOfPages> {
  const found = await findPassages(withNames(chunks, content), find);
  const pictures = chunks.filter(({ part }) => part.isPicture).map(({ part }) => part.number);
  const blocks = found.passages.map((one) => passageText(one, content));
  const { total, held, asked } = found;
  return {
    text: [...head, '', ...(blocks.length > 0 ? blocks : ['No passage contains these words.'])].join('\n'),
    facts: {
      pages: found.passages.map(passageFacts),
      found: total,
    },
    notes: [
      ...(blocks.length > 0 && held < asked ? [worded(documentMessages.notAllWords, { asked, held })] : []),
      ...(total > blocks.length
        ? [worded(documentMessages.morePassages, { total, shown: blocks.length })]
        : []),
      ...(pictures.length > 0
        ? [
            worded(documentMessages.notSearched, {
              unit: unitsBefore[content.unit],
              numbers: rangeText([...new Set(pictures)]),
            }),
          ]
        : []),
      ...(blocks.length === 0 ? [documentMessages.otherWords] : []),
    ],
  };
}
