import type { Worded } from '../../contract/language.ts';
import { worded } from '../../contract/worded.ts';
import type { Package } from '../package.ts';
import { applyEdits, type Edit, type Tag, tagsOf } from '../tags.ts';
import { unescapeXml } from '../xml.ts';

const replaced = {
  en: '{count} fields of the template run programs or fetch files ({names}): they were replaced by the text that they show.',
  ru: 'Поля шаблона, которые запускают программы или загружают файлы ({names}), заменены текстом, который в них показан. Всего таких полей: {count}.',
} as const satisfies Worded;

/** Fields that make a word processor start programs, or fetch files and data (ECMA-376 17.16.5). */
const externalFields = new Set(
  'DDE DDEAUTO INCLUDE INCLUDETEXT INCLUDEPICTURE IMPORT LINK DATABASE RD'.split(' '),
);
/** Parts of a document that contain text. */
const kinds = new Set(['header', 'footer', 'footnotes', 'endnotes', 'comments', 'glossaryDocument']);

/** Removes fields that run programs or fetch files. Keeps the text that they display. */
export function removeExternalFields(parts: Package): Worded[] {
  const found = partsWithText(parts, parts.main).flatMap((part) => {
    const xml = parts.read(part);
    if (!/fldChar|fldSimple/u.test(xml)) return [];
    const fields = [...simpleFields(xml), ...complexFields(xml)].filter(({ name }) => name !== undefined);
    // Apply each edit only once, because nested fields share edits.
    const edits = new Map(fields.flatMap((field) => field.edits.map((edit) => [edit.from, edit] as const)));
    if (edits.size > 0) parts.write(part, applyEdits(xml, [...edits.values()]));
    return fields;
  });
  if (found.length === 0) return [];
  const names = [...new Set(found.map(({ name }) => name))].sort().join(', ');
  return [worded(replaced, { count: found.length, names })];
}

function partsWithText(parts: Package, of: string): string[] {
  const inside = parts.relations(of).flatMap(({ kind, target, isExternal }) => {
    if (isExternal || !kinds.has(kind) || !parts.members.has(target)) return [];
    return kind === 'glossaryDocument' && of === parts.main ? partsWithText(parts, target) : [target];
  });
  return [...new Set([of, ...inside])];
}

interface Field {
  /** Name of a field that runs programs or fetches files. Undefined for other fields. */
  readonly name: string | undefined;
  /** Edits that remove the field and keep the text that it displays. */
  readonly edits: readonly Edit[];
}

/** Parses `fldSimple` fields. Their edits remove only the tags. */
function simpleFields(xml: string): Field[] {
  const found: Field[] = [];
  const open: { readonly name: string | undefined; readonly edit: Edit }[] = [];
  for (const tag of tagsOf(xml)) {
    if (localName(tag) !== 'fldSimple') continue;
    const edit = { from: tag.from, to: tag.to, xml: '' };
    const begun = tag.kind === 'close' ? open.pop() : undefined;
    if (begun !== undefined) found.push({ name: begun.name, edits: [begun.edit, edit] });
    if (tag.kind === 'close') continue;
    const name = externalFieldName(
      unescapeXml(attributeIn(xml.slice(tag.from, tag.to), 'instr') ?? ''),
      false,
    );
    if (tag.kind === 'open') open.push({ name, edit });
    else found.push({ name, edits: [edit] });
  }
  return found;
}

interface OpenField {
  /** Instruction up to the first nested field. */
  lead: string;
  hasFieldInside: boolean;
  hasResult: boolean;
  readonly edits: Edit[];
}

/**
 * Parses fields that consist of several elements, including nested fields and instructions split over several
 * runs.
 */
function complexFields(xml: string): Field[] {
  const found: Field[] = [];
  const open: OpenField[] = [];
  const close = (field: OpenField | undefined) => {
    if (field !== undefined)
      found.push({ name: externalFieldName(field.lead, field.hasFieldInside), edits: field.edits });
  };
  for (const { type, instruction, edit } of fieldElements(xml)) {
    const around = open.at(-1);
    if (type === 'begin') {
      if (around !== undefined && !around.hasResult) around.hasFieldInside = true;
      open.push({ lead: '', hasFieldInside: false, hasResult: false, edits: [] });
    } else if (around !== undefined && !around.hasFieldInside && !around.hasResult)
      around.lead += instruction;
    for (const field of open)
      if (!field.hasResult || (type !== undefined && field === open.at(-1))) field.edits.push(edit);
    const own = open.at(-1);
    if (type === 'separate' && own !== undefined) own.hasResult = true;
    if (type === 'end') close(open.pop());
  }
  for (const field of open) close(field);
  return found;
}

/** Elements that contain text of an instruction, or text that a nested field displays. */
const letters = new Set(['instrText', 'delInstrText', 't', 'delText', 'sym', 'tab', 'br', 'cr']);

/** Returns the elements of fields and the elements with text. */
function* fieldElements(xml: string) {
  let behind = 0;
  for (const tag of tagsOf(xml)) {
    const kind = localName(tag);
    if (tag.from < behind || tag.kind === 'close' || !(kind === 'fldChar' || letters.has(kind))) continue;
    const close = tag.kind === 'open' ? xml.indexOf(`</${tag.name}`, tag.to) : -1;
    behind = close < 0 ? tag.to : xml.indexOf('>', close) + 1;
    yield {
      type: kind === 'fldChar' ? attributeIn(xml.slice(tag.from, tag.to), 'fldCharType') : undefined,
      instruction:
        /^(?:delI|i)nstrText$/u.test(kind) && close > 0 ? unescapeXml(xml.slice(tag.to, close)) : '',
      edit: { from: tag.from, to: behind, xml: '' },
    };
  }
}

/**
 * Returns the name of a field that runs programs or fetches files. If a nested field provides the name, returns `?`,
 * because the name could be any.
 */
function externalFieldName(lead: string, hasFieldInside: boolean): string | undefined {
  const [all = '', name = ''] = /^\s*([\p{L}\p{N}_]*)/u.exec(lead) ?? [];
  if (hasFieldInside && all === lead) return '?';
  return externalFields.has(name.toUpperCase()) ? name.toUpperCase() : undefined;
}

const localName = ({ name }: Tag): string => name.slice(name.indexOf(':') + 1);

/** Returns an attribute with any namespace prefix. */
function attributeIn(tag: string, name: string): string | undefined {
  for (const [, found = '', double, single] of tag.matchAll(/\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu))
    if (found.slice(found.indexOf(':') + 1) === name) return double ?? single;
  return undefined;
}
