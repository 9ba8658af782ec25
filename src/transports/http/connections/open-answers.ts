import type { ServerResponse } from 'node:http';

/** Creates the registry of responses in flight, grouped by the connection of an assistant. */
export function createOpenAnswers() {
  const answers = new Map<string, Set<ServerResponse>>();
  return {
    /** Registers a response. @param ended resolves when the response was read or the client has disconnected */
    add: (connection: string, answer: ServerResponse, ended: Promise<unknown>): void => {
      const own = answers.get(connection) ?? new Set();
      answers.set(connection, own.add(answer));
      void ended.then(() => {
        own.delete(answer);
        if (own.size === 0 && answers.get(connection) === own) answers.delete(connection);
      });
    },
    /** Aborts the responses. Their calls are cancelled, as if the client had disconnected. */
    end: (connection: string): void => {
      for (const answer of answers.get(connection) ?? []) answer.destroy();
    },
  };
}
