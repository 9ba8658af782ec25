import type { Arguments } from '../../../api/client/build-request.ts';
import { dropArgument, moreArgument } from '../../../contract/operations/field-marks.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import { fieldStem, isEmptyValue, isRow, type Row } from '../../../json/record-value.ts';

/** A sent field, and its values in the record before and after the change. */
export interface ToldField {
  /** Path of the argument, as in the notes about values that were not saved. */
  readonly path: string;
  /** Name of the field. Its tag if it is a field of an object card. */
  readonly name: string;
  readonly isTag: boolean;
  readonly sent: unknown;
  /** Undefined if the record does not show the field. */
  readonly was: unknown;
  readonly is: unknown;
}

/** Groups in which the deployment defines the names of fields. */
const cards = new Set(['field', 'attribute']);

/** Returns the fields that a call sent, with their values in the record before and after the change. */
export function sentFields(
  { body = {}, stores, keeps, fills, fileParts = [] }: Operation,
  args: Arguments,
  { was, is }: { readonly was: Row | undefined; readonly is: Row | undefined },
): ToldField[] {
  const { [moreArgument]: more, [dropArgument]: _, ...own } = args;
  const skipped = new Set([...(stores?.without ?? []), ...fileParts]);
  const given = Object.entries(own).filter(([name]) => name in body && !skipped.has(name));
  const all = [...given, ...Object.entries((more ?? {}) as Arguments)].filter(([, one]) => one !== undefined);
  return all.flatMap(([argument, sent]) => {
    const name =
      stores?.names?.[argument] ??
      stores?.named?.[argument] ??
      keeps?.[argument] ??
      fills?.[argument] ??
      argument;
    if (!isRow(sent)) {
      const at = (record: Row | undefined) => fieldOf(record, name);
      return [{ path: argument, name, isTag: false, sent, was: at(was), is: at(is) }];
    }
    // A service may show the fields of a group at the top level.
    const within = (record: Row | undefined, key: string) =>
      fieldOf(groupOf(record, name), key) ?? fieldOf(record, key);
    return Object.entries(sent).map(([key, value]) => ({
      ...{ path: `${argument}.${key}`, name: key, isTag: cards.has(fieldStem(name)), sent: value },
      ...{ was: within(was, key), is: within(is, key) },
    }));
  });
}

function groupOf(record: Row | undefined, name: string): Row | undefined {
  const group = fieldOf(record, name);
  return isRow(group) ? group : undefined;
}

/** Returns the field that corresponds to an argument: `ResponsibleId` is shown as `Responsible`. */
function fieldOf(record: Row | undefined, name: string): unknown {
  if (record === undefined) return undefined;
  const stem = fieldStem(name);
  const key =
    Object.keys(record).find((one) => one.toLowerCase() === name.toLowerCase()) ??
    Object.keys(record).find((one) => fieldStem(one) === stem);
  return key === undefined ? undefined : record[key];
}

/** Fields that a description omits, because they are of no interest to its reader. */
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

/** Returns the other values of a new record, which the service has set. */
export function toldFields(
  record: Row,
  sent: readonly ToldField[],
): (readonly [name: string, value: unknown])[] {
  const given = new Set(sent.flatMap(({ path, name }) => [path.split('.')[0] ?? '', name]).map(fieldStem));
  return Object.entries(record).filter(
    ([name, value]) =>
      !unsaid.has(name.toLowerCase()) &&
      !given.has(fieldStem(name)) &&
      !isEmptyValue(value) &&
      value !== false &&
      !(isRow(value) && value.Id === undefined),
  );
}
