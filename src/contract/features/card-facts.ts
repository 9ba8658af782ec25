import type { Worded } from '../language.ts';
import type { EventKind, PriorityRank, StatusKind } from '../records/ranks.ts';

/**
 * Key in `_meta` of a result for facts that only cards show, in addition to the structured output. The server computes
 * the facts, and the cards display them. Hosts hide `_meta` from the model, so the facts cost no tokens. Days are local
 * dates such as `2026-03-31`.
 */
export const factsKey = 'casebridge/facts';

export interface TaskFacts {
  readonly rank?: PriorityRank | undefined;
  readonly state?: StatusKind | undefined;
  /** Status id and due date as the service returned them. An undo writes them back unchanged. */
  readonly status?: string | undefined;
  readonly due?: string | undefined;
  readonly url?: string | undefined;
}

/** Facts about the tasks and events in an answer. The key is the id of the task or event. */
export interface RowFacts {
  readonly tasks: Readonly<Record<string, TaskFacts>>;
  readonly events: Readonly<Record<string, EventKind>>;
  /** Id of the status that finishes a task. Undefined if no such status is known. */
  readonly finish?: string | undefined;
}

/** A date that the card of a case shows. */
export interface DeadlineFacts {
  readonly name: string;
  readonly day: string;
  /** Local time such as `18:00`. */
  readonly time?: string | undefined;
  /** Next working day, if `day` is a day off. */
  readonly works_on?: string | undefined;
  readonly passed?: true | undefined;
  /** Whether the name of the date says that it is a deadline. Not every date in an object card is one. */
  readonly is_deadline: boolean;
}

export interface PartyFacts {
  readonly name: string;
  readonly roles: readonly string[];
}

export interface BriefFacts extends RowFacts {
  readonly deadlines: readonly DeadlineFacts[];
  readonly parties?: readonly PartyFacts[] | undefined;
  /** Fields of the object card that have a value. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

export interface AgendaFacts extends RowFacts {
  /** Name of the person, if the agenda is for one person only. The card then does not repeat the name in each row. */
  readonly person?: string | undefined;
}

export interface StepFacts {
  readonly kind: 'case' | 'event' | 'task' | 'document' | 'deadline';
  /** Local date. `time` is set only if the step has a time. */
  readonly day: string;
  readonly time?: string | undefined;
  /** End of the step: a local time such as `11:30`, or a date. */
  readonly end?: string | undefined;
  readonly name?: string | undefined;
  readonly type?: string | undefined;
  readonly place?: string | undefined;
  readonly who?: readonly string[] | undefined;
  readonly state?: StatusKind | undefined;
  readonly status?: string | undefined;
  readonly late?: true | undefined;
  readonly works_on?: string | undefined;
}

export interface TimelineFacts {
  readonly steps: readonly StepFacts[];
}

export interface WorkloadFacts {
  /**
   * Meaning of each row, in the order of the answer. `person`: a named person. `nobody`: tasks without an assignee.
   * `unnamed`: a person whose name the service does not return.
   */
  readonly rows: readonly ('person' | 'nobody' | 'unnamed')[];
  /** Total number of tasks. A task with several assignees counts once. */
  readonly tasks?: number | undefined;
  readonly overdue?: number | undefined;
}

export interface PageFacts {
  readonly number: number;
  /** Displayed page number. `2 (1/3)` if the page is split into parts. */
  readonly place: string;
  readonly label?: string | undefined;
  readonly heading?: string | undefined;
  readonly text: string;
  /** Name, unit and total of the document that contains the page. Set only if the answer has several documents. */
  readonly document?: string | undefined;
  readonly unit?: string | undefined;
  readonly total?: number | undefined;
}

export interface DocumentFacts {
  readonly name: string;
  /** File extension in capitals, such as `DOCX`. */
  readonly extension?: string | undefined;
  readonly type?: string | undefined;
  readonly dated?: string | undefined;
  readonly case?: string | undefined;
  readonly filed?: string | undefined;
  readonly author?: string | undefined;
  readonly url?: string | undefined;
  readonly unit?: string | undefined;
  readonly total?: number | undefined;
  /** Numbers of the pages that the answer contains as pictures. */
  readonly pictures: readonly number[];
  readonly pages: readonly PageFacts[];
  readonly today?: string | undefined;
  /** Search words, and the number of passages that contain them. */
  readonly find?: string | undefined;
  readonly found?: number | undefined;
}

export interface RowOutcomeFacts {
  readonly row: number;
  /**
   * `good`: the change was made. `plain`: the user left the row out. `warn`: nothing was changed. `danger`: the user
   * must check the record.
   */
  readonly tone: 'good' | 'plain' | 'warn' | 'danger';
  readonly said: Worded;
}

export interface ActFacts {
  readonly outcomes: readonly RowOutcomeFacts[];
  /** Id of the executed plan. Set only if some of its changes can be undone. */
  readonly act?: string | undefined;
}

/** Facts for the card of a change that needed no confirmation. `done` is the title of the card. */
export interface DoneFacts {
  readonly done: Worded;
  /** Whether the record lacks a value that was sent. */
  readonly isUnsaved?: true | undefined;
}

/** A plan that was not executed. */
export interface PlanFacts {
  readonly plan: string;
}

export type CardFacts =
  | RowFacts
  | BriefFacts
  | AgendaFacts
  | TimelineFacts
  | WorkloadFacts
  | DocumentFacts
  | ActFacts
  | DoneFacts
  | PlanFacts;
