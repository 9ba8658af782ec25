import { randomFillSync } from 'node:crypto';

const markerBytes = 12;

/**
 * Puts untrusted text between two delimiter lines that it cannot forge. A heading comes before them, because some
 * clients show users only the first line of a result.
 */
export type Fence = (text: string, heading?: string) => string;

/**
 * Creates a fence. Each text gets a new delimiter that it does not contain. It consists of 96 random bits, which are
 * generated in advance for many texts.
 */
export function createFence(): Fence {
  const pool = Buffer.allocUnsafeSlow(markerBytes * 512);
  let used = pool.length;
  const nextMarker = (): string => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    used += markerBytes;
    return pool.toString('base64url', used - markerBytes, used);
  };
  return (text, heading) => {
    let marker = nextMarker();
    while (text.includes(marker)) marker = nextMarker();
    const lead = heading === undefined ? '' : `${heading}:\n`;
    return `${lead}<data-${marker}>\n${text}\n</data-${marker}>`;
  };
}
