import type { Arguments } from '../../../api/client/build-request.ts';
import { moreArgument } from '../../../contract/operations/field-marks.ts';
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
import type { Shown } from '../sanitize.ts';
import { apart, describeNames } from './notes.ts';
import { memberName } from './select-fields.ts';

/** Characters of a text that say which it is; the caller has just written it. */
const maxText = 240;
/** The API description, Conventions: what only programs need of a record that was just written. */
const bookkeeping = new Set(['CreationDate', 'LastChangeDate']);
const telling = /warn|error|conflict|duplicate|message/i;

export interface Changing {
  /** What was sent. */
  readonly args: Arguments;
  /** Keeps the whole where it can be read. */
  readonly keep: (text: string) => Promise<string | undefined>;
}

/**
 * The record that a change answers, as short as its writer needs it: what identifies it, what was sent, and every simple
 * value beside it, since the service may have set any of them by itself; of other records the names. Lists and
 * groups of fields that were not sent are named and kept apart.
 */
export async function fitChanged(shown: Shown, { args, keep }: Changing): Promise<Shown> {
  const record = parseJson(shown.text);
  if (!isJsonObject(record) || !['"Id"', '"docID"'].some((name) => isText(memberOf(record, name))))
    return shown;
  const sent = sentBy(args);
  const leftOut: string[] = [];
  const members = record.members.flatMap(([name, value]): Member[] => {
    const plain = memberName(name);
    if (bookkeeping.has(plain) || isEmpty(value)) return [];
    const brief = telling.test(plain) ? value : briefly(value, sent.get(stem(plain)));
    if (brief === undefined) leftOut.push(plain);
    return brief === undefined ? [] : [[name, brief]];
  });
  if (leftOut.length === 0) return { ...shown, text: writeJson({ members }) };
  const uri = await keep(shown.text);
  const whole = uri === undefined ? '' : ` The whole answer is the resource ${uri} for 15 minutes;`;
  const text = `Not shown: ${describeNames(leftOut)}.${whole} "detail":"full" with a change answers all of it.`;
  const said = apart([{ text, names: leftOut }]);
  return { text: writeJson({ members }), notes: [...said.notes, ...shown.notes], quoting: said.quoting };
}

/** `StatusId` is answered as `Status`, `ResponsibleIds` as `Responsibles`. */
const stem = (name: string) => name.toLowerCase().replace(/ids?$|s$/, '');

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
  const wanted = new Set(Object.keys(sent).map((key) => key.toLowerCase()));
  return { members: value.members.filter(([field]) => wanted.has(memberName(field).toLowerCase())) };
}

/** Another record by its name. */
function called(json: Json): Json {
  if (!isJsonObject(json)) return json;
  const name = memberOf(json, '"Name"');
  return isText(name) && isText(memberOf(json, '"Id"')) ? name : json;
}
