/**
 * Size in bytes from which a write is checked immediately. Smaller writes add up slowly enough for the periodic check.
 */
export const leastLarge = 64 * 1024;
