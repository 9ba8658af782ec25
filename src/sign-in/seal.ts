import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';

/** Encrypts state that browsers, clients or the store hold for this server. Holders can neither read nor change it. */
export interface Seal {
  /** @param lifetimeS time after which it cannot be opened, in seconds */
  close(purpose: string, content: Readonly<Record<string, unknown>>, lifetimeS: number): Promise<string>;
  /** @returns undefined if the text was not encrypted here for this purpose, or has expired */
  open(purpose: string, sealed: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Returns an HMAC of the parts. */
  mark(...parts: readonly string[]): string;
  isMark(word: string, ...parts: readonly string[]): boolean;
}

/** Length of a shortened HMAC, of 32 bytes. 24 cannot be guessed. */
const markBytes = 24;

/** @param secret in any format. Processes with the same one can open each other's state */
export function createSeal(secret: string): Seal {
  const keyFor = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', secret, '', `casebridge sign-in ${purpose}`, 32));
  const [sealing, marking] = [keyFor('seal'), keyFor('mark')];
  const mark = (...parts: readonly string[]) =>
    createHmac('sha256', marking)
      .update(JSON.stringify(parts))
      .digest()
      .subarray(0, markBytes)
      .toString('base64url');
  return {
    close: (purpose, content, lifetimeS) =>
      new EncryptJWT({ ...content })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setAudience(purpose)
        .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeS)
        .encrypt(sealing),
    open: async (purpose, sealed) => {
      // The decoder ignores characters outside of base64url, so one state would have many spellings.
      if (!/^[\w-]+(?:\.[\w-]*){4}$/.test(sealed)) return undefined;
      try {
        const { payload } = await jwtDecrypt(sealed, sealing, { audience: purpose, requiredClaims: ['exp'] });
        return payload;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
    mark,
    isMark: (word, ...parts) => {
      const [given, right] = [Buffer.from(word), Buffer.from(mark(...parts))];
      return given.length === right.length && timingSafeEqual(given, right);
    },
  };
}
