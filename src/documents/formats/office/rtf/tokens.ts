export type RtfToken =
  | { readonly kind: 'open' | 'close' | 'star' }
  | { readonly kind: 'word'; readonly word: string; readonly value: number | undefined }
  /** Text in the current code page. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

const code = (letter: string): number => letter.charCodeAt(0);
const [open, close, slash] = [code('{'), code('}'), code('\\')];
const isLetter = (byte: number): boolean => (byte >= 97 && byte <= 122) || (byte >= 65 && byte <= 90);
const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57;
/** Control words by the character after `\` that abbreviates them. */
const signs: Readonly<Record<string, string>> = {
  '~': 'nonbreakingspace',
  _: 'nonbreakinghyphen',
  '-': 'softhyphen',
  '\n': 'par',
  '\r': 'par',
  '\t': 'tab',
};

/** Reads the tokens. Skips binary data. */
export function* rtfTokens(bytes: Uint8Array): Generator<RtfToken> {
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === open || byte === close) {
      at += 1;
      yield { kind: byte === open ? 'open' : 'close' };
    } else if (byte === 10 || byte === 13) at += 1;
    else if (byte !== slash) {
      const from = at;
      while (at < bytes.length && !isMark(bytes[at] ?? 0)) at += 1;
      yield { kind: 'bytes', bytes: bytes.subarray(from, at) };
    } else if (isLetter(bytes[at + 1] ?? 0)) {
      const [token, next] = readWord(bytes, at + 1);
      at = next;
      if (token.kind === 'word' && token.word === 'bin') at += Math.max(0, token.value ?? 0);
      else yield token;
    } else {
      const [token, next] = readSign(bytes, at + 1);
      at = next;
      if (token !== undefined) yield token;
    }
  }
}

const isMark = (byte: number): boolean =>
  byte === open || byte === close || byte === slash || byte === 10 || byte === 13;

function readWord(bytes: Uint8Array, from: number): [RtfToken, number] {
  let at = from;
  while (isLetter(bytes[at] ?? 0) && at - from < 32) at += 1;
  const word = String.fromCharCode(...bytes.subarray(from, at));
  const start = at;
  if (bytes[at] === code('-') && isDigit(bytes[at + 1] ?? 0)) at += 1;
  while (isDigit(bytes[at] ?? 0) && at - start < 11) at += 1;
  const value = at > start ? Number(String.fromCharCode(...bytes.subarray(start, at))) : undefined;
  // A space directly after a control word ends the word and is not part of the text.
  return [{ kind: 'word', word, value }, bytes[at] === 32 ? at + 1 : at];
}

function readSign(bytes: Uint8Array, at: number): [RtfToken | undefined, number] {
  const sign = String.fromCharCode(bytes[at] ?? 0);
  if (sign === "'") {
    const value = Number.parseInt(String.fromCharCode(...bytes.subarray(at + 1, at + 3)), 16);
    const token = { kind: 'bytes', bytes: Uint8Array.of(Number.isNaN(value) ? 0x3f : value) } as const;
    return [token, Math.min(at + 3, bytes.length)];
  }
  if (sign === '*') return [{ kind: 'star' }, at + 1];
  const word = signs[sign];
  if (word !== undefined) return [{ kind: 'word', word, value: undefined }, at + 1];
  const isText = sign === '{' || sign === '}' || sign === '\\';
  return [isText ? { kind: 'bytes', bytes: bytes.subarray(at, at + 1) } : undefined, at + 1];
}
