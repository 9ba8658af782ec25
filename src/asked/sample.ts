import type { RowCheck } from '../contract/operations/row-check.ts';
import { isRow, type Row } from '../contract/records/row.ts';
import { testOf } from './comparisons.ts';
import { valuesAt } from './row-values.ts';

/** A call whose response shows whether the service applies a filter. */
export interface Sample {
  readonly value: unknown;
  readonly size: number;
}

/**
 * Returns a value for a filter that some of the rows match, and some do not, so that the response shows whether the
 * service ignores the filter. Returns undefined if no row contains such a value.
 */
export function sampleOf(check: RowCheck, asked: unknown, rows: readonly unknown[]): Sample | undefined {
  const [first, ...others] = rows.filter(isRow);
  if (first === undefined) return undefined;
  // Each value of an enumeration is verified separately.
  if (check.is === 'means') {
    const test = testOf(check, asked);
    const findings = new Set([first, ...others].map((row) => test?.(row)));
    return findings.has('obeys') && findings.has('violates')
      ? { value: asked, size: rows.length }
      : undefined;
  }
  for (const row of others.reverse()) {
    const text = valueIn(check, row);
    const value = Array.isArray(asked) ? [text] : text;
    const test = text === undefined ? undefined : testOf(check, value);
    // If the service ignores the filter, it returns the first row, which does not match.
    if (test?.(row) === 'obeys' && test(first) !== 'obeys') return { value, size: 1 };
  }
  return undefined;
}

function valueIn(check: RowCheck, row: Row): string | undefined {
  const isText = check.is === 'containsText' || check.is === 'containsDigits';
  if (!isText && check.is !== 'equalsId' && check.is !== 'perhapsId') return undefined;
  const values = valuesAt(row, check.of)?.map((value) => (isRow(value) && !isText ? value.Id : value));
  return values?.find((value) => typeof value === 'string');
}
