/** Declarations of a style: the effective value of each property, in lower case and without unnecessary spaces. */
export type Declarations = ReadonlyMap<string, string>;

/** Maximum length of the style of one element or rule, in characters. Further characters are ignored. */
const maxStyle = 2_000;

/** Removes comments. An unclosed comment extends to the end (CSS Syntax, 4.3.2). */
export function withoutComments(css: string): string {
  let [kept, from] = ['', 0];
  for (let at = css.indexOf('/*'); at !== -1; at = css.indexOf('/*', from)) {
    kept += css.slice(from, at);
    const end = css.indexOf('*/', at + 2);
    from = end === -1 ? css.length : end + 2;
  }
  return kept + css.slice(from);
}

/** Replaces escapes such as `\69` with the characters that they represent (CSS Syntax, 4.3.7). */
const withoutEscapes = (css: string) =>
  css.includes('\\')
    ? css.replace(/\\(?:([\da-f]{1,6})\s?|([^\n]))/gi, (_, code?: string, letter?: string) =>
        code === undefined
          ? (letter ?? '')
          : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
      )
    : css;

/** Normalizes a style for `declarationsOf`. */
export const squeezed = (style: string): string =>
  withoutEscapes(withoutComments(style.slice(0, 2 * maxStyle)))
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?([:;,()!]) ?/g, '$1')
    .trim()
    .slice(0, maxStyle);

/** Reads styles in order of priority: a later value overrides an earlier one that is not `!important`. */
export function declarationsOf(styles: readonly string[]): Declarations {
  const found = new Map<string, string>();
  const important = new Set<string>();
  for (const part of styles.flatMap((style) => style.split(';'))) {
    const colon = part.indexOf(':');
    const [value = '', mark] = part.slice(colon + 1).split('!');
    const name = part.slice(0, colon);
    if (colon < 1 || (important.has(name) && mark !== 'important')) continue;
    found.set(name, value);
    if (mark === 'important') important.add(name);
  }
  return found;
}

/**
 * Matches at-rules that apply on every screen. Others, such as those with a width, depend on the user's screen, so they
 * are skipped.
 */
const always = /^@(?:media(?:only)?(?:all|screen)(?:,(?:all|screen|print))*|layer.*|supports.*)$/;

/** Returns the rules of a style sheet that apply on a screen of any size. */
export function* rulesOf(css: string): Generator<{ readonly selector: string; readonly style: string }> {
  let selector: string | undefined;
  let depth = 0;
  let from = 0;
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === '{') {
      if (depth === 0) selector = css.slice(from, at).trim();
      const isOpened = depth === 0 && always.test(selector?.toLowerCase().replace(/\s+/g, '') ?? '');
      // Do not count a block that matches `always` as a level, so that its rules are read like those outside.
      if (!isOpened) depth += 1;
      from = at + 1;
    } else if (css[at] === '}') {
      depth = Math.max(0, depth - 1);
      if (depth === 0 && selector !== undefined && !selector.startsWith('@'))
        yield { selector, style: css.slice(from, at) };
      if (depth === 0) [from, selector] = [at + 1, undefined];
    } else if (css[at] === ';' && depth === 0) from = at + 1;
  }
}
