import { Collection } from '../state/collection.ts';
import type { World } from '../state/state.ts';

/** Cached responses of long lists, as bytes. Valid until a record changes. */
export interface KeptAnswers {
  get(key: string): Uint8Array | undefined;
  keep(key: string, text: string): Uint8Array;
}

/**
 * Maximum number of cached pages. The next page evicts all others. With a hundred records each, they take a few
 * megabytes.
 */
const most = 32;

export function createKeptAnswers(world: World): KeptAnswers {
  const collections = Object.values(world).filter((value) => value instanceof Collection);
  const answers = new Map<string, Uint8Array>();
  let revision = -1;
  return {
    get: (key) => {
      let now = 0;
      for (const collection of collections) now += collection.revision;
      if (now !== revision) answers.clear();
      revision = now;
      return answers.get(key);
    },
    keep: (key, text) => {
      if (answers.size >= most) answers.clear();
      const bytes = Buffer.from(text);
      answers.set(key, bytes);
      return bytes;
    },
  };
}
