import type { Outcome } from '../../assistants/connect.ts';
import type { Target } from '../../assistants/target.ts';
import type { Worded } from '../../contract/language.ts';
import { joined, worded } from '../../contract/worded.ts';
import { firstQuestions } from '../messages.ts';
import { difference } from './difference.ts';
import { initMessages } from './messages.ts';

/** Way in which assistants reach the server, and the result of trying it. */
export interface Way {
  readonly target: Target;
  /** Whether the server is the embedded service, which has known sample data. */
  readonly isSandbox?: boolean;
  /** Whether each user must sign in from their assistant. */
  readonly asksToSignIn?: boolean;
  /** Reason why assistants cannot use the server yet. */
  readonly trouble?: Worded | undefined;
}

/** Describes the change to an assistant's configuration, made or planned. */
export function linesOn(outcome: Outcome, isDry: boolean, isRemoved = false): Worded {
  const { placed, state, reason = '', own, texts } = outcome;
  const { title } = placed.assistant;
  const where = { title, path: placed.path };
  if (state === 'untouched') return worded(initMessages.untouched, { ...where, why: reason });
  if (state === 'same') return worded(initMessages[isRemoved ? 'notIn' : 'alreadyIn'], where);
  const removed = outcome.isRestored ? 'restored' : 'removed';
  if (!isDry) return worded(initMessages[isRemoved ? removed : 'connected'], where);
  if (own) return joined([worded(initMessages.wouldRun, { title }), own.map(quoted).join(' ')], '\n');
  const change = difference(...(texts as readonly [string, string]));
  return joined([worded(initMessages.wouldChange, where), change], '\n');
}

const quoted = (word: string) =>
  /^[\p{L}\w./:=@-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** Tells the person what to do next. */
export function lastWords(outcomes: readonly Outcome[], { isSandbox, asksToSignIn, trouble }: Way): Worded {
  const ready = outcomes.filter(({ state }) => state !== 'untouched').map(({ placed }) => placed.assistant);
  if (trouble !== undefined) return trouble;
  if (ready.length === 0) return initMessages.noneConnected;
  const question = firstQuestions[isSandbox ? 'sample' : 'own'];
  const signIns = ready.map(({ title, signIn }) => (signIn ? `${title} (${signIn})` : title)).join(', ');
  return joined(
    [
      worded(initMessages.ready, { titles: ready.map(({ title }) => title).join(', ') }),
      ...(asksToSignIn ? [worded(initMessages.signInFrom, { titles: signIns })] : []),
      worded(initMessages.thenAsk, { question }),
    ],
    ' ',
  );
}
