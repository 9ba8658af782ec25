import { foldLetters } from '../names/spelling/normalise.ts';

/** Maximum number of compared characters of a value. Further ones are ignored. */
const maxText = 100_000;
const any = Symbol('any');
const one = Symbol('one');
type Part = string | typeof any | typeof one;

let lastPattern:
  | { readonly pattern: string; readonly mark: string | undefined; readonly parts: readonly Part[] }
  | undefined;

/**
 * Compares a string with a LIKE pattern. Ignores the case of letters in any alphabet. Treats as equal `ё` and `е`, and
 * Cyrillic and Latin letters that look alike.
 * @returns 1 or 0; null if the pattern or the string is null
 */
export function like(pattern: unknown, text: unknown, mark?: string): number | null {
  if (pattern === null || text === null) return null;
  const asked = String(pattern);
  if (lastPattern?.pattern !== asked || lastPattern.mark !== mark)
    lastPattern = { pattern: asked, mark, parts: partsOf(asked, mark) };
  return matches(lastPattern.parts, Array.from(foldLetters(String(text).slice(0, maxText)))) ? 1 : 0;
}

function partsOf(pattern: string, mark: string | undefined): Part[] {
  const parts: Part[] = [];
  const letters = Array.from(pattern);
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at] as string;
    if (letter === mark && at + 1 < letters.length) {
      at += 1;
      parts.push(...Array.from(foldLetters(letters[at] as string)));
    } else if (letter === '%') parts.push(any);
    else if (letter === '_') parts.push(one);
    else parts.push(...Array.from(foldLetters(letter)));
  }
  return parts;
}

/**
 * Matches without recursion: after a mismatch, only the last `%` takes one more character. Earlier ones need
 * no change.
 */
function matches(parts: readonly Part[], text: readonly string[]): boolean {
  let [part, at, star, from] = [0, 0, -1, 0];
  while (at < text.length) {
    if (parts[part] === any) {
      star = part;
      from = at;
      part += 1;
    } else if (part < parts.length && (parts[part] === one || parts[part] === text[at])) {
      part += 1;
      at += 1;
    } else if (star === -1) return false;
    else {
      part = star + 1;
      from += 1;
      at = from;
    }
  }
  while (parts[part] === any) part += 1;
  return part === parts.length;
}
