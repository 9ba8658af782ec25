import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** What leaves this process for a store that others may look into. */
export interface Envelope {
  /** The name of an entry: its kind, and what nobody can guess the rest from. */
  nameOf(key: string): string;
  /** Nobody else can read or change it, or put it under another name. */
  close(name: string, value: string): string;
  /** @returns undefined for what was not closed under that name with the same secret */
  open(name: string, closed: string): string | undefined;
  /** Tells servers with another secret apart, and nothing about it. */
  readonly fingerprint: string;
  secretFor(purpose: string): Uint8Array;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** Of a hash of 32: nobody finds two keys with the same 24. */
const hashBytes = 24;
const prefix = 'casebridge';

/**
 * @param secret of any form, the same for all processes
 * @param scope what else they have to have in common
 */
export function createEnvelope(secret: string, scope: readonly string[]): Envelope {
  const secretFor = (purpose: string) =>
    new Uint8Array(hkdfSync('sha256', secret, JSON.stringify(scope), `casebridge shared ${purpose}`, 32));
  const [naming, sealing] = [secretFor('names'), secretFor('values')];
  const hashed = (text: string) =>
    createHmac('sha256', naming).update(text).digest().subarray(0, hashBytes).toString('base64url');
  return {
    nameOf: (key) => `${prefix}:${key.slice(0, key.indexOf(':'))}:${hashed(key)}`,
    close: (name, value) => {
      const nonce = randomBytes(nonceBytes);
      const closing = createCipheriv(cipher, sealing, nonce).setAAD(Buffer.from(name));
      const sealed = closing.update(value, 'utf8');
      return Buffer.concat([nonce, sealed, closing.final(), closing.getAuthTag()]).toString('base64');
    },
    open: (name, closed) => {
      const bytes = Buffer.from(closed, 'base64');
      if (bytes.length < nonceBytes + tagBytes) return undefined;
      try {
        const opening = createDecipheriv(cipher, sealing, bytes.subarray(0, nonceBytes))
          .setAAD(Buffer.from(name))
          .setAuthTag(bytes.subarray(-tagBytes));
        return (
          opening.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + opening.final('utf8')
        );
      } catch {
        return undefined;
      }
    },
    fingerprint: hashed('fingerprint:'),
    secretFor,
  };
}
