import type { Language, Worded } from '../contract/language.ts';

/**
 * What the server says of its answers in words of its own, in the language of whoever reads the card: the server does
 * not know that one. A sentence that is not known here is shown as it came, and marked as English.
 */

/** In which language a card is read. */
export interface Speaking {
  readonly language: Language;
}

/** Parts of answers that notes name. */
const things: Readonly<Record<string, string>> = {
  'case types': 'типы дел',
  'cases of the person': 'дела этого человека',
  cases: 'дела',
  documents: 'документы',
  events: 'события',
  'non-working days': 'нерабочие дни',
  'other objects': 'другие объекты',
  'overdue tasks': 'просроченные задачи',
  participants: 'участники',
  parties: 'стороны',
  people: 'люди',
  'related cases': 'связанные дела',
  tasks: 'задачи',
  'task statuses': 'статусы задач',
  'the client': 'клиент',
  'the record of the case': 'карточка дела',
  'the text of the document': 'текст документа',
  users: 'пользователи',
  'your user record': 'ваша учётная запись',
  'the status of the case': 'статус дела',
  'its stage': 'его этап',
  'its responsible': 'его ответственный',
  'the folder of its documents': 'папка его документов',
  'due dates of tasks': 'сроки задач',
  'who is responsible for tasks': 'кто отвечает за задачи',
  'who is responsible for cases': 'кто отвечает за дела',
  'statuses of tasks, so that closed ones may be among them':
    'статусы задач, поэтому среди них могут быть закрытые',
  'priorities of tasks': 'приоритеты задач',
  'when events begin': 'когда начинаются события',
  'when documents were filed': 'когда поступили документы',
  'when the case was created': 'когда создано дело',
  'cases of events, so that those of the person’s cases may be missing':
    'дела событий, поэтому событий по делам этого человека может не хватать',
  'who attends events, so that some may be missing': 'кто участвует в событиях, поэтому их может не хватать',
  'who attends some events, so that these may be missing':
    'кто участвует в некоторых событиях, поэтому их может не хватать',
};

const named = (what: string): string =>
  things[what] ?? (what.startsWith('names of ') ? `имена (${named(what.slice('names of '.length))})` : what);
const list = (what: string) => what.split('; ').map(named).join('; ');

export type ServerSentence = readonly [pattern: RegExp, russian: (...parts: string[]) => string];

/** Whole sentences and phrases. Within each the parts in brackets are handed on. */
const sentences: readonly ServerSentence[] = [
  [/^nobody$/, () => 'никто'],
  [/^Case created$/, () => 'Дело создано'],
  [
    /^Not read: ([^(]+) \(switched off by the operator\)\.$/,
    (what) => `Не прочитано: ${named(what)} (отключено администратором).`,
  ],
  [
    /^Withheld: ([^(]+) \(the signed-in user has no permission to see them\)\.$/,
    (what) => `Не показано: ${named(what)} (у вас нет права это видеть).`,
  ],
  [
    /^Not read: ([^(]+) \(([^;)]+)(; trying again later can help)?\)\.$/,
    (what, code, again) =>
      `Не прочитано: ${named(what)} (${code}${again ? '; может получиться позже' : ''}).`,
  ],
  [/^Not given by this service: (.+)\.$/, (what) => `Система не сообщает: ${list(what)}.`],
  [
    /^There are more (.+) than were read: ask more narrowly\.$/,
    (what) => `Прочитано не всё: ${named(what)}. Спросите точнее.`,
  ],
  [
    /^The list of (.+) changed while it was read: something may be missing\.$/,
    (what) => `Список менялся, пока его читали: ${named(what)}. Чего-то может не хватать.`,
  ],
  [
    /^There are more tasks than were read: of those without a date, or due before (\S+), some may be missing\.$/,
    (day) =>
      `Прочитаны не все задачи: из тех, что без срока или со сроком до ${day}, каких-то может не хватать.`,
  ],
  [
    /^(\d+) of (\d+) (.+) are shown(: ask for fewer days)?\.$/,
    (some, all, what, ask) =>
      `Показано ${some} из ${all}: ${named(what)}.${ask ? ' Спросите о меньшем числе дней.' : ''}`,
  ],
  [
    /^The latest (\d+) of (\d+) steps are shown: ask with from and to for others\.$/,
    (some, all) => `Показаны последние ${some} из ${all}: об остальных спросите, назвав период.`,
  ],
  [
    /^The service ignored (.+): (\d+) of (\d+) records did not fit and were left out\.$/,
    (what, some, all) => `Система не учла ${what}: не подошло и убрано ${some} из ${all}.`,
  ],
  [
    /^The time zone of your user record is none that is known here: times are those of (\S+)\. For others give time_zone\.$/,
    (zone) => `Часовой пояс вашей учётной записи неизвестен: время указано для ${zone}.`,
  ],
];

/** No sentence of the server's is longer; what is may be anybody's. */
const longest = 600;

/** What the server said, in the words of the reader. @param more sentences that only some cards show */
export function inWords(text: string, { language }: Speaking, more: readonly ServerSentence[] = []): string {
  if (language === 'en' || text.length > longest) return text;
  for (const [pattern, russian] of [...sentences, ...more]) {
    const found = pattern.exec(text);
    if (found) return russian(...found.slice(1));
  }
  return text;
}

const nameless =
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-([0-9a-f]{12}) \(name not given by this service\)/gi;
const noName: Worded = { en: 'no name given', ru: 'имя не указано' };

/** Names, where an id stands for one that is not known: people tell such apart by how it ends. */
export const spokenNames = (text: string, { language }: Speaking): string =>
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
export function causeOf(text: string | undefined, { language }: Speaking): string | undefined {
  const [, code = '', status = ''] = /^([A-Z]+(?:_[A-Z]+)*)((?: \d{3})?)(?=:)/.exec(text ?? '') ?? [];
  return (causes[`${code}${status}`] ?? causes[code])?.[language];
}

/** In which language a text of the server is shown. */
export const tongueOf = (text: string): string => (/[а-яё]/i.test(text) ? 'ru' : 'en');
