import type { Question, QuestionRow } from '../../../contract/features/card.ts';
import type { PlanRowForPeople } from '../../../contract/features/planned-changes.ts';
import { said } from '../../../contract/worded.ts';
import type { Proposal } from '../proposal.ts';
import type { Refusal } from '../refusal.ts';
import { isInCard, maxQuestion, rowText, say } from './wording.ts';

/**
 * Maximum length of a confirmation in a card, in characters. It may be longer than in a dialog, because a card scrolls,
 * and the user ticks a box below the last row.
 */
const maxInCard = 20_000;

/**
 * Returns the confirmation of a plan. Rows that require a confirmation come first and are complete. If other rows do
 * not fit, only their number is shown.
 * @returns a refusal if the rows that require a confirmation do not fit
 */
export function planQuestionOf(
  rows: readonly PlanRowForPeople[],
  wording: Proposal['wording'],
): Question | Refusal {
  const inCard = isInCard(wording);
  const most = inCard ? maxInCard : maxQuestion;
  const shown = (one: PlanRowForPeople): QuestionRow => {
    const { label, ...row } = inCard ? one.cards[wording.language] : one.dialog;
    const line = { label: `${one.row}. ${label}`, ...row };
    return inCard ? { ...line, row: { number: one.row, isAsked: one.isAsked } } : line;
  };
  const asked = rows.filter(({ isAsked }) => isAsked).map(shown);
  const title = said(wording.language, planTitle, { count: rows.length });
  const lengthOf = (some: readonly QuestionRow[]) =>
    some.reduce((sum, row) => sum + rowText(row).length + 1, title.length + roomForCount);
  if (lengthOf(asked) > most) {
    const fitting = asked.filter((_, at) => lengthOf(asked.slice(0, at + 1)) <= most).length;
    return tooManyToAsk(asked.length, most, fitting);
  }
  const others: QuestionRow[] = [];
  let left = most - lengthOf(asked);
  const unasked = rows.filter(({ isAsked }) => !isAsked).map(shown);
  for (const row of unasked) {
    left -= rowText(row).length + 1;
    if (left < 0) break;
    others.push(row);
  }
  const rest = unasked.length - others.length;
  const counted = rest === 0 ? [] : [{ label: say(wording, 'planRest'), value: String(rest) }];
  return {
    ...{ title, record: [], facts: [], lost: undefined, stays: [], links: [] },
    values: [...[...asked, ...others].map(asParts), ...counted],
  };
}

/**
 * Removes the line of a row that also has separate parts. The parts contain the same text. The line was only needed to
 * count its characters.
 */
const asParts = (row: QuestionRow): QuestionRow => (row.change ? { ...row, value: '' } : row);

const planTitle = {
  en: 'Carry out {count} {count|change|changes}?',
  ru: 'Выполнить {count} {count|изменение|изменения|изменений}?',
} as const;

const roomForCount = 100;

const tooManyToAsk = (count: number, most: number, fitting: number): Refusal => ({
  code: 'TOO_LONG_TO_ASK',
  reason: `A human must see and agree to ${count} rows of this plan, but a confirmation can contain at most ${most} characters. The first ${fitting} of them fit. Nobody was asked, and nothing was sent. Plan the changes again, with at most ${Math.max(1, fitting)} such rows in a plan.`,
});

/**
 * Reads row numbers, such as `2, 5-7`. Returns undefined if the text is invalid or contains a number that no row has.
 */
export function rowNumbersIn(text: unknown, rows: readonly { readonly row: number }[]) {
  if (text === undefined || text === null || text === '') return [];
  if (typeof text !== 'string' || text.length > maxNumbers) return undefined;
  const known = new Set(rows.map(({ row }) => row));
  const numbers: number[] = [];
  for (const part of text.split(/[,;\s]+/).filter((one) => one !== '')) {
    const [first, last] = (/^(\d{1,3})(?:[-–](\d{1,3}))?$/.exec(part) ?? []).slice(1);
    const [from, to] = [Number(first), Number(last ?? first)];
    if (!known.has(from) || !known.has(to) || to < from) return undefined;
    for (let row = from; row <= to; row += 1) numbers.push(row);
  }
  return numbers;
}

/** Maximum length of a string with row numbers, in characters. A longer string is not read. */
const maxNumbers = 1000;
