import type { WordsInCard } from '../contract/features/card.ts';
import { type Language, languages } from '../contract/language.ts';
import type { HostContext } from './host.ts';
import { takeColours } from './host-colours.ts';

/** Language, locale and time zone of the user, with the translations in the result. */
export interface CardReader {
  readonly language: Language;
  /** BCP 47 tag for dates and numbers. */
  readonly locale: string;
  /** IANA name of the time zone. */
  readonly timeZone: string | undefined;
  /** Translations of the messages from the server, as contained in the result. */
  readonly words: WordsInCard;
  /** Day on which the result was created. Relative dates, such as `in 2 days`, are counted from it. */
  readonly today?: string | undefined;
}

/** Applies the theme, colors, margins and language of the host. Never loads a resource that the host names. */
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

/** Returns a locale that `Intl` accepts. */
function localeOf(given: string): string {
  try {
    return Intl.getCanonicalLocales(given)[0] ?? languages[0];
  } catch {
    return languages[0];
  }
}

/** Returns a time zone that `Intl` accepts; undefined if `given` is unknown. Default: the time zone of the browser */
export function zoneOf(given: string | undefined): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Returns the place of a time zone, such as `New York`. Returns a zone without a place unchanged. */
export function zoneText(
  zone: string,
  { language, locale }: Pick<CardReader, 'language' | 'locale'>,
): string {
  if (zoneOf(zone) === undefined || /^(?:Etc\/.*|[^/]*)$/.test(zone)) return zone;
  if (language === 'en') return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');
  // In browsers, only the long names are in other languages: `Москва, стандартное время`.
  const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'longGeneric' });
  return format.format().split(', ')[1] ?? zone;
}

/**
 * Creates a function that takes the name of a card text and returns the text in the user's language. Format: `English |
 * Russian`
 */
export const speak =
  <Name extends string>(sentences: Readonly<Record<Name, string>>) =>
  ({ language }: Pick<CardReader, 'language'>, name: Name): string =>
    sentences[name].split(' | ')[language === 'ru' ? 1 : 0] ?? sentences[name];
