import { createHash, randomBytes } from 'node:crypto';
import type { Records } from './records.ts';
import type { Seal } from './seal.ts';
import { pageS, type SignedIn } from './ways/ways.ts';

const keyOf = (word: string) => `pending:${createHash('sha256').update(word).digest('base64url')}`;

/** Creates the store for people who have signed in but not yet given consent. */
export function createPending(records: Records, seal: Seal) {
  return {
    /** Stores an entry. @returns its key, a random secret */
    keep: async (signedIn: SignedIn): Promise<string> => {
      const word = randomBytes(32).toString('base64url');
      const sealed = await seal.close('pending', { ...signedIn }, pageS);
      await records.update(keyOf(word), pageS * 1000, () => sealed);
      return word;
    },
    /** Removes and returns an entry. Returns undefined if it was taken before or has expired. */
    take: async (word: string): Promise<SignedIn | undefined> => {
      let sealed: string | undefined;
      await records.update(keyOf(word), pageS * 1000, (found) => {
        sealed = found;
        return undefined;
      });
      return sealed === undefined
        ? undefined
        : ((await seal.open('pending', sealed)) as SignedIn | undefined);
    },
  };
}
