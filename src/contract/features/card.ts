import type { Language, Worded } from '../language.ts';

/** Pages that a client may show beside the text of an answer (MCP Apps): what the server and the pages agree on. */
export const cardNames = ['question', 'case', 'week', 'timeline', 'document'] as const;
export type CardName = (typeof cardNames)[number];

/** A line of a question: what it is about, and what is said of that. */
export interface QuestionRow {
  readonly label: string;
  readonly value: string;
}

/** A question to a human in its parts: each is one line, and cannot be taken for another. */
export interface Question {
  /** What would happen. */
  readonly title: string;
  /** The record, as it was just read. */
  readonly record: readonly QuestionRow[];
  /** What tells it from others. */
  readonly facts: readonly QuestionRow[];
  /** What would go; without rows where that could not be read. */
  readonly lost: { readonly heading: string; readonly rows: readonly QuestionRow[] } | undefined;
  /** What the caller gave, of all that would be sent. */
  readonly values: readonly QuestionRow[];
  /** What is sent along as it is. */
  readonly stays: readonly QuestionRow[];
  /** Each with its real host first. */
  readonly links: readonly string[];
}

/**
 * Where a result holds what a card asks and answers with. Of a result, hosts keep `_meta` from the model; so neither the
 * question, which repeats what stands in records, nor the state that agrees to it is ever text for one.
 */
export const questionKey = 'casebridge/question';

/**
 * A moment in a question that a card shows: only the card knows its reader's time. It stands between two characters that
 * no text of a record keeps.
 */
export const momentMark = { start: '\ue002', end: '\ue003' } as const;

/** A question in each language, since only the card knows its reader's. */
export interface QuestionInCard extends Readonly<Record<Language, Question>> {
  readonly tool: string;
  /** Sealed: what the card answers with. */
  readonly state: string;
}

/**
 * Where the result of a lookup holds what the bridge says of it (`Worded`, each sentence that is not the same in both
 * languages): the server does not know the language of whoever reads a card.
 */
export const wordsKey = 'casebridge/words';
export type WordsInCard = readonly Worded[];

/** The tool that a card calls when somebody has answered its question. Assistants are not offered it. */
export const answerToolName = 'answer_question';
