import type { Language, Worded } from './language.ts';

type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? (Place extends `${infer Name}|${string}` ? Name : Place) | Places<Rest>
  : never;

/** Value for a placeholder. A `Worded` value is inserted in the language of the sentence. */
type Filler = string | number | Worded;

/** A note from casebridge: in both languages, or a string in one language. */
export type Note = string | Worded;

/** Values that a sentence requires: nothing if it has no placeholders, otherwise one value per placeholder. */
export type Fillings<Sentence extends Worded> = [Places<Sentence['en']>] extends [never]
  ? []
  : [Readonly<Record<Places<Sentence['en']>, Filler>>];

/**
 * Fills the placeholders of a sentence in both languages. `{name}` is a placeholder. `{count|case|cases}` and
 * `{count|дело|дела|дел}` select the plural form for the number `count`.
 */
export function worded<const Sentence extends Worded>(
  sentence: Sentence,
  ...[values]: Fillings<Sentence>
): Worded {
  if (values === undefined) return sentence;
  const fill = (text: Worded): Worded => ({ en: filled(text, values, 'en'), ru: filled(text, values, 'ru') });
  const { inCard } = sentence;
  return inCard === undefined ? fill(sentence) : { ...fill(sentence), inCard: fill(inCard) };
}

export const said = <const Sentence extends Worded>(
  language: Language,
  sentence: Sentence,
  ...[values]: Fillings<Sentence>
): string => (values === undefined ? sentence[language] : filled(sentence, values, language));

/** Wraps text that is the same in every language, such as a name or a quotation. */
export const asIs = (text: string): Worded => ({ en: text, ru: text });

export const joined = (parts: readonly Filler[], between: string): Worded => ({
  en: parts.map((part) => inLanguage(part, 'en')).join(between),
  ru: parts.map((part) => inLanguage(part, 'ru')).join(between),
});

const place = /\{(\w+)(\|[^{}]*)?\}/g;

const filled = (sentence: Worded, values: Readonly<Record<string, Filler>>, language: Language) =>
  sentence[language].replace(place, (_, name: string, forms: string | undefined) => {
    const value = values[name] ?? '';
    return forms === undefined ? inLanguage(value, language) : formFor(Number(value), forms, language);
  });

export const inLanguage = (value: Filler, language: Language) =>
  typeof value === 'object' ? value[language] : String(value);

/** Plural categories of each language, in the order in which sentences list a word's forms. */
const numbers: Worded<readonly Intl.LDMLPluralRule[]> = {
  en: ['one', 'other'],
  ru: ['one', 'few', 'many'],
};

/** Cache for plural rules, because creating an `Intl.PluralRules` takes forty times as long as using it. */
const pluralRules = new Map<Language, Intl.PluralRules>();

function pluralRuleFor(count: number, language: Language): Intl.LDMLPluralRule {
  const kept = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, kept);
  return kept.select(count);
}

function formFor(count: number, forms: string, language: Language): string {
  const [, ...each] = forms.split('|');
  const rule = pluralRuleFor(count, language);
  // Russian uses the second form for fractions, whose category is `other`: «2,5 дела».
  const index = numbers[language].indexOf(rule);
  return each[index === -1 ? 1 : index] ?? '';
}
