/** Sets of tags for texts that people read: those that the service shows in style, or all safe ones. */
export const markups = ['styled', 'safe'] as const;
export type MarkupChoice = (typeof markups)[number];
