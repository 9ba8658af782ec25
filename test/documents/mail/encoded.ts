/** Encodes a text in a single-byte charset or in UTF-8. All its letters must exist in the charset. */
export function encoded(text: string, charset: string): Buffer {
  if (charset === 'utf-8') return Buffer.from(text);
  const decoder = new TextDecoder(charset);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  );
  return Buffer.from(
    [...text].map((letter) => {
      const byte = bytes.get(letter);
      if (byte === undefined) throw new Error(`${charset} has no ${letter}`);
      return byte;
    }),
  );
}

/** Encodes a word of a header in a charset (RFC 2047). */
export const encodedWord = (text: string, charset: string) =>
  `=?${charset}?B?${encoded(text, charset).toString('base64')}?=`;
