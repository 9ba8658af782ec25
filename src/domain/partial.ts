import {
  ApiError,
  type CallError,
  DeadlineError,
  isCallError,
  NameLookupError,
  NetworkError,
  SwitchedOffError,
} from '../contract/errors.ts';
import type { Worded } from '../contract/language.ts';
import { asIs, joined, type Note, worded } from '../contract/worded.ts';
import type { Listed } from './list-records.ts';
import { failureCauses as causes, partialMessages, partNames } from './messages.ts';
import { isGiven } from './records.ts';

/** Name of a part of an answer, in the plural: 'tasks'. */
export type PartName = keyof typeof partNames | Worded;

export const partWords = (what: PartName): Worded => (typeof what === 'string' ? partNames[what] : what);

/** A part of an answer that may be missing. It has either a value, or a note with the reason and the error. */
export type Part<T> =
  | { readonly value: T; readonly note?: undefined; readonly error?: undefined }
  | { readonly value?: undefined; readonly note: Worded; readonly error: unknown };

/**
 * Waits for one part of an answer. Converts a failed call to the service into a note, so that the other parts can still
 * be returned.
 * @throws the error if it did not come from a call to the service
 */
export async function part<T>(what: PartName, value: Promise<T>): Promise<Part<T>> {
  try {
    return { value: await value };
  } catch (error) {
    return { note: whyMissing(what, error), error };
  }
}

/**
 * Returns one sentence that explains why a part is missing. It does not quote the service, because the service's
 * messages may contain text from third parties.
 * @throws the error if it did not come from a call to the service
 */
export function whyMissing(part: PartName, error: unknown): Worded {
  if (!isCallError(error)) throw error;
  // Report the cause of a failed name lookup, because it is more precise.
  if (error instanceof NameLookupError && isCallError(error.cause)) return whyMissing(part, error.cause);
  const what = partWords(part);
  if (error instanceof SwitchedOffError) return worded(partialMessages.switchedOff, { what });
  if (error instanceof ApiError && error.status === 403) return worded(partialMessages.withheld, { what });
  const message = error.canRetry ? partialMessages.failedForNow : partialMessages.failed;
  const code = codeOf(error);
  const cause = causeOf(error);
  return worded(message, {
    what,
    code: cause === undefined ? code : worded(partialMessages.coded, { code, cause }),
  });
}

const codeOf = (error: CallError) =>
  error instanceof ApiError ? `${error.code} ${error.status}` : error.code;

/** Returns the description of a common failure. Returns undefined for any other failure. */
function causeOf(error: CallError): Worded | undefined {
  if (error instanceof DeadlineError) return causes.late;
  if (error instanceof NetworkError) return causes.broken;
  if (!(error instanceof ApiError)) return undefined;
  if (error.isNoRoute) return causes.noRoute;
  if (error.status === 404) return causes.missing;
  return error.status === 429 ? causes.limited : undefined;
}

/** Returns one sentence for each kind of failure. @param name phrase for a number of records */
export function whyManyMissing(name: (count: number) => PartName, failures: readonly unknown[]): Worded[] {
  const kinds = new Map<string, { error: unknown; count: number }>();
  for (const error of failures) {
    const kind = whyMissing(asIs('records'), error).en;
    kinds.set(kind, { error, count: (kinds.get(kind)?.count ?? 0) + 1 });
  }
  return [...kinds.values()].map(({ error, count }) => whyMissing(name(count), error));
}

/** Returns the notes of all missing parts, without duplicates. */
export const notesOf = (...parts: readonly Part<unknown>[]): Note[] =>
  eachOnce(parts.flatMap(({ note }) => note ?? []));

/** Returns the fields that the service does not return. @param fields phrase for each field */
export const notGivenOf = <Row extends object>(
  records: readonly Row[] | undefined,
  fields: Partial<Record<Extract<keyof Row, string>, PartName>>,
): PartName[] =>
  Object.entries<PartName | undefined>(fields).flatMap(([field, words = asIs(field)]) =>
    isGiven(records ?? [], field as Extract<keyof Row, string>) ? [] : [words],
  );

/** Returns a note that lists the fields which the service does not return. */
export const notGivenNotes = (words: readonly PartName[]): Worded[] =>
  words.length > 0
    ? [worded(partialMessages.notGiven, { what: joined(eachOnce(words.map(partWords)), '; ') })]
    : [];

/** Returns the notes about a list: its own notes, and whether it is incomplete or changed while it was read. */
export function notesOfList(part: PartName, list: Listed<unknown> | undefined): Note[] {
  const what = partWords(part);
  return [
    ...(list?.isCut ? [worded(partialMessages.cut, { what })] : []),
    ...(list?.notes ?? []),
    ...(list?.hasMoved ? [worded(partialMessages.moved, { what })] : []),
  ];
}

/** Returns one note about the empty parts with unverified filters. */
export function unprovenNotes(
  lists: Partial<Record<keyof typeof partNames, Listed<unknown> | undefined>>,
): Worded[] {
  const names = Object.entries(lists).flatMap(([name, list]) =>
    list?.isUnproven ? [partNames[name as keyof typeof partNames]] : [],
  );
  return names.length > 0 ? [worded(partialMessages.unproven, { what: joined(names, ', ') })] : [];
}

/** Removes notes with the same English wording. */
export const eachOnce = <One extends Note>(notes: readonly One[]): One[] => [
  ...new Map(notes.map((note) => [typeof note === 'string' ? note : note.en, note])).values(),
];
