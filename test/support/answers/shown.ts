/** Decodes a text as a confirmation displays it. Does not restore types of quotation marks, spaces and line breaks. */
export const readBack = (question: string): string =>
  question.replace(
    /⟨(?:U\+([0-9A-F]+)|(⏎|␣))(?:×(\d+))?⟩|⏎|\\(.)/gu,
    (found, code: string | undefined, sign: string | undefined, times = '1', escaped: string | undefined) => {
      if (escaped !== undefined) return escaped;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16)).repeat(Number(times));
      return (sign === '␣' ? ' ' : '\n').repeat(found === '⏎' ? 1 : Number(times));
    },
  );

/** Normalizes a text so that it can be compared with the result of `readBack`. */
export const asRead = (text: string): string =>
  text
    .replace(/\r\n|[\n\v\f\r\x85\u2028\u2029]/g, '\n')
    .replace(/[\t\p{Zs}]/gu, ' ')
    .replaceAll('"', '”');
