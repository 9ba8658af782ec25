import { type Note, worded } from '../../../contract/worded.ts';
import { answerMessages } from '../messages.ts';

/** Maximum length of arguments that a note repeats, in characters. Longer arguments are described. */
const maxLength = 1500;

/** Returns the call as JSON, or a description if the arguments are long. */
export function callAgain(tool: string, input: unknown, options: Readonly<Record<string, unknown>>): Note {
  const args = typeof input === 'object' && input !== null ? input : {};
  const whole = JSON.stringify({ ...args, ...options });
  return whole.length <= maxLength
    ? `${tool} ${whole}`
    : worded(answerMessages.sameCall, { options: JSON.stringify(options) });
}
