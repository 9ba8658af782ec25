import type { Outcome } from '../../assistants/connect.ts';
import type { Target } from '../../assistants/target.ts';
import { difference } from './difference.ts';

/** What assistants are connected to, and what was found when it was tried. */
export interface Way {
  readonly target: Target;
  /** The embedded service, whose data is known. */
  readonly isSandbox?: boolean;
  /** Each user has to sign in from their assistant. */
  readonly asksToSignIn?: boolean;
  /** Why it cannot work yet. */
  readonly trouble?: string | undefined;
}

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

/** What to do now. */
export function lastWords(outcomes: readonly Outcome[], { isSandbox, asksToSignIn, trouble }: Way): string {
  const ready = outcomes.filter(({ state }) => state !== 'untouched').map(({ placed }) => placed.assistant);
  if (trouble !== undefined) return trouble;
  if (ready.length === 0) return 'None of them was connected.';
  const question = isSandbox
    ? 'What is due on the Smith case this week, and who is responsible?'
    : 'Which of my tasks are due this week?';
  const signIns = ready.map(({ title, signIn }) => (signIn ? `${title} (${signIn})` : title));
  return [
    `Ready: restart ${ready.map(({ title }) => title).join(', ')}.`,
    ...(asksToSignIn ? [`Sign in from ${signIns.join(', ')}.`] : []),
    `Then ask: ${question}`,
  ].join(' ');
}
