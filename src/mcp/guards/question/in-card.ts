import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Question, type QuestionInCard, questionKey } from '../../../contract/features/card.ts';
import { type Language, languages } from '../../../contract/language.ts';
import { lazy } from '../../../util/lazy.ts';
import type { Proposal } from '../proposal.ts';
import type { Refusal } from '../refusal.ts';
import { questionOf } from './message.ts';

/** For the assistant, in place of an answer. */
const waiting =
  'WAITING_FOR_AGREEMENT: A human has to agree to this, and a card with the question is shown to the user. Nothing was done so far. Do not call this again: ask the user to answer in the card. Only the card learns the answer, so before you say that it was done, read the record.';

/** The question in the languages of cards, or why nobody can be asked. */
export async function questionsInCard(proposal: Proposal): Promise<Record<Language, Question> | Refusal> {
  const called = lazy(proposal.called);
  const { wording } = proposal;
  const questions = await Promise.all(
    languages.map((language) =>
      questionOf({ ...proposal, called, wording: { ...wording, language, timeZone: undefined } }),
    ),
  );
  const refusal = questions.find((one) => 'code' in one);
  if (refusal !== undefined) return refusal;
  return Object.fromEntries(languages.map((language, at) => [language, questions[at]])) as Record<
    Language,
    Question
  >;
}

/** A result that shows a card with the question. */
export const resultWithCard = (question: QuestionInCard): CallToolResult => ({
  content: [{ type: 'text', text: waiting }],
  _meta: { [questionKey]: question },
});
