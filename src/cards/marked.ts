import { element } from './element.ts';

/**
 * Minimum length of a word of which only the beginning is compared, so that other grammatical forms match too. Shorter
 * words must match exactly.
 */
const fewestLetters = 4;

/** Returns the passage with marks around the searched words. */
export function passageWithMarks(text: string, find: string | undefined): (Node | string)[] {
  const words = find?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // Ignore short words if there are longer ones, because short words occur everywhere.
  const telling = words.filter((word) => word.length >= fewestLetters || /\d/.test(word));
  const stems = (telling.length > 0 ? telling : words).map((word) =>
    word.length > fewestLetters + 1 ? word.slice(0, Math.max(fewestLetters, word.length - 3)) : word,
  );
  if (stems.length === 0) return [text];
  return text.split(/([\p{L}\p{N}]+)/u).map((piece) => {
    const word = piece.toLowerCase().replaceAll('ё', 'е');
    const isFound = stems.some((stem) =>
      stem.length < fewestLetters ? word === stem : word.startsWith(stem.replaceAll('ё', 'е')),
    );
    return isFound ? element('mark', {}, piece) : piece;
  });
}
