import type { WordsInCard } from '../contract/features/card.ts';
import { type Language, languages } from '../contract/language.ts';
import type { HostContext } from './host.ts';
import { takeColours } from './host-colours.ts';

/** Who reads the card: in which language, at which time. */
export interface CardReader {
  readonly language: Language;
  /** BCP 47, for dates and numbers. */
  readonly locale: string;
  /** IANA name. */
  readonly timeZone: string | undefined;
  /** What the server says in both languages of what is shown. */
  readonly words: WordsInCard;
  /** The day of the answer, from which distances count. */
  readonly today?: string | undefined;
}

/** Takes on what the host says of its reader and its looks. Nothing is loaded for it. */
export function takeOn({ theme, locale, timeZone, styles, safeAreaInsets }: HostContext): CardReader {
  const root = document.documentElement;
  if (theme === 'dark' || theme === 'light') root.dataset.theme = theme;
  takeColours(styles?.variables ?? {});
  for (const [side, pixels] of Object.entries(safeAreaInsets ?? {}))
    if (typeof pixels === 'number' && /^(top|right|bottom|left)$/.test(side))
      root.style.setProperty(`--inset-${side}`, `${pixels}px`);
  const tag = localeOf(locale ?? navigator.language);
  const language = languages.find((one) => tag.toLowerCase().startsWith(one)) ?? languages[0];
  root.lang = language;
  return {
    language,
    locale: tag.toLowerCase().startsWith(language) ? tag : language,
    timeZone: zoneOf(timeZone),
    words: [],
  };
}

/** A locale that dates can be written for. */
function localeOf(given: string): string {
  try {
    return Intl.getCanonicalLocales(given)[0] ?? languages[0];
  } catch {
    return languages[0];
  }
}

/** A time zone that times can be written in. */
export function zoneOf(given: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Sentences of a card by their names, in the language of its reader: `English | Russian`. */
export const speak =
  <Name extends string>(sentences: Readonly<Record<Name, string>>) =>
  ({ language }: Pick<CardReader, 'language'>, name: Name): string =>
    sentences[name].split(' | ')[language === 'ru' ? 1 : 0] ?? sentences[name];
