import type { Redis } from './connection.ts';
import type { Envelope } from './envelope.ts';
import type { SharedState, Topic } from './shared-state.ts';

/** One channel for all topics, so that an observer of Redis sees only the time and the length of a message. */
export const channel = 'casebridge:told';

interface Told {
  readonly from: string;
  readonly topic: Topic;
  readonly message: string;
}

/** Creates the encrypted channel between the processes of one server. */
export function createChannel(
  envelope: Envelope,
  process: string,
  send: Redis['send'],
): Pick<SharedState, 'tell' | 'listen'> & { readonly hear: (closed: string) => void } {
  const listeners: { readonly topic: Topic; readonly hear: (message: string) => void }[] = [];
  return {
    tell: async (topic, message) => {
      const told: Told = { from: process, topic, message };
      await send(['PUBLISH', channel, envelope.close(channel, JSON.stringify(told))]);
    },
    listen: (topic, hear) => void listeners.push({ topic, hear }),
    hear: (closed) => {
      const opened = envelope.open(channel, closed);
      if (opened === undefined) return;
      const { from, topic, message } = JSON.parse(opened) as Told;
      if (from === process) return;
      for (const one of listeners) if (one.topic === topic) one.hear(message);
    },
  };
}
