import { randomFillSync } from 'node:crypto';

const markerBytes = 12;

/** Puts text that others wrote between two lines which it cannot forge. */
export type Fence = (text: string) => string;

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
  return (text) => {
    let marker = nextMarker();
    while (text.includes(marker)) marker = nextMarker();
    return `<data-${marker}>\n${text}\n</data-${marker}>`;
  };
}
