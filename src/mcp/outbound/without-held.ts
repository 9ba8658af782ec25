import type { Arguments } from '../../api/client/build-request.ts';
import type { OperationNames } from '../../contract/operations/deployment.ts';
import { moreArgument } from '../../contract/operations/field-marks.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { isRow, type Row } from '../../contract/records/row.ts';
import { fieldCalled, recordIn } from '../../json/record-value.ts';
import { cleanText } from '../../util/invisible-characters.ts';
import { textsIn } from './text-arguments.ts';

interface Holding {
  /** The record, as the operation's `target` returned it. Undefined if it was not read. */
  readonly record: unknown;
  readonly names: OperationNames | undefined;
}

/**
 * Removes from the arguments all strings that the same field of the record already contains. The checks of outgoing
 * texts need only the new strings. A string that moves to another field is new, because other people may see that
 * field.
 */
export function withoutHeld(operation: Operation, args: Arguments, { record, names }: Holding): Arguments {
  const row = recordIn(record);
  if (row === undefined) return args;
  const without = (name: string, value: unknown) =>
    withoutTexts(value, textsOf(row, fieldNames(operation, name, names)));
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      name === moreArgument && isRow(value)
        ? Object.fromEntries(Object.entries(value).map(([one, item]) => [one, without(one, item)]))
        : without(name, value),
    ]),
  );
}

/** Returns the names under which the record may contain an argument. */
function fieldNames({ keeps }: Operation, argument: string, names: OperationNames | undefined): string[] {
  const own = keeps?.[argument] ?? argument;
  const real = [own, argument].flatMap((name) => names?.shows?.[name] ?? names?.names?.[name] ?? []);
  return [...real, own, argument];
}

function textsOf(record: Row, names: readonly string[]): ReadonlySet<string> {
  const value = fieldCalled(record, names)?.value;
  return new Set(textsIn(value, '').flatMap(([, text]) => [plainLines(text), cleanText(plainLines(text))]));
}

function withoutTexts(value: unknown, held: ReadonlySet<string>): unknown {
  if (held.size === 0) return value;
  if (typeof value === 'string') return held.has(plainLines(value)) ? undefined : value;
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item, held));
  if (!isRow(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutTexts(item, held)]));
}

/** Normalizes line endings, because clients and services use different ones. */
const plainLines = (text: string) => text.replaceAll('\r\n', '\n');
