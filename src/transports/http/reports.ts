/** A request that was refused because it is invalid. Contains no data from the request. */
export interface Refused {
  readonly requestId: string;
  readonly status: number;
  readonly reason: string;
}

export interface ReportOptions {
  readonly onError: (error: Error) => void;
  readonly onRefused: (refused: Refused) => void;
}

/** Separates errors of the server from errors of the client, because the SDK reports both in the same way. */
export interface Reports {
  readonly report: (error: Error) => void;
  /** Passes on the collected errors. If the status is 4xx, the client caused them, otherwise the server. */
  readonly answered: (status: number) => void;
}

export function createReports(requestId: string, { onError, onRefused }: ReportOptions): Reports {
  let waiting: Error[] | undefined = [];
  return {
    report: (error) => {
      // An error after the response does not belong to it and counts as an error of the server.
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

/** Returns the beginning of a message, which names the type of error. The rest quotes the request. */
export const reasonIn = (message: string): string => message.split(': ').slice(0, 2).join(': ');
