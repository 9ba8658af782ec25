/** Marker for the end of a line after a hyphen. `wholeWords` keeps or removes the hyphen. */
export const lineEnd = '\ue002';

/** Suffixes and prefixes that Russian spelling joins with a hyphen. */
const ownHyphen = /^(?:то|либо|нибудь|ка|таки|го|й|я|е|х|му|ми)(?!\p{L})|^по\p{L}/u;

/**
 * Joins words that are divided at the end of a line. Keeps the hyphen if the document contains the hyphenated word
 * elsewhere, and removes it if the document contains the joined word. If both or neither occur, keeps the hyphen before
 * a capital letter, after a part with a digit or hyphen, and in Russian words that require it.
 */
export function wholeWords(texts: readonly string[]): string[] {
  if (!texts.some((text) => text.includes(lineEnd))) return [...texts];
  const known = new Set<string>();
  for (const text of texts)
    for (const [word] of text.matchAll(/[\p{L}\p{N}\ue002-]+/gu)) known.add(word.toLowerCase());
  return texts.map((text) => {
    const [first = '', ...others] = text.split(lineEnd);
    return others.reduce((before, next) => joinedAt(before, next, known), first);
  });
}

function joinedAt(before: string, next: string, known: ReadonlySet<string>): string {
  const first = lastWord(before.slice(0, -1));
  const [second = ''] = /^\p{L}+/u.exec(next) ?? [];
  const [apart, together] = [`${first}-${second}`, `${first}${second}`].map((word) =>
    known.has(word.toLowerCase()),
  );
  const keeps =
    apart === together
      ? /^\p{Lu}/u.test(second) ||
        (/^кол$/iu.test(first) && second === 'во') ||
        /[\p{N}-]/u.test(first) ||
        ownHyphen.test(second)
      : apart;
  return keeps ? before + next : before.slice(0, -1) + next;
}

function lastWord(text: string): string {
  let from = text.length;
  while (from > 0 && /[\p{L}\p{N}-]/u.test(text[from - 1] ?? '')) from -= 1;
  return text.slice(from);
}
