import type { Arguments } from '../../../api/client/build-request.ts';
import { dropArgument, moreArgument } from '../../../contract/operations/field-marks.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import { fieldStem, isEmptyValue, isRow, type Row } from '../../../json/record-value.ts';

/** A field that was sent, and what the record shows of it. */
export interface ToldField {
  /** Path of the argument, as notes on values that were not kept name it. */
  readonly path: string;
  /** The name of the field; a tag if it is a field of a card. */
  readonly name: string;
  readonly isTag: boolean;
  readonly sent: unknown;
  /** Undefined if the record does not show the field. */
  readonly was: unknown;
  readonly is: unknown;
}

/** Groups whose fields have names of the deployment's own. */
const cards = new Set(['field', 'attribute']);

/** Returns the fields that a call sent, with what the record had and has in their place. */
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
    // A service may show the fields of a group beside all others.
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

/** Returns the field that is about the same as an argument: `ResponsibleId` is shown as `Responsible`. */
function fieldOf(record: Row | undefined, name: string): unknown {
  if (record === undefined) return undefined;
  const stem = fieldStem(name);
  const key =
    Object.keys(record).find((one) => one.toLowerCase() === name.toLowerCase()) ??
    Object.keys(record).find((one) => fieldStem(one) === stem);
  return key === undefined ? undefined : record[key];
}

/** What needs no words: a reader of the line looks for none of it. */
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

/** Returns what else a new record holds: values that the service has set. */
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
