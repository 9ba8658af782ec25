import type { Language, Worded } from '../../contract/language.ts';
import { type Clock, type Day, dueOf } from './clock.ts';

const dayMs = 86_400_000;
/** Maximum distance that is shown as a number of days. For a more distant day, only the date is shown. */
const farthest = 99;

export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** Words for near days, by distance from today in days. */
const nearDays: Readonly<Record<number, string>> = { [-1]: 'yesterday', 0: 'today', 1: 'tomorrow' };

/** Returns the English word for a near day. Returns undefined for any other day. */
export const dayWord = (day: Day, today: Day): string | undefined => nearDays[daysBetween(today, day)];

/** Returns the first date in a string that `withWeekday` or a clock created. */
export const dayIn = (written: string | undefined): Day | undefined =>
  /\d{4}-\d\d-\d\d/.exec(written ?? '')?.[0];

/** Returns the English word for the day in `written`, if it is near the day in `now`. */
export function dayWordIn(written: string | undefined, now: string): string | undefined {
  const [day, today] = [dayIn(written), dayIn(now)];
  return day === undefined || today === undefined ? undefined : dayWord(day, today);
}

/** Formats a date-time for users: `Wed 25 Nov 15:00, tomorrow`. The year is shown only if it is not the current one. */
export function momentInWords(clock: Clock, moment: string): Worded {
  const { day } = dueOf(clock, moment);
  const inLanguage = (language: Language) =>
    [plainMoment(clock, language, moment), distanceIn(language, day, clock.today)].filter(Boolean).join(', ');
  return { en: inLanguage('en'), ru: inLanguage('ru') };
}

/** Formats a date-time without its distance from today: `Wed 25 Nov 15:00`. */
export function plainMoment(clock: Clock, language: Language, moment: string): string {
  const { day, hasTime, shown } = dueOf(clock, moment);
  return `${dateIn(language, day, clock.today)}${hasTime ? ` ${shown.slice(-5)}` : ''}`;
}

const locales: Worded = { en: 'en-GB', ru: 'ru-RU' };

/** Cache for date formatters, because creating one takes much longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();
function formatFor(language: Language, hasYear: boolean): Intl.DateTimeFormat {
  const key = `${language} ${hasYear}`;
  const kept =
    formats.get(key) ??
    new Intl.DateTimeFormat(locales[language], {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      ...(hasYear ? { year: 'numeric' } : {}),
      timeZone: 'UTC',
    });
  formats.set(key, kept);
  return kept;
}

/** Formats a date. Removes the comma after the weekday, and the Russian abbreviation for "year". */
export const dateIn = (language: Language, day: Day, today: Day): string =>
  formatFor(language, day.slice(0, 4) !== today.slice(0, 4))
    .format(Date.parse(day))
    .replace(/\sг\.$/, '')
    .replace(/^(\S+?),/, '$1')
    .replace(/\s/g, ' ');

const distances = {
  en: new Intl.RelativeTimeFormat(locales.en, { numeric: 'auto' }),
  ru: new Intl.RelativeTimeFormat(locales.ru, { numeric: 'auto' }),
};

/** Returns the distance to a day in words. Returns an empty string if the day is more than `farthest` days away. */
function distanceIn(language: Language, day: Day, today: Day): string {
  const days = daysBetween(today, day);
  return Math.abs(days) > farthest ? '' : distances[language].format(days, 'day');
}
