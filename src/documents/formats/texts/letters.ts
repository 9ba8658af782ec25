/**
 * For each letter, the letters that often follow it in Russian words. Nine of ten letter pairs in Russian text are
 * among these pairs.
 */
const followers = new Map(
  'абвгдежзийклмнопрстуфхцчшщюя баклоруы ваеиклнорсуы гдиор даеилносу евгджзйклмнпрст жеин завдмноу ибвдезийклмнпрстфцчюя йлт каеилорстуц лаеиноьюя мавеиоыя надеиностуы обвгдежзйклмнпрстчш паеиору раежимностуы саеиклопстуья тавеикнорсуыь удекмпрстчю фаио хо цеи чаеинт шаеиь щеи ывейтх ьезня эт юдчщ явкмтх'
    .split(' ')
    .map((word) => [word[0], new Set(word.slice(1))]),
);

/** Checks whether a letter often follows another one. Letters must be in lower case, with `е` for `ё`. */
export const followsInRussian = (first: string, second: string): boolean =>
  followers.get(first)?.has(second) === true;

const russian = /[а-яё]/i;
const lower = /[a-zа-яё]/;
const latin = /[a-z]/i;
const accented = /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]/;
const neighbouring = /[іїєґў]/i;
const usual = /[«»„“”‘’–—…№§°•·©®±£\u00a0\u00ad]/;
/**
 * Characters of charsets that are never guessed. Such characters are plausible, because they appear only if the file
 * declares one of these charsets.
 */
const eastern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}\u3000-\u303f\uff01-\uff60]/u;
/** Half-width katakana. They are not plausible, because they often result from wrongly decoded letters. */
const halfWidth = /[\uff61-\uff9f]/;
const frame = /[\u2500-\u259f]/;

/**
 * Rates how implausible the non-ASCII characters are, on average. Below 1, the text looks like Russian or western
 * words. Above 1.5, the charset is wrong.
 */
export function strangeness(text: string): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) < 0x80) continue;
    sum += strangenessOf(text.charAt(at - 1), text.charAt(at), text.charAt(at + 1));
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

function strangenessOf(before: string, letter: string, after: string): number {
  if (russian.test(letter)) return latin.test(after) ? 2 : ofRussian(before, letter);
  if (neighbouring.test(letter)) return 1;
  if (usual.test(letter)) return 0.5;
  if (eastern.test(letter) && !halfWidth.test(letter)) return 0.5;
  // Box-drawing characters appear next to each other, never within words, so they are implausible next to letters.
  if (frame.test(letter)) return russian.test(before + after) || latin.test(before + after) ? 3 : 0.6;
  if (!accented.test(letter)) return 2.5;
  if (accented.test(before) || accented.test(after)) return 2.5;
  return latin.test(before + after) ? 0.6 : 1;
}

function ofRussian(before: string, letter: string): number {
  if (latin.test(before)) return 2;
  if (!russian.test(before)) return /[ъьы]/i.test(letter) ? 3 : 0.3;
  if (lower.test(before) && !lower.test(letter)) return 3;
  const [first = '', second = ''] = (before + letter).toLowerCase().replaceAll('ё', 'е');
  return followsInRussian(first, second) ? 0 : 1.2;
}
