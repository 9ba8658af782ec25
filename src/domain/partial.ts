import { ApiError, isCallError, NameLookupError, SwitchedOffError } from '../contract/errors.ts';
import type { Listed } from './list-records.ts';
import { isGiven } from './records.ts';

/** A part of an answer that may be missing: its value, or why there is none. */
export type Part<T> =
  | { readonly value: T; readonly note?: undefined; readonly error?: undefined }
  | { readonly value?: undefined; readonly note: string; readonly error: unknown };

/**
 * Waits for one part of an answer; where it fails the others stand.
 * @param what the part in words, in the plural: 'tasks'
 * @throws only where the caller cancelled, and what is no failure of a call
 */
export async function part<T>(what: string, value: Promise<T>): Promise<Part<T>> {
  try {
    return { value: await value };
  } catch (error) {
    return { note: whyMissing(what, error), error };
  }
}

/** One sentence in the bridge's own words: the service's may repeat what outsiders wrote. */
export function whyMissing(what: string, error: unknown): string {
  if (!isCallError(error)) throw error;
  // What stands behind a name that could not be looked up says more.
  if (error instanceof NameLookupError && isCallError(error.cause)) return whyMissing(what, error.cause);
  if (error instanceof SwitchedOffError) return `Not read: ${what} (switched off by the operator).`;
  if (error instanceof ApiError && error.status === 403)
    return `Withheld: ${what} (the signed-in user has no permission to see them).`;
  const status = error instanceof ApiError ? ` ${error.status}` : '';
  const again = error.canRetry ? '; trying again later can help' : '';
  return `Not read: ${what} (${error.code}${status}${again}).`;
}

/** The notes of the parts that are missing, each once. */
export const notesOf = (...parts: readonly Part<unknown>[]): string[] => [
  ...new Set(parts.flatMap(({ note }) => note ?? [])),
];

/** The words of those fields that the service does not give. @param fields by their names, in words */
export const notGivenOf = <Row extends object>(
  records: readonly Row[] | undefined,
  fields: Partial<Record<Extract<keyof Row, string>, string>>,
): string[] =>
  Object.entries<string | undefined>(fields).flatMap(([field, words = field]) =>
    isGiven(records ?? [], field as Extract<keyof Row, string>) ? [] : [words],
  );

/** That something is missing from the answer because the service does not say it. */
export const notGivenNotes = (words: readonly string[]): string[] =>
  words.length > 0 ? [`Not given by this service: ${[...new Set(words)].join('; ')}.`] : [];

/** What the reader of a list should know about it. */
export function notesOfList(what: string, list: Listed<unknown> | undefined): string[] {
  return [
    ...(list?.isCut ? [`There are more ${what} than were read: ask more narrowly.`] : []),
    ...(list?.notes ?? []),
    ...(list?.hasMoved ? [`The list of ${what} changed while it was read: something may be missing.`] : []),
  ];
}
