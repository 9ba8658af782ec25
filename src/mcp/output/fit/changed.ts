import type { Arguments } from '../../../api/client/build-request.ts';
import { moreArgument } from '../../../contract/operations/field-marks.ts';
import { lettersOf } from '../../../contract/records/letters.ts';
import { joined, worded } from '../../../contract/worded.ts';
import type { compareKept } from '../../../json/agree.ts';
import { cutText } from '../../../json/cut-text.ts';
import { isAnyId } from '../../../json/record-value.ts';
import {
  isEmpty,
  isJsonObject,
  isList,
  isText,
  type Json,
  type Member,
  memberOf,
  parseJson,
  writeJson,
} from '../../../json/tree.ts';
import { answerMessages } from '../messages.ts';
import type { Shown } from '../sanitize.ts';
import { apart, describeNames } from './notes.ts';
import { memberName } from './select-fields.ts';

/** Maximum length of a string in the shortened record, in characters. This is enough to recognize the string. */
const maxText = 240;
/** Fields of a written record that only programs need (API description, Conventions). */
const bookkeeping = new Set(['creationdate', 'lastchangedate']);
const identifying = new Set(['id', 'docid', 'name', 'number', 'version']);
/** Fields whose previous value the result omits, because users are not interested in it. */
const constant = new Set(['id', 'docid', 'version', 'url']);
/** Name of the member that contains the values before the change. */
const beforeName = '"Before"';
const telling = /warn|error|conflict|duplicate|message/i;

/** Data about a change. It determines which parts of the returned record the answer contains. */
export interface Change {
  readonly sent: Arguments;
  /** Whether the change created the record. The caller then does not know the values that the service has set. */
  readonly isNew: boolean;
  /** JSON of the record before the change, if an earlier step has read it. */
  readonly before?: string | undefined;
  /** Names of records, by record id in lower case. */
  readonly called: ReadonlyMap<string, string>;
  /** Description of the change in words. Undefined if there is none. */
  readonly told: string | undefined;
}

interface Changing extends Change {
  /** Stores the complete record. Resolves to its address, or to undefined if it cannot be stored. */
  readonly keep: (text: string) => Promise<string | undefined>;
}

/**
 * Shortens the record that a change returned. The result contains the identifying fields and the current values of the
 * sent fields. If the record was read before the change, the result also contains each changed simple value or
 * reference, with its previous value. For a created record, it contains all simple values, because the service may have
 * set them. References are shown as names. The result omits values that the description of the change already states.
 * Without a description, the complete record is stored for a later read.
 */
export async function fitChanged(
  shown: Shown,
  { sent: args, isNew, before, called: byId, told, keep }: Changing,
): Promise<Shown> {
  const record = withNames(parseJson(shown.text, !isNew), byId);
  if (!isJsonObject(record) || !['"Id"', '"docID"'].some((name) => isText(memberOf(record, name))))
    return shown;
  const sent = sentBy(args);
  const old = before === undefined ? undefined : withNames(parseJson(before, true), byId);
  const { compareKept: compare } = await import('../../../json/agree.ts');
  const leftOut: string[] = [];
  const were: Member[] = [];
  const isStated = statedBy(told);
  const members = record.members.flatMap(([name, given]): Member[] => {
    const value = withoutEmpty(given);
    const plain = memberName(name);
    const letters = lettersOf(plain);
    if (bookkeeping.has(letters)) return [];
    const argument = sent.get(stem(plain));
    const was = isJsonObject(old) && !constant.has(letters) ? memberOf(old, name) : undefined;
    const hadBeen = was === undefined ? undefined : replaced(withoutEmpty(was), value, argument, compare);
    if (hadBeen !== undefined && !(argument !== undefined && isStated(hadBeen))) were.push([name, hadBeen]);
    const isEmptied = hadBeen !== undefined && isEmpty(value);
    if (isEmpty(value) && !isEmptied) return [];
    const isWanted = isNew || identifying.has(letters) || argument !== undefined || hadBeen !== undefined;
    const brief = telling.test(plain) || isEmptied ? value : isWanted ? briefly(value, argument) : undefined;
    if (brief === undefined) leftOut.push(plain);
    const isOfWords = argument !== undefined || letters === 'name' || (isNew && !unstated.has(letters));
    if (brief !== undefined && isOfWords && !telling.test(plain) && isStated(brief)) return [];
    return brief === undefined ? [] : [[name, brief]];
  });
  if (were.length > 0 && memberOf(record, beforeName) === undefined)
    members.push([beforeName, { members: were }]);
  if (leftOut.length === 0 || told !== undefined) return { ...shown, text: writeJson({ members }) };
  const uri = await keep(shown.text);
  const whole = uri === undefined ? '' : worded(answerMessages.changeWhole, { uri });
  const full = joined([whole, answerMessages.changeFull], '');
  const rest = answerMessages[old === undefined ? 'sentOnly' : 'sentOrChanged'];
  if (!isNew) return { text: writeJson({ members }), notes: [joined([rest, full], ''), ...shown.notes] };
  const names = describeNames(leftOut);
  const text = joined([worded(answerMessages.notShown, { names }), full], '');
  const { notes, quoting } = apart([{ text, names: leftOut }]);
  return { text: writeJson({ members }), notes: [...notes, ...shown.notes], quoting };
}

/** Fields of a created record that its description does not state. */
const unstated = new Set([
  ...[
    'id',
    'docid',
    'url',
    'version',
    'number',
    'fileid',
    'filename',
    'author',
    'entitykind',
    'extension',
    'size',
  ],
]);
/** Maximum length of a string, and maximum number of list entries, that a description states in full. */
const mostStated = { text: 120, entries: 12 };

/**
 * Returns a function that checks whether a description states a value exactly. Long strings, line breaks, quotation marks
 * and seconds are changed in descriptions. If the description itself was cut, no value counts as stated.
 */
function statedBy(told: string | undefined): (value: Json) => boolean {
  if (told === undefined || told.includes('…')) return () => false;
  const isStated = (value: Json): boolean => {
    if (isList(value)) return value.items.length <= mostStated.entries && value.items.every(isStated);
    if (typeof value === 'object') return value.members.every(([, inner]) => isStated(inner));
    if (!isText(value)) return true;
    const text = plainly(value) as string;
    const isId: boolean = isAnyId(text);
    if (text.length > mostStated.text || text.includes('"') || isId) return false;
    return text === text.replace(/\s+/g, ' ').trim() && !/T\d\d:\d\d:(?!00)\d\d/.test(text);
  };
  return isStated;
}

const withoutEmpty = (json: Json): Json => (isList(json) ? parseJson(writeJson(json)) : json);

/** Returns the previous value if it changed. Groups are compared only if they were sent. */
function replaced(was: Json, is: Json, sent: unknown, compare: typeof compareKept): Json | undefined {
  const [one, other] = [was, is].map((value) => comparable(value, sent));
  if (one === undefined || other === undefined || isAlike(one, other)) return undefined;
  // If the call did not send the field, another spelling of the same value does not count as a change.
  if (sent === undefined && isSaid(one, other, compare)) return undefined;
  if (!isJsonObject(one) || !isJsonObject(other)) return briefly(was, sent);
  const members = one.members.filter(([name, value]) => {
    const now = memberOf(other, name);
    return now !== undefined && !isAlike(value, now);
  });
  return members.length === 0 ? undefined : briefly({ members }, sent);
}

/** Works like `briefly`, but does not cut strings. */
function comparable(value: Json, sent: unknown): Json | undefined {
  return typeof value === 'string' ? value : briefly(value, sent);
}

/** Compares parsed values, because numbers and strings can be written in several ways. */
const isAlike = (one: Json, other: Json) =>
  (isEmpty(one) && isEmpty(other)) || canonical(one) === canonical(other);
const isSaid = (one: Json, other: Json, compare: typeof compareKept) => {
  const { unkept, unseen } = compare({ it: plainly(one) }, { it: plainly(other) });
  return unkept.length + unseen.length === 0;
};
const plainly = (json: Json): unknown => JSON.parse(writeJson(json));
const canonical = (json: Json) => JSON.stringify(plainly(json));

/** Normalizes a name without its ending: `StatusId` equals `Status`. */
const stem = (name: string) => lettersOf(name).replace(/ids?$|s$/, '');

/** Indexes the sent values by their names without endings. */
function sentBy(args: Arguments): ReadonlyMap<string, unknown> {
  const { [moreArgument]: more, ...own } = args;
  const all = { ...own, ...(typeof more === 'object' && more !== null ? more : {}) };
  return new Map(Object.entries(all).map(([name, value]) => [stem(name), value]));
}

/** Shortens a value. Returns undefined if it is not shown. @param sent argument for this field, if the call has one */
function briefly(value: Json, sent: unknown): Json | undefined {
  if (typeof value === 'string') return isText(value) ? cutText(value, maxText) : value;
  if (isList(value)) {
    if (sent === undefined && !value.items.every((item) => typeof item === 'string')) return undefined;
    return { items: value.items.map(called) };
  }
  const name = called(value);
  if (name !== value) return name;
  if (typeof sent !== 'object' || sent === null) return undefined;
  // Show only those fields of the group that the call sent.
  const wanted = new Set(Object.keys(sent).map(lettersOf));
  return { members: value.members.filter(([field]) => wanted.has(lettersOf(memberName(field)))) };
}

/** Adds names to records in the JSON that have only an id. */
function withNames(json: Json, names: ReadonlyMap<string, string>): Json {
  if (typeof json === 'string' || names.size === 0) return json;
  if (isList(json)) return { items: json.items.map((item) => withNames(item, names)) };
  const members = json.members.map(([name, value]): Member => [name, withNames(value, names)]);
  const id = memberOf(json, '"Id"');
  const name = isText(id) ? names.get(plainly(id) as string) : undefined;
  if (name === undefined || isText(memberOf(json, '"Name"'))) return { members };
  return { members: [['"Name"', JSON.stringify(name)], ...members] };
}

/** Replaces a record with its name. */
function called(json: Json): Json {
  if (!isJsonObject(json)) return json;
  const name = memberOf(json, '"Name"');
  return isText(name) && isText(memberOf(json, '"Id"')) ? name : json;
}
