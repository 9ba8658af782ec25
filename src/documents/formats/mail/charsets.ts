import { decode } from '../texts/charset.ts';

/**
 * A text in the letters that were meant: programs of old say `us-ascii` or `iso-8859-1`, and write Russian.
 * What they say is read as windows-1252, whose letters lead back to the bytes.
 */
export function mended(text: string): string {
  if (!/[\u00c0-\u00ff]/.test(text) || /[^\0-\xff\u0152-\u0192\u02c6\u02dc\u2013-\u2122]/.test(text))
    return text;
  const bytes = Uint8Array.from([...text], (letter) => western.get(letter) ?? 0x3f);
  return decode(bytes)?.text ?? text;
}

/** The byte of each letter of windows-1252. */
const western = new Map(
  Array.from(
    { length: 256 },
    (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const,
  ),
);
for (const [index, letter] of [...'€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'].entries())
  western.set(letter, 0x80 + index);

/** Whether letters got lost: they are in a charset that the message does not name. */
export const hasLost = (text: string | undefined): boolean => text?.includes('\ufffd') === true;

/** All of a message in UTF-8, when it is a text in some other charset. */
export function inUtf8(bytes: Uint8Array): Uint8Array | undefined {
  const decoded = decode(bytes);
  return decoded && decoded.charset !== 'utf-8' ? new TextEncoder().encode(decoded.text) : undefined;
}
