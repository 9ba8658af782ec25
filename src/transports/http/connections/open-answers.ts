import type { ServerResponse } from 'node:http';

/** Answers under way, by the connection of the assistant that waits for them. */
export function createOpenAnswers() {
  const answers = new Map<string, Set<ServerResponse>>();
  return {
    /** @param ended resolves when the answer has been taken, or the client has gone */
    add: (connection: string, answer: ServerResponse, ended: Promise<unknown>): void => {
      const own = answers.get(connection) ?? new Set();
      answers.set(connection, own.add(answer));
      void ended.then(() => {
        own.delete(answer);
        if (own.size === 0 && answers.get(connection) === own) answers.delete(connection);
      });
    },
    /** Breaks them off. Their calls are cancelled, as if the client had gone. */
    end: (connection: string): void => {
      for (const answer of answers.get(connection) ?? []) answer.destroy();
    },
  };
}
