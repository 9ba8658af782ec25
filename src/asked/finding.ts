/**
 * How one row compares with one filter. `obeys`: matches. `violates`: cannot match. `doubtful`: no match here, but the
 * service may compare more loosely. `unproven`: may match through data that the row does not contain. `absent`: the row
 * lacks the field.
 */
export type Finding = 'obeys' | 'violates' | 'doubtful' | 'unproven' | 'absent';

export type RowTest = (row: Readonly<Record<string, unknown>>) => Finding;

/** @param values undefined if the row lacks the field */
export function findingOf<Value>(values: Value | undefined, obeys: (values: Value) => boolean): Finding {
  if (values === undefined) return 'absent';
  return obeys(values) ? 'obeys' : 'violates';
}
