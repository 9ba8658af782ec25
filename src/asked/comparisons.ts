import type { RowCheck } from '../contract/operations/row-check.ts';
import { isFormWord, leadIn, normalise } from '../names/spelling/normalise.ts';
import { fieldFilters } from './field-filters.ts';
import { findingOf, type RowTest } from './finding.ts';
import { readTexts, valuesAt, valueTexts, wordsIn } from './row-values.ts';

type Of<Kind extends RowCheck['is']> = Extract<RowCheck, { is: Kind }>;

/** Creates the row test for the value of a filter argument. Returns undefined if the value cannot be compared. */
type Comparison<Kind extends RowCheck['is']> = (check: Of<Kind>, asked: unknown) => RowTest | undefined;

const idForm = /^[0-9a-f]{32}$/;
const bareId = (value: unknown) => String(value).toLowerCase().replace(/[{}-]/g, '');

/** Extracts ids. Returns undefined if `values` is undefined, or has entries but no id. */
function idsOf(values: readonly unknown[] | undefined): readonly string[] | undefined {
  if (values === undefined) return undefined;
  const ids = values.flatMap((value) => {
    const id = bareId(typeof value === 'object' ? valuesAt({ value }, ['value.Id'])?.[0] : value);
    return idForm.test(id) ? [id] : [];
  });
  return ids.length > 0 || values.length === 0 ? ids : undefined;
}

const equalsId: Comparison<'equalsId'> = ({ of }, asked) => {
  const wanted = new Set([asked].flat().map(bareId));
  return (row) => findingOf(idsOf(valuesAt(row, of)), (ids) => ids.some((id) => wanted.has(id)));
};

const perhapsId: Comparison<'perhapsId'> = (check, asked) => {
  const test = equalsId({ ...check, is: 'equalsId' }, asked);
  return (row) => {
    const finding = test?.(row) ?? 'absent';
    return finding === 'violates' ? 'unproven' : finding;
  };
};

/** Tolerance for dates, in milliseconds. Services treat last days and time zones differently. */
const slackMs = 38 * 3_600_000;

/** Parses a date-time. Without a zone it is read as UTC. `slackMs` exceeds every offset. */
const timeOf = (value: unknown) =>
  typeof value === 'string'
    ? Date.parse(/T[\d:.]+$/.test(value) ? `${value.slice(0, 23)}Z` : value)
    : Number.NaN;

const moments =
  (isOutside: (time: number, bound: number) => boolean) =>
  ({ of }: { readonly of: readonly string[] }, asked: unknown): RowTest | undefined => {
    const bound = timeOf(asked);
    if (Number.isNaN(bound)) return undefined;
    return (row) => {
      const values = valuesAt(row, of);
      const times = values?.map(timeOf).filter((time) => !Number.isNaN(time));
      if (times === undefined || (times.length === 0 && values?.length !== 0)) return 'absent';
      const [nearest] = times.filter((time) => !isOutside(time, bound));
      if (nearest !== undefined) return 'obeys';
      return times.some((time) => Math.abs(time - bound) <= slackMs) ? 'doubtful' : 'violates';
    };
  };

const wordsOf = (text: unknown) => normalise(String(text)).split(' ').filter(Boolean);
const shortest = 3;
/**
 * Checks whether a word can distinguish one text from another. Not distinctive: words of one or two characters, legal
 * forms, and words that introduce a number.
 */
const isTelling = (word: string) => word.length >= shortest && !isFormWord(word) && !leadIn.has(word);

/**
 * Creates a check whether a service with a loose search could have found a text. The text must contain every number,
 * and the beginning of at least one distinctive word, because the ending depends on the inflection.
 */
function isLike(words: readonly string[]): (text: string) => boolean {
  const numbers = words.filter((word) => /\d/.test(word));
  const others = words.filter((word) => !numbers.includes(word));
  const telling = others.filter(isTelling);
  const parts = (telling.length > 0 || numbers.length > 0 ? telling : others).map((word) =>
    word.slice(0, Math.max(shortest, word.length - 3)),
  );
  return (text) =>
    numbers.every((number) => text.includes(number)) &&
    (parts.length === 0 || parts.some((part) => text.includes(part)));
}

/**
 * Requires that the fields at these paths contain all words, in any order. If words are found only elsewhere in the
 * row, the finding is `doubtful`, because the service may search other fields too.
 */
const containsText: Comparison<'containsText'> = ({ of }, asked) => {
  const words = wordsOf(asked);
  if (words.length === 0) return undefined;
  const isDoubtful = isLike(words);
  return (row) => {
    const values = valuesAt(row, of);
    const text = wordsIn(values ?? []);
    if (words.every((word) => text.includes(word))) return 'obeys';
    if (isDoubtful(wordsIn(readTexts(row)))) return 'doubtful';
    return values === undefined ? 'absent' : 'violates';
  };
};

const digitsIn = (text: unknown) => String(text).replace(/\D/g, '');
/** Returns the last ten digits, because the country prefix may differ. */
const telling = (digits: string) => digits.slice(-10);

const containsDigits: Comparison<'containsDigits'> = ({ of }, asked) => {
  const wanted = telling(digitsIn(asked));
  if (wanted === '') return undefined;
  const holds = (texts: Iterable<unknown>) => [...texts].some((text) => digitsIn(text).includes(wanted));
  return (row) => {
    const values = valuesAt(row, of);
    if (holds(values ?? [])) return 'obeys';
    if (holds(valueTexts(row))) return 'doubtful';
    return values === undefined ? 'absent' : 'violates';
  };
};

/** Compares a field with the spellings of the requested value. A field with an unknown spelling counts as absent. */
const means: Comparison<'means'> = ({ of, values }, asked) => {
  const spellings = new Map(
    Object.entries(values).flatMap(([value, words]) => words.map((word) => [word, value] as const)),
  );
  const wanted = String(asked);
  return (row) => {
    const found = valuesAt(row, of)?.flatMap((value) =>
      typeof value === 'object' ? [...valueTexts(value)] : value,
    );
    const meant = found?.flatMap((value) => spellings.get(String(value).toLowerCase()) ?? []);
    if (meant === undefined || (meant.length === 0 && found?.length !== 0)) return 'absent';
    return meant.includes(wanted) ? 'obeys' : 'violates';
  };
};

const mentions: Comparison<'mentions'> = (_check, asked) => {
  const words = wordsOf(asked);
  return (row) => {
    const text = wordsIn(valueTexts(row));
    return words.every((word) => text.includes(word)) ? 'obeys' : 'unproven';
  };
};

const comparisons: { readonly [Kind in RowCheck['is']]: Comparison<Kind> } = {
  equalsId,
  perhapsId,
  from: moments((time, bound) => time < bound),
  until: moments((time, bound) => time > bound),
  containsText,
  containsDigits,
  means,
  mentions,
  fieldFilters: ({ tags }, asked) => fieldFilters(tags, asked),
  required: () => undefined,
  unchecked: () => () => 'unproven',
};

/** Creates the row test for a filter. @param asked value of the filter argument */
export const testOf = <Kind extends RowCheck['is']>(check: Of<Kind>, asked: unknown): RowTest | undefined =>
  (comparisons[check.is as Kind] as Comparison<Kind>)(check, asked);
