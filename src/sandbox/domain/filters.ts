import { z } from 'zod';
import { invalid } from '../http/errors.ts';
import { guid, lastMoment, moment } from '../http/model-binding.ts';
import { contains } from '../http/pagination.ts';
import type { Field, FieldFormat, ObjectType } from '../state/entities/object-types.ts';
import type { CaseObject } from '../state/entities/objects.ts';
import { flatten, isLinked, resolveValue } from './fields/field-values.ts';
import { findField, hasBlock, isFilled, type Scope, typeOf } from './fields/fields.ts';
import { findSystemField } from './fields/system-fields.ts';
import { shownNames } from './shown-names.ts';

/** Schema for true, false or null. In a query string, the value is text, such as `true`. */
const threeWay = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  return { true: true, false: false, null: null, '': null }[value.toLowerCase()] ?? value;
}, z.boolean().nullish());

/** One filter on a field (LST-1 to LST-5). */
export const fieldFilter = z.object({
  FieldId: guid.nullish(),
  FieldTag: z.string().min(1).nullish(),
  IsEmpty: threeWay,
  SearchValues: z.array(z.string()).nullish(),
  BeginValue: z.string().nullish(),
  EndValue: z.string().nullish(),
});
type FieldFilter = z.output<typeof fieldFilter>;

/** A value with its field. For a value that refers to a record, `texts` contains the id and the name of the record. */
interface Cell {
  readonly field: Pick<Field, 'format'>;
  readonly value: unknown;
  readonly texts: readonly string[];
}

/**
 * Returns a test for objects that match all filters. Values of one filter are alternatives.
 * @param types types in which the filtered fields are searched
 */
export function objectFilter(
  scope: Scope,
  filters: readonly FieldFilter[],
  types: readonly ObjectType[],
): (object: CaseObject) => boolean {
  const tests = filters.map((filter) => {
    const test = cellTest(filter, formatOf(filter, types));
    if (!isAsking(filter)) return () => true;
    return (object: CaseObject) => {
      const cells = cellsOf(scope, object, filter);
      return cells !== undefined && test(cells);
    };
  });
  return (object) => tests.every((test) => test(object));
}

const hasValues = ({ SearchValues, BeginValue, EndValue }: FieldFilter) =>
  (SearchValues?.length ?? 0) > 0 || Boolean(BeginValue) || Boolean(EndValue);

/**
 * Checks whether a filter has an effect. `IsEmpty: null` has none, so objects whose type lacks the field match (LST-4).
 */
const isAsking = (filter: FieldFilter) => typeof filter.IsEmpty === 'boolean' || hasValues(filter);

/** Returns the format of the filtered field. Throws 400 if `IsEmpty` is combined with values (LST-5). */
function formatOf(filter: FieldFilter, types: readonly ObjectType[]): FieldFormat {
  const key = filter.FieldId ?? filter.FieldTag;
  if (!key) throw invalid('A filter needs FieldId or FieldTag.');
  if (typeof filter.IsEmpty === 'boolean' && hasValues(filter))
    throw invalid(
      `The filter on ${key}: IsEmpty cannot be combined with SearchValues, BeginValue or EndValue.`,
    );
  const field = findSystemField(key) ?? types.map((type) => findField(type, key)?.field).find(Boolean);
  if (!field) throw invalid(`The filter on ${key}: there is no such field.`);
  return field.format;
}

/** Returns the values of a field. Returns undefined if the type lacks the field or the block is invisible. */
function cellsOf(scope: Scope, object: CaseObject, filter: FieldFilter): Cell[] | undefined {
  const key = filter.FieldId ?? filter.FieldTag ?? '';
  const system = findSystemField(key);
  if (system) {
    const field = { id: system.tag, name: system.tag, format: system.format };
    return [cellOf(scope, field, system.value(object, scope.world))];
  }
  const found = findField(typeOf(scope.world, object), key);
  if (!found || !hasBlock(scope.user, object, found.block, 'View')) return undefined;
  return flatten(object.fields[found.field.id]).map((value) => cellOf(scope, found.field, value));
}

function cellOf(scope: Scope, field: Field, value: unknown): Cell {
  const shown = resolveValue(scope, field, value);
  if (isLinked(shown))
    return {
      field,
      value,
      texts: [String(value), shownNames(scope.world, scope.user).of(shown.record.name ?? '')],
    };
  return { field, value: shown, texts: isFilled(shown) ? [String(shown)] : [] };
}

function cellTest(filter: FieldFilter, format: FieldFormat): (cells: Cell[]) => boolean {
  if (typeof filter.IsEmpty === 'boolean')
    return (cells) => cells.some(({ value }) => isFilled(value)) !== filter.IsEmpty;
  const words = filter.SearchValues ?? [];
  const from = filter.BeginValue ? bound(format, filter.BeginValue, moment) : undefined;
  const to = filter.EndValue ? bound(format, filter.EndValue, lastMoment) : undefined;
  return (cells) => {
    if (words.length > 0 && !cells.some((cell) => words.some((word) => isFound(cell, word)))) return false;
    return (from === undefined && to === undefined) || cells.some((cell) => isWithin(cell, from, to));
  };
}

/** Compares texts and names by substring, and other values by equality. A day matches every date-time on that day. */
function isFound({ field, value, texts }: Cell, word: string): boolean {
  if (!isFilled(value)) return false;
  if (field.format === 'Number') return Number(word) === value && word.trim() !== '';
  if (field.format === 'Boolean') return word.toLowerCase() === String(value);
  if (field.format === 'Date' || field.format === 'DateTime')
    return /^\d{4}-\d\d-\d\d$/.test(word)
      ? String(value).startsWith(word)
      : moment.safeParse(word).data === value;
  return texts.some((text) => contains(text, word));
}

type Bound = number | string;

function bound(format: FieldFormat, text: string, end: z.ZodType<string>): Bound {
  if (format === 'Number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (format === 'Date' || format === 'DateTime') {
    const found = end.safeParse(text).data;
    if (found !== undefined) return found;
  }
  if (format === 'Text' || format === 'Hyperlink') return text.toLowerCase();
  throw invalid(`${text} does not bound a range of the format ${format}.`);
}

function isWithin({ value }: Cell, from: Bound | undefined, to: Bound | undefined): boolean {
  if (!isFilled(value)) return false;
  const place: Bound = typeof value === 'number' ? value : comparable(String(value));
  return (from === undefined || place >= from) && (to === undefined || place <= to);
}

/** Ignores letter case, except in date-times, whose T and Z stay in capitals. */
const comparable = (text: string) => (moment.safeParse(text).success ? text : text.toLowerCase());
