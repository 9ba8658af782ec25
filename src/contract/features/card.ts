import type { Language, Worded } from '../language.ts';

/** Names of the cards (MCP Apps). This file is the contract between the server and the cards. */
export const cardNames = ['question', 'case', 'week', 'workload', 'timeline', 'document'] as const;
export type CardName = (typeof cardNames)[number];

export interface QuestionRow {
  readonly label: string;
  readonly value: string;
  /**
   * Parts of the value without quotation marks, if the value consists only of quoted strings or of one date-time. Set
   * only for cards, which show each part in its own element.
   */
  readonly plain?: readonly string[];
  /** Current value in the record that this value would replace, if it is known. Set only in plans. */
  readonly before?: Pick<QuestionRow, 'value' | 'plain'>;
  /** Row of the plan that this line describes. Set only for cards, because only there users can exclude rows. */
  readonly row?: { readonly number: number; readonly isAsked: boolean };
  /** Parts of the planned change. Set only for cards. Undefined if this line was shortened. */
  readonly change?: PlannedChange;
}

/** Parts of one planned change, without values that stay as they are. */
export interface PlannedChange extends Pick<Question, 'record' | 'facts' | 'lost' | 'values' | 'links'> {
  /** Page and passage of the document that suggested the change. */
  readonly source?: string;
  /** Sentences about facts that a person may not expect, such as a new date on a day off. */
  readonly warnings?: readonly string[];
}

/** Labels of the two buttons of a confirmation, and closing messages: `done` after yes, `kept` after no. */
export interface AnswerWords {
  readonly yes: string;
  readonly no: string;
  readonly done: string;
  readonly kept: string;
}

export type SubjectKind = 'task' | 'event' | 'case' | 'document' | 'person';

/**
 * Parts of a confirmation, which asks a person to permit a tool call. Every entry is one line, so that text from a
 * record cannot pose as another part.
 */
export interface Question {
  /** Effect of the call, shown as the heading. */
  readonly title: string;
  /** The record that the call changes, read just before the confirmation. */
  readonly record: readonly QuestionRow[];
  /** Fields that distinguish this record from similar ones. */
  readonly facts: readonly QuestionRow[];
  /** Data that the call would delete. `rows` is empty if the data could not be read. */
  readonly lost:
    | {
        readonly heading: string;
        readonly rows: readonly QuestionRow[];
        /** Whether the opposite operation restores the data. */
        readonly isReversible?: true;
      }
    | undefined;
  /** Values that the caller provided and that will be sent. */
  readonly values: readonly QuestionRow[];
  /** Current values that are sent back unchanged. */
  readonly stays: readonly QuestionRow[];
  /** Links that will be sent, each shown after its real host. */
  readonly links: readonly string[];
}

/**
 * Key in `_meta` of a result for a confirmation that a card shows. Hosts hide `_meta` from the model, so the model sees
 * neither the record data in the confirmation nor its signed state.
 */
export const questionKey = 'casebridge/question';

/**
 * Delimiters around a date-time in a confirmation for a card. The card formats the date-time, because only the card can
 * determine the user's time zone. Record texts never contain these characters, because casebridge replaces them.
 */
export const momentMark = { start: '\ue002', end: '\ue003' } as const;

/** A confirmation in every language, because only the card can determine the user's language. */
export interface QuestionInCard extends Readonly<Record<Language, Question>> {
  readonly tool: string;
  readonly words: Readonly<Record<Language, AnswerWords>>;
  readonly subject: SubjectKind | undefined;
  /**
   * Main risk of the call. `lost`: the call deletes data or has administrative effects. `out`: it notifies people or
   * makes the service contact another server.
   */
  readonly risk: 'lost' | 'out' | 'none';
  /** Expiry of the confirmation, in ISO 8601. */
  readonly until: string;
  /** Signed state, which the card sends back unchanged. */
  readonly state: string;
}

/**
 * Key in `_meta` of a result for casebridge's own sentences in both languages (`Worded`), because the server does not
 * know the language of the user who reads a card. Sentences that are equal in both languages are omitted.
 */
export const wordsKey = 'casebridge/words';
export type WordsInCard = readonly Worded[];

/** Tool that a card calls with the user's answer to a confirmation. Assistants do not see it in the list of tools. */
export const answerToolName = 'answer_question';
