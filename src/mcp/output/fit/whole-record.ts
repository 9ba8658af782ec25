import type { RecordWords } from '../../../contract/features/whole-record.ts';
import { lettersOf } from '../../../contract/records/letters.ts';
import { memoize } from '../../../contract/records/memoize.ts';
import { uuidOf } from '../../../contract/uuid.ts';
import { isIdName, plainText } from '../../../json/record-value.ts';
import {
  isJsonObject,
  isList,
  isSameName,
  isText,
  type Json,
  type JsonObject,
  type Member,
  memberOf,
  parseJson,
  writeJson,
} from '../../../json/tree.ts';
import { noteIdsByName } from './brief.ts';
import { memberName } from './select-fields.ts';

/** Names and titles for a record, and whether the call requested single fields of it. */
export interface Whole extends Pick<RecordWords, 'names' | 'terms' | 'titles' | 'rowBlocks'> {
  readonly isSelected: boolean;
}

/** JSON of a record in which references have names. */
export interface WholeJson {
  readonly text: string;
  /** Whether ids, dates or addresses of referenced records were left out. */
  readonly isShorter: boolean;
}

interface Showing extends Whole {
  readonly record: JsonObject;
  readonly idsByName: Map<string, string | null>;
  readonly shown: Set<string>;
  isShorter: boolean;
}

const [idName, nameName] = ['"Id"', '"Name"'];

/**
 * Adds names to the references in a record, and leaves out dates and addresses of the referenced records. A repeated
 * reference, and a term such as a status, is shown as its name alone, unless the call requested single fields. Fields of
 * a block with several rows become a table. All other values keep their text.
 */
export function showWhole(text: string, whole: Whole): WholeJson {
  const record = parseJson(text);
  if (!isJsonObject(record)) return { text, isShorter: false };
  const members = namedMembers(record, whole);
  const showing: Showing = { ...whole, record, idsByName: new Map(), shown: new Set(), isShorter: false };
  noteIdsByName({ members }, showing.idsByName);
  const shown = members.map((member): Member => {
    const [name, value] = member;
    if (typeof value === 'string') return member;
    const short = shorter(value, showing);
    return [name, traitsOf(name).isCard && isJsonObject(short) ? cardOf(short, whole) : short];
  });
  return { text: writeJson({ members: shown }), isShorter: showing.isShorter };
}

const ownId = /^(?:id|docid|entityid|uid|uuid|guid)$/;
const bookkeeping = /^(?:url|link|href|(?:creat|last|chang|modif|updat)[a-z]*)$/;
const referenceParts = /^(?:id|name|type|sysname)$/;

/** Returns the properties of a member's name. They are cached, because the same names occur in most records. */
const traitsOf = memoize((name) => {
  const plain = memberName(name);
  const letters = lettersOf(plain);
  return {
    isCard: letters === 'fields',
    isAddress: letters === 'url',
    isId: isIdName(plain),
    isOwnId: ownId.test(letters),
    isBookkeeping: bookkeeping.test(letters),
    isOfReference: referenceParts.test(letters) || bookkeeping.test(letters),
    /** Name of the member that contains the name of the record with this id. */
    beside: JSON.stringify(plain.replace(/_?(?:id|guid|uuid)$/i, 'Name')),
  };
});

/**
 * Adds names to references, and to attendees (API description, Attendee). A bare id whose name is known becomes an
 * object with id and name.
 * @param isId whether the value is in a field for ids, so that its name follows in another field
 */
function named(json: Json, isId: boolean, whole: Whole): Json {
  if (isList(json)) return { items: json.items.map((item) => named(item, isId, whole)) };
  if (!isJsonObject(json)) {
    const known = isId ? undefined : nameOf(json, whole);
    return known === undefined
      ? json
      : {
          members: [
            [idName, json],
            [nameName, known],
          ] as const,
        };
  }
  const members = namedMembers(json, whole);
  const known = nameOf(memberOf(json, '"EntityId"') ?? memberOf(json, idName), whole);
  if (known === undefined || isText(memberOf(json, nameName))) return { members };
  const at = members.findIndex(([inner]) => traitsOf(inner).isOwnId) + 1;
  return { members: [...members.slice(0, at), [nameName, known], ...members.slice(at)] };
}

/** Adds names to all references in the members of an object. The name for `AuthorId` follows it as `AuthorName`. */
function namedMembers({ members }: JsonObject, whole: Whole): readonly Member[] {
  const all: Member[] = [];
  for (const member of members) {
    const [name, value] = member;
    // Most values cannot be ids, and need no closer look.
    if (typeof value === 'string' && !mayBeId(value)) {
      all.push(member);
      continue;
    }
    const { isId, isOwnId, beside } = traitsOf(name);
    const shown = named(value, isId, whole);
    all.push(shown === value ? member : [name, shown]);
    const known = isId && !isOwnId ? nameOf(value, whole) : undefined;
    if (known === undefined || beside === name) continue;
    if (!members.some(([other]) => isSameName(other, beside))) all.push([beside, known]);
  }
  return all;
}

/** Checks whether a value may be an id, which has at least 32 digits between quotation marks. */
const mayBeId = (value: string) => value.length >= 34 && isText(value);

/** Returns the name of the record with this id, as JSON. */
function nameOf(id: Json | undefined, { names }: Whole): string | undefined {
  const plain = typeof id === 'string' && mayBeId(id) ? uuidOf(memberName(id).trim()) : undefined;
  const known = plain === undefined ? undefined : names.get(plain);
  return known === undefined ? undefined : JSON.stringify(known);
}

/** Checks whether an object only refers to another record, so that its dates and its address are those of that record. */
const isReference = ({ members }: JsonObject): boolean =>
  members.every(([name, value]) => typeof value === 'string' && traitsOf(name).isOfReference);

/**
 * Checks whether an entry of the record, which has an id, only repeats data: dates of the record itself, or the address of the attendee's
 * own record (API description, Attendee).
 */
function isRepeated([name, value]: Member, entry: JsonObject, record: JsonObject): boolean {
  if (!traitsOf(name).isBookkeeping) return false;
  return (
    value === memberOf(record, name) || (traitsOf(name).isAddress && isText(memberOf(entry, '"EntityId"')))
  );
}

function shorter(json: Json, showing: Showing): Json {
  if (isList(json)) return { items: json.items.map((item) => shorter(item, showing)) };
  if (!isJsonObject(json)) return json;
  const id = memberOf(json, idName);
  if (!isText(id) || !isReference(json)) {
    const members: Member[] = [];
    for (const member of json.members) {
      if (isText(id) && isRepeated(member, json, showing.record)) continue;
      const [name, value] = member;
      members.push(typeof value === 'string' ? member : [name, shorter(value, showing)]);
    }
    showing.isShorter ||= members.length < json.members.length;
    return { members };
  }
  const members = json.members.filter(([name]) => !traitsOf(name).isBookkeeping);
  showing.isShorter ||= members.length < json.members.length;
  const name = memberOf(json, nameName);
  if (!isText(name) || showing.isSelected || members.length > 2) {
    if (isText(name)) showing.shown.add(name);
    return { members };
  }
  const isTerm = showing.terms.has(plainText(memberName(id)));
  const isClear = showing.idsByName.get(name) === id;
  if (isClear && (isTerm || showing.shown.has(name))) {
    showing.isShorter ||= isTerm;
    return name;
  }
  showing.shown.add(name);
  return { members };
}

/** Shows the fields of a card without a tag by title, and the fields of a block with several rows as a table. */
function cardOf(card: JsonObject, { titles, rowBlocks }: Whole): JsonObject {
  const members = card.members.flatMap(([name, value]): Member[] => {
    const block = rowBlocks.find(({ fields }) => fields.includes(memberName(name)));
    if (block === undefined) {
      const title = titles.get(memberName(name).toLowerCase());
      return [[title === undefined ? name : JSON.stringify(title), value]];
    }
    const columns = block.fields.map((field) => memberOf(card, JSON.stringify(field)));
    if (block.fields[0] !== memberName(name)) return [];
    return [[JSON.stringify(block.name), tableOf(block.fields, columns)]];
  });
  return { members };
}

function tableOf(names: readonly string[], columns: readonly (Json | undefined)[]): Json {
  const lists = columns.map((column) => (isList(column) ? column.items : []));
  const rows = (lists[0] ?? []).map((_, row) => ({ items: lists.map((list) => list[row] ?? 'null') }));
  return {
    members: [
      ['"columns"', { items: names.map((name) => JSON.stringify(name)) }],
      ['"rows"', { items: rows }],
    ],
  };
}
