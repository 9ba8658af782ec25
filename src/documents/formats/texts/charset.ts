import type { Worded } from '../../../contract/language.ts';
import { worded } from '../../../contract/worded.ts';
import { fileMessages } from '../../notes/messages.ts';
import { strangeness } from './letters.ts';

/** Bytes as the text that they are. */
export interface DecodedText {
  readonly text: string;
  /** As the Encoding Standard calls it. */
  readonly charset: string;
  /** Something that the reader should know: the file says it is in another charset than it is. */
  readonly note?: Worded;
}

/** Those that Russian offices use beside Unicode, and that of the west; earlier ones are taken where nothing tells. */
const singleByte = ['windows-1251', 'ibm866', 'koi8-u', 'x-mac-cyrillic', 'iso-8859-5', 'windows-1252'];
/** Enough to tell charsets apart by. */
const sampleLength = 65_536;
/** Of the characters of a text, how many may be controls. */
const maxControls = 0.01;

/**
 * @param stated the charset that the file says it has
 * @returns nothing for what is no text in any charset
 */
export function decode(bytes: Uint8Array, stated?: string): DecodedText | undefined {
  const content = withoutPadding(bytes);
  const marked = markOf(content) ?? wideWithoutMark(content);
  if (marked) return readable(as(marked, content), marked);
  if (!mayBeText(content)) return undefined;
  if (isUtf8(content)) return { text: as('utf-8', content), charset: 'utf-8' };
  return guessed(content, labelOf(stated));
}

/** What begins so is no text, however few controls there are in it. */
const otherMarks = ['PK\x03\x04', 'PK\x05\x06', '\x89PNG', 'Rar!\x1a'];

/** Whether bytes may be a text at all: that is told by the first of them. */
export const mayBeText = (bytes: Uint8Array): boolean => {
  if (otherMarks.includes(String.fromCharCode(...bytes.subarray(0, 4)))) return false;
  const sample = withoutPadding(bytes.subarray(0, sampleLength));
  const wide = markOf(sample) ?? wideWithoutMark(sample);
  if (wide !== undefined) return readable(as(wide, sample), wide) !== undefined;
  return sample.length > 0 && sample.filter(isControl).length <= sample.length * maxControls;
};

const isControl = (code: number) =>
  code === 0x7f || (code < 0x20 && !(code >= 9 && code <= 13) && code !== 0x1a && code !== 0x1b);

/** Some systems fill files up to the length of a block. */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  // The last letter of a text in two bytes may end in a zero.
  return bytes.subarray(0, Math.min(bytes.length, end + (end % 2)));
}

/** By the mark at its beginning. */
function markOf([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined;
}

/** In UTF-16 every other byte of Russian and English letters is one of these, */
const letterPages = new Set([0x00, 0x04]);
/** and of signs one of these: the first is a space in charsets of one byte. */
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
  // Where both sides look so it is no letter in two bytes.
  return even === odd ? undefined : odd ? 'utf-16le' : 'utf-16be';
}

function readable(text: string, charset: string): DecodedText | undefined {
  const sample = text.slice(0, sampleLength);
  const bad = sample.match(/[^\P{Cc}\t\n\v\f\r\x85]|[\ufffd\ufdd0-\ufdef]/gu)?.length ?? 0;
  return text !== '' && bad <= Math.max(1, sample.length * maxControls) ? { text, charset } : undefined;
}

/** What windows-1252 has from 0x80 on, by code points: some versions of Node decode it as ISO-8859-1. */
const western = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function as(charset: string, bytes: Uint8Array): string {
  const text = new TextDecoder(charset).decode(bytes);
  if (charset !== 'windows-1252') return text;
  return text.replace(/[\x80-\x9f]/g, (code) => western.charAt(code.charCodeAt(0) - 0x80));
}

/** Whether it is UTF-8 but for some letters that got lost: what is in another charset has hardly any that fit. */
function isUtf8(bytes: Uint8Array): boolean {
  const text = as('utf-8', bytes.subarray(0, sampleLength * 4));
  const lost = text.match(/\ufffd/g)?.length ?? 0;
  const beyond = (text.match(/\P{ASCII}/gu)?.length ?? 0) - lost;
  // A letter may be cut in two where the sample ends.
  return lost <= Math.max(1, beyond / 20) && (lost === 0 || beyond > 0);
}

/** What the Encoding Standard calls a charset; nothing for one that is not known. */
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
  const said = ranked.find(({ charset }) => charset === stated);
  const letters = sample.filter((byte) => byte >= 0x80).length;
  // The stated charset is taken unless another one makes clearly more sense: a few letters make sense in many.
  const margin = 0.1 + 20 / Math.max(letters, 1) ** 2;
  const charset =
    said && best && said.strange <= best.strange + margin ? said.charset : (best?.charset ?? 'windows-1251');
  const note = worded(fileMessages.otherCharset, { stated: stated ?? '', charset });
  return { text: as(charset, bytes), charset, ...(stated !== undefined && charset !== stated && { note }) };
}
