/**
 * Symbols that replace line breaks and blanks, and the bracket that opens a replacement. If the text itself contains
 * one of these symbols, its character code is shown.
 */
const lineBreak = '⏎';
const blank = '␣';
const opening = '⟨';

/** Matches special characters. The lookahead at the start quickly skips most other characters. */
const special = new RegExp(
  `(?![A-Za-z0-9\u0400-\u0482\u048a-\u04ff,;'()/-])(?:${[
    // Keep emoji, although they may contain invisible characters, and keep up to two combining marks on a letter.
    String.raw`(?<whole>(?!\p{Cn})\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?(?:\u200d\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?){0,7}`,
    String.raw`(?<=[0-9#*])\ufe0f\u20e3`,
    String.raw`(?<=(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}])(?:(?!\p{Default_Ignorable_Code_Point})\p{M}){1,2})`,
    String.raw`(?<breaks>(?:\r\n|[\n\v\f\r\x85\u2028\u2029])+)`,
    String.raw`(?<blanks>[\t\p{Zs}]{2,}|(?! )[\t\p{Zs}])`,
    // Characters that are invisible or blank, and combining marks beyond the number that a letter may have.
    String.raw`(?<unseen>[\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}${lineBreak}${blank}${opening}])\k<unseen>*`,
    `(?<quote>["“”„‟″‶〝〞〟＂])`,
    // Characters that Markdown or HTML interprets, alone or with their neighbours.
    String.raw`(?<active>[\\*~\x60]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|(?<=(?<![\p{L}\p{N}])[Ww]{3})\.)`,
    String.raw`\](?=[[(:])|<(?=[A-Za-z/!?])|&(?=#|[A-Za-z]\w{1,31};)|:(?=//)`,
  ].join('|')})`,
  'gu',
);

/**
 * Writes untrusted text on one line, so that none of it is hidden, applies formatting, or looks like the text around
 * it. The content stays visible: line breaks become symbols, repeated spaces become their number, and invisible
 * characters become their codes. A backslash disables markup.
 * @param most maximum number of characters. The remaining characters are not shown
 */
export const oneLine = (text: string, most: number): string =>
  text.slice(0, most).replace(special, (found: string, ...rest: unknown[]) => {
    const { whole, breaks, blanks, unseen, quote, active } = rest.at(-1) as Readonly<Record<string, string>>;
    if (whole !== undefined) return found;
    if (breaks !== undefined) return repeated(lineBreak, found.replaceAll('\r\n', '\n').length);
    if (blanks !== undefined) return found.length === 1 ? ' ' : repeated(blank, found.length);
    if (unseen !== undefined) return repeated(numberOf(unseen), found.length / unseen.length);
    if (quote !== undefined) return `\\${quote === '"' ? '”' : quote}`;
    return active === undefined ? `${found}\\` : `\\${found}`;
  });

const repeated = (sign: string, times: number) =>
  times > 1 ? `⟨${sign}×${times}⟩` : sign === lineBreak ? sign : `⟨${sign}⟩`;

const numberOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Cuts a result of `oneLine` without splitting a symbol or an escape. */
export const cutLine = (line: string, most: number): string =>
  line
    .slice(0, most)
    .replace(/⟨[^⟨⟩]*$/, '')
    .replace(/(?<!\\)((?:\\\\)*)\\$/, '$1')
    .replace(/[\ud800-\udbff]$/, '');
