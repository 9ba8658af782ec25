import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts entries for the shared store, which others may read (AES-256-GCM, keys by HKDF). */
export interface Envelope {
  /** Returns the name of an entry in the store: its kind and an HMAC of the whole key. */
  nameOf(key: string): string;
  /** Encrypts a value and binds it to a name, so that it cannot be copied to another one. */
  close(name: string, value: string): string;
  /** Decrypts a value. Returns undefined if it was encrypted for another name or with another secret. */
  open(name: string, closed: string): string | undefined;
  /** Fingerprint that identifies the secret without revealing it. */
  readonly fingerprint: string;
  secretFor(purpose: string): Uint8Array;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** Length of a truncated HMAC-SHA256. 192 bits are enough to rule out collisions. */
const hashBytes = 24;
const prefix = 'casebridge';

/**
 * Creates the encryption for the processes of one server.
 * @param secret any string, the same for all processes
 * @param scope settings, in addition to the secret, that must be equal in all processes
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
