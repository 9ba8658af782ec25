import type { z } from 'zod';
import type { Arguments } from '../../../../api/client/build-request.ts';
import {
  dropArgument,
  moreArgument,
  type WholeDay,
  wholeDayOf,
} from '../../../../contract/operations/field-marks.ts';
import type { Operation } from '../../../../contract/operations/operation.ts';
import { isRow, type Row } from '../../../../contract/records/row.ts';
import { fieldStem, isEmptyValue } from '../../../../json/record-value.ts';
import { lastDayBefore } from '../../../guards/question/sent-values.ts';
import { unitBefore } from './told-value.ts';

/** A sent field, with its values in the record before and after the change. */
export interface ToldField {
  /** Path of the argument, as it appears in notes about values that were not saved. */
  readonly path: string;
  /** Name of the field. For a field of an object card, its tag. */
  readonly name: string;
  readonly isTag: boolean;
  readonly sent: unknown;
  readonly was: unknown;
  readonly is: unknown;
}

/** Arguments that select the changed record. Their values are not changes. */
const ownIds = ['Id', 'docID'];

/** Groups whose field names each deployment chooses. */
const cards = new Set(['field', 'attribute']);

/** Returns the fields that a call sent, with their values in the record before and after the change. */
export function sentFields(
  { body = {}, stores, keeps, fills, fileParts = [] }: Operation,
  args: Arguments,
  { was, is }: { readonly was: Row | undefined; readonly is: Row | undefined },
): ToldField[] {
  const { [moreArgument]: more, [dropArgument]: _, ...own } = args;
  const skipped = new Set([...(stores?.without ?? []), ...fileParts, ...ownIds]);
  const given = Object.entries(own).filter(([name]) => name in body && !skipped.has(name));
  const all = [...given, ...Object.entries((more ?? {}) as Arguments)].filter(([, one]) => one !== undefined);
  return all.flatMap(([argument, sent]) => {
    const name =
      stores?.names?.[argument] ??
      stores?.named?.[argument] ??
      keeps?.[argument] ??
      fills?.[argument] ??
      argument;
    // A time before an event stays whole, because its number means nothing without its unit.
    if (!isRow(sent) || unitBefore(sent) !== undefined) {
      const mark = argument in body ? wholeDayOf(body[argument] as z.ZodType) : undefined;
      const at = (record: Row | undefined) => asLastDay(mark, fieldOf(record, name), [record, own]);
      const now = asLastDay(mark, sent, [own, is, was]);
      return [{ path: argument, name, isTag: false, sent: now, was: at(was), is: at(is) }];
    }
    // Look for the field at the top level too, because a service may return the fields of a group there.
    const within = (record: Row | undefined, key: string) =>
      fieldOf(groupOf(record, name), key) ?? fieldOf(record, key);
    return Object.entries(sent).map(([key, value]) => ({
      ...{ path: `${argument}.${key}`, name: key, isTag: cards.has(fieldStem(name)), sent: value },
      ...{ was: within(was, key), is: within(is, key) },
    }));
  });
}

/**
 * Returns the last day of a period of whole days, because the period is stored with the midnight after that day.
 * Returns other values unchanged.
 * @param told arguments and records. The first one with the field `onlyIf` shows whether the period has whole days
 */
function asLastDay(mark: WholeDay | undefined, value: unknown, told: readonly (Row | undefined)[]) {
  if (mark?.isEnd !== true) return value;
  const { onlyIf } = mark;
  const isWhole =
    onlyIf === undefined || told.map((one) => fieldOf(one, onlyIf)).find((one) => one != null) === true;
  return (isWhole ? lastDayBefore(value) : undefined) ?? value;
}

function groupOf(record: Row | undefined, name: string): Row | undefined {
  const group = fieldOf(record, name);
  return isRow(group) ? group : undefined;
}

/** Returns the value for an argument. The record may contain `ResponsibleId` as `Responsible`. */
function fieldOf(record: Row | undefined, name: string): unknown {
  if (record === undefined) return undefined;
  const stem = fieldStem(name);
  const key =
    Object.keys(record).find((one) => one.toLowerCase() === name.toLowerCase()) ??
    Object.keys(record).find((one) => fieldStem(one) === stem);
  return key === undefined ? undefined : record[key];
}

/** Fields that a description omits, because users are not interested in them. */
const unsaid = new Set(
  [
    ...[
      'Id',
      'docID',
      'Url',
      'CreationDate',
      'LastChangeDate',
      'History',
      'Version',
      'Name',
      'Case',
      'FileId',
    ],
    ...['Number', 'Author', 'EntityKind', 'Extension', 'FileName', 'Size'],
  ].map((name) => name.toLowerCase()),
);

/** Returns the parts of a person's name in a record, because the service may not split a full name as intended. */
const namePartsIn = (record: Row): [name: string, value: unknown][] =>
  Object.values(record)
    .filter((group) => isRow(group) && group.Id === undefined)
    .flatMap((group) => Object.entries(group as Row).filter(([name]) => namePart.test(name)));
const namePart = /^(?:last|first|middle)_?name$/i;

/** Returns the values in a created record that the service has set itself. */
export function toldFields(
  record: Row,
  sent: readonly ToldField[],
): (readonly [name: string, value: unknown])[] {
  const given = new Set(sent.flatMap(({ path, name }) => [path.split('.')[0] ?? '', name]).map(fieldStem));
  const all = [...Object.entries(record), ...namePartsIn(record)];
  return all.filter(
    ([name, value]) =>
      !unsaid.has(name.toLowerCase()) &&
      !given.has(fieldStem(name)) &&
      !isEmptyValue(value) &&
      value !== false &&
      !(isRow(value) && value.Id === undefined),
  );
}
