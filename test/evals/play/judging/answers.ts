/**
 * Text, number or pattern that an answer must contain, or must not contain. One entry of a list is enough.
 * Texts and patterns are compared with the answer in lower case, without quotation marks and formatting.
 */
export type AnswerFact = string | RegExp | readonly (string | RegExp)[];

/** Returns a text normalized for comparison. */
const plainWords = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[«»„“”"'’‘`*_]/g, '')
    .replace(/[‐-―−]/g, '-')
    .replace(/\s+/g, ' ');

/**
 * Checks whether a word of the answer begins with the text, because `2-1234` is not `02-1234`. The text may
 * end within a word, because words have endings.
 */
function isIn(answer: string, fact: string | RegExp): boolean {
  if (typeof fact !== 'string') return fact.test(answer);
  const words = plainWords(fact).trim();
  for (let place = answer.indexOf(words); place >= 0; place = answer.indexOf(words, place + 1))
    if (!/[\p{L}\p{N}]/u.test(answer.charAt(place - 1))) return true;
  return false;
}

/** Checks whether a fact is in an answer. */
export function saysFact(answer: string, fact: AnswerFact): boolean {
  const words = plainWords(answer);
  return [fact].flat().some((one) => isIn(words, one as string | RegExp));
}

/** Missing facts and forbidden facts in an answer. Both are empty if the answer is right. */
export interface AnswerJudgement {
  readonly missing: readonly string[];
  readonly forbidden: readonly string[];
}

export function judgeAnswer(
  answer: string,
  says: readonly AnswerFact[],
  never: readonly AnswerFact[] = [],
): AnswerJudgement {
  return {
    missing: says.filter((fact) => !saysFact(answer, fact)).map(showFact),
    forbidden: never.filter((fact) => saysFact(answer, fact)).map(showFact),
  };
}

/** Returns a fact as a report shows it. */
const showFact = (fact: AnswerFact): string => [fact].flat().map(String).join(' | ');
