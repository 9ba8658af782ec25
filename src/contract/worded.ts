import type { Language, Worded } from './language.ts';

/** What stands in `{…}` of a sentence. */
type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? (Place extends `${infer Name}|${string}` ? Name : Place) | Places<Rest>
  : never;

/** What takes the place of `{…}`: a sentence in both languages stands there in that of the sentence around it. */
type Filler = string | number | Worded;

/** What the bridge has to say of an answer: in both languages, or in the only one in which it is known. */
export type Note = string | Worded;

/** Nothing for a sentence without places, else something for each. */
export type Fillings<Sentence extends Worded> = [Places<Sentence['en']>] extends [never]
  ? []
  : [Readonly<Record<Places<Sentence['en']>, Filler>>];

/**
 * A sentence with its places filled in, in both languages. `{name}` is a place; `{count|case|cases}` and
 * `{count|дело|дела|дел}` are the form of a word that goes with the number `count`.
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

/** As `worded`, in one language. */
export const said = <const Sentence extends Worded>(
  language: Language,
  sentence: Sentence,
  ...[values]: Fillings<Sentence>
): string => (values === undefined ? sentence[language] : filled(sentence, values, language));

/** A name, a number, or what somebody else said: the same in every language. */
export const asIs = (text: string): Worded => ({ en: text, ru: text });

/** Several sentences with something between them. */
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

/** In the order in which the forms of a word stand. */
const numbers: Worded<readonly Intl.LDMLPluralRule[]> = {
  en: ['one', 'other'],
  ru: ['one', 'few', 'many'],
};

/** Kept, because making one takes forty times as long as asking it. */
const pluralRules = new Map<Language, Intl.PluralRules>();

function pluralRuleFor(count: number, language: Language): Intl.LDMLPluralRule {
  const kept = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, kept);
  return kept.select(count);
}

function formFor(count: number, forms: string, language: Language): string {
  const [, ...each] = forms.split('|');
  const rule = pluralRuleFor(count, language);
  // «2,5 дела»: parts of something take the form of a few.
  const index = numbers[language].indexOf(rule);
  return each[index === -1 ? 1 : index] ?? '';
}
