import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { InitializeRequestParams } from '@modelcontextprotocol/server';

/**
 * Ids that hold what a session is made of, so that each process that has the key can go on with it. They are sealed for
 * their caller: nobody else can read, change or use one.
 */
export interface SessionIds {
  mint(params: InitializeRequestParams, callerId: string): string;
  /** @returns how the client introduced itself; undefined for what is no id of this caller, or has become too old */
  read(id: string, callerId: string): InitializeRequestParams | undefined;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
/** A client that kept one for longer begins anew. */
export const idLifetimeMs = 7 * 24 * 60 * 60_000;
/** Of one id, in characters: it is a header of each request. */
const maxLength = 4096;
const maxCapabilitiesBytes = 1500;
const maxNameLength = 100;

/** Milliseconds since 1970, and what the client said in its `initialize`. */
type Content = readonly [mintedAt: number, params: InitializeRequestParams];

/** @param secret of any form; processes that have the same one take each other's ids */
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
      // One session has one id, spelt in one way.
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

/** Capabilities that would make an id too long are left out: a server that does not know of one does not use it. */
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
