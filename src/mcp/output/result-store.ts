import { randomBytes } from 'node:crypto';
import type { LRUCache } from 'lru-cache';
import { wholeAt } from '../../json/cut-text.ts';
import { type SharedState, SharedStateError } from '../../shared-state/shared-state.ts';
import { letGo } from '../../util/let-go.ts';

/** Answers that were too long to be shown whole, for a while. Each is readable only by the principal who got it. */
export interface ResultStore {
  /**
   * @param text as it may be shown, without a fence
   * @returns the address of the whole text, which nobody can guess; undefined for a text that is too long to be kept
   */
  keep(principalId: string, text: string): Promise<string | undefined>;
  /**
   * The text behind an address that `keep` gave, or the part of it that the address asks for.
   * @returns undefined where there is none: never was, is over, or is somebody else's
   */
  read(principalId: string, uri: string): Promise<StoredText | undefined>;
}

export interface StoredText {
  readonly text: string;
  /** Characters of the whole. */
  readonly length: number;
}

/** RFC 6570. `from` and `to` count characters (UTF-16 units) of the text; both may be left out. */
export const answerTemplate = 'answer://{id}{?from,to}';

const lifetimeMs = 15 * 60_000;
/** Of all answers together; a text takes one or two bytes per character. */
const maxBytes = 64 * 1024 * 1024;
const maxAnswers = 2000;
const idBytes = 16;

interface Kept {
  readonly principalId: string;
  readonly text: string;
}

/** Of one person in that time, in characters: longer ones are to be had from the process alone that keeps them. */
const maxShared = 16 * 1024 * 1024;

/**
 * The library is loaded with the first answer that is kept.
 * @param state where other processes find it
 */
export function createResultStore(state?: SharedState): ResultStore {
  const shared = state?.isShared ? state : undefined;
  const share = async (id: string, { principalId, text }: Kept): Promise<void> => {
    if (shared === undefined || text.length > maxShared) return;
    const kept = await shared.count(`answers:${principalId}`, lifetimeMs, text.length);
    if (kept <= maxShared) await shared.put(`answer:${id}`, JSON.stringify([principalId, text]), lifetimeMs);
  };
  const fetchShared = async (id: string): Promise<Kept | undefined> => {
    const found = await shared?.get(`answer:${id}`).catch(orNothing);
    if (found === undefined) return undefined;
    const [principalId, text] = JSON.parse(found) as [string, string];
    return { principalId, text };
  };
  let opened: Promise<LRUCache<string, Kept>> | undefined;
  return {
    keep: async (principalId, text) => {
      opened ??= open();
      const kept = await opened;
      // No capitals: some clients write the first part of an address small.
      const id = randomBytes(idBytes).toString('hex');
      kept.set(id, { principalId, text });
      await share(id, { principalId, text }).catch(orNothing);
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
  // What people wrote into their cases should not stay in memory until the space is needed.
  return letGo(
    new Cache({
      max: maxAnswers,
      maxSize: maxBytes,
      sizeCalculation: ({ text }) => text.length * 2 + 1,
      ttl: lifetimeMs,
    }),
  );
}

function orNothing(error: unknown): undefined {
  if (error instanceof SharedStateError) return undefined;
  throw error;
}

function partOf(text: string, range: URLSearchParams): string {
  const from = wholeAt(text, count(range.get('from')) ?? 0);
  return text.slice(from, wholeAt(text, count(range.get('to')) ?? text.length));
}

const count = (value: string | null) =>
  value !== null && /^\d{1,15}$/.test(value) ? Number(value) : undefined;
