import { ApiError, isCallError, NameLookupError, SwitchedOffError } from '../contract/errors.ts';
import type { Worded } from '../contract/language.ts';
import { asIs, joined, type Note, worded } from '../contract/worded.ts';
import type { Listed } from './list-records.ts';
import { partialMessages, partNames } from './messages.ts';
import { isGiven } from './records.ts';

/** A part of an answer in words, in the plural: 'tasks'. */
export type PartName = keyof typeof partNames | Worded;

export const partWords = (what: PartName): Worded => (typeof what === 'string' ? partNames[what] : what);

/** A part of an answer that may be missing: its value, or why there is none. */
export type Part<T> =
  | { readonly value: T; readonly note?: undefined; readonly error?: undefined }
  | { readonly value?: undefined; readonly note: Worded; readonly error: unknown };

/**
 * Waits for one part of an answer; where it fails the others stand.
 * @throws only where the caller cancelled, and what is no failure of a call
 */
export async function part<T>(what: PartName, value: Promise<T>): Promise<Part<T>> {
  try {
    return { value: await value };
  } catch (error) {
    return { note: whyMissing(what, error), error };
  }
}

/** One sentence in the bridge's own words: the service's may repeat what outsiders wrote. */
export function whyMissing(part: PartName, error: unknown): Worded {
  if (!isCallError(error)) throw error;
  // What stands behind a name that could not be looked up says more.
  if (error instanceof NameLookupError && isCallError(error.cause)) return whyMissing(part, error.cause);
  const what = partWords(part);
  if (error instanceof SwitchedOffError) return worded(partialMessages.switchedOff, { what });
  if (error instanceof ApiError && error.status === 403) return worded(partialMessages.withheld, { what });
  const status = error instanceof ApiError ? ` ${error.status}` : '';
  const message = error.canRetry ? partialMessages.failedForNow : partialMessages.failed;
  return worded(message, { what, code: `${error.code}${status}` });
}

/** The notes of the parts that are missing, each once. */
export const notesOf = (...parts: readonly Part<unknown>[]): Note[] =>
  eachOnce(parts.flatMap(({ note }) => note ?? []));

/** The words of those fields that the service does not give. @param fields by their names, in words */
export const notGivenOf = <Row extends object>(
  records: readonly Row[] | undefined,
  fields: Partial<Record<Extract<keyof Row, string>, PartName>>,
): PartName[] =>
  Object.entries<PartName | undefined>(fields).flatMap(([field, words = asIs(field)]) =>
    isGiven(records ?? [], field as Extract<keyof Row, string>) ? [] : [words],
  );

/** That something is missing from the answer because the service does not say it. */
export const notGivenNotes = (words: readonly PartName[]): Worded[] =>
  words.length > 0
    ? [worded(partialMessages.notGiven, { what: joined(eachOnce(words.map(partWords)), '; ') })]
    : [];

/** What the reader of a list should know about it. */
export function notesOfList(part: PartName, list: Listed<unknown> | undefined): Note[] {
  const what = partWords(part);
  return [
    ...(list?.isCut ? [worded(partialMessages.cut, { what })] : []),
    ...(list?.notes ?? []),
    ...(list?.hasMoved ? [worded(partialMessages.moved, { what })] : []),
  ];
}

/** Those that say the same are one. */
export const eachOnce = <One extends Note>(notes: readonly One[]): One[] => [
  ...new Map(notes.map((note) => [typeof note === 'string' ? note : note.en, note])).values(),
];
