import type { Outcome } from '../../assistants/connect.ts';
import { difference } from './difference.ts';

/** What became of an assistant's configuration, or would. */
export function linesOn(outcome: Outcome, isDry: boolean, isRemoved = false): string {
  const { placed, state, reason, own, texts } = outcome;
  const { title } = placed.assistant;
  if (state === 'untouched') return `${title}: nothing was changed in ${placed.path}: ${reason}.`;
  if (state === 'same')
    return `${title}: ${isRemoved ? 'casebridge is not in' : 'casebridge is already in'} ${placed.path}.`;
  if (!isDry) return `${title}: ${isRemoved ? 'removed from' : 'connected in'} ${placed.path}.`;
  if (own) return `${title}: would run\n${own.map(quoted).join(' ')}`;
  return `${title}: would change ${placed.path}\n${difference(...(texts as readonly [string, string]))}`;
}

const quoted = (word: string) =>
  /^[\p{L}\w./:=@-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
