import { runsOf } from '../../../contract/features/documents/document-marks.ts';
import type { Worded } from '../../../contract/language.ts';
import type { InsideFile } from '../../format.ts';
import { mailMessages } from '../../notes/messages.ts';
import { messageLines } from './message.ts';

/** Text of a message. `inside` contains the plain text as a file if it differs from the HTML text. */
export interface MessageBody {
  readonly body: readonly string[];
  readonly inside: readonly InsideFile[];
  readonly notes: readonly Worded[];
}

/** Returns the HTML text, because mail programs show it. Returns the plain text if the HTML has no words. */
export function chooseBody(plain: string, page: readonly string[]): MessageBody {
  if (page.every((line) => wordsOf(line).length === 0))
    return { body: messageLines(plain), inside: [], notes: [] };
  if (saysTheSame(plain, page)) return { body: page, inside: [], notes: [] };
  const bytes = Buffer.from(plain);
  return {
    body: page,
    inside: [{ name: 'plain text of the message.txt', size: bytes.length, open: () => bytes }],
    notes: [mailMessages.plainTextDiffers],
  };
}

const addresses =
  /(?:https?:\/\/|www\.|mailto:|tel:|cid:)[^\s<>()[\]"]{1,4000}|[^\s<>()[\]"]{1,200}@[^\s<>()[\]"]{1,200}/giu;
/** Heading and list markers, and bracketed placeholders for links and pictures, such as `[1]` or `[cid:…]`. */
const signs =
  /^\s{0,40}(?:#{1,6}|[-*•]|\d{1,3}[.)])\s|\[(?:\d{1,3}|image[^\]]{0,300})\]|\[cid[^\]]{0,300}\]/giu;

/** Words and numbers, with currency, percent and minus signs, because these change an amount. */
const wordsAndAmounts = /[\p{L}\p{N}]+|[\p{Sc}%‰]|(?<![\p{L}\p{N}])-(?=\d)/gu;

const wordsOf = (text: string): readonly string[] =>
  text
    .replace(addresses, ' ')
    .replace(signs, ' ')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .match(wordsAndAmounts) ?? [];

/** Returns pairs of adjacent words, so that a comparison also detects a different order. */
const pairsOf = (words: readonly string[]) => words.map((word, at) => `${words[at - 1] ?? ''} ${word}`);

/** Checks whether a line is a quotation, or introduces one. */
const isQuote = (line: string, at: number, all: readonly string[]) =>
  line.startsWith('>') ||
  (/:\s*$/.test(line) && all.slice(at + 1, at + 3).some((next) => next.startsWith('>')));

/**
 * Checks whether the plain text and the HTML text have the same words in the same order. Ignores quotations, addresses
 * and signatures.
 */
function saysTheSame(plain: string, page: readonly string[]): boolean {
  const seen = page.map((line) =>
    runsOf(line)
      .filter(({ marks }) => marks.every(({ label }) => label === 'struck'))
      .map(({ text }) => text)
      .join(''),
  );
  const lines = messageLines(plain);
  if (lines.every((line) => wordsOf(line).length === 0)) return true;
  const end = lines.findIndex((line) => /^-- ?$/.test(line));
  const own = lines.slice(0, end === -1 ? undefined : end).filter((line, at, all) => !isQuote(line, at, all));
  const pageWords = seen.flatMap(wordsOf);
  const [pagePairs, plainWords] = [new Set(pairsOf(pageWords)), new Set(lines.flatMap(wordsOf))];
  const ownWords = own.flatMap(wordsOf);
  const [first] = ownWords;
  const [, ...ownPairs] = pairsOf(ownWords);
  return (
    ownPairs.every((pair) => pagePairs.has(pair)) &&
    pageWords.every((word) => plainWords.has(word)) &&
    (first === undefined || pageWords.includes(first))
  );
}
