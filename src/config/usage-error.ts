import type { Worded } from '../contract/language.ts';
import { asIs, type Fillings, worded } from '../contract/worded.ts';
import { fileTroubles } from './messages.ts';

/** A wrong or missing setting or command. The message is one sentence for the user, in both languages. */
export class UsageError<const Sentence extends Worded = Worded> extends Error {
  readonly words: Worded;

  constructor(sentence: Sentence, ...values: Fillings<Sentence>) {
    const words = worded(sentence, ...values);
    super(words.en);
    this.words = words;
  }
}

/** Returns the reason why a file cannot be used, without its path. */
export function fileTrouble(error: unknown): Worded {
  const { code } = (error ?? {}) as { code?: unknown };
  if (typeof code !== 'string') return fileTroubles.other;
  return Object.hasOwn(fileTroubles, code) ? fileTroubles[code as keyof typeof fileTroubles] : asIs(code);
}
