/** Languages that prompts are written in; the first is the default. */
export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];

/** The same text in each language. */
export type Worded<Text = string> = Readonly<Record<Language, Text>> & {
  /** The text for people who read a card, if the other one tells a model what to do. Empty: cards leave it out. */
  readonly inCard?: Readonly<Record<Language, Text>>;
};
