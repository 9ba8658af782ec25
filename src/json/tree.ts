import { endOfString, endOfValue, skipSpace } from './scan.ts';

/**
 * JSON whose names and simple values are still the text that was read, quotation marks and escapes included: whatever
 * is kept of it comes out character by character as it came in, numbers that JavaScript cannot hold among it.
 */
export type Json = string | List | JsonObject;
export interface List {
  readonly items: readonly Json[];
}
/** An object of JSON: its members in their order. */
export interface JsonObject {
  readonly members: readonly Member[];
}
export type Member = readonly [name: string, value: Json];

/** What lies deeper is one piece of text, so that no nesting exhausts the stack. */
const maxDepth = 24;

/** The API description, Conventions: what the list of a page is called, which is kept when it is empty. */
export const listName = '"Items"';

/** @param text valid JSON @param keepsEmpty leaves members that hold nothing: null, "", [], {} */
export function parseJson(text: string, keepsEmpty = false): Json {
  return readValue({ text, at: skipSpace(text, 0), keepsEmpty }, 0);
}

/**
 * The items of a list, or of the list of a page, each read when it is its turn.
 * @param text valid JSON
 * @param around gets the members of the page, its list without items
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
  // Joined as it is written, because no list of parts has to be made then.
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
 * The value of a member, whatever letter case its name is in; undefined where there is none.
 * @param name with quotation marks
 */
export function memberOf({ members }: JsonObject, name: string): Json | undefined {
  return (members.find((one) => one[0] === name) ?? members.find((one) => isSameName(one[0], name)))?.[1];
}

/** Whether two names, with quotation marks, differ in nothing but their letter case. */
export const isSameName = (given: string, name: string) =>
  given === name || (given.length === name.length && given.toLowerCase() === name.toLowerCase());

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

/** To the value behind it. */
function readName(reader: Reader): string {
  const { text, at } = reader;
  const end = endOfString(text, at);
  reader.at = skipSpace(text, skipSpace(text, end) + 1);
  return text.slice(at, end);
}

/** A loop of its own: a generator takes several times as long for each item. */
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

/** To the next part, or to the bracket behind the last one. */
function proceed(reader: Reader): void {
  const at = skipSpace(reader.text, reader.at);
  reader.at = reader.text.charAt(at) === ',' ? skipSpace(reader.text, at + 1) : at;
}

export function isEmpty(json: Json): boolean {
  if (typeof json === 'string') return json === 'null' || json === '""';
  return 'items' in json ? json.items.length === 0 : json.members.length === 0;
}
