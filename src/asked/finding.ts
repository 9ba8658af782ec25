/**
 * What a row says about something that was asked for: that it obeys; that it cannot obey; that it hardly obeys, though
 * a service might see that otherwise; that it may obey by what rows do not show; nothing at all.
 */
export type Finding = 'obeys' | 'violates' | 'doubtful' | 'unproven' | 'absent';

export type RowTest = (row: Readonly<Record<string, unknown>>) => Finding;

/** @param values undefined: the row does not show any */
export function findingOf<Value>(values: Value | undefined, obeys: (values: Value) => boolean): Finding {
  if (values === undefined) return 'absent';
  return obeys(values) ? 'obeys' : 'violates';
}
