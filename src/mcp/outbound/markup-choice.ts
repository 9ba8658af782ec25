/** Sets of tags for texts that people read: tags that the service renders with formatting, or all safe ones. */
export const markups = ['styled', 'safe'] as const;
export type MarkupChoice = (typeof markups)[number];
