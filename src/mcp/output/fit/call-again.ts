import { type Note, worded } from '../../../contract/worded.ts';
import { answerMessages } from '../messages.ts';

/** Arguments longer than this are not worth repeating. */
const maxLength = 1500;

/** A call as it can be made again: the tool and its arguments as JSON, or in words where they are long. */
export function callAgain(tool: string, input: unknown, options: Readonly<Record<string, unknown>>): Note {
  const args = typeof input === 'object' && input !== null ? input : {};
  const whole = JSON.stringify({ ...args, ...options });
  return whole.length <= maxLength
    ? `${tool} ${whole}`
    : worded(answerMessages.sameCall, { options: JSON.stringify(options) });
}
