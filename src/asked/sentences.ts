import type { Language } from '../contract/language.ts';
import type { Held, Unsure } from '../contract/operations/row-check.ts';
import { said, worded } from '../contract/worded.ts';
import { heldMessages } from './messages.ts';

/** What the reader of an answer should know of what it was held against, in our own words alone. */
export function heldSentences(held: readonly Held[], language: Language, tool?: string): string[] {
  const of = tool === undefined ? '' : worded(heldMessages.ofTool, { tool });
  const listed = (words: readonly string[]) => inWords(words, language);
  const rows = held.reduce((sum, one) => sum + one.rows, 0);
  const leftOut = held.reduce((sum, one) => sum + one.leftOut.length, 0);
  const ignored = unique(held.flatMap((one) => one.ignored));
  const unproven = unique(held.flatMap((one) => one.unproven));
  const unsure = new Map<string, Unsure>();
  for (const one of held.flatMap((each) => each.unsure)) {
    const key = `${one.argument} ${one.why.en}`;
    unsure.set(key, { ...one, rows: (unsure.get(key)?.rows ?? 0) + one.rows });
  }
  return [
    ...(ignored.length > 0
      ? [said(language, heldMessages.ignored, { names: listed(ignored), of, leftOut, rows })]
      : []),
    ...[...unsure.values()].map(({ argument: name, rows: count, why }) =>
      said(language, heldMessages.unchecked, { name, of, count, rows, why }),
    ),
    ...(unproven.length > 0 ? [said(language, heldMessages.unproven, { names: listed(unproven), of })] : []),
  ];
}

const unique = (all: readonly string[]) => [...new Set(all)];

const inWords = (words: readonly string[], language: Language) =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')}${heldMessages.and[language]}${words.at(-1)}`;
