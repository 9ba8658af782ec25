import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';

/** Keeps what others carry or keep for this server: they can neither read nor change it. */
export interface Seal {
  /** @param lifetimeS after which it opens no more */
  close(purpose: string, content: Readonly<Record<string, unknown>>, lifetimeS: number): Promise<string>;
  /** @returns undefined for what was not closed here for this purpose, or has become too old */
  open(purpose: string, sealed: string): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** A word that nobody else can make of these parts. */
  mark(...parts: readonly string[]): string;
  isMark(word: string, ...parts: readonly string[]): boolean;
}

/** Of a mark, of 32: nobody guesses 24. */
const markBytes = 24;

/** @param secret of any form; processes that have the same one open what each of them closed */
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
      // The decoder skips characters that are not of base64url: one sealed text would have many spellings.
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
