import type { AnyOperationClient } from '../operations/operation-client.ts';

/** Unfinished work of a case. A part is undefined if it could not be read. */
export interface OpenWork {
  readonly tasks: { readonly open: number; readonly overdue: number } | undefined;
  /** Next event that is not over, with its start as a date-time from the service. */
  readonly event: { readonly moment: string; readonly name: string } | undefined;
}

interface OpenWorkAsked {
  readonly caseId: string;
  /** IANA name of the time zone that determines when a day begins. */
  readonly timeZone: string;
  readonly finalStatuses: readonly string[];
}

/** Returns the unfinished work of a case, so that a person sees it before the case is archived. */
export type FindOpenWork = (operations: AnyOperationClient, asked: OpenWorkAsked) => Promise<OpenWork>;
