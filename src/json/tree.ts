import { lettersOf } from '../contract/records/letters.ts';
import { memoize } from '../contract/records/memoize.ts';
import { endOfString, endOfValue, skipSpace } from './scan.ts';

/**
 * JSON whose property names and scalars are the original text, including quotation marks and escapes. They are written
 * exactly as they were received, including numbers beyond the precision of JavaScript.
 */
export type Json = string | List | JsonObject;
export interface List {
  readonly items: readonly Json[];
}
/** JSON object with its members in the original order. */
export interface JsonObject {
  readonly members: readonly Member[];
}
export type Member = readonly [name: string, value: Json];

/** Maximum depth of parsing. Deeper values stay unparsed text, so that nesting cannot exhaust the stack. */
const maxDepth = 24;

/**
 * Name of the field that contains the list of a page (API description, Conventions). The parser keeps this field even
 * if the list is empty.
 */
export const listName = '"Items"';

/**
 * Parses JSON.
 * @param text valid JSON
 * @param keepsEmpty whether members with an empty value are kept: null, "", [], {}
 */
export function parseJson(text: string, keepsEmpty = false): Json {
  return readValue({ text, at: skipSpace(text, 0), keepsEmpty }, 0);
}

/**
 * Yields the items of a list, or of the `Items` of a result page. Parses each item only when it is requested.
 * @param text valid JSON
 * @param around receives the members of the page, with an empty list in place of the items
 */
export function* itemsIn(text: string, around: Member[]): Generator<Json> {
  const reader: Reader = { text, at: skipSpace(text, 0), keepsEmpty: true };
  if (text.charAt(reader.at) === '[') return yield* eachItem(reader, 1);
  if (text.charAt(reader.at) !== '{') return;
  enter(reader);
  while (reader.at < text.length && text.charAt(reader.at) !== '}') {
    const name = readName(reader);
    const isTheList = isSameName(name, listName) && !around.some((one) => isSameName(one[0], listName));
    if (isTheList && text.charAt(reader.at) === '[') {
      around.push([listName, { items: [] }]);
      yield* eachItem(reader, 2);
    } else around.push([name, readValue(reader, 1)]);
    proceed(reader);
  }
}

export function writeJson(json: Json): string {
  if (typeof json === 'string') return json;
  // Concatenate text directly, to avoid a list of parts.
  let text = '';
  if ('items' in json) {
    for (const item of json.items) text += text === '' ? writeJson(item) : `,${writeJson(item)}`;
    return `[${text}]`;
  }
  for (const [name, value] of json.members) text += `${text === '' ? '' : ','}${name}:${writeJson(value)}`;
  return `{${text}}`;
}

export const isList = (json: Json | undefined): json is List => typeof json === 'object' && 'items' in json;
export const isJsonObject = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && 'members' in json;
export const isText = (json: Json | undefined): json is string => typeof json === 'string' && json[0] === '"';

/**
 * Returns the value of the member whose name is equal apart from case, underscores and hyphens. Returns undefined if
 * there is none.
 * @param name includes the quotation marks
 */
export function memberOf({ members }: JsonObject, name: string): Json | undefined {
  for (const one of members) if (one[0] === name) return one[1];
  for (const one of members) if (beginsAlike(one[0], name) && isSameName(one[0], name)) return one[1];
  return undefined;
}

/** Quick test by the first letter, because most names differ in it. */
function beginsAlike(given: string, name: string): boolean {
  const first = given.charCodeAt(1);
  return (
    first === underscore || first === hyphen || (first | 0x20) === (name.charCodeAt(1) | 0x20) || first > 0x7f
  );
}
const underscore = 0x5f;
const hyphen = 0x2d;

/** Checks whether two names, with quotation marks, are equal apart from case, underscores and hyphens. */
export const isSameName = (given: string, name: string) =>
  given === name || (given.length >= name.length && lettersOf(given) === lettersOf(name));

interface Reader {
  readonly text: string;
  readonly keepsEmpty: boolean;
  at: number;
}

function readValue(reader: Reader, depth: number): Json {
  const { text } = reader;
  const first = text.charAt(reader.at);
  if (depth < maxDepth && first === '{') return { members: readMembers(reader, depth + 1) };
  if (depth < maxDepth && first === '[') return { items: readItems(reader, depth + 1) };
  const begin = reader.at;
  reader.at = endOfValue(text, begin);
  return text.slice(begin, reader.at).trimEnd();
}

function readMembers(reader: Reader, depth: number): Member[] {
  const { text } = reader;
  const members: Member[] = [];
  enter(reader);
  while (reader.at < text.length && text.charAt(reader.at) !== '}') {
    const name = readName(reader);
    const value = readValue(reader, depth);
    if (reader.keepsEmpty || name === listName || !isEmpty(value)) members.push([name, value]);
    proceed(reader);
  }
  reader.at += 1;
  return members;
}

/** Returns one shared copy of each name, because the same string object is compared and found faster. */
const sameCopy = memoize((name) => name);

function readName(reader: Reader): string {
  const { text, at } = reader;
  const end = endOfString(text, at);
  reader.at = skipSpace(text, skipSpace(text, end) + 1);
  return sameCopy(text.slice(at, end));
}

/** Reads the items of a list. Does not use `eachItem`, because a generator takes several times as long per item. */
function readItems(reader: Reader, depth: number): Json[] {
  const items: Json[] = [];
  enter(reader);
  while (reader.at < reader.text.length && reader.text.charAt(reader.at) !== ']') {
    items.push(readValue(reader, depth));
    proceed(reader);
  }
  reader.at += 1;
  return items;
}

function* eachItem(reader: Reader, depth: number): Generator<Json> {
  enter(reader);
  while (reader.at < reader.text.length && reader.text.charAt(reader.at) !== ']') {
    yield readValue(reader, depth);
    proceed(reader);
  }
  reader.at += 1;
}

function enter(reader: Reader): void {
  reader.at = skipSpace(reader.text, reader.at + 1);
}

/** Advances to the next member, or to the closing bracket. */
function proceed(reader: Reader): void {
  const at = skipSpace(reader.text, reader.at);
  reader.at = reader.text.charAt(at) === ',' ? skipSpace(reader.text, at + 1) : at;
}

export function isEmpty(json: Json): boolean {
  if (typeof json === 'string') return json === 'null' || json === '""';
  return 'items' in json ? json.items.length === 0 : json.members.length === 0;
}
