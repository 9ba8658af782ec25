import type { Language, Worded } from '../contract/language.ts';
import type { QuestionWords } from '../contract/question.ts';

/** In whose words, and in which time, people are spoken to. */
export interface Voice {
  readonly language: Language;
  /** IANA name. */
  readonly timeZone: string;
  readonly names: QuestionWords['names'];
}

const sentences = {
  agree: { en: 'Yes, do this', ru: 'Да, сделать это' },
  actsOn: { en: 'Acts on', ru: 'Запись' },
  now: { en: 'Now', ru: 'Сейчас' },
  links: { en: 'Links', ru: 'Ссылки' },
  more: { en: 'and {n} more', ru: 'и ещё {n}' },
  long: { en: '({n} characters in all)', ru: '(всего знаков: {n})' },
  read: { en: 'Read', ru: 'Прочитать' },
  other: { en: 'Carry out', ru: 'Выполнить' },
} as const satisfies Record<string, Worded>;

export const say = ({ language }: Pick<Voice, 'language'>, key: keyof typeof sentences, n = 0): string =>
  sentences[key][language].replace('{n}', String(n));

/** What people call an argument, a field or a value of an enumeration; undefined where nothing but the API's name is known. */
export function known({ language, names }: Voice, api: string): string | undefined {
  const own = names[language] ?? {};
  return Object.hasOwn(own, api) ? own[api] : undefined;
}

export const nameOf = (voice: Voice, api: string): string =>
  known(voice, api) ?? plain(voice.language === 'en' ? spelledOut(api) : api);

/** `ScriptId` → `Script id`. */
const spelledOut = (api: string) =>
  api.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ');

/** Characters of one value; as long as the longest text that reaches a person, so that none has a hidden end. */
const maxValue = 10_000;
const maxListed = 100;

export function showText(voice: Voice, text: string, most = maxValue): string {
  const line = plain(text);
  return line.length > most ? `${line.slice(0, most)}… ${say(voice, 'long', line.length)}` : line;
}

/** A value that would be sent: of a list, how many and which. */
export function showValue(voice: Voice, value: unknown): string {
  if (typeof value === 'string')
    return isMoment(value) ? `${value} (${localTime(voice, value)})` : showText(voice, value);
  if (!Array.isArray(value)) return showText(voice, JSON.stringify(value));
  const rest = value.length - maxListed;
  const listed = value.slice(0, maxListed).map((item) => showValue(voice, item));
  return `${value.length} (${listed.join('; ')}${rest > 0 ? `; ${say(voice, 'more', rest)}` : ''})`;
}

/** One line without characters that could hide or reorder what the human reads. */
const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();

export const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text) &&
  !Number.isNaN(Date.parse(text));

/** The service keeps a date without a time as midnight in UTC. */
const isWholeDay = (moment: string) => /T00:00(?::00(?:\.0+)?)?(?:Z|\+00:00)$/.test(moment);

export function localTime({ language, timeZone }: Voice, moment: string): string {
  const locale = language === 'en' ? 'en-GB' : language;
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const;
  const format = isWholeDay(moment)
    ? new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' })
    : new Intl.DateTimeFormat(locale, { ...day, ...time, timeZone });
  return plain(format.format(new Date(moment)));
}
