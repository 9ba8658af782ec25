import type { Worded } from '../../contract/language.ts';

export const wholeRecordMessages = {
  empty: { en: 'Empty: {titles}.', ru: 'Пусто: {titles}.' },
  emptyOrHidden: {
    en: 'Not returned, so empty or hidden from this user: {titles}.',
    ru: 'Система не вернула эти поля — они пусты или скрыты от этого пользователя: {titles}.',
  },
  hidden: {
    en: 'Blocks without any field here, possibly hidden from this user: {titles}.',
    ru: 'Блоки без единого поля, возможно, скрытые от этого пользователя: {titles}.',
  },
  tables: {
    en: 'Table blocks: {titles}; list_table_objects reads them.',
    ru: 'Табличные блоки: {titles}; прочитать их можно через list_table_objects.',
  },
  unnamed: {
    en: 'Fields whose names the service does not return: {fields}.',
    ru: 'Поля, названий которых система не сообщает: {fields}.',
  },
  titleWithKind: { en: '{title} ({kind})', ru: '{title} ({kind})' },
  andMore: { en: '{titles} and {count} more', ru: '{titles} и ещё {count}' },
} as const satisfies Record<string, Worded>;

/** Words for the kinds of values, by the format of a field. Text needs no explanation. */
export const valueKinds = {
  user: { en: 'user', ru: 'пользователь' },
  participant: { en: 'participant', ru: 'участник' },
  object: { en: 'case or object', ru: 'дело или объект' },
  case: { en: 'case', ru: 'дело' },
  document: { en: 'document', ru: 'документ' },
  dictionary: { en: 'from a dictionary', ru: 'из справочника' },
  date: { en: 'date', ru: 'дата' },
  datetime: { en: 'date and time', ru: 'дата и время' },
  number: { en: 'number', ru: 'число' },
  boolean: { en: 'yes or no', ru: 'да или нет' },
  list: { en: 'list', ru: 'список' },
} as const satisfies Record<string, Worded>;
