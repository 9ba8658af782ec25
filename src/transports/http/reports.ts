import { AsyncLocalStorage } from 'node:async_hooks';
import type { Caller, HttpCall } from './authentication.ts';

/** A request that was refused because of what it is; nothing that it says is among this. */
export interface Refused {
  readonly requestId: string;
  readonly status: number;
  readonly reason: string;
}

export interface ReportOptions {
  readonly onError: (error: Error) => void;
  readonly onRefused: (refused: Refused) => void;
}

/** Tells what went wrong here from what a client did wrong: the SDK reports both in one way. */
export interface Reports {
  /** Takes what the SDK reports. */
  readonly report: (error: Error) => void;
  /** Makes an answer; by its status it is known whose fault was reported meanwhile. */
  readonly watch: (call: HttpCall<Caller>, answer: () => Promise<Response>) => Promise<Response>;
}

export function createReports({ onError, onRefused }: ReportOptions): Reports {
  const answers = new AsyncLocalStorage<{ reported: Error[] | undefined }>();
  return {
    report: (error) => {
      const { reported } = answers.getStore() ?? {};
      if (reported) reported.push(error);
      else onError(error);
    },
    watch: async ({ requestId }, answer) => {
      const watched: { reported: Error[] | undefined } = { reported: [] };
      const response = await answers.run(watched, answer);
      const { reported = [] } = watched;
      // What comes later is no part of the answer.
      watched.reported = undefined;
      for (const error of reported)
        if (isFault(response)) onRefused({ requestId, status: response.status, reason: reasonOf(error) });
        else onError(error);
      return response;
    },
  };
}

/** Whether a client is told that it did something wrong. */
const isFault = ({ status }: Response) => status >= 400 && status < 500;

/** The SDK's own words for the kind of fault; what comes after them quotes the request. */
function reasonOf(error: Error): string {
  const kind = /^Rejected [^(]*\(([\w-]+)\)/.exec(error.message)?.[1];
  return (
    kind ?? (error.constructor === Error ? error.message.split(': ').slice(0, 2).join(': ') : error.name)
  );
}
