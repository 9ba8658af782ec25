/** Which tags texts for people may have: those that the service shows in style, or all that are safe. */
export const markups = ['styled', 'safe'] as const;
export type MarkupChoice = (typeof markups)[number];
