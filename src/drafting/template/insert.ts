import { damagedTemplate, refusedTemplate } from '../refusals.ts';
import { applyEdits, attributeOf, type Edit, type Tag, tagsOf } from '../tags.ts';
import { fillGroup, groupsIn, type PlacedParagraph, type TextGroup } from './places.ts';

/** Names of the placeholder for the whole text. */
const textPlaceholderNames = new Set(['text', 'текст']);
/** Elements that make a paragraph non-empty. */
const content = /<w:(?:r|hyperlink|fldSimple|sdt|sectPr|ins|del|moveTo|moveFrom|smartTag)[\s/>]/u;

/** Content for the part that contains the body. */
export interface Insertion {
  /** Blocks as WordprocessingML. */
  readonly body: string;
  readonly fill: (name: string) => string | undefined;
}

/** The part that contains the body, and the names of unfilled placeholders. */
export interface Inserted {
  readonly xml: string;
  readonly open: readonly string[];
}

/**
 * Inserts the converted text into the body of a document, at the paragraph with `[[text]]`. Without this placeholder,
 * the text replaces the empty paragraphs at the end.
 * @throws InvalidArgumentsError if the document has several such placeholders or no body
 */
export function insertText(xml: string, { body, fill }: Insertion): Inserted {
  const groups = groupsIn(xml);
  const isText = (name: string) => textPlaceholderNames.has(name.toLowerCase());
  const marked = groups.flatMap((group) => group.places.filter(({ name }) => isText(name)).map(() => group));
  const [place, second] = marked;
  if (second !== undefined)
    throw refusedTemplate(
      `it contains [[text]] ${marked.length} times, but the text can be inserted only once.`,
    );
  const within = place === undefined ? undefined : editAt(xml, place, body);
  const edits = within === undefined ? atEnd(xml, body) : [within];
  const isGone = ({ from, to }: Edit) =>
    edits.some((edit) => edit.from <= from && to <= edit.to && edit.to > edit.from);
  const filled = groups.flatMap((group) => fillGroup(group, (name) => (isText(name) ? '' : fill(name))));
  return {
    xml: applyEdits(xml, [...filled.filter((edit) => !isGone(edit)), ...edits]),
    open: groups.flatMap(({ places }) =>
      places.map(({ name }) => name).filter((name) => !isText(name) && fill(name) === undefined),
    ),
  };
}

/**
 * Returns the edit at a placeholder. The edit inserts the text before a paragraph that ends a section, replaces a
 * paragraph that has no other content, and otherwise inserts the text after the paragraph.
 */
function editAt(xml: string, { paragraph, places }: TextGroup, body: string): Edit {
  if (paragraph === undefined) throw damagedTemplate();
  const { from, to } = paragraph;
  const own = xml.slice(from, to);
  if (/<w:sectPr[\s>]/u.test(own)) return { from, to: from, xml: body };
  const isAlone = isPlaceAlone(paragraph, places) && !/<w:(?:drawing|pict|object|p)[\s>]/u.test(own.slice(4));
  return isAlone ? { from, to, xml: body } : { from: to, to, xml: body };
}

const isPlaceAlone = ({ text }: PlacedParagraph, places: TextGroup['places']) =>
  places.length === 1 && /^\s*\[\[[^[\]]*\]\]\s*$/u.test(text);

function atEnd(xml: string, body: string): Edit[] {
  const children = childrenOfBody(xml);
  const section = children.items.at(-1)?.name === 'w:sectPr' ? children.items.pop() : undefined;
  const end = section?.from ?? children.end;
  let first = end;
  for (;;) {
    const last = children.items.at(-1);
    if (last?.name !== 'w:p' || content.test(xml.slice(last.from, last.to))) break;
    // Keep the empty paragraph between two tables, because adjacent tables merge.
    if (children.items.at(-2)?.name === 'w:tbl' && body.startsWith('<w:tbl>')) break;
    first = last.from;
    children.items.pop();
  }
  return [{ from: first, to: end, xml: body }];
}

interface Child {
  readonly name: string;
  readonly from: number;
  to: number;
}

/** Returns the child elements of the body, and the index of its end tag. */
function childrenOfBody(xml: string): { readonly items: Child[]; readonly end: number } {
  const items: Child[] = [];
  let depth = -1;
  for (const { name, from, to, kind } of tagsOf(xml)) {
    if (depth < 0) {
      if (name === 'w:body' && kind === 'open') depth = 0;
    } else if (kind === 'close') {
      if (depth === 0) return { items, end: from };
      depth -= 1;
      const child = items.at(-1);
      if (depth === 0 && child !== undefined) child.to = to;
    } else {
      if (depth === 0) items.push({ name, from, to });
      if (kind === 'open') depth += 1;
    }
  }
  throw damagedTemplate();
}

/** Returns the text width of the last section, in twentieths of a point; a default if it is implausible. */
export function widthOf(xml: string): number {
  const tags: Tag[] = [...tagsOf(xml)];
  const numberIn = (element: string, name: string) => {
    const tag = tags.findLast((one) => one.name === element);
    return Number((tag && attributeOf(xml.slice(tag.from, tag.to), name)) ?? Number.NaN);
  };
  const width = numberIn('w:pgSz', 'w:w') - numberIn('w:pgMar', 'w:left') - numberIn('w:pgMar', 'w:right');
  return width > 2000 && width < 30_000 ? Math.floor(width) : 9354;
}
