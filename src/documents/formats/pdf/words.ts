/** Endings and beginnings that Russian writes with a hyphen. */
const ownHyphen = /^(?:то|либо|нибудь|ка|таки|го|й|я|е|х|му|ми)(?!\p{L})|^по\p{L}/u;

const divided = /([\p{L}\p{N}-]*\p{L})[-\u2010]\ue002(\p{L}+)/gu;

/**
 * Puts together the words that lines divide: with their hyphen where the document writes it elsewhere, where both parts
 * begin with capitals, and where the language has it.
 */
export function wholeWords(texts: readonly string[]): string[] {
  const known = new Set<string>();
  for (const text of texts)
    for (const [word] of text.replaceAll(divided, ' ').matchAll(/\p{L}[\p{L}-]*/gu))
      known.add(word.toLowerCase());
  return texts.map((text) =>
    text.replaceAll(divided, (_, first: string, second: string) => {
      const [apart, together] = [`${first}-${second}`, `${first}${second}`];
      const isApart = known.has(apart.toLowerCase());
      if (isApart !== known.has(together.toLowerCase())) return isApart ? apart : together;
      return /^\p{Lu}/u.test(second) || first.includes('-') || /\p{N}/u.test(first) || ownHyphen.test(second)
        ? apart
        : together;
    }),
  );
}
