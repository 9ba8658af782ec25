import type { Worded } from '../../../contract/language.ts';
import { worded } from '../../../contract/worded.ts';
import { fileMessages } from '../../notes/messages.ts';
import { strangeness } from './letters.ts';

export interface DecodedText {
  readonly text: string;
  /** Name of the charset in the Encoding Standard. */
  readonly charset: string;
  /** Note about the declared charset. Set only if it differs from the detected one. */
  readonly note?: Worded;
}

/**
 * Single-byte charsets of Russian offices, and the Western European one. If several fit equally well, the first one is
 * used.
 */
const singleByte = ['windows-1251', 'ibm866', 'koi8-u', 'x-mac-cyrillic', 'iso-8859-5', 'windows-1252'];
/** Number of bytes that are examined to detect the charset. */
const sampleLength = 65_536;
/** Maximum share of control characters. Bytes with more of them do not count as text. */
const maxControls = 0.01;

/**
 * Decodes bytes in the charset that fits best.
 * @param stated charset that the file declares
 * @returns undefined if the bytes are not text
 */
export function decode(bytes: Uint8Array, stated?: string): DecodedText | undefined {
  const content = withoutPadding(bytes);
  const marked = markOf(content) ?? wideWithoutMark(content);
  if (marked) return readable(as(marked, content), marked);
  if (!mayBeText(content)) return undefined;
  if (isUtf8(content)) return { text: as('utf-8', content), charset: 'utf-8' };
  return guessed(content, labelOf(stated));
}

/** Signatures of binary files, which may have few control characters. */
const otherMarks = ['PK\x03\x04', 'PK\x05\x06', '\x89PNG', 'Rar!\x1a'];

/** Checks whether bytes may be text, from a sample at their beginning. */
export const mayBeText = (bytes: Uint8Array): boolean => {
  if (otherMarks.includes(String.fromCharCode(...bytes.subarray(0, 4)))) return false;
  const sample = withoutPadding(bytes.subarray(0, sampleLength));
  const wide = markOf(sample) ?? wideWithoutMark(sample);
  if (wide !== undefined) return readable(as(wide, sample), wide) !== undefined;
  return sample.length > 0 && sample.filter(isControl).length <= sample.length * maxControls;
};

const isControl = (code: number) =>
  code === 0x7f || (code < 0x20 && !(code >= 9 && code <= 13) && code !== 0x1a && code !== 0x1b);

/** Removes zero bytes at the end. Some systems use them to fill files up to the block length. */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  // Keep an even length, because the last UTF-16 character may contain a zero byte.
  return bytes.subarray(0, Math.min(bytes.length, end + (end % 2)));
}

/** Returns the charset that the byte order mark indicates; undefined if there is no mark. */
function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

/** High bytes of Russian and English letters in UTF-16. */
const letterPages = new Set([0x00, 0x04]);
/**
 * High bytes of UTF-16 punctuation. They count only together with many letters, because 0x20 is also the ASCII space.
 */
const signPages = new Set([0x20, 0x21]);

function wideWithoutMark(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampleLength);
  const half = sample.length >> 1;
  const looksHigh = (side: 0 | 1) => {
    const count = (pages: ReadonlySet<number>) =>
      sample.reduce((sum, code, at) => sum + (at % 2 === side && pages.has(code) ? 1 : 0), 0);
    const letters = count(letterPages);
    return letters >= half * 0.7 && letters + count(signPages) >= half * 0.95;
  };
  if (half < 2) return undefined;
  const [even, odd] = [looksHigh(0), looksHigh(1)];
  // If both or neither of the even and odd bytes look like high bytes, the text is not UTF-16.
  return even === odd ? undefined : odd ? 'utf-16le' : 'utf-16be';
}

function readable(text: string, charset: string): DecodedText | undefined {
  const sample = text.slice(0, sampleLength);
  const bad = sample.match(/[^\P{Cc}\t\n\v\f\r\x85]|[\ufffd\ufdd0-\ufdef]/gu)?.length ?? 0;
  return text !== '' && bad <= Math.max(1, sample.length * maxControls) ? { text, charset } : undefined;
}

/** Characters of windows-1252 from 0x80 on. Some versions of Node decode this charset as ISO-8859-1. */
const western = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function as(charset: string, bytes: Uint8Array): string {
  const text = new TextDecoder(charset).decode(bytes);
  if (charset !== 'windows-1252') return text;
  return text.replace(/[\x80-\x9f]/g, (code) => western.charAt(code.charCodeAt(0) - 0x80));
}

/** Checks for UTF-8 with few damaged characters. Text in other charsets has few valid UTF-8 sequences. */
function isUtf8(bytes: Uint8Array): boolean {
  const text = as('utf-8', bytes.subarray(0, sampleLength * 4));
  const lost = text.match(/\ufffd/g)?.length ?? 0;
  const beyond = (text.match(/\P{ASCII}/gu)?.length ?? 0) - lost;
  // Allow one lost character, because the sample may end in the middle of a character.
  return lost <= Math.max(1, beyond / 20) && (lost === 0 || beyond > 0);
}

/** Returns the name in the Encoding Standard; undefined if the charset is unknown. */
function labelOf(stated: string | undefined): string | undefined {
  try {
    return stated === undefined ? undefined : new TextDecoder(stated.trim()).encoding;
  } catch {
    return undefined;
  }
}

function guessed(bytes: Uint8Array, stated: string | undefined): DecodedText {
  const from = Math.max(0, bytes.findIndex((code) => code >= 0x80) - 1000);
  const sample = bytes.subarray(from, from + sampleLength);
  const single = stated !== undefined && !stated.startsWith('utf-') ? [stated] : [];
  const ranked = [...new Set([...single, ...singleByte])]
    .map((charset) => ({ charset, strange: strangeness(as(charset, sample)) }))
    .sort((one, other) => one.strange - other.strange);
  const [best] = ranked;
  const declared = ranked.find(({ charset }) => charset === stated);
  const letters = sample.filter((byte) => byte >= 0x80).length;
  // Prefer the declared charset unless another one fits clearly better, because a few letters are plausible in many
  // charsets.
  const margin = 0.1 + 20 / Math.max(letters, 1) ** 2;
  const charset =
    declared && best && declared.strange <= best.strange + margin
      ? declared.charset
      : (best?.charset ?? 'windows-1251');
  const note = worded(fileMessages.otherCharset, { stated: stated ?? '', charset });
  return { text: as(charset, bytes), charset, ...(stated !== undefined && charset !== stated && { note }) };
}
