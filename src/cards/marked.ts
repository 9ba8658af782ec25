import { element } from './element.ts';

/** Words of a search stand in other forms, too: words with the same beginning are passageWithMarks. */
const fewestLetters = 4;

/** Returns a text with the words of a search passageWithMarks. */
export function passageWithMarks(text: string, find: string | undefined): (Node | string)[] {
  const words = find?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  // Short ones stand everywhere.
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
