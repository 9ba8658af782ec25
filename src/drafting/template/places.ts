import { writeText } from '../body.ts';
import { nameOfPlace } from '../runs.ts';
import { type Edit, type Tag, tagsOf } from '../tags.ts';
import { unescapeXml } from '../xml.ts';

/** A paragraph of a part, with its position. */
export interface PlacedParagraph {
  readonly from: number;
  /** End index, exclusive. */
  to: number;
  text: string;
}

/** Text of one `w:t` element. */
interface TextElement {
  readonly from: number;
  /** End index, exclusive. */
  readonly to: number;
  readonly text: string;
}

/** Elements at which a group of adjacent text ends. */
const dividers = new Set([
  'w:p',
  'w:br',
  'w:cr',
  'w:tab',
  'w:fldChar',
  'w:footnoteReference',
  'w:drawing',
  'w:pict',
]);

/** Adjacent text, which may be split over several runs. */
export interface TextGroup {
  readonly pieces: readonly TextElement[];
  readonly paragraph: PlacedParagraph | undefined;
  /** Placeholders `[[name]]`, with their position in the text. */
  readonly places: readonly { readonly name: string; readonly from: number; readonly to: number }[];
}

/**
 * Returns the text groups of a part that contain placeholders.
 * @throws InvalidArgumentsError if the part cannot be read
 */
export function groupsIn(xml: string): readonly TextGroup[] {
  const found: TextGroup[] = [];
  const paragraphs: PlacedParagraph[] = [];
  let pieces: TextElement[] = [];
  const endGroup = () => {
    const places = pieces.length === 0 ? [] : placesOf(pieces);
    if (places.length > 0) found.push({ pieces, paragraph: paragraphs.at(-1), places });
    pieces = [];
  };
  let open: Tag | undefined;
  for (const tag of tagsOf(xml)) {
    if (dividers.has(tag.name)) endGroup();
    if (tag.name === 'w:p') {
      if (tag.kind === 'open') paragraphs.push({ from: tag.from, to: tag.to, text: '' });
      const ended = tag.kind === 'close' ? paragraphs.pop() : undefined;
      if (ended !== undefined) ended.to = tag.to;
    } else if (tag.name === 'w:t') {
      if (tag.kind === 'close' && open !== undefined) {
        const text = unescapeXml(xml.slice(open.to, tag.from));
        pieces.push({ from: open.from, to: tag.to, text });
        const paragraph = paragraphs.at(-1);
        if (paragraph !== undefined) paragraph.text += text;
      }
      open = tag.kind === 'open' ? tag : undefined;
    }
  }
  endGroup();
  return found;
}

const placesOf = (pieces: readonly TextElement[]): TextGroup['places'] =>
  [
    ...pieces
      .map(({ text }) => text)
      .join('')
      .matchAll(/\[\[[^[\]]{1,200}\]\]/gu),
  ].map(({ 0: match, index }) => ({ name: nameOfPlace(match), from: index, to: index + match.length }));

/**
 * Returns the edits that fill placeholders. The text is written to the run in which its placeholder begins.
 * @param textOf returns undefined to keep the placeholder
 */
export function fillGroup(group: TextGroup, textOf: (name: string) => string | undefined): Edit[] {
  const filled = group.places.flatMap((place) => {
    const text = textOf(place.name);
    return text === undefined ? [] : [{ ...place, text }];
  });
  let start = 0;
  return group.pieces.flatMap((piece): Edit[] => {
    const [begin, end] = [start, start + piece.text.length];
    start = end;
    const touching = filled.filter(({ from, to }) => from < end && to > begin);
    if (touching.length === 0) return [];
    let at = begin;
    let text = '';
    for (const place of touching) {
      text += piece.text.slice(at - begin, Math.max(place.from, begin) - begin);
      if (place.from >= begin) text += place.text;
      at = Math.min(place.to, end);
    }
    return [{ from: piece.from, to: piece.to, xml: writeText(text + piece.text.slice(at - begin)) }];
  });
}
