/** Languages in which casebridge addresses people. The first is the default. */
export const languages = ['en', 'ru'] as const;
export type Language = (typeof languages)[number];

export type Worded<Text = string> = Readonly<Record<Language, Text>> & {
  /** Wording for users who read a card, if the main wording instructs a model. Cards omit an empty one. */
  readonly inCard?: Readonly<Record<Language, Text>>;
};
