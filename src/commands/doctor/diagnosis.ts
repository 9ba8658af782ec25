import { isCallError } from '../../contract/errors.ts';
import type { Language, Worded } from '../../contract/language.ts';
import { asIs, worded } from '../../contract/worded.ts';
import { checkNames, doctorMessages, stateNames } from './messages.ts';

/** `skipped`: it could not be looked at, or does not matter here. */
export type DiagnosisState = keyof typeof stateNames;
export type Check = keyof typeof checkNames;

/** What one check found, in a line for a person with what to do next; without secrets. */
export interface CheckResult<Text = Worded> {
  readonly check: Check;
  readonly state: DiagnosisState;
  readonly text: Text;
}
/** In the language of whoever asked. */
export type Diagnosis = CheckResult<string>;

const finding =
  (state: DiagnosisState) =>
  (check: Check, text: Worded): CheckResult => ({ check, state, text });

export const ok = finding('ok');
export const warning = finding('warning');
export const failed = finding('failed');
export const skipped = finding('skipped');

/** Errors of calls say themselves what to do next. */
export function failedBy(check: Check, error: unknown): CheckResult {
  const { cause, message } = (error ?? {}) as Partial<Error>;
  const said = isCallError(error) ? error.words : asIs(message ?? '');
  // The service that says nothing of its own is quoted already.
  if (!(isCallError(error) && isCallError(cause)) || said.en.includes(withoutStop(cause.message)))
    return failed(check, said.en === '' ? doctorMessages.noReason : said);
  return failed(check, worded(doctorMessages.itSays, { said, why: cause.message }));
}

const withoutStop = (sentence: string) => sentence.replace(/^The |\.$/g, '');

/** On one line, in columns. */
export const asLine = ({ check, state, text }: Diagnosis, language: Language): string =>
  `${stateNames[state][language].padEnd(8)} ${checkNames[check][language].padEnd(10)} ${text.replace(/\s+/g, ' ').trim()}`;
