import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';

/** Encrypts state that browsers, clients or the store hold for this server. Holders can neither read nor change it. */
export interface Seal {
  /** Encrypts content. @param lifetimeS time after which it cannot be decrypted, in seconds */
  close(purpose: string, content: Readonly<Record<string, unknown>>, lifetimeS: number): Promise<string>;
  /** Decrypts content. Returns undefined if it was not encrypted here for this purpose, or has expired. */
  open(purpose: string, sealed: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Returns an HMAC of the parts. */
  mark(...parts: readonly string[]): string;
  isMark(word: string, ...parts: readonly string[]): boolean;
}

/** Length of a shortened HMAC, in bytes. 24 of its 32 bytes are enough to prevent guessing. */
const markBytes = 24;

/** Creates the encryption. @param secret any string. Processes with the same one can decrypt each other's state */
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
      // Check the characters, because the decoder ignores those outside of base64url, so one value would have many
      // spellings.
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
