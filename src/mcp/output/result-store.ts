import { randomBytes } from 'node:crypto';
import type { LRUCache } from 'lru-cache';
import { wholeAt } from '../../json/cut-text.ts';
import { ifStoreFails, type SharedState } from '../../shared-state/shared-state.ts';
import { letGo } from '../../util/let-go.ts';

/** Stores long answers for a limited time. Only their principal can read them. */
export interface ResultStore {
  /**
   * Stores the text of an answer.
   * @param text text that is ready to be shown, without delimiters for untrusted text
   * @returns the unguessable address of the stored text. Undefined if the text is too long to be stored
   */
  keep(principalId: string, text: string): Promise<string | undefined>;
  /**
   * Returns the text that `keep` stored under an address, or the part that the address selects.
   * @returns undefined if no text was stored there, if it has expired, or if it belongs to another principal
   */
  read(principalId: string, uri: string): Promise<StoredText | undefined>;
}

export interface StoredText {
  readonly text: string;
  /** Length of the complete text, in characters. */
  readonly length: number;
}

/** Template of an address (RFC 6570). `from` and `to` are optional offsets in the text, in UTF-16 units. */
export const answerTemplate = 'answer://{id}{?from,to}';

const lifetimeMs = 15 * 60_000;
/** Maximum size of the stored answers, in bytes. The least recently used are evicted. */
const maxBytes = 64 * 1024 * 1024;
const maxAnswers = 2000;
const idBytes = 16;

interface Kept {
  readonly principalId: string;
  readonly text: string;
}

/**
 * Maximum size of a principal's answers in the shared store, in characters. Further answers stay in this process, so
 * other processes cannot return them.
 */
const maxShared = 16 * 1024 * 1024;

/** Creates the store. @param state state that this process shares with others */
export function createResultStore(state?: SharedState): ResultStore {
  const shared = state?.isShared ? state : undefined;
  const share = async (id: string, { principalId, text }: Kept): Promise<void> => {
    if (shared === undefined || text.length > maxShared) return;
    const kept = await shared.count(`answers:${principalId}`, lifetimeMs, text.length);
    if (kept <= maxShared) await shared.put(`answer:${id}`, JSON.stringify([principalId, text]), lifetimeMs);
  };
  const fetchShared = async (id: string): Promise<Kept | undefined> => {
    const found = await shared?.get(`answer:${id}`).catch(ifStoreFails);
    if (found === undefined) return undefined;
    const [principalId, text] = JSON.parse(found) as [string, string];
    return { principalId, text };
  };
  let opened: Promise<LRUCache<string, Kept>> | undefined;
  return {
    keep: async (principalId, text) => {
      opened ??= open();
      const kept = await opened;
      // Use no capital letters, because some clients lowercase the first part of an address.
      const id = randomBytes(idBytes).toString('hex');
      kept.set(id, { principalId, text });
      await share(id, { principalId, text }).catch(ifStoreFails);
      return kept.has(id) ? `answer://${id}` : undefined;
    },
    read: async (principalId, uri) => {
      const [, id, query] = /^answer:\/\/([\da-f]{32})\/?(?:\?(.*))?$/i.exec(uri) ?? [];
      if (id === undefined) return undefined;
      const found = (await opened)?.get(id.toLowerCase()) ?? (await fetchShared(id.toLowerCase()));
      if (found === undefined || found.principalId !== principalId) return undefined;
      return { text: partOf(found.text, new URLSearchParams(query)), length: found.text.length };
    },
  };
}

async function open(): Promise<LRUCache<string, Kept>> {
  const { LRUCache: Cache } = await import('lru-cache');
  // Drop expired entries in the background. Otherwise case data would stay in memory until its space is needed.
  return letGo(
    new Cache({
      max: maxAnswers,
      maxSize: maxBytes,
      sizeCalculation: ({ text }) => text.length * 2 + 1,
      ttl: lifetimeMs,
    }),
  );
}

function partOf(text: string, range: URLSearchParams): string {
  const from = wholeAt(text, count(range.get('from')) ?? 0);
  return text.slice(from, wholeAt(text, count(range.get('to')) ?? text.length));
}

const count = (value: string | null) =>
  value !== null && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
