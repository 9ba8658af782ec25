import { randomFillSync } from 'node:crypto';

const markerBytes = 12;

/**
 * Puts text that others wrote between two lines which it cannot forge. A heading of the server's own words stands above
 * them, because some clients show people only the first line of a result.
 */
export type Fence = (text: string, heading?: string) => string;

/**
 * A fence whose marker is new for each text: 96 random bits, and never one that the text happens to hold. The bits are
 * drawn in advance, many at a time.
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
