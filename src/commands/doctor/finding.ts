import { isCallError } from '../../contract/errors.ts';

/** `skipped`: it could not be looked at, or does not matter here. */
export type FindingState = 'ok' | 'warning' | 'failed' | 'skipped';

/** What one check found, in a line for a person with what to do next; without secrets. */
export interface Finding {
  readonly check: string;
  readonly state: FindingState;
  readonly text: string;
}

const finding =
  (state: FindingState) =>
  (check: string, text: string): Finding => ({ check, state, text });

export const ok = finding('ok');
export const warning = finding('warning');
export const failed = finding('failed');
export const skipped = finding('skipped');

/** Errors of calls say themselves what to do next. */
export function failedBy(check: string, error: unknown): Finding {
  const said = (error as Error | undefined)?.message ?? 'no reason was given';
  const { cause } = (error ?? {}) as { cause?: unknown };
  const by = isCallError(error) && isCallError(cause) ? ` It says: ${cause.message}` : '';
  return failed(check, `${said}${by}`);
}

/** On one line, in columns. */
export const asLine = ({ check, state, text }: Finding): string =>
  `${state.padEnd(8)} ${check.padEnd(10)} ${text.replace(/\s+/g, ' ').trim()}`;
