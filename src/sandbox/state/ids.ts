import { createHash } from 'node:crypto';

/**
 * Returns a readable, valid UUID for a sample record: `sampleId('ca5e', 7)`.
 * @param kind four hexadecimal digits for the kind of record
 */
export function sampleId(kind: string, number: number): string {
  return `00000000-0000-4000-8000-${kind}${number.toString(16).padStart(8, '0')}`;
}

/** Returns a generator of UUIDs, which are the same in every run with the same seed. */
export function createIdSource(seed: string): () => string {
  let count = 0;
  return () => {
    count += 1;
    const hex = createHash('sha256').update(`${seed}:${count}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
