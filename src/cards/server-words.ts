import { type WordsInCard, wordsKey } from '../contract/features/card.ts';
import type { Language } from '../contract/language.ts';

/**
 * Translates messages from the server into the user's language. The server does not know that language, so it sends its
 * messages in both. A message without a translation is shown unchanged and marked with its own language.
 */

/** Language in which a card is shown, with the available translations. */
export interface Speaking {
  readonly language: Language;
  /** Translations of the messages from the server, as contained in the result. */
  readonly words: WordsInCard;
}

/** Returns the translations that a result contains. */
export const wordsWith = ({ _meta }: { readonly _meta?: Readonly<Record<string, unknown>> }): WordsInCard =>
  (_meta?.[wordsKey] as WordsInCard | undefined) ?? [];

const translationOf = (text: string, { words }: Speaking) =>
  words.find(({ en, ru }) => en === text || ru === text);

/** Returns a message from the server in the user's language; unchanged if there is no translation. */
export const inWords = (text: string, to: Speaking): string => translationOf(text, to)?.[to.language] ?? text;

/** Returns a note in its wording for cards; an empty string if only a model can use it. */
export const noteForPeople = (text: string, to: Speaking): string =>
  translationOf(text, to)?.inCard?.[to.language] ?? text;

const nameless = /^[\da-f-]{32}([\da-f]{4}) \(name not returned by this service\)$/i;

/**
 * Returns a name for display. If an id replaces an unknown name, returns a phrase with the end of the id, so that users
 * can distinguish such entries.
 */
export function spokenName(name: string, { language }: Pick<Speaking, 'language'>): string {
  const [, end] = nameless.exec(name) ?? [];
  if (end === undefined) return name;
  return `${language === 'ru' ? 'имя не указано' : 'no name given'} ${beforeEnd}${end}`;
}

const beforeEnd = '…\u2060';
/** Checks whether a phrase replaces a name that the service did not provide. */
export const isNameless = (name: string): boolean => name.includes(` ${beforeEnd}`);

/** Titles and advice for errors, by the server's error code. English, then Russian. */
const causes: Readonly<Record<string, readonly [title: string, advice?: string]>> = {
  NAME_UNKNOWN: [
    'No record has this name | Записи с таким названием нет',
    'Or you have no right to see it. Try another name, the number, or a party. | Либо у вас нет к ней доступа. Назовите её иначе, по номеру или по участнику.',
  ],
  NAME_AMBIGUOUS: [
    'The name matches several records | Под это название подходит несколько записей',
    'Tell the assistant which one you mean. | Скажите ассистенту, какая нужна.',
  ],
  SWITCHED_OFF: ['The operator of this server has switched this off | Администратор сервера это отключил'],
  RATE_LIMITED: [
    'Too many requests at once | Слишком много запросов',
    'Try again in a minute. | Повторите через минуту.',
  ],
  TOO_MANY_REQUESTS: [
    'Too many requests at once | Слишком много запросов',
    'Request less. | Уточните запрос.',
  ],
  UNREACHABLE: ['The service cannot be reached | Система сейчас недоступна'],
  DEADLINE: ['The service did not answer in time | Система не ответила вовремя'],
  SIGN_IN_FAILED: ['Signing in to the service failed | Не удалось войти в систему'],
  OUTCOME_UNKNOWN: [
    'The change may have been made | Возможно, изменение внесено',
    'Check the record before you try again. | Прежде чем повторить, проверьте запись.',
  ],
  INVALID_ARGUMENTS: [
    'The assistant’s request was invalid | Ошибка в запросе ассистента',
    'Nothing was sent. | Ничего не отправлено.',
  ],
  WOULD_LOSE: [
    'Nothing was sent | Ничего не отправлено',
    'Data would have been lost. | Иначе часть данных была бы потеряна.',
  ],
  CONFIRMATION_NEEDED: [
    'This needs your confirmation | Нужно ваше подтверждение',
    'Nothing was done. | Ничего не сделано.',
  ],
  'API_ERROR 400': ['The service refused the request | Система отклонила запрос'],
  'API_ERROR 401': ['Signing in to the service failed | Не удалось войти в систему'],
  'API_ERROR 403': ['You have no permission for this in the service | У вас нет на это прав в системе'],
  'API_ERROR 404': [
    'There is no such record | Такой записи нет',
    'Or you have no right to see it. | Либо у вас нет к ней доступа.',
  ],
  'API_ERROR 409': ['This conflicts with data in the service | Это противоречит данным в системе'],
  API_ERROR: ['The service answered with an error | Система сообщила об ошибке'],
};

/** Returns the title and advice for an error; undefined if its code is unknown. */
export function causeOf(
  text: string | undefined,
  { language }: Pick<Speaking, 'language'>,
): readonly string[] | undefined {
  const [, code = '', status = ''] = /^([A-Z]+(?:_[A-Z]+)*)((?: \d{3})?)(?=:)/.exec(text ?? '') ?? [];
  const cause = causes[`${code}${status}`] ?? causes[code];
  return cause?.map((one = '') => one.split(' | ')[language === 'ru' ? 1 : 0] ?? one);
}

/** Replaces the API's names of the states of a case, which lines about similar records contain. */
export const statusInWords = (text: string, { language }: Pick<Speaking, 'language'>): string =>
  text
    .replace(/\bInWork\b/, language === 'ru' ? 'в работе' : 'in work')
    .replace(/\bArchived\b/, language === 'ru' ? 'в архиве' : 'archived');

/** Returns the language of a text from the server, judged by its letters. */
export const tongueOf = (text: string): string => (/[а-яё]/i.test(text) ? 'ru' : 'en');
