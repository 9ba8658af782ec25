import type { Arguments } from '../../../api/client/build-request.ts';
import type { ChangeInWords } from '../../../contract/features/planned-changes.ts';
import { dropArgument, moreArgument } from '../../../contract/operations/field-marks.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import { isRow, type Row } from '../../../contract/records/row.ts';
import { said } from '../../../contract/worded.ts';
import { fieldCalled, isEmptyValue } from '../../../json/record-value.ts';
import type { Lost } from '../../guards/losses.ts';
import type { Voice } from '../../guards/question/wording.ts';
import { captionWithin, movedText, nameIn, nounOf, recordInWords } from '../changes/told/told-change.ts';
import { sentFields, type ToldField } from '../changes/told/told-fields.ts';
import { toldMessages } from '../changes/told/told-messages.ts';
import { plainLine, valueInWords } from '../changes/told/told-value.ts';

interface ChangeAhead {
  readonly definition: Operation;
  readonly called: Operation;
  readonly args: Arguments;
  /** The record before the change. Undefined if there is none, or if it could not be read. */
  readonly was: Row | undefined;
  /** The operation in words, as a confirmation states it. */
  readonly title: string;
  readonly lost: Lost;
}

/** Checks whether an operation changes fields of a record, instead of its state, its lists or something else. */
const isEdit = ({ access, stores, removes }: Operation) =>
  access === 'update' && stores?.entryOf === undefined && stores?.becomes === undefined && !removes;

export const isCreation = ({ access, stores }: Operation) =>
  access === 'create' && stores?.entryOf === undefined;

/** Describes a planned change in the same form in which the answer to a call describes a completed change. */
export function changeAhead(voice: Voice, change: ChangeAhead): Omit<ChangeInWords, 'facts'> {
  const { definition, args, was, title } = change;
  const isNew = isCreation(definition);
  const shown = isNew ? newRecord(voice, definition, args) : was;
  const noun = isNew || isEdit(definition) ? nounOf(voice, definition) : undefined;
  const named =
    shown === undefined || nameIn(shown) === undefined ? undefined : recordInWords(voice, noun, shown);
  const head = noun !== undefined && named !== undefined ? named : [title, named].filter(Boolean).join(': ');
  const fields = sentFields(definition, args, { was, is: undefined });
  const parts = partsOf(voice, { ...change, isNamed: named !== undefined }, fields);
  return {
    record: named ?? title,
    name: typeof shown?.Name === 'string' ? shown.Name : undefined,
    change: parts.length === 0 ? head : `${head}${named === head ? ':' : ';'} ${parts.join('; ')}`,
    loses: lossesIn(voice, change, fields),
    notifies: notified(voice, change),
  };
}

/** Returns what is known of a record that does not exist yet: its name and its case. */
function newRecord(voice: Voice, { stores, body = {} }: Operation, args: Arguments): Row {
  const named = Object.entries(stores?.named ?? {}).flatMap(([by, name]) => (name === 'Name' ? [by] : []));
  const argumentOf = (...names: readonly string[]) =>
    names.map((one) => args[one]).find((one) => one != null);
  const name = argumentOf('Name', ...named);
  const within = argumentOf(...Object.keys(body).filter((one) => /^case(?:id)?$/i.test(one)));
  return {
    Name: typeof name === 'string' ? unquoted(valueInWords(voice, name)) : undefined,
    Case: within === undefined ? undefined : valueInWords(voice, within),
  };
}

const unquoted = (text: string) => text.replace(/^["«]|["»]$/g, '');

function partsOf(
  voice: Voice,
  { definition, args, was, isNamed }: ChangeAhead & { readonly isNamed: boolean },
  fields: readonly ToldField[],
) {
  const { stores, removes, access, target, body = {} } = definition;
  const { language } = voice;
  if (stores?.becomes !== undefined) {
    const is = stores.becomes === 'archived' ? 'Archived' : 'InWork';
    return [movedText(voice, { label: captionWithin(voice, 'Status'), was: was?.Status, is })];
  }
  if (isNamed && access === 'delete' && removes?.list === undefined) return [];
  const isNew = isCreation(definition);
  // If the name of the record is shown, omit the arguments that select the record, because they add nothing.
  const aims = isNamed ? Object.values(target?.args ?? {}) : [];
  const aimed = new Set([...aims, moreArgument, dropArgument]);
  const others = Object.entries(args).filter(
    ([name, value]) => !(name in body) && !aimed.has(name) && !isEmptyValue(value),
  );
  const labelled = (label: string, is: unknown) =>
    said(language, toldMessages.now, { label, is: valueInWords(voice, is) });
  return [
    ...(isNew ? [said(language, toldMessages.new)] : []),
    ...fields
      .filter(
        ({ name, path }) => !aimed.has(path) && !(isNew && isNamed && /^(?:name|case(?:id)?)$/i.test(name)),
      )
      .map(({ name, isTag, sent, was: had }) => {
        const label = isTag ? plainLine(name, 80) : captionWithin(voice, name);
        return isEdit(definition) && was !== undefined
          ? movedText(voice, { label, was: had, is: sent })
          : labelled(label, sent);
      }),
    ...others.map(([name, value]) => labelled(captionWithin(voice, name), value)),
  ];
}

/** Omits losses that the change itself shows: a state that becomes another one, and a value that becomes empty. */
function lossesIn(voice: Voice, { definition, lost }: ChangeAhead, fields: readonly ToldField[]): string[] {
  if (lost === 'unread' || definition.stores?.becomes !== undefined) return [];
  const emptied = new Set(fields.flatMap(({ name, path, sent }) => (isEmptyValue(sent) ? [name, path] : [])));
  return lost
    .filter(({ path }) => !emptied.has(path.at(-1) ?? '') && !emptied.has(path.join('.')))
    .map(({ path: [first = '', ...rest], name, value }) => {
      const parts =
        name === undefined ? [captionWithin(voice, first), ...rest.map((one) => plainLine(one, 80))] : [name];
      return `${parts.join(', ')} ${valueInWords(voice, value)}`;
    });
}

/** Returns the people whom a change reaches because a list in its arguments or its record contains them. */
function notified(voice: Voice, { definition, called, args, was }: ChangeAhead): string[] {
  const { outboundIf, risk } = definition;
  if (outboundIf === undefined || risk !== undefined || called.risk !== 'outbound') return [];
  const [list = '', key = ''] = outboundIf.path.split('.');
  const rows: unknown = args[list] ?? (was && fieldCalled(was, [list])?.value);
  return (Array.isArray(rows) ? rows : [])
    .filter((row) => isRow(row) && outboundIf.values.includes(String(row[key])))
    .map((row) => valueInWords(voice, row));
}
