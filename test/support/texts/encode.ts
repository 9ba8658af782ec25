/**
 * Encodes a text in a charset with one or two bytes for each character.
 * @throws Error if the charset lacks a character
 */
export function encode(text: string, charset: string): Uint8Array {
  if (charset === 'utf-8') return new TextEncoder().encode(text);
  const wide = /^utf-16([lb])e$/.exec(charset)?.[1];
  if (wide !== undefined) {
    const bytes = Buffer.from(text, 'utf16le');
    return new Uint8Array(wide === 'l' ? bytes : bytes.swap16());
  }
  const decoder = new TextDecoder(charset);
  const codes = new Map(
    Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]),
  );
  return Uint8Array.from(text, (letter) => {
    const code = codes.get(letter);
    if (code === undefined) throw new Error(`${charset} has no ${letter}`);
    return code;
  });
}
