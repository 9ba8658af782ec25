/**
 * Characters that nobody sees and that can hide, reorder or forge text: controls, zero-width and bidirectional
 * characters, tags. U+200C and U+00AD are among them although some scripts use them; line breaks and tabs are not.
 */
const alwaysInvisible =
  '\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b\\u200c\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff';
const tags = '\\u{e0001}\\u{e0020}-\\u{e007f}';

/** Sequences that steer a terminal go whole; else their rest would stay as odd text. */
const terminalSequence =
  '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]|(?:\\x1b\\]|\\x9d)[^\\x07\\x1b\\x9c]*(?:\\x07|\\x1b\\\\|\\x9c)';
const picture = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]';
/** A joiner makes one picture of two; elsewhere it is only a way to hide something. */
const looseJoiner = `\\u200d(?!\\p{Extended_Pictographic})|(?<!${picture}\\ufe0f?)\\u200d`;
/** One selector after a character that comes in several shapes is honest; others carry hidden data. */
const looseSelector = [
  `(?<!${picture})(?<![0-9#*](?=\\ufe0f\\u20e3))[\\ufe0e\\ufe0f]`,
  '(?<![\\p{Sm}\\p{Script=Han}])[\\ufe00-\\ufe0d]',
  '(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
].join('|');

const invisible = new RegExp(
  `${terminalSequence}|[${alwaysInvisible}${tags}]|${looseJoiner}|${looseSelector}`,
  'gu',
);
const isAlwaysInvisible = new RegExp(`[${alwaysInvisible}${tags}\\u{e0100}-\\u{e01ef}]`, 'u');

/** Entities by name that stand for invisible characters. */
const names =
  'shy|lrm|rlm|zwnj|NoBreak|ZeroWidthSpace|Negative(?:Medium|Thick|Thin|VeryThin)Space|af|ApplyFunction|it|InvisibleTimes|ic|InvisibleComma';
const entity = new RegExp(`&(?:#(?:[xX]([\\da-fA-F]+)|(\\d+));?|(?:${names});|shy(?![\\w=]))`, 'g');

/**
 * Matches whatever text may need a closer look; never misses one. Each half of a pair counts here, since JSON text and
 * plain text are looked through without the slower Unicode mode.
 */
export const suspectPattern = `[${alwaysInvisible}\\u200d\\ufe00-\\ufe0f\\udb40]|&(?:#|${names})`;
const suspect = new RegExp(suspectPattern);

/**
 * The text without characters that nobody sees, written as they are or as HTML entities. Ordinary letters of every
 * script, combining marks, line breaks, tabs and emoji stay. Doing it twice changes nothing.
 */
export function cleanText(text: string): string {
  if (!suspect.test(text)) return text;
  const visible = text.replace(invisible, '');
  if (!visible.includes('&')) return visible;
  // What removal has put together was meant to be: a visible character takes its place, which nothing joins across.
  return visible.replace(entity, entityWithout('')).replace(entity, entityWithout('\ufffd'));
}

const entityWithout =
  (replacement: string) =>
  (whole: string, hex: string | undefined, decimal: string | undefined): string => {
    if (hex === undefined && decimal === undefined) return replacement;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    // Readers take the entities of this range for the visible characters of an old Windows alphabet.
    if (code > 0x10ffff || (code >= 0x80 && code <= 0x9f)) return whole;
    return isAlwaysInvisible.test(String.fromCodePoint(code)) ? replacement : whole;
  };
