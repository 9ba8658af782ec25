import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { InitializeRequestParams } from '@modelcontextprotocol/server';

/** Session ids with encrypted data for each process to continue the session. They are bound to their caller. */
export interface SessionIds {
  mint(params: InitializeRequestParams, callerId: string): string;
  /**
   * Decrypts an id.
   * @returns the client's initialize parameters; undefined if the id belongs to another caller, is invalid or has
   * expired
   */
  read(id: string, callerId: string): InitializeRequestParams | undefined;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** After this time the client must start a new session. */
export const idLifetimeMs = 7 * 24 * 60 * 60_000;
/** Maximum length of an id in characters, because each request has it in a header. */
const maxLength = 4096;
const maxCapabilitiesBytes = 1500;
const maxNameLength = 100;

/** Time of creation in milliseconds since 1970, and the parameters of `initialize`. */
type Content = readonly [mintedAt: number, params: InitializeRequestParams];

/** Creates the encryption of ids. @param secret any string. Processes with the same one accept each other's ids */
export function createSessionIds(secret: string): SessionIds {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'casebridge session id', 32));
  return {
    mint: (params, callerId) => {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(callerId));
      const content: Content = [Date.now(), shortened(params)];
      const sealed = sealing.update(JSON.stringify(content), 'utf8');
      return Buffer.concat([nonce, sealed, sealing.final(), sealing.getAuthTag()]).toString('base64url');
    },
    read: (id, callerId) => {
      const bytes = Buffer.from(id.slice(0, maxLength), 'base64url');
      // Accept only the canonical spelling of an id.
      if (bytes.length <= nonceBytes + tagBytes || bytes.toString('base64url') !== id) return undefined;
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes))
        .setAAD(Buffer.from(callerId))
        .setAuthTag(bytes.subarray(-tagBytes));
      try {
        const text =
          opening.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + opening.final('utf8');
        const [mintedAt, params] = JSON.parse(text) as Content;
        return Date.now() - mintedAt < idLifetimeMs ? params : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** Drops capabilities that would make the id too long. The server then does not use them. */
function shortened(params: InitializeRequestParams): InitializeRequestParams {
  let bytes = 0;
  const capabilities = Object.entries(params.capabilities).filter((entry) => {
    const size = Buffer.byteLength(JSON.stringify(entry));
    if (bytes + size > maxCapabilitiesBytes) return false;
    bytes += size;
    return true;
  });
  const short = (text: string) => text.slice(0, maxNameLength);
  const { name, version } = params.clientInfo;
  return {
    protocolVersion: short(params.protocolVersion),
    capabilities: Object.fromEntries(capabilities),
    clientInfo: { name: short(name), version: short(version) },
  };
}
