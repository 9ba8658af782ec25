import type { Worded } from '../language.ts';
import type { EventKind, PriorityRank, StatusKind } from '../records/ranks.ts';

/**
 * Facts that only cards show, beside the structured part of an answer: the server states them once, and the pages draw
 * them. Hosts keep them from the model, so that they cost no tokens. Days are local, `2026-03-31`.
 */
export const factsKey = 'casebridge/facts';

export interface TaskFacts {
  readonly rank?: PriorityRank | undefined;
  readonly state?: StatusKind | undefined;
  /** Id of its status, and its due date as the service gave it: what an undo writes back. */
  readonly status?: string | undefined;
  readonly due?: string | undefined;
  readonly url?: string | undefined;
}

/** Facts of the tasks and events of an answer, by their ids. */
export interface RowFacts {
  readonly tasks: Readonly<Record<string, TaskFacts>>;
  readonly events: Readonly<Record<string, EventKind>>;
  /** Id of the status that finishes a task. Undefined if no status is known to. */
  readonly finish?: string | undefined;
}

/** A day of the card of a case. */
export interface DeadlineFacts {
  readonly name: string;
  readonly day: string;
  /** `18:00` */
  readonly time?: string | undefined;
  /** The working day to which a day off moves it. */
  readonly works_on?: string | undefined;
  readonly passed?: true | undefined;
  /** Whether its name says that it is a deadline: other dates of a card are none. */
  readonly is_deadline: boolean;
}

export interface PartyFacts {
  readonly name: string;
  readonly roles: readonly string[];
}

export interface BriefFacts extends RowFacts {
  readonly deadlines: readonly DeadlineFacts[];
  readonly parties?: readonly PartyFacts[] | undefined;
  /** Filled fields of the card. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

export interface AgendaFacts extends RowFacts {
  /** Whose week it is, if it is that of one person: the card does not repeat that person. */
  readonly person?: string | undefined;
}

export interface StepFacts {
  readonly kind: 'case' | 'event' | 'task' | 'document' | 'deadline';
  /** Local day, and time where the step has one. */
  readonly day: string;
  readonly time?: string | undefined;
  /** `11:30`, or a day. */
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
  /** In the order of the answer. A row is that of a person, of nobody, or of someone whom the service does not name. */
  readonly rows: readonly ('person' | 'nobody' | 'unnamed')[];
  /** Each task counts once. */
  readonly tasks?: number | undefined;
  readonly overdue?: number | undefined;
}

/** A page of a document, or a passage of one. */
export interface PageFacts {
  readonly number: number;
  /** `2 (1/3)` where a page is shown in parts. */
  readonly place: string;
  readonly label?: string | undefined;
  readonly heading?: string | undefined;
  readonly text: string;
}

export interface DocumentFacts {
  readonly name: string;
  /** `DOCX` */
  readonly extension?: string | undefined;
  readonly type?: string | undefined;
  readonly dated?: string | undefined;
  readonly case?: string | undefined;
  readonly filed?: string | undefined;
  readonly author?: string | undefined;
  readonly url?: string | undefined;
  readonly unit?: string | undefined;
  readonly total?: number | undefined;
  /** Numbers of the pages that are shown as pictures. */
  readonly pictures: readonly number[];
  readonly pages: readonly PageFacts[];
  /** Words that were looked for, and the number of passages with them. */
  readonly find?: string | undefined;
  readonly found?: number | undefined;
}

/** Outcome of a row of a plan. */
export interface RowOutcomeFacts {
  readonly row: number;
  /** `good`: done. `plain`: not to be done. `warn`: nothing was done. `danger`: to be looked at. */
  readonly tone: 'good' | 'plain' | 'warn' | 'danger';
  readonly said: Worded;
}

export interface ActFacts {
  readonly outcomes: readonly RowOutcomeFacts[];
  /** The act, if something of it can be taken back. */
  readonly act?: string | undefined;
}

/** A plan that was not carried out. */
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
  | PlanFacts;
