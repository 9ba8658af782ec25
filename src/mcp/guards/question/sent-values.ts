import { createHash } from 'node:crypto';
import {
  type Arguments,
  type Draft,
  type Sent,
  sentBy,
  type UncheckedContent,
} from '../../../api/client/build-request.ts';
import type { FilePart } from '../../../api/files/multipart.ts';
import { dropArgument, wholeDayOf } from '../../../contract/operations/field-marks.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import { isWholeDay } from './wording.ts';

export interface AskedValue extends Sent {
  /** True if `value` is a description of the real value, as for a file. */
  readonly isDescribed?: true;
}

/**
 * Returns all values of a draft as a confirmation shows them. A file is replaced by its name, type, size in bytes and
 * SHA-256, because nobody can read it in a dialog. Includes `drop`, although only casebridge uses it.
 */
export function sentForPeople(draft: Draft, given: Arguments): readonly AskedValue[] {
  const { fileParts } = draft.operation;
  const sent = sentBy(draft).map((one) =>
    fileParts?.includes(one.argument)
      ? { ...one, value: describeFile(one.value as FilePart<UncheckedContent>), isDescribed: true as const }
      : one,
  );
  const drop = given[dropArgument];
  return drop === undefined ? sent : [...sent, { argument: dropArgument, name: dropArgument, value: drop }];
}

const shownCharacters = 700;

/**
 * Returns a workflow's arguments.
 * @param abridged names of the arguments whose values are cut if they are long. Cut values come last
 */
export function argumentsForPeople(args: Arguments, abridged: readonly string[] = []): readonly AskedValue[] {
  const isLong = ({ argument, value }: AskedValue) =>
    abridged.includes(argument) && typeof value === 'string' && value.length > shownCharacters;
  const sent = Object.entries(args).map(([name, value]): AskedValue => ({ argument: name, name, value }));
  return [
    ...sent.filter((one) => !isLong(one)),
    ...sent.filter(isLong).map((one) => ({
      ...one,
      value: describeText(one.value as string),
      isDescribed: true as const,
    })),
  ];
}

const describeText = (text: string) => ({
  begins: text.slice(0, shownCharacters),
  characters: text.length,
  sha256: sha256Of(Buffer.from(text)),
});

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function describeFile({ fileName, mediaType, content }: FilePart<UncheckedContent>): object {
  const facts =
    content instanceof Uint8Array
      ? { bytes: content.length, sha256: sha256Of(content) }
      : { path: content.path, ...content.seen };
  return { name: fileName, type: mediaType, ...facts };
}

/**
 * Returns midnight of the last day, if the value is the midnight after a period of whole days. Otherwise people would
 * read the day after the period as its end.
 */
export function lastDayOf(
  { body }: Pick<Operation, 'body'>,
  { argument, value }: Sent,
  sent: readonly Sent[],
): string | undefined {
  const field = body?.[argument];
  const mark = field && wholeDayOf(field);
  const isWhole = sent.some((one) => one.argument === mark?.onlyIf && one.value === true);
  return mark?.isEnd === true && isWhole ? lastDayBefore(value) : undefined;
}

/** Returns midnight of the day before, if the value is midnight UTC. */
export function lastDayBefore(value: unknown): string | undefined {
  if (typeof value !== 'string' || !isWholeDay(value)) return undefined;
  return `${new Date(Date.parse(value) - 1).toISOString().slice(0, 10)}T00:00:00Z`;
}
