import type { Arguments } from '../../../api/client/build-request.ts';
import { moreArgument } from '../../../contract/operations/field-marks.ts';
import { lettersOf } from '../../../contract/records/letters.ts';
import { joined, worded } from '../../../contract/worded.ts';
import type { compareKept } from '../../../json/agree.ts';
import { cutText } from '../../../json/cut-text.ts';
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

/** Characters of a text that say which it is; the caller has just written it. */
const maxText = 240;
/** The API description, Conventions: what only programs need of a record that was just written. */
const bookkeeping = new Set(['creationdate', 'lastchangedate']);
const identifying = new Set(['id', 'docid', 'name', 'number', 'version']);
/** Of which nobody asks what it was. */
const constant = new Set(['id', 'docid', 'version', 'url']);
/** Under this name stands what was there before the change. */
const beforeName = '"Before"';
const telling = /warn|error|conflict|duplicate|message/i;

/** A change, as far as it decides what is shown of the record that it answers. */
export interface Change {
  readonly sent: Arguments;
  /** Whether the record is new: what the service has set in it, its writer does not know. */
  readonly isNew: boolean;
  /** JSON of the record before, where it was read anyway. */
  readonly before?: string | undefined;
  /** Names of records by their ids in lower case. */
  readonly called: ReadonlyMap<string, string>;
  /** Whether a line in words says what was sent and what has moved. */
  readonly isTold: boolean;
}

interface Changing extends Change {
  /** Keeps the whole where it can be read. */
  readonly keep: (text: string) => Promise<string | undefined>;
}

/**
 * The record that a change answers, as short as its writer needs it: what identifies it, and what was sent as it stands
 * now. Of a record that was read before also every simple value or reference that has become another one, and what all
 * these were; of a new record every simple value, since the service may have set any of them. Of other records the
 * names. The rest is kept apart.
 */
export async function fitChanged(
  shown: Shown,
  { sent: args, isNew, before, called: byId, isTold, keep }: Changing,
): Promise<Shown> {
  const record = withNames(parseJson(shown.text, !isNew), byId);
  if (!isJsonObject(record) || !['"Id"', '"docID"'].some((name) => isText(memberOf(record, name))))
    return shown;
  const sent = sentBy(args);
  const old = before === undefined ? undefined : withNames(parseJson(before, true), byId);
  const { compareKept: compare } = await import('../../../json/agree.ts');
  const leftOut: string[] = [];
  const were: Member[] = [];
  const members = record.members.flatMap(([name, given]): Member[] => {
    const value = withoutEmpty(given);
    const plain = memberName(name);
    const letters = lettersOf(plain);
    if (bookkeeping.has(letters)) return [];
    const argument = sent.get(stem(plain));
    const was = isJsonObject(old) && !constant.has(letters) ? memberOf(old, name) : undefined;
    const hadBeen = was === undefined ? undefined : replaced(withoutEmpty(was), value, argument, compare);
    if (hadBeen !== undefined) were.push([name, hadBeen]);
    const isEmptied = hadBeen !== undefined && isEmpty(value);
    if (isEmpty(value) && !isEmptied) return [];
    const isWanted = isNew || identifying.has(letters) || argument !== undefined || hadBeen !== undefined;
    const brief = telling.test(plain) || isEmptied ? value : isWanted ? briefly(value, argument) : undefined;
    if (brief === undefined) leftOut.push(plain);
    return brief === undefined ? [] : [[name, brief]];
  });
  if (were.length > 0 && memberOf(record, beforeName) === undefined)
    members.push([beforeName, { members: were }]);
  if (leftOut.length === 0) return { ...shown, text: writeJson({ members }) };
  const uri = await keep(shown.text);
  if (isTold) {
    const rest = uri === undefined ? [] : [worded(answerMessages.wholeRecord, { uri })];
    return { text: writeJson({ members }), notes: [...rest, ...shown.notes] };
  }
  const whole = uri === undefined ? '' : worded(answerMessages.changeWhole, { uri });
  const full = joined([whole, answerMessages.changeFull], '');
  const rest = answerMessages[old === undefined ? 'sentOnly' : 'sentOrChanged'];
  if (!isNew) return { text: writeJson({ members }), notes: [joined([rest, full], ''), ...shown.notes] };
  const names = describeNames(leftOut);
  const text = joined([worded(answerMessages.notShown, { names }), full], '');
  const { notes, quoting } = apart([{ text, names: leftOut }]);
  return { text: writeJson({ members }), notes: [...notes, ...shown.notes], quoting };
}

/** Items of lists without what is empty in them. */
const withoutEmpty = (json: Json): Json => (isList(json) ? parseJson(writeJson(json)) : json);

/** What a value was, where it has become another one; lists and groups of fields only where they were sent. */
function replaced(was: Json, is: Json, sent: unknown, compare: typeof compareKept): Json | undefined {
  const [one, other] = [was, is].map((value) => comparable(value, sent));
  if (one === undefined || other === undefined || isAlike(one, other)) return undefined;
  // Of what nobody sent, another way to write the same is no change.
  if (sent === undefined && isSaid(one, other, compare)) return undefined;
  if (!isJsonObject(one) || !isJsonObject(other)) return briefly(was, sent);
  const members = one.members.filter(([name, value]) => {
    const now = memberOf(other, name);
    return now !== undefined && !isAlike(value, now);
  });
  return members.length === 0 ? undefined : briefly({ members }, sent);
}

/** As `briefly`, with texts whole. */
function comparable(value: Json, sent: unknown): Json | undefined {
  return typeof value === 'string' ? value : briefly(value, sent);
}

/** Numbers and texts may be written in several ways. */
const isAlike = (one: Json, other: Json) =>
  (isEmpty(one) && isEmpty(other)) || canonical(one) === canonical(other);
const isSaid = (one: Json, other: Json, compare: typeof compareKept) => {
  const { unkept, unseen } = compare({ it: plainly(one) }, { it: plainly(other) });
  return unkept.length + unseen.length === 0;
};
const plainly = (json: Json): unknown => JSON.parse(writeJson(json));
const canonical = (json: Json) => JSON.stringify(plainly(json));

/** `StatusId` is answered as `Status`, `ResponsibleIds` as `Responsibles`. */
const stem = (name: string) => lettersOf(name).replace(/ids?$|s$/, '');

/** What was sent, by the stems of its names. */
function sentBy(args: Arguments): ReadonlyMap<string, unknown> {
  const { [moreArgument]: more, ...own } = args;
  const all = { ...own, ...(typeof more === 'object' && more !== null ? more : {}) };
  return new Map(Object.entries(all).map(([name, value]) => [stem(name), value]));
}

/** @param sent the argument for this very field; undefined: none */
function briefly(value: Json, sent: unknown): Json | undefined {
  if (typeof value === 'string') return isText(value) ? cutText(value, maxText) : value;
  if (isList(value)) {
    if (sent === undefined && !value.items.every((item) => typeof item === 'string')) return undefined;
    return { items: value.items.map(called) };
  }
  const name = called(value);
  if (name !== value) return name;
  if (typeof sent !== 'object' || sent === null) return undefined;
  // Of a group of fields those that were sent.
  const wanted = new Set(Object.keys(sent).map(lettersOf));
  return { members: value.members.filter(([field]) => wanted.has(lettersOf(memberName(field)))) };
}

/** Returns the JSON with the names of the records that it refers to by their ids alone. */
function withNames(json: Json, names: ReadonlyMap<string, string>): Json {
  if (typeof json === 'string' || names.size === 0) return json;
  if (isList(json)) return { items: json.items.map((item) => withNames(item, names)) };
  const members = json.members.map(([name, value]): Member => [name, withNames(value, names)]);
  const id = memberOf(json, '"Id"');
  const name = isText(id) ? names.get(plainly(id) as string) : undefined;
  if (name === undefined || isText(memberOf(json, '"Name"'))) return { members };
  return { members: [['"Name"', JSON.stringify(name)], ...members] };
}

/** Another record by its name. */
function called(json: Json): Json {
  if (!isJsonObject(json)) return json;
  const name = memberOf(json, '"Name"');
  return isText(name) && isText(memberOf(json, '"Id"')) ? name : json;
}
