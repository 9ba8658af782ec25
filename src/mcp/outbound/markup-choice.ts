/**
 * Sets of tags that text for people may contain. `styled`: tags that the service renders as formatting. `safe`: all
 * safe tags.
 */
export const markups = ['styled', 'safe'] as const;
export type MarkupChoice = (typeof markups)[number];
