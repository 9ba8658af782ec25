import { lettersOf } from '../../../contract/records/letters.ts';
import { isUuid } from '../../../contract/uuid.ts';
import { cutText } from '../../../json/cut-text.ts';
import {
  isEmpty,
  isJsonObject,
  isList,
  isSameName,
  isText,
  type Json,
  type JsonObject,
  listName,
  type Member,
  memberOf,
  writeJson,
} from '../../../json/tree.ts';
import { memberName } from './select-fields.ts';

/** Omitted fields, because every record has them or only programs need them (API description, Conventions). */
const bookkeeping = new Set(['url', 'creationdate', 'lastchangedate', 'version', 'nextpageurl']);
/** Ids that a short record keeps: the record's own id, and the ids of attendees (API description, Attendee). */
const neededIds = new Set(['id', 'entityid']);
const idName = '"Id"';
const nameName = '"Name"';

/** Maximum length of a string in a short record, in characters. */
const maxText = 240;

export interface Brief {
  readonly items: readonly Json[];
  /** Fields that at least one item contains and the result omits. */
  readonly leftOut: readonly string[];
  readonly hasCutTexts: boolean;
}

/** State that is kept while the items are shortened. */
interface Reading {
  /** Id that belongs to each name. Null if several records have the same name. */
  readonly idsByName: Map<string, string | null>;
  /** Names that have been shown together with their id. */
  readonly shown: Set<string>;
  readonly leftOut: Set<string>;
  hasCutTexts: boolean;
  readonly isRecord: boolean;
}

/**
 * Shortens records to id, name, number, status, dates, short strings and references. A reference is shown as id and
 * name at its first occurrence. Later it is shown as the name alone, if only one record has that name.
 * @param isRecord true if the call requested a single record, so that the record's lists are needed
 */
export function briefItems(items: readonly Json[], isRecord: boolean): Brief {
  const idsByName = new Map<string, string | null>();
  for (const item of items) noteIdsByName(item, idsByName);
  const reading: Reading = { idsByName, shown: new Set(), leftOut: new Set(), hasCutTexts: false, isRecord };
  const brief = items.map((item) => (isJsonObject(item) ? briefEntry(item, reading, 0) : item));
  return { items: brief, leftOut: [...reading.leftOut].map(memberName), hasCutTexts: reading.hasCutTexts };
}

/** Notes the id that belongs to each name. Null if several records have the same name. */
export function noteIdsByName(json: Json, idsByName: Map<string, string | null>): void {
  if (isList(json)) for (const item of json.items) noteIdsByName(item, idsByName);
  if (!isJsonObject(json)) return;
  const [id, name] = [memberOf(json, idName), memberOf(json, nameName)];
  if (isText(id) && isText(name)) {
    const known = idsByName.get(name);
    if (known === undefined) idsByName.set(name, id);
    else if (known !== id) idsByName.set(name, null);
  }
  for (const [, value] of json.members) if (typeof value === 'object') noteIdsByName(value, idsByName);
}

/** @param depth 0 for an item, and for an entry in an item's own list */
function briefEntry(entry: JsonObject, reading: Reading, depth: number): JsonObject {
  if (depth === 0) {
    const name = memberOf(entry, nameName);
    if (isText(name) && isText(memberOf(entry, idName))) reading.shown.add(name);
  }
  const members: Member[] = [];
  for (const [name, value] of entry.members) {
    const brief = isNeeded(entry, name, value) ? briefValue(name, value, reading, depth) : undefined;
    if (brief !== undefined && !isEmpty(brief)) members.push([name, brief]);
    else if (depth === 0) reading.leftOut.add(name);
  }
  return { members };
}

/** Checks whether a short record shows a field. An id without a known name is omitted. */
function isNeeded(entry: JsonObject, name: string, value: Json): boolean {
  const letters = lettersOf(memberName(name));
  if (bookkeeping.has(letters)) return false;
  if (letters === 'docid') return memberOf(entry, idName) === undefined;
  return neededIds.has(letters) || !(isText(value) && /ids?$/.test(letters) && isUuid(value.slice(1, -1)));
}

function briefValue(name: string, value: Json, reading: Reading, depth: number): Json | undefined {
  if (isJsonObject(value)) return briefPart(value, reading, depth);
  if (isList(value)) {
    if (isSameName(name, listName) || isTree(name, value.items))
      return { items: value.items.map((item) => briefItem(item, reading)) };
    const items = value.items.flatMap((item) => {
      if (!isJsonObject(item)) return [item];
      // Omit logs and tables of a listed record, because separate tools return them.
      if (!reading.isRecord && memberOf(item, idName) === undefined) return [];
      return briefPart(item, reading, depth) ?? [];
    });
    return { items };
  }
  if (value.length <= maxText || !isText(value)) return value;
  const cut = cutText(value, maxText);
  reading.hasCutTexts ||= cut !== value;
  return cut;
}

/** Checks whether records contain records of the same type, such as folders in folders. */
const isTree = (name: string, items: readonly Json[]): boolean =>
  items.some((item) => {
    const inside = isJsonObject(item) ? memberOf(item, name) : undefined;
    return inside !== undefined && isList(inside) && inside.items.some(isJsonObject);
  });

const briefItem = (item: Json, reading: Reading): Json =>
  isJsonObject(item) ? briefEntry(item, reading, 0) : item;

/** Shortens a reference, or a part of the record. */
function briefPart(entry: JsonObject, reading: Reading, depth: number): Json | undefined {
  const [id, name] = [memberOf(entry, idName), memberOf(entry, nameName)];
  if (isText(id) && isText(name)) {
    // Report the lists of a referenced record as omitted, so that they do not seem empty.
    for (const [member, value] of entry.members)
      if (isList(value) && value.items.some(isJsonObject)) reading.leftOut.add(member);
    if (reading.idsByName.get(name) === id && reading.shown.has(name)) return name;
    reading.shown.add(name);
    return {
      members: [
        [idName, id],
        [nameName, name],
      ],
    };
  }
  const brief = briefEntry(entry, reading, depth + 1);
  // Show the id of a reference without a name. According to the API description, references have none.
  return brief.members.length === 1 && brief.members[0]?.[0] === idName ? id : brief;
}

/**
 * Replaces a record with its id and name if an earlier item contains it completely. No data is lost.
 * @param items items of the answer. They stay complete, only records inside them are replaced
 */
export function compactRepeated(items: readonly Json[]): readonly Json[] {
  const given = new Map<string, string>();
  return items.map((item) => compact(item, given, true));
}

function compact(json: Json, given: Map<string, string>, isItem: boolean): Json {
  if (isList(json)) return { items: json.items.map((item) => compact(item, given, false)) };
  if (!isJsonObject(json)) return json;
  const [id, name] = [memberOf(json, idName), memberOf(json, nameName)];
  if (!isItem && isText(id) && isText(name) && json.members.length > 2) {
    const whole = writeJson(json);
    if (given.get(id) === whole)
      return {
        members: [
          [idName, id],
          [nameName, name],
        ],
      };
    given.set(id, whole);
  }
  return { members: json.members.map(([member, value]) => [member, compact(value, given, false)]) };
}
