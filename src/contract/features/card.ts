import type { Language, Worded } from '../language.ts';

/** Contract between the server and the pages that a client may show next to an answer (MCP Apps). */
export const cardNames = ['question', 'case', 'week', 'workload', 'timeline', 'document'] as const;
export type CardName = (typeof cardNames)[number];

/** A labelled line of a confirmation. */
export interface QuestionRow {
  readonly label: string;
  readonly value: string;
  /**
   * The texts of the value as they are, if it is made of nothing else. Only in cards: they show each in its own element,
   * so that no quotation marks are needed to tell where a text ends.
   */
  readonly plain?: readonly string[];
  /** Value of the record that this one replaces, if it is known. Only in plans. */
  readonly before?: Pick<QuestionRow, 'value' | 'plain'>;
  /** The row of a plan that the line shows. Only in cards: their readers can leave it out. */
  readonly row?: { readonly number: number; readonly isAsked: boolean };
  /** Parts of the row of a plan. Only in cards; undefined if the row was shortened. */
  readonly change?: PlannedChange;
}

/** Parts of a planned change. Values that stay as they are are left out. */
export interface PlannedChange extends Pick<Question, 'record' | 'facts' | 'lost' | 'values' | 'links'> {
  /** Page and passage that the change comes from. */
  readonly source?: string;
}

/** Words of the two answers to a question, and of what followed each. */
export interface AnswerWords {
  readonly yes: string;
  readonly no: string;
  readonly done: string;
  readonly kept: string;
}

/** The kind of record that a question is about. */
export type SubjectKind = 'task' | 'event' | 'case' | 'document' | 'person';

/** Parts of a confirmation. Each part is one line, so that no text can pose as another part. */
export interface Question {
  /** Effect of the call. */
  readonly title: string;
  /** The record, as it was just read. */
  readonly record: readonly QuestionRow[];
  /** Data that distinguishes the record from others. */
  readonly facts: readonly QuestionRow[];
  /** Data that the call would delete. Without rows if it could not be read. */
  readonly lost: { readonly heading: string; readonly rows: readonly QuestionRow[] } | undefined;
  /** Arguments of the caller among the values that will be sent. */
  readonly values: readonly QuestionRow[];
  /** Values that are sent back unchanged. */
  readonly stays: readonly QuestionRow[];
  /** Links, each with its real host first. */
  readonly links: readonly string[];
}

/**
 * Key in `_meta` of a result under which a confirmation travels to a card. Hosts keep `_meta` from the model. So
 * neither the confirmation, which repeats data of records, nor the state that confirms it ever becomes text for a
 * model.
 */
export const questionKey = 'casebridge/question';

/**
 * Delimiters of a date-time in a confirmation for a card, because only the card knows the time zone of its reader.
 * Texts of records never contain these characters.
 */
export const momentMark = { start: '\ue002', end: '\ue003' } as const;

/** A confirmation in each language, because only the card knows the language of its reader. */
export interface QuestionInCard extends Readonly<Record<Language, Question>> {
  readonly tool: string;
  readonly words: Readonly<Record<Language, AnswerWords>>;
  readonly subject: SubjectKind | undefined;
  /** Whether something is lost, or reaches people, or neither. */
  readonly risk: 'lost' | 'out' | 'none';
  /** When the question ends, in ISO 8601. */
  readonly until: string;
  /** Encrypted state that the card sends back. */
  readonly state: string;
}

/**
 * Key in `_meta` of a result for casebridge's own sentences in both languages (`Worded`), because the server does not
 * know the language of the card's reader. Sentences that are equal in both languages are left out.
 */
export const wordsKey = 'casebridge/words';
export type WordsInCard = readonly Worded[];

/** Tool that a card calls with the answer to its confirmation. It is not listed for assistants. */
export const answerToolName = 'answer_question';
