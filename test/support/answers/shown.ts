/**
 * Restores a text from the escaped form in which a confirmation displays it. Does not restore which kind of quotation
 * mark, space or line break the original has.
 */
export const readBack = (question: string): string =>
  question.replace(
    /⟨(?:U\+([0-9A-F]+)|(⏎|␣))(?:×(\d+))?⟩|⏎|\\(.)/gu,
    (found, code: string | undefined, sign: string | undefined, times = '1', escaped: string | undefined) => {
      if (escaped !== undefined) return escaped;
      if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16)).repeat(Number(times));
      return (sign === '␣' ? ' ' : '\n').repeat(found === '⏎' ? 1 : Number(times));
    },
  );

/**
 * Replaces line breaks, spaces and straight quotation marks of an original text in the way of `readBack`, so that both
 * texts can be compared.
 */
export const asRead = (text: string): string =>
  text
    .replace(/\r\n|[\n\v\f\r\x85\u2028\u2029]/g, '\n')
    .replace(/[\t\p{Zs}]/gu, ' ')
    .replaceAll('"', '”');
