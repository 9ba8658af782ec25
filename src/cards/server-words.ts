import { type WordsInCard, wordsKey } from '../contract/features/card.ts';
import type { Language, Worded } from '../contract/language.ts';

/**
 * What the server says of its answers in words of its own, in the language of whoever reads the card: the server does
 * not know that one, so it says it in both. A sentence of which it did not is shown as it came, and marked as English.
 */

/** In which language a card is read. */
export interface Speaking {
  readonly language: Language;
  /** What the server says in both of what is shown. */
  readonly words: WordsInCard;
}

/** What the server says in both languages of a result. */
export const wordsWith = ({ _meta }: { readonly _meta?: Readonly<Record<string, unknown>> }): WordsInCard =>
  (_meta?.[wordsKey] as WordsInCard | undefined) ?? [];

/** What stands among texts of records. */
const phrases: WordsInCard = [
  { en: 'nobody', ru: 'никто' },
  { en: 'Case created', ru: 'Дело создано' },
];

/** What the server said, in the words of the reader. */
export const inWords = (text: string, { language, words }: Speaking): string =>
  [...words, ...phrases].find(({ en, ru }) => en === text || ru === text)?.[language] ?? text;

/** Returns a note as a card shows it; empty if only a model can follow it. */
export const noteForPeople = (text: string, { language, words }: Speaking): string =>
  words.find(({ en, ru }) => en === text || ru === text)?.inCard?.[language] ?? text;

const nameless =
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-([0-9a-f]{12}) \(name not given by this service\)/gi;
const noName: Worded = { en: 'no name given', ru: 'имя не указано' };

/** Names, where an id stands for one that is not known: people tell such apart by how it ends. */
export const spokenNames = (text: string, { language }: Pick<Speaking, 'language'>): string =>
  text.replace(nameless, (_found, end: string) => `${noName[language]} (…\u2060${end})`);

/** Why there is no answer, by the codes of the server. */
const causes: Readonly<Record<string, Worded>> = {
  NAME_UNKNOWN: {
    en: 'Nothing is called so. Ask the assistant with another name, or with a number.',
    ru: 'Ничего с таким названием нет. Назовите ассистенту другое название или номер.',
  },
  NAME_AMBIGUOUS: {
    en: 'The name fits several records. Tell the assistant which one is meant.',
    ru: 'Название подходит к нескольким записям. Скажите ассистенту, какая нужна.',
  },
  SWITCHED_OFF: {
    en: 'The operator of this server has switched this off.',
    ru: 'Администратор этого сервера это отключил.',
  },
  RATE_LIMITED: {
    en: 'That was too much at once. Try again in a minute.',
    ru: 'Слишком много сразу. Повторите через минуту.',
  },
  TOO_MANY_REQUESTS: {
    en: 'That was too much at once. Ask more narrowly.',
    ru: 'Слишком много сразу. Спросите точнее.',
  },
  UNREACHABLE: { en: 'The service cannot be reached now.', ru: 'Система сейчас недоступна.' },
  DEADLINE: { en: 'The service did not answer in time.', ru: 'Система не ответила вовремя.' },
  SIGN_IN_FAILED: { en: 'Signing in to the service failed.', ru: 'Не удалось войти в систему.' },
  OUTCOME_UNKNOWN: {
    en: 'Nobody knows whether it was done: look at the record before you try again.',
    ru: 'Неизвестно, сделано ли это: прежде чем повторить, посмотрите на запись.',
  },
  INVALID_ARGUMENTS: {
    en: 'The assistant asked for it in a wrong way. Nothing was sent.',
    ru: 'Ассистент сделал запрос неверно. Ничего не отправлено.',
  },
  WOULD_LOSE: {
    en: 'Something would have been lost, so nothing was sent.',
    ru: 'При этом что-то потерялось бы, поэтому ничего не отправлено.',
  },
  CONFIRMATION_NEEDED: {
    en: 'Somebody has to agree to this. Nothing was done.',
    ru: 'На это нужно согласие. Ничего не сделано.',
  },
  'API_ERROR 400': { en: 'The service refused it.', ru: 'Система это не приняла.' },
  'API_ERROR 401': { en: 'Signing in to the service failed.', ru: 'Не удалось войти в систему.' },
  'API_ERROR 403': {
    en: 'You have no permission for this in the service.',
    ru: 'В системе у вас нет на это права.',
  },
  'API_ERROR 404': {
    en: 'There is no such record, or you may not see it.',
    ru: 'Такой записи нет, или у вас нет права её видеть.',
  },
  'API_ERROR 409': {
    en: 'The service has something that this conflicts with.',
    ru: 'В системе есть то, что этому противоречит.',
  },
  API_ERROR: { en: 'The service answered with an error.', ru: 'Система ответила ошибкой.' },
};

/** In words, why a result is an error; undefined where no code says it. */
export function causeOf(
  text: string | undefined,
  { language }: Pick<Speaking, 'language'>,
): string | undefined {
  const [, code = '', status = ''] = /^([A-Z]+(?:_[A-Z]+)*)((?: \d{3})?)(?=:)/.exec(text ?? '') ?? [];
  return (causes[`${code}${status}`] ?? causes[code])?.[language];
}

/** In which language a text of the server is shown. */
export const tongueOf = (text: string): string => (/[а-яё]/i.test(text) ? 'ru' : 'en');
