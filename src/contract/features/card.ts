import type { Language, Worded } from '../language.ts';

/** Contract between the server and the cards: pages that a client may show next to an answer (MCP Apps). */
export const cardNames = ['question', 'case', 'week', 'workload', 'timeline', 'document'] as const;
export type CardName = (typeof cardNames)[number];

/** A labelled line of a confirmation. */
export interface QuestionRow {
  readonly label: string;
  readonly value: string;
  /**
   * Original texts of the value, if the value consists only of them. Only in cards: a card shows each text in its own
   * element, so the texts need no quotation marks.
   */
  readonly plain?: readonly string[];
  /** Value of the record that this value replaces, if it is known. Only in plans. */
  readonly before?: Pick<QuestionRow, 'value' | 'plain'>;
  /** The row of a plan that this line shows. Only in cards, because users can exclude rows there. */
  readonly row?: { readonly number: number; readonly isAsked: boolean };
  /** Parts of this row. Only in cards. Undefined if the row was shortened. */
  readonly change?: PlannedChange;
}

/** Parts of a planned change, without values that stay as they are. */
export interface PlannedChange extends Pick<Question, 'record' | 'facts' | 'lost' | 'values' | 'links'> {
  /** Page and passage that the change comes from. */
  readonly source?: string;
}

/** Labels of the two buttons, and the messages after each: `done` after yes, `kept` after no. */
export interface AnswerWords {
  readonly yes: string;
  readonly no: string;
  readonly done: string;
  readonly kept: string;
}

/** Type of the record that a confirmation is about. */
export type SubjectKind = 'task' | 'event' | 'case' | 'document' | 'person';

/** Parts of a confirmation. Each part is one line, so that no text can pose as another part. */
export interface Question {
  /** Effect of the call, as a heading. */
  readonly title: string;
  /** The record, read just before the confirmation. */
  readonly record: readonly QuestionRow[];
  /** Data that distinguishes the record from others. */
  readonly facts: readonly QuestionRow[];
  /** Data that the call would delete. Without rows if the data could not be read. */
  readonly lost: { readonly heading: string; readonly rows: readonly QuestionRow[] } | undefined;
  /** Arguments of the caller among the values that will be sent. */
  readonly values: readonly QuestionRow[];
  /** Values that are sent back unchanged. */
  readonly stays: readonly QuestionRow[];
  /** Links, each with its real host first. */
  readonly links: readonly string[];
}

/**
 * Key in `_meta` of a result that contains a confirmation for a card. Hosts hide `_meta` from the model, so neither the
 * record data in the confirmation nor its encrypted state reaches a model.
 */
export const questionKey = 'casebridge/question';

/**
 * Delimiters of a date-time in a confirmation for a card. The card formats the date-time, because only the card knows
 * the user's time zone. Texts of records never contain these characters.
 */
export const momentMark = { start: '\ue002', end: '\ue003' } as const;

/** A confirmation in each language, because only the card knows the user's language. */
export interface QuestionInCard extends Readonly<Record<Language, Question>> {
  readonly tool: string;
  readonly words: Readonly<Record<Language, AnswerWords>>;
  readonly subject: SubjectKind | undefined;
  /**
   * Main risk of the call. `lost`: it deletes data or has administrative effects. `out`: it reaches people or other
   * systems.
   */
  readonly risk: 'lost' | 'out' | 'none';
  /** Time when the confirmation expires, in ISO 8601. */
  readonly until: string;
  /** Signed state that the card sends back. */
  readonly state: string;
}

/**
 * Key in `_meta` of a result for casebridge's own sentences in both languages (`Worded`), because the server does not
 * know the user's language. Sentences that are equal in both languages are omitted.
 */
export const wordsKey = 'casebridge/words';
export type WordsInCard = readonly Worded[];

/** Tool that a card calls with the answer to its confirmation. It is not listed for assistants. */
export const answerToolName = 'answer_question';
