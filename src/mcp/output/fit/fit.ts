import { cutText, textLength } from '../../../json/cut-text.ts';
import {
  isJsonObject,
  isList,
  isSameName,
  isText,
  type Json,
  type JsonObject,
  listName,
  memberOf,
  parseJson,
  writeJson,
} from '../../../json/tree.ts';
import type { ResponseOptions } from '../../input/response-options.ts';
import type { Shown } from '../sanitize.ts';
import { briefItems, compactRepeated } from './brief.ts';
import { dropEmpty } from './drop-empty.ts';
import type { Fitting } from './fitting.ts';
import { describeCuts, type Notes } from './notes.ts';
import { memberName, selectFields } from './select-fields.ts';
import { shrink, shrinkList, tokensUpTo } from './truncate.ts';

/** Tokens that are reserved for notes and delimiters: a fixed number, or `part` of the limit if that is less. */
const reserve = { tokens: 350, part: 0.4 };
/** Minimum number of characters per token. A text with fewer characters than the token limit therefore fits. */
const surelyFits = 1;
/** Minimum size of a record in which repeated values are replaced, in characters. */
const longRecord = 6000;

/**
 * Shortens the JSON of an answer: removes empty and repeated values, selects the requested fields and detail, and
 * applies the token limit. The notes say what was omitted and how to see it.
 */
export async function fitJson(shown: Shown, fitting: Fitting): Promise<Shown> {
  const { budget, options } = fitting;
  const isPlain = options.fields === undefined && options.detail === undefined && options.skip === undefined;
  if (budget === undefined && isPlain) return shown;
  const { text } = shown;
  // Compare the length first, because the search for a list reads the whole text.
  if (isPlain && text.length < longRecord && text.length < (budget ?? 0) * surelyFits && !mayBeList(text))
    return { text: dropEmpty(text), notes: shown.notes };
  const answer = rootOf(parseJson(text));
  const notes: Notes = { cuts: [], missing: [], leftOut: [], hasCutTexts: false };
  const seen = show(answer, fitting, notes);
  const fitted =
    budget === undefined ? seen : cut(seen, budget - Math.min(reserve.tokens, budget * reserve.part), notes);
  const isCut = notes.cuts.length > 0;
  const uri = isCut ? await fitting.keep(text) : undefined;
  const said = describeCuts(notes, fitting, { isList: fitted.isList, skipped: options.skip ?? 0, uri });
  return { text: writeJson(assemble(fitted)), notes: [...said.notes, ...shown.notes], quoting: said.quoting };
}

/** The list in an answer with its envelope, or a single record. */
interface Root {
  readonly items: readonly Json[];
  readonly isList: boolean;
  /** Envelope of a page. Undefined for a list without envelope, and for a record. */
  readonly around: JsonObject | undefined;
}

const mayBeList = (text: string) => text.startsWith('[') || /"items":/i.test(text);

function rootOf(json: Json): Root {
  if (isList(json)) return { items: json.items, isList: true, around: undefined };
  const list =
    isJsonObject(json) && memberOf(json, '"Id"') === undefined ? memberOf(json, listName) : undefined;
  return isJsonObject(json) && isList(list)
    ? { items: list.items, isList: true, around: json }
    : { items: [json], isList: false, around: undefined };
}

function assemble({ items, isList: isWholeList, around }: Root): Json {
  if (!isWholeList) return items[0] ?? '{}';
  if (around === undefined) return { items };
  return {
    members: around.members.map(([name, value]) => [name, isSameName(name, listName) ? { items } : value]),
  };
}

function show(root: Root, { budget, options }: Fitting, notes: Notes): Root {
  const items = root.isList && options.skip !== undefined ? root.items.slice(options.skip) : root.items;
  if (options.fields !== undefined) {
    const { items: selected, missing } = selectFields(items, options.fields);
    notes.missing.push(...missing);
    notes.known = missing.length > 0 ? namesOf(items) : undefined;
    return { ...root, items: root.isList ? selected : skipInside(selected, options) };
  }
  const detail = options.detail ?? (root.isList && budget !== undefined ? 'brief' : 'full');
  if (detail === 'full')
    return { ...root, items: root.isList || budget !== undefined ? compactRepeated(items) : items };
  const brief = briefItems(items, !root.isList);
  notes.leftOut.push(...brief.leftOut);
  notes.hasCutTexts = brief.hasCutTexts;
  const around = root.around && {
    members: root.around.members.filter(([name]) => !isSameName(name, '"NextPageUrl"')),
  };
  return { ...root, items: brief.items, around };
}

/** If the call requested only one field, skips the beginning of its value. */
function skipInside(items: readonly Json[], { fields, skip }: ResponseOptions): readonly Json[] {
  if (skip === undefined || fields?.length !== 1) return items;
  const from = (json: Json): Json => {
    if (isList(json)) return { items: json.items.slice(skip) };
    if (isJsonObject(json)) return { members: json.members.map(([name, value]) => [name, from(value)]) };
    return isText(json) ? cutText(json, textLength(json), skip) : json;
  };
  return items.map(from);
}

function namesOf(items: readonly Json[]): string[] {
  const names = new Set<string>();
  for (const item of items)
    if (isJsonObject(item)) for (const [name] of item.members) names.add(memberName(name));
  return [...names];
}

function cut(root: Root, budget: number, notes: Notes): Root {
  const whole = assemble(root);
  const text = writeJson(whole);
  if (text.length < budget * surelyFits || tokensUpTo(text, budget) <= budget) return root;
  const to = { cuts: notes.cuts };
  if (!root.isList) return { ...root, items: [shrink(whole, budget, to) ?? '{}'] };
  const around = root.around?.members.filter(([name]) => !isSameName(name, listName)) ?? [];
  const left = budget - tokensUpTo(writeJson({ members: around }), budget);
  // The envelope alone takes more than half of the limit, so it is not that of a page. Shorten the whole JSON as if it
  // were a record.
  if (left < budget / 2)
    return { items: [shrink(whole, budget, to) ?? '{}'], isList: false, around: undefined };
  return { ...root, items: shrinkList({ items: root.items }, left, to, []).items };
}
