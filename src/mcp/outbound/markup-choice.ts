/** Sets of tags. `styled`: rendered as formatting. `safe`: all safe tags. */
export const markups = ['styled', 'safe'] as const;
export type MarkupChoice = (typeof markups)[number];
