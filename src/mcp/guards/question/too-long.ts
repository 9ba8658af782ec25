import type { Sent } from '../../../api/client/build-request.ts';
import type { Refusal } from '../refusal.ts';
import { maxQuestion } from './wording.ts';

/** Returns a refusal if the values alone exceed the maximum length of a confirmation. Stops counting at this length. */
export function excessOf(sent: readonly Sent[]): Refusal | undefined {
  let left = maxQuestion;
  for (const { argument, value } of sent) {
    left -= lengthOf(value, left);
    if (left < 0) return tooLong(argument);
  }
  return undefined;
}

/** Returns a value's length in characters. Stops counting when the length exceeds `most`. */
function lengthOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  let length = 0;
  for (const [name, item] of Object.entries(value)) {
    length += (Array.isArray(value) ? 1 : name.length) + lengthOf(item, most - length);
    if (length > most) break;
  }
  return length;
}

export const tooLong = (argument?: string): Refusal => ({
  code: 'TOO_LONG_TO_ASK',
  reason: `A human must see everything that would be sent, but a confirmation can contain at most ${maxQuestion} characters${argument === undefined ? '' : `, which \`${argument}\` exceeds`}. Nobody was asked, and nothing was sent. Send less, or split the call into several; if that is impossible, the user can do it in the service.`,
});
