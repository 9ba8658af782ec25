import {
  chinese,
  drawn,
  mathematical,
  mongolian,
  pictographic,
  traitsEnd,
  traitsOf,
  unseen,
} from './character-traits.ts';

/**
 * Control characters and interlinear annotation marks. Together with the default ignorable code points of Unicode, they
 * are the invisible characters that can hide, reorder or forge text. U+200C and U+00AD are removed although some
 * scripts use them. Line breaks and tabs stay.
 */
const controls = '\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\ufff9-\\ufffb';
/** Default ignorable code points of one UTF-16 unit, and the first halves of surrogate pairs. */
const ignorableUnits =
  '\\xad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\ud82f\\ud834\\udb40-\\udb43';

const names =
  'shy lrm rlm zwnj NoBreak ZeroWidthSpace NegativeMediumSpace NegativeThickSpace NegativeThinSpace NegativeVeryThinSpace af ApplyFunction it InvisibleTimes ic InvisibleComma'.split(
    ' ',
  );
const namedEntities = new Set(names);
const longestName = Math.max(...names.map(({ length }) => length));
/** Matches the begin of an HTML entity that may be invisible. */
const entityBegin = `&[#${[...new Set(names.map(([first]) => first))].join('')}]`;

/**
 * Matches every string that may need cleaning, and some that need none. It matches single halves of surrogate pairs,
 * because the slower Unicode mode would be needed to match whole characters.
 */
const suspect = new RegExp(`[${controls}${ignorableUnits}]|${entityBegin}`);
const entity = new RegExp(entityBegin);

/** UTF-16 units. Indexing them is faster than indexing a string. */
type Units = Uint16Array;

/**
 * Creates a function that finds in a long text what `cleanText` may remove, or one of the given characters. In a text
 * with letters other than Latin, its table is ten times as fast as a regular expression.
 * @param others further characters, as in the class of a regular expression, with hexadecimal escapes
 */
export function createSuspectFinder(others: string): (text: string) => boolean {
  const table = new Uint8Array(0x10000);
  const ranges = `${controls}${ignorableUnits}${others}`.matchAll(/\\[xu]?([\da-f]+)(?:-\\[xu]([\da-f]+))?/g);
  for (const [, from = '', to = from] of ranges)
    table.fill(1, Number.parseInt(from, 16), Number.parseInt(to, 16) + 1);
  const part = new Uint16Array(16 * 1024);
  const bytes = Buffer.from(part.buffer);
  const isAnyIn = (length: number): boolean => {
    for (let at = 0; at < length; at += 1) if (table[part[at] as number] !== 0) return true;
    return false;
  };
  return (text: string): boolean => {
    for (let from = 0; from < text.length; from += part.length) {
      const written = bytes.write(from === 0 ? text : text.slice(from, from + part.length), 'utf16le');
      if (isAnyIn(written / 2)) return true;
    }
    return text.includes('&') && entity.test(text);
  };
}

/**
 * Removes invisible characters, written directly or as HTML entities. Letters of every script, combining marks, line
 * breaks, tabs and emoji stay. Idempotent. Linear, because each character is examined a fixed number of times.
 */
export function cleanText(text: string): string {
  if (!suspect.test(text)) return text;
  const all = new Uint16Array(text.length);
  Buffer.from(all.buffer).write(text, 'utf16le');
  const visible = keep(all, hiddenAt);
  const lazy = visible.includes(ampersand) ? keep(visible, entityAt) : visible;
  // If removing characters has created new hidden text, replace it with a visible character, so that the text around it
  // does not join.
  const kept = lazy === visible ? visible : keep(lazy, entityAt, 0xfffd);
  return kept === all ? text : Buffer.from(kept.buffer, 0, kept.byteLength).toString('utf16le');
}

/** Removes units. @param leftOut units to remove at an index @param instead replacement */
function keep(units: Units, leftOut: (units: Units, at: number) => number, instead?: number): Units {
  let kept: Units | undefined;
  let count = 0;
  for (let at = 0; at < units.length; ) {
    const length = leftOut(units, at);
    if (length > 0) {
      kept ??= units.slice();
      if (instead !== undefined) kept[count++] = instead;
      at += length;
    } else {
      if (kept !== undefined) kept[count] = units[at] as number;
      count += 1;
      at += 1;
    }
  }
  return kept?.subarray(0, count) ?? units;
}

const joiner = 0x200d;
const pictureSelector = 0xfe0f;
const keycap = 0x20e3;
const isFirstHalf = (unit: number) => isBetween(unit, 0xd800, 0xdbff);

const visible = 0;
const hidden = 1;
const opener = 2;
const dependent = 3;

let kinds: Uint8Array | undefined;

function kindsOfUnits(): Uint8Array {
  const found = new Uint8Array(0x10000);
  const gone = new RegExp(`[${controls}\\p{Default_Ignorable_Code_Point}]`, 'u');
  const suspicious = new RegExp(`[${ignorableUnits}]`);
  for (let unit = 0; unit < found.length; unit += 1) {
    const one = String.fromCharCode(unit);
    if (gone.test(one)) found[unit] = selector.test(one) ? dependent : hidden;
    else if (suspicious.test(one)) found[unit] = dependent;
  }
  for (const unit of [0x1b, 0x9b, 0x9d]) found[unit] = opener;
  found[joiner] = dependent;
  return found;
}

const ignorable = /^\p{Default_Ignorable_Code_Point}$/u;
const selector = /^\p{Variation_Selector}$/u;

/** Returns the number of invisible units at an index. */
function hiddenAt(units: Units, at: number): number {
  kinds ??= kindsOfUnits();
  const unit = unitAt(units, at);
  switch (kinds[unit]) {
    case visible:
      return 0;
    case hidden:
      return 1;
    case opener:
      return sequenceAt(units, at) || 1;
    default:
      if (isFirstHalf(unit)) return pairAt(units, at);
      return (unit === joiner ? isLooseJoiner(units, at) : isLooseSelector(units, at, unit)) ? 1 : 0;
  }
}

/**
 * Returns the length of a control sequence, in code units. If only its first character were removed, the others would
 * appear as text. Returns 0 if the sequence is incomplete.
 */
function sequenceAt(units: Units, at: number): number {
  const isPair = unitAt(units, at) === 0x1b;
  const kind = isPair ? unitAt(units, at + 1) : unitAt(units, at) - 0x40;
  const begin = at + (isPair ? 2 : 1);
  const end = kind === 0x5b ? endOfControl(units, begin) : kind === 0x5d ? endOfCommand(units, begin) : at;
  return Math.max(end - at, 0);
}

/** Returns the end of a control sequence (CSI). Returns -1 if the sequence is incomplete. */
function endOfControl(units: Units, begin: number): number {
  let end = begin;
  while (isBetween(unitAt(units, end), 0x30, 0x3f)) end += 1;
  while (isBetween(unitAt(units, end), 0x20, 0x2f)) end += 1;
  return isBetween(unitAt(units, end), 0x40, 0x7e) ? end + 1 : -1;
}

/**
 * Returns the end of an operating system command (OSC). Returns -1 if it is incomplete, or if another one begins inside
 * it, so that no text is examined twice.
 */
function endOfCommand(units: Units, begin: number): number {
  for (let end = begin; end < units.length; end += 1) {
    const unit = unitAt(units, end);
    if (unit === 0x07 || unit === 0x9c) return end + 1;
    if (unit === 0x1b) return unitAt(units, end + 1) === 0x5c ? end + 2 : -1;
    if (unit === 0x9d) return -1;
  }
  return -1;
}

const isBetween = (unit: number, first: number, last: number) => unit >= first && unit <= last;

/** Checks for a joiner that does not join two emoji, and can therefore only hide something. */
function isLooseJoiner(units: Units, at: number): boolean {
  if ((traitsOf(codeAt(units, at + 1)) & pictographic) === 0) return true;
  const picture = unitAt(units, at - 1) === pictureSelector ? at - 1 : at;
  return (traitsOf(before(units, picture)) & drawn) === 0;
}

/**
 * Checks for a variation selector that does not follow a character which it can change. Such a selector, for example
 * the second of two, can carry hidden data.
 */
function isLooseSelector(units: Units, at: number, unit: number): boolean {
  if (unit < 0xfe00) return (traitsOf(before(units, at)) & mongolian) === 0;
  if (unit < 0xfe0e) return (traitsOf(before(units, at)) & (mathematical | chinese)) === 0;
  if ((traitsOf(before(units, at)) & drawn) !== 0) return false;
  return !(unit === pictureSelector && unitAt(units, at + 1) === keycap && isKey(unitAt(units, at - 1)));
}

/**
 * Returns 2, the number of units, for an ignorable character above U+FFFF. Returns 0 for any other character, and for a
 * variation selector that follows a Chinese character.
 */
function pairAt(units: Units, at: number): number {
  const code = codeAt(units, at);
  if (!isIgnorable(code)) return 0;
  return isChineseSelector(code) && (traitsOf(before(units, at)) & chinese) !== 0 ? 0 : 2;
}

/** Checks whether a code point is ignorable, even if it takes two UTF-16 units. */
const isIgnorable = (code: number) =>
  code < traitsEnd ? (traitsOf(code) & unseen) !== 0 : ignorable.test(String.fromCodePoint(code));
const isChineseSelector = (code: number) => isBetween(code, 0xe0100, 0xe01ef);

/** Checks for 0 to 9, # and *, the base characters of keycap emoji. */
const isKey = (unit: number) => isBetween(unit, 0x30, 0x39) || unit === 0x23 || unit === 0x2a;

/** Returns the unit at an index. Returns 0 outside of the text. */
const unitAt = (units: Units, at: number): number =>
  at >= 0 && at < units.length ? (units[at] as number) : 0;

function codeAt(units: Units, at: number): number {
  const first = unitAt(units, at);
  if (first < 0xd800 || first > 0xdbff) return first;
  const second = unitAt(units, at + 1);
  return isBetween(second, 0xdc00, 0xdfff) ? (first - 0xd800) * 0x400 + second - 0xdc00 + 0x10000 : first;
}

/** Returns the code point that ends before an index. */
function before(units: Units, at: number): number {
  const pair = codeAt(units, at - 2);
  return pair > 0xffff ? pair : unitAt(units, at - 1);
}

const ampersand = 0x26;
const semicolon = 0x3b;

/** Returns the number of units of an entity for an invisible character. Returns 0 if there is none. */
function entityAt(units: Units, at: number): number {
  if (unitAt(units, at) !== ampersand) return 0;
  const end = unitAt(units, at + 1) === 0x23 ? endOfNumber(units, at + 2) : endOfName(units, at + 1);
  return Math.max(end - at, 0);
}

function endOfNumber(units: Units, from: number): number {
  const isHex = (unitAt(units, from) | 0x20) === 0x78;
  const base = isHex ? 16 : 10;
  const begin = isHex ? from + 1 : from;
  let at = begin;
  let code = 0;
  for (let digit = digitAt(units, at); digit < base; digit = digitAt(units, at)) {
    code = Math.min(code * base + digit, 0x110000);
    at += 1;
  }
  if (at === begin || !standsForHidden(code)) return -1;
  // A variation selector after the last digit belongs to the entity.
  const hasMore = unitAt(units, at) === semicolon || unitAt(units, at) === pictureSelector;
  return hasMore ? at + 1 : at;
}

/** Returns the value of a digit. For other characters, returns a number above every base. */
function digitAt(units: Units, at: number): number {
  const unit = unitAt(units, at);
  if (isBetween(unit, 0x30, 0x39)) return unit - 0x30;
  const letter = unit | 0x20;
  return isBetween(letter, 0x61, 0x66) ? letter - 0x57 : 99;
}

/**
 * Checks whether a numeric entity stands for an invisible character. Parsers read 0x80 to 0x9f as Windows-1252, so
 * these are visible.
 */
function standsForHidden(code: number): boolean {
  if (code > 0xffff) return code <= 0x10ffff && isIgnorable(code);
  kinds ??= kindsOfUnits();
  const kind = kinds[code];
  return (kind === hidden || kind === opener) && !isBetween(code, 0x80, 0x9f);
}

function endOfName(units: Units, begin: number): number {
  let end = begin;
  while (end - begin <= longestName && isBetween(unitAt(units, end) | 0x20, 0x61, 0x7a)) end += 1;
  const isClosed = unitAt(units, end) === semicolon;
  if (isClosed && namedEntities.has(String.fromCharCode(...units.subarray(begin, end)))) return end + 1;
  // Of the named entities for invisible characters, parsers accept only `&shy` without a semicolon, and only if no
  // letter or digit follows.
  const isHyphen =
    end - begin === 3 && [0x73, 0x68, 0x79].every((unit, place) => units[begin + place] === unit);
  return isHyphen && !/[\d_=;]/.test(String.fromCharCode(unitAt(units, end))) ? end : -1;
}
