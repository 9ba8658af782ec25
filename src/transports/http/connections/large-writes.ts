/** Size in bytes of a write to check at once. Others wait for the periodic check. */
export const leastLarge = 64 * 1024;
