import type { DocumentDraft, WrittenDocument } from '../contract/features/documents/document-writer.ts';
import { isRussian } from '../util/is-russian.ts';
import { blankDocument } from './blank.ts';
import type { DraftText } from './blocks.ts';
import { isDivider, isTable } from './blocks.ts';
import { type DraftSetting, stylesUsedIn, writeBody, writeRuns } from './body.ts';
import { createFill } from './fill.ts';
import { createDraftLists } from './lists.ts';
import { pack } from './pack.ts';
import { beforeEnd, createPackage, type Package } from './package.ts';
import { parseText } from './parse.ts';
import { chooseStyles, type TextLanguage } from './styles.ts';
import { applyEdits, attributeOf, tagsOf } from './tags.ts';
import { insertText, widthOf } from './template/insert.ts';
import { fillGroup, groupsIn } from './template/places.ts';
import { openTemplate } from './template/template.ts';
import { checkCharacters, escapeXml, relationsNamespace, wordNamespace, xmlHead } from './xml.ts';

/**
 * Writes the text of a draft as a Word document, into a template if one is given.
 * @throws InvalidArgumentsError if the text or the template cannot be used
 */
export function writeDocument(draft: DocumentDraft): WrittenDocument {
  const { text, title } = draft;
  checkCharacters('text', text);
  checkCharacters('name', title);
  const fill = createFill(draft.fill);
  const content = parseText(text, fill.textOf);
  const language: TextLanguage = isRussian(text) ? 'ru-RU' : 'en-GB';
  const { parts, notes } = draft.template
    ? openTemplate(draft.template)
    : { parts: createPackage(new Map(blankDocument(language))), notes: [] };
  const setting = prepare(parts, content, { language, isLetterhead: draft.template !== undefined });
  const inserted = insertText(parts.read(parts.main), {
    body: writeBody(content.blocks, setting),
    fill: fill.textOf,
  });
  parts.write(parts.main, inserted.xml);
  const around = fillAround(parts, fill.textOf);
  writeProperties(parts, draft, language);
  const places = [...new Set([...placesOf(content), ...inserted.open, ...around])];
  fill.checkUsed(places);
  const { blocks } = content;
  return {
    bytes: pack(parts.members),
    paragraphs: blocks.filter((block) => !isTable(block) && !isDivider(block)).length,
    tables: blocks.filter(isTable).length,
    places,
    notes,
  };
}

interface DocumentContext {
  readonly language: TextLanguage;
  /** Whether the document is a letterhead of the user. */
  readonly isLetterhead: boolean;
}

/** Adds the styles, lists and footnotes of the parsed text to a document. */
function prepare(parts: Package, content: DraftText, context: DocumentContext): DraftSetting {
  const { language } = context;
  const word = `xmlns:w="${wordNamespace}" xmlns:r="${relationsNamespace}"`;
  const partFor = (kind: 'styles' | 'numbering' | 'footnotes', root: string, inside = '') => {
    const own = parts.partOf(kind);
    if (own !== undefined) return own;
    parts.add(kind, `word/${kind}.xml`, `${xmlHead}<w:${root} ${word}>${inside}</w:${root}>`);
    return parts.partOf(kind) ?? '';
  };
  const stylesPart = partFor('styles', 'styles');
  const styles = addStyles(parts, stylesPart, content, context);
  const hasLists = content.blocks.some((block) => 'place' in block && block.place !== undefined);
  const numberingPart = hasLists ? partFor('numbering', 'numbering') : undefined;
  const numbering = createDraftLists(language, content.lists, freeIds(parts, numberingPart));
  if (numberingPart !== undefined) addLists(parts, numberingPart, numbering);
  const notesPart = content.notes.length === 0 ? undefined : partFor('footnotes', 'footnotes', separators);
  const firstNote = notesPart === undefined ? 1 : highest(parts.read(notesPart), 'w:footnote', 'w:id') + 1;
  const setting = { language, styles, numbering, firstNote, width: widthOf(parts.read(parts.main)) };
  if (notesPart !== undefined) addNotes(parts, notesPart, content, setting);
  return setting;
}

function addStyles(
  parts: Package,
  part: string,
  content: DraftText,
  { language, isLetterhead }: DocumentContext,
) {
  const xml = parts.read(part);
  const present = new Map<string, string>();
  let base = 'Normal';
  let id = '';
  for (const { name, from, to } of tagsOf(xml)) {
    const tag = xml.slice(from, to);
    if (name === 'w:style') {
      id = attributeOf(tag, 'w:styleId') ?? id;
      const isDefault = /^(?:1|true|on)$/u.test(attributeOf(tag, 'w:default') ?? '');
      if (isDefault && attributeOf(tag, 'w:type') === 'paragraph') base = id;
    } else if (name === 'w:name' && id !== '')
      present.set(attributeOf(tag, 'w:val')?.toLowerCase() ?? '', id);
  }
  const styles = chooseStyles(language, stylesUsedIn(content), { present, base, isLetterhead });
  parts.write(part, beforeEnd(xml, 'styles', styles.missing));
  return styles;
}

function freeIds(parts: Package, part: string | undefined) {
  if (part === undefined) return { form: 0, list: 1 };
  const xml = parts.read(part);
  return {
    form: highest(xml, 'w:abstractNum', 'w:abstractNumId') + 1,
    list: Math.max(0, highest(xml, 'w:num', 'w:numId')) + 1,
  };
}

/** Returns the highest id of the elements with the given name; -1 if there are no such elements. */
function highest(xml: string, element: string, attribute: string): number {
  let most = -1;
  for (const { name, from, to } of tagsOf(xml))
    if (name === element) most = Math.max(most, Number(attributeOf(xml.slice(from, to), attribute)) || 0);
  return most;
}

/** Inserts `w:abstractNum` elements before all `w:num` elements, as the schema requires. */
function addLists(parts: Package, part: string, { forms, lists }: ReturnType<typeof createDraftLists>): void {
  const xml = parts.read(part);
  const tags = [...tagsOf(xml)];
  const first = tags.find(({ name }) => name === 'w:num' || name === 'w:numIdMacAtCleanup');
  const after = tags.findLast(({ name, kind }) => name === 'w:num' && kind !== 'open')?.to ?? first?.from;
  const put = (at: number, put: string) => ({ from: at, to: at, xml: put });
  if (first === undefined || after === undefined)
    parts.write(part, beforeEnd(xml, 'numbering', forms + lists));
  else parts.write(part, applyEdits(xml, [put(first.from, forms), put(after, lists)]));
}

const separators = [
  [-1, 'separator'],
  [0, 'continuationSeparator'],
]
  .map(
    ([id, kind]) =>
      `<w:footnote w:type="${kind}" w:id="${id}"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:${kind}/></w:r></w:p></w:footnote>`,
  )
  .join('');

function addNotes(parts: Package, part: string, { notes }: DraftText, setting: DraftSetting): void {
  const { styles, firstNote } = setting;
  const mark = `<w:r><w:rPr><w:rStyle w:val="${styles.idOf('noteMark')}"/></w:rPr><w:footnoteRef/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>`;
  const written = notes.map(
    (runs, index) =>
      `<w:footnote w:id="${firstNote + index}"><w:p><w:pPr><w:pStyle w:val="${styles.idOf('note')}"/></w:pPr>${mark}${writeRuns(runs, setting)}</w:p></w:footnote>`,
  );
  parts.write(part, beforeEnd(parts.read(part), 'footnotes', written.join('')));
}

/**
 * Fills the placeholders in headers, footers, footnotes and endnotes. @returns the names of the unfilled placeholders
 */
function fillAround(parts: Package, textOf: (name: string) => string | undefined): string[] {
  const kinds = new Set(['header', 'footer', 'footnotes', 'endnotes']);
  const around = parts.relations(parts.main).filter(({ kind, isExternal }) => kinds.has(kind) && !isExternal);
  return [...new Set(around.map(({ target }) => target))].flatMap((part) => {
    const xml = parts.read(part);
    const groups = groupsIn(xml);
    const edits = groups.flatMap((group) => fillGroup(group, textOf));
    if (edits.length > 0) parts.write(part, applyEdits(xml, edits));
    return groups.flatMap(({ places }) =>
      places.map(({ name }) => name).filter((name) => textOf(name) === undefined),
    );
  });
}

/** Sets the title, date and language of the document. */
function writeProperties(parts: Package, { title, date }: DocumentDraft, language: TextLanguage): void {
  const moment = `xsi:type="dcterms:W3CDTF">${escapeXml(date)}T00:00:00Z`;
  const xml = `${xmlHead}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(title)}</dc:title><dc:language>${language}</dc:language><dcterms:created ${moment}</dcterms:created><dcterms:modified ${moment}</dcterms:modified></cp:coreProperties>`;
  const own = parts.partOf('core-properties');
  if (own === undefined) parts.add('core-properties', 'docProps/core.xml', xml);
  else parts.write(own, xml);
}

const placesOf = ({ blocks, notes }: DraftText): string[] =>
  [
    ...blocks.flatMap((block) => ('runs' in block ? [block.runs] : 'rows' in block ? block.rows.flat() : [])),
    ...notes,
  ]
    .flat()
    .filter(({ isPlace }) => isPlace)
    .map(({ text }) => text.slice(2, -2).trim().replace(/\s+/gu, ' '));
