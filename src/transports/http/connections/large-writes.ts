/** Smaller parts of an answer, in bytes, come together slowly enough for a look now and then. */
export const leastLarge = 64 * 1024;
