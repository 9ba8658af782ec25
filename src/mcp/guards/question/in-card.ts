import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  type Question,
  type QuestionInCard,
  type QuestionRow,
  questionKey,
  type SubjectKind,
} from '../../../contract/features/card.ts';
import { answerWordsOf } from '../../../contract/features/question.ts';
import { type Language, languages } from '../../../contract/language.ts';
import { lazy } from '../../../util/lazy.ts';
import type { Proposal } from '../proposal.ts';
import type { Refusal } from '../refusal.ts';
import { questionOf } from './message.ts';

/** Message for the assistant while a card waits for the user's answer. */
const waiting =
  'WAITING_FOR_AGREEMENT: A human must agree to this: a card asks the user. Nothing was done so far. Do not call this again: ask the user to answer in the card. You do not receive the answer, so read the record before you say that it was done.';

/** A confirmation in a card, without its signed state. */
type Asked = Omit<QuestionInCard, 'tool' | 'state' | 'until'>;

/** Returns the confirmation in every language that cards support, or a refusal. */
export async function questionsInCard(proposal: Proposal): Promise<Asked | Refusal> {
  const called = lazy(proposal.called);
  const { wording, operation } = proposal;
  const questions = await Promise.all(
    languages.map((language) =>
      questionOf({ ...proposal, called, wording: { ...wording, language, timeZone: undefined } }),
    ),
  );
  const refusal = questions.find((one) => 'code' in one);
  if (refusal !== undefined) return refusal;
  const { yes, no, done, kept } = answerWordsOf(operation.name, await wording.words());
  const lost = (questions as Question[]).some((one) => one.lost !== undefined);
  return {
    ...inEach((_language, at) => forCard(questions[at] as Question)),
    words: inEach((language) => ({
      yes: yes[language],
      no: no[language],
      done: done[language],
      kept: kept[language],
    })),
    subject: subjects[operation.target?.tool ?? ''],
    risk:
      lost || operation.access === 'delete' || operation.risk === 'admin'
        ? 'lost'
        : operation.risk === 'outbound'
          ? 'out'
          : 'none',
  };
}

const inEach = <Value>(make: (language: Language, at: number) => Value) =>
  Object.fromEntries(languages.map((language, at) => [language, make(language, at)])) as Record<
    Language,
    Value
  >;

/** Type of the record that a confirmation is about. The key is the operation that reads the record. */
const subjects: Readonly<Record<string, SubjectKind>> = {
  get_task: 'task',
  get_event: 'event',
  get_object: 'case',
  get_case: 'case',
  get_document: 'document',
  get_participant: 'person',
  get_user: 'person',
};

/** Adds to each row the original strings, which a card can show without quotation marks. */
export const forCard = (question: Question): Question => ({
  ...question,
  record: question.record.map(withPlain),
  facts: question.facts.map(withPlain),
  lost: question.lost && { ...question.lost, rows: question.lost.rows.map(withPlain) },
  values: question.values.map(withPlain),
  stays: question.stays.map(withPlain),
});

/** Matches a string in quotation marks, optionally followed by an id. The string itself contains no quotation marks. */
const text = String.raw`"([^"]*)"(?: \([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\))?`;
const oneText = new RegExp(text, 'gi');
const texts = new RegExp(String.raw`^(?:${text}(?:, |$))+$|^\d+ \((?:${text}(?:; |(?=\))))+\)$`, 'i');
/** Matches a date-time followed by its readable format, which is between the characters of `momentMark`. */
const moment = /^[\dTZ:.+-]+ \((\ue002[^\ue003]*\ue003)\)$/;

/** Adds the original strings to a row whose value consists only of such strings. */
function withPlain({ before, ...row }: QuestionRow): QuestionRow {
  const own = { ...row, ...plainOf(row.value) };
  return before === undefined ? own : { ...own, before: { ...before, ...plainOf(before.value) } };
}

function plainOf(value: string): Pick<QuestionRow, 'plain'> {
  const [, spoken] = moment.exec(value) ?? [];
  if (spoken !== undefined) return { plain: [spoken] };
  if (!texts.test(value)) return {};
  return { plain: [...value.matchAll(oneText)].map(([, own = '']) => asWritten(own)) };
}

/** Restores line breaks, and removes backslashes that only dialogs need. Symbols for invisible characters stay. */
const asWritten = (shown: string): string =>
  shown
    .replace(/⟨⏎×(\d{1,2})⟩/g, (_found, times: string) => '\n'.repeat(Number(times)))
    .replaceAll('⏎', '\n')
    .replace(/\\(.)/gs, '$1');

/** Returns a result that makes the client show a card with the confirmation. */
export const resultWithCard = (question: QuestionInCard): CallToolResult => ({
  content: [{ type: 'text', text: waiting }],
  _meta: { [questionKey]: question },
});
