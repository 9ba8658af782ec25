import type { Language } from '../contract/language.ts';
import { said } from '../contract/worded.ts';
import { commandMessages } from './messages.ts';

/** A signal for what Ctrl-C should end in good order; a second Ctrl-C ends the process at once. */
export function interruptible(): { readonly signal: AbortSignal; readonly restore: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort(new Error('interrupted'));
  process.once('SIGINT', abort).once('SIGTERM', abort);
  return {
    signal: controller.signal,
    restore: () => void process.off('SIGINT', abort).off('SIGTERM', abort),
  };
}

const firstMs = 3000;
const everyMs = 10_000;

/** Tells whoever sits at a terminal that something is still under way. @returns what ends that */
export function sayWhenLong(language: Language): () => void {
  if (!process.stderr.isTTY) return () => undefined;
  const began = performance.now();
  const say = () => {
    const seconds = Math.round((performance.now() - began) / 1000);
    process.stderr.write(`${said(language, commandMessages.waiting, { seconds })}\n`);
    timer = setTimeout(say, everyMs);
  };
  let timer = setTimeout(say, firstMs);
  return () => clearTimeout(timer);
}
