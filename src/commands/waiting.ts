import type { Language } from '../contract/language.ts';
import { said } from '../contract/worded.ts';
import { commandMessages } from './messages.ts';

/** Returns a signal that Ctrl-C aborts. A second Ctrl-C ends the process immediately. */
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

/** Prints messages while the work takes longer than usual, until the returned function is called. */
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
