import { momentMark, type QuestionRow } from '../../../contract/features/card.ts';
import type { MomentFormat } from '../../../contract/features/planned-changes.ts';
import type { QuestionWords } from '../../../contract/features/question.ts';
import type { Language, Worded } from '../../../contract/language.ts';
import type { AnyOperationClient } from '../../../contract/operations/operation-client.ts';
import { isUuid } from '../../../contract/uuid.ts';
import type { Called } from './record-names.ts';
import { cutLine, oneLine } from './visible-text.ts';

/** Language, time zone and names for the wording of a confirmation. */
export interface Voice {
  readonly language: Language;
  /**
   * Returns the IANA name of the time zone. Undefined in a card, which formats date-times in the user's time zone
   * itself.
   */
  readonly timeZone: (() => string) | undefined;
  readonly names: QuestionWords['names'];
  /** Record names, by lower-case id. A name is undefined if it could not be read. */
  readonly called: Called;
  /** Formats a date-time. Default: date and time with the name of the time zone. */
  readonly moment?: MomentFormat | undefined;
}

export interface Wording extends Pick<Voice, 'language' | 'timeZone'> {
  readonly words: () => Promise<QuestionWords>;
  /**
   * Returns the caller's time zone: the configured one if `isConfigured` is true, otherwise the one in the caller's
   * user record.
   */
  readonly callerZone: (operations: AnyOperationClient, isConfigured: boolean) => Promise<string>;
}

/**
 * Checks whether the wording is for a card. Such a wording has no time zone, because the card formats date-times
 * itself.
 */
export const isInCard = ({ timeZone }: Pick<Voice, 'timeZone'>): boolean => timeZone === undefined;

export const rowText = ({ label, value, before }: QuestionRow): string =>
  `${label}: ${before ? `${before.value} → ` : ''}${value}`;

const sentences = {
  yes: { en: 'Yes, do this', ru: 'Да, сделать это' },
  actsOn: { en: 'Acts on', ru: 'Запись' },
  now: { en: 'Now', ru: 'Сейчас' },
  stays: { en: 'Sent unchanged', ru: 'Передаётся без изменений' },
  endOfDay: { en: 'to the end of the day', ru: 'до конца дня' },
  asShown: { en: 'Shown above or empty', ru: 'Показано выше или пусто' },
  lost: { en: 'Values that would be lost', ru: 'Будет потеряно' },
  changed: {
    en: 'Values that would change; the assistant or the service can restore them',
    ru: 'Изменится (прежние значения можно вернуть через ассистента или в системе)',
  },
  unread: {
    en: 'The values that would be lost could not be read',
    ru: 'Не удалось выяснить, что будет потеряно',
  },
  unknown: { en: 'could not be read', ru: 'не удалось прочитать' },
  links: { en: 'Links', ru: 'Ссылки' },
  more: { en: 'and {n} more', ru: 'и ещё {n}' },
  long: { en: '({n} characters in all)', ru: '(всего знаков: {n})' },
  nameless: { en: 'its name could not be read', ru: 'не удалось прочитать название' },
  read: { en: 'Read', ru: 'Прочитать' },
  other: { en: 'Carry out', ru: 'Выполнить' },
  source: { en: 'Source', ru: 'Источник' },
  openTasks: { en: 'Open tasks', ru: 'Открытых задач' },
  overdue: { en: ', overdue: {n}', ru: ', просрочено: {n}' },
  event: { en: 'Next event', ru: 'Ближайшее событие' },
  planRest: {
    en: 'Other changes in the plan that need no confirmation',
    ru: 'Другие изменения плана, не требующие подтверждения',
  },
  leaveOut: { en: 'Rows to leave out, such as 2, 5-7', ru: 'Какие строки пропустить, например 2, 5-7' },
} as const satisfies Record<string, Worded>;

export const say = ({ language }: Pick<Voice, 'language'>, key: keyof typeof sentences, n = 0): string =>
  sentences[key][language].replace('{n}', String(n));

/** Returns the display name of an API name, if there is one. */
export function known({ language, names }: Voice, api: string): string | undefined {
  const own = names[language] ?? {};
  return Object.hasOwn(own, api) ? own[api] : undefined;
}

export const captionOf = (voice: Voice, api: string): string =>
  known(voice, api) ?? oneLine(voice.language === 'en' ? spelledOut(api) : api, maxName);

/** Splits an API name into words: `ScriptId` → `Script`. */
const spelledOut = (api: string) =>
  api
    .replace(/(?<=[a-z])Id$/, '')
    .replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll('_', ' ');

/** Maximum length of a confirmation in a dialog, in characters. Dialogs can show this much, and people read it. */
export const maxQuestion = 4000;
/** Maximum length of a display name, in characters. Longer names would not distinguish records any better. */
const maxName = 120;

/** Puts text in quotation marks that it cannot close. */
export const quoted = (text: string): string => `"${oneLine(text, maxQuestion)}"`;

/** Shortens text and puts it in quotation marks. For data that only helps users to recognize a record. */
export function quotedInShort(voice: Voice, text: string, most: number): string {
  const line = oneLine(text, most + 1);
  return line.length <= most ? `"${line}"` : `"${cutLine(line, most)}…" ${say(voice, 'long', text.length)}`;
}

/**
 * Formats a complete value. A list is shown as the number of entries, followed by the entries. A single value with a
 * fixed format, such as a date, has no quotation marks.
 */
export function showValue(voice: Voice, value: unknown, show = showEntry): string {
  if (!Array.isArray(value)) return showAlone(voice, value);
  return `${value.length} (${value.map((item) => show(voice, item)).join('; ')})`;
}

/**
 * Formats an entry of a list: a person as `User "name" (id)`, a pair of words as `first: second`, and others as JSON.
 * The names of the members are left out, because the API defines them.
 */
export function showEntry(voice: Voice, value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return showAlone(voice, value);
  return personIn(voice, membersOf(value)) ?? showPair(value) ?? showPart(voice, value);
}

type Member = readonly [name: string, value: unknown];
const membersOf = (value: object): Member[] => Object.entries(value);

/**
 * Formats an entry that consists of the type of a person, and an id or an e-mail address. Returns undefined for other
 * entries.
 */
function personIn(voice: Voice, members: readonly Member[]): string | undefined {
  const type = members.find(([name]) => name === 'Type')?.[1];
  const [person, other] = members.filter(([name]) => /^(?:Id|EntityId|Email)$/.test(name));
  const isPerson = members.length === 2 && person !== undefined && other === undefined;
  if (!isPerson || typeof type !== 'string' || !isWord(type) || typeof person[1] !== 'string')
    return undefined;
  return `${type} ${showAlone(voice, person[1])}`;
}

const isWord = (text: string) =>
  /^[A-Za-z\u0400-\u04ff][\w\u0400-\u04ff -]{0,59}$/.test(text) && !text.includes('  ');
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** Formats an entry of two words or two days. Returns undefined for other values. */
export function showPair(value: unknown): string | undefined {
  const members = typeof value === 'object' && value !== null ? membersOf(value) : [];
  const [first, second] = members.map(([, member]) => member);
  if (members.length !== 2 || typeof first !== 'string' || typeof second !== 'string') return undefined;
  if (isDay(first) && isDay(second)) return `${first} – ${second}`;
  return isWord(first) && isWord(second) ? `${first}: ${second}` : undefined;
}

/**
 * Formats a value in at most `most` characters. A cut value ends with an ellipsis, after a closing quotation mark if
 * one is open.
 */
export function showInShort(voice: Voice, value: unknown, most: number): string {
  const room = { left: most };
  const start = startOf(value, room);
  const shown = Array.isArray(value)
    ? `${value.length} (${(start as unknown[]).map((item) => showEntry(voice, item)).join('; ')})`
    : showAlone(voice, start);
  if (room.left >= 0 && shown.length <= most) return shown;
  const line = cutLine(shown, most);
  return `${line}${line.split('"').length % 2 === 0 ? '"' : ''}…`;
}

/** Returns as much of a value as fits into the remaining characters. */
function startOf(value: unknown, room: { left: number }): unknown {
  if (typeof value === 'string') {
    const start = value.slice(0, Math.max(room.left, 0));
    room.left -= value.length;
    return start;
  }
  room.left -= 1;
  if (typeof value !== 'object' || value === null) return value;
  const start: [string, unknown][] = [];
  for (const name in value) {
    if (room.left < 0) break;
    if (!Array.isArray(value)) room.left -= name.length;
    start.push([name, startOf((value as Readonly<Record<string, unknown>>)[name], room)]);
  }
  return Array.isArray(value) ? start.map(([, item]) => item) : Object.fromEntries(start);
}

/** Formats a single value completely, with the names of its members. */
export const showAlone = (voice: Voice, value: unknown) =>
  typeof value === 'string' ? showString(voice, value, (text) => text) : showPart(voice, value);

function showPart(voice: Voice, value: unknown): string {
  if (typeof value === 'string') return showString(voice, value, quoted);
  if (Array.isArray(value)) return `[${value.map((item) => showPart(voice, item)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const members = Object.entries(value).map(([name, item]) => `${quoted(name)}:${showPart(voice, item)}`);
  return `{${members.join(',')}}`;
}

/** @param fixed formats a value with a fixed format: an id, a date or a date-time */
function showString(voice: Voice, text: string, fixed: (text: string) => string): string {
  if (isUuid(text)) return showId(voice, text, fixed);
  if (isMoment(text)) return `${fixed(text)} (${momentText(voice, text)})`;
  return /^\d{4}-\d\d-\d\d$/.test(text) ? fixed(text) : quoted(text);
}

function showId(voice: Voice, id: string, fixed: (text: string) => string): string {
  const { called } = voice;
  if (!called.has(id.toLowerCase())) return fixed(id);
  const name = called.get(id.toLowerCase());
  return name === undefined
    ? `${fixed(id)} (${say(voice, 'nameless')})`
    : `${quotedInShort(voice, name, maxName)} (${id})`;
}

export const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(text) &&
  !Number.isNaN(Date.parse(text));

/** Checks whether a date-time stands for a date without time. The service stores such a date as midnight UTC. */
export const isWholeDay = (moment: string) => /T00:00(?::00(?:\.0+)?)?(?:Z|\+00:00)$/.test(moment);

export function momentText(voice: Voice, moment: string): string {
  if (voice.moment !== undefined) return voice.moment(moment);
  const { language, timeZone } = voice;
  const locale = language === 'en' ? 'en-GB' : language;
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const;
  const format = isWholeDay(moment)
    ? new Intl.DateTimeFormat(locale, { ...day, timeZone: 'UTC' })
    : timeZone && new Intl.DateTimeFormat(locale, { ...day, ...time, timeZone: timeZone() });
  if (!format) return `${momentMark.start}${moment}${momentMark.end}`;
  return oneLine(format.format(new Date(moment)), maxName);
}
