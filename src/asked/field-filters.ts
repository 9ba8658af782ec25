import { normalise } from '../names/spelling/normalise.ts';
import type { Finding, RowTest } from './finding.ts';
import { valuesAt, valueTexts, wordsIn } from './row-values.ts';

/** One entry of the `Filters` argument (API description, List request shape). */
interface FieldFilter {
  readonly FieldTag?: string;
  readonly FieldId?: string;
  readonly IsEmpty?: boolean | null;
  readonly SearchValues?: readonly string[];
  readonly BeginValue?: string;
  readonly EndValue?: string;
}

/**
 * Creates the row test for filters on fields of an object card. Most lists do not return these fields. Ranges are not
 * compared, because the type of the field is unknown here.
 * @param tags paths of these fields in rows, by tag
 */
export function fieldFilters(tags: Readonly<Record<string, readonly string[]>>, asked: unknown): RowTest {
  const tests = (Array.isArray(asked) ? (asked as FieldFilter[]) : []).map((filter) =>
    testOfField(tags, filter),
  );
  return (row) => worst(tests.map((test) => test(row)));
}

/** Returns the least favourable finding, because a row must match every filter. */
function worst(findings: readonly Finding[]): Finding {
  return (
    (['violates', 'absent', 'unproven', 'doubtful'] as const).find((one) => findings.includes(one)) ?? 'obeys'
  );
}

function testOfField(tags: Readonly<Record<string, readonly string[]>>, filter: FieldFilter): RowTest {
  const tag = filter.FieldTag ?? filter.FieldId ?? '';
  const system = Object.hasOwn(tags, tag) ? tags[tag] : undefined;
  const wanted = (filter.SearchValues ?? []).map(normalise);
  return (row) => {
    const fields = valuesAt(row, ['Fields'])?.[0];
    const values = valuesAt(row, system ?? []) ?? own(row, tag) ?? own((fields ?? {}) as typeof row, tag);
    if (values === undefined || filter.BeginValue !== undefined || filter.EndValue !== undefined)
      return 'absent';
    if (typeof filter.IsEmpty === 'boolean')
      return (values.length === 0) === filter.IsEmpty ? 'obeys' : 'violates';
    if (wanted.length === 0) return 'obeys';
    const text = wordsIn(valueTexts(values));
    if (wanted.some((value) => text.includes(value))) return 'obeys';
    // The service may compare ids of references, or other names of a value, which the row does not contain.
    return system === undefined ? 'absent' : 'violates';
  };
}

/** Returns the values of a row member, without treating a dot in its name as a path. */
function own(row: Readonly<Record<string, unknown>>, name: string): readonly unknown[] | undefined {
  if (!Object.hasOwn(row, name)) return undefined;
  const value = row[name];
  return value === null || value === '' ? [] : [value];
}
