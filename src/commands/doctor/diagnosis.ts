import { isCallError } from '../../contract/errors.ts';
import type { Language, Worded } from '../../contract/language.ts';
import { asIs, worded } from '../../contract/worded.ts';
import { checkNames, doctorMessages, stateNames } from './messages.ts';

/** `skipped`: the check was not possible or does not apply. */
export type DiagnosisState = keyof typeof stateNames;
export type Check = keyof typeof checkNames;

/** Result of one check: a line for a person, with the next step and without secrets. */
export interface CheckResult<Text = Worded> {
  readonly check: Check;
  readonly state: DiagnosisState;
  readonly text: Text;
}
export type Diagnosis = CheckResult<string>;

const finding =
  (state: DiagnosisState) =>
  (check: Check, text: Worded): CheckResult => ({ check, state, text });

export const ok = finding('ok');
export const warning = finding('warning');
export const failed = finding('failed');
export const skipped = finding('skipped');

/** Creates the result of a failed check. The message of a call error already contains the next step. */
export function failedBy(check: Check, error: unknown): CheckResult {
  const { cause, message } = (error ?? {}) as Partial<Error>;
  const said = isCallError(error) ? error.words : asIs(message ?? '');
  // Do not add the reply from the service if the message already quotes it.
  if (!(isCallError(error) && isCallError(cause)) || said.en.includes(withoutStop(cause.message)))
    return failed(check, said.en === '' ? doctorMessages.noReason : said);
  return failed(check, worded(doctorMessages.itSays, { said, why: cause.message }));
}

const withoutStop = (sentence: string) => sentence.replace(/^The |\.$/g, '');

export const asLine = ({ check, state, text }: Diagnosis, language: Language): string =>
  `${stateNames[state][language].padEnd(8)} ${checkNames[check][language].padEnd(10)} ${text.replace(/\s+/g, ' ').trim()}`;
