/** Reads back what a question shows of a text; quotation marks and kinds of blanks and line breaks are one each. */
export const readBack = (question: string): string =>
  question.replace(
    /⟨(?:U\+([0-9A-F]+)|(⏎|␣))(?:×(\d+))?⟩|⏎|\\(.)/gu,
    (found, code: string | undefined, sign: string | undefined, times = '1', escaped: string | undefined) => {
      if (escaped !== undefined) return escaped;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16)).repeat(Number(times));
      return (sign === '␣' ? ' ' : '\n').repeat(found === '⏎' ? 1 : Number(times));
    },
  );

/** A text as `readBack` reads it. */
export const asRead = (text: string): string =>
  text
    .replace(/\r\n|[\n\v\f\r\x85\u2028\u2029]/g, '\n')
    .replace(/[\t\p{Zs}]/gu, ' ')
    .replaceAll('"', '”');
