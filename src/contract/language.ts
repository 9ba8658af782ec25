/** Languages of texts for people. The first is the default. */
export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];

/** The same text in each language. */
export type Worded<Text = string> = Readonly<Record<Language, Text>> & {
  /** Text for users who read a card, if the main text instructs a model. Cards omit an empty text. */
  readonly inCard?: Readonly<Record<Language, Text>>;
};
