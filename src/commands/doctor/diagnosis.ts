import { isCallError } from '../../contract/errors.ts';

/** `skipped`: it could not be looked at, or does not matter here. */
export type DiagnosisState = 'ok' | 'warning' | 'failed' | 'skipped';

/** What one check found, in a line for a person with what to do next; without secrets. */
export interface Diagnosis {
  readonly check: string;
  readonly state: DiagnosisState;
  readonly text: string;
}

const diagnosis =
  (state: DiagnosisState) =>
  (check: string, text: string): Diagnosis => ({ check, state, text });

export const ok = diagnosis('ok');
export const warning = diagnosis('warning');
export const failed = diagnosis('failed');
export const skipped = diagnosis('skipped');

/** Errors of calls say themselves what to do next. */
export function failedBy(check: string, error: unknown): Diagnosis {
  const said = (error as Error | undefined)?.message ?? 'no reason was given';
  const { cause } = (error ?? {}) as { cause?: unknown };
  const by = isCallError(error) && isCallError(cause) ? ` It says: ${cause.message}` : '';
  return failed(check, `${said}${by}`);
}

/** On one line, in columns. */
export const asLine = ({ check, state, text }: Diagnosis): string =>
  `${state.padEnd(8)} ${check.padEnd(10)} ${text.replace(/\s+/g, ' ').trim()}`;
