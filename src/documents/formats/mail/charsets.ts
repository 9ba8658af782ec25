import { decode } from '../texts/charset.ts';

/**
 * Repairs text that was decoded with a wrong charset. Old programs declare `us-ascii` or `iso-8859-1` for Russian text.
 * Such text is decoded as windows-1252, so its characters can be converted back to the original bytes.
 */
export function repaired(text: string): string {
  if (!/[\u00c0-\u00ff]/.test(text) || /[^\0-\xff\u0152-\u0192\u02c6\u02dc\u2013-\u2122]/.test(text))
    return text;
  const bytes = Uint8Array.from([...text], (letter) => western.get(letter) ?? 0x3f);
  return decode(bytes)?.text ?? text;
}

/** Bytes by windows-1252 character. */
const western = new Map(
  Array.from(
    { length: 256 },
    (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const,
  ),
);
for (const [index, letter] of [...'€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'].entries())
  western.set(letter, 0x80 + index);

/** Checks whether characters were lost because the message does not name their charset. */
export const hasLostCharacters = (text: string | undefined): boolean => text?.includes('\ufffd') === true;

/** Converts a message in another charset to UTF-8. Returns undefined if it is already UTF-8 or is not text. */
export function inUtf8(bytes: Uint8Array): Uint8Array | undefined {
  const decoded = decode(bytes);
  return decoded && decoded.charset !== 'utf-8' ? new TextEncoder().encode(decoded.text) : undefined;
}
