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
  /** Takes what the SDK reports of one request. */
  readonly report: (error: Error) => void;
  /** Passes on what was reported so far: by the status of the answer it is known whose fault it was. */
  readonly answered: (status: number) => void;
}

/** Creates the reports of one request. */
export function createReports(requestId: string, { onError, onRefused }: ReportOptions): Reports {
  let waiting: Error[] | undefined = [];
  return {
    report: (error) => {
      // What comes later is no part of the answer.
      if (waiting === undefined) onError(error);
      else waiting.push(error);
    },
    answered: (status) => {
      const isFault = status >= 400 && status < 500;
      for (const error of waiting ?? [])
        if (isFault) onRefused({ requestId, status, reason: reasonOf(error) });
        else onError(error);
      waiting = undefined;
    },
  };
}

function reasonOf(error: Error): string {
  const kind = /^Rejected [^(]*\(([\w-]+)\)/.exec(error.message)?.[1];
  return kind ?? (error.constructor === Error ? reasonIn(error.message) : error.name);
}

/** Returns the words for the kind of fault; what comes after them quotes the request. */
export const reasonIn = (message: string): string => message.split(': ').slice(0, 2).join(': ');
