import type { Worded } from '../../contract/language.ts';

/** Notes about a record that was read whole. */
export const wholeRecordMessages = {
  empty: { en: 'Empty: {titles}.', ru: 'Пусто: {titles}.' },
  emptyOrHidden: {
    en: 'Not returned, so empty or hidden from this user: {titles}.',
    ru: 'Не вернулось — пусто или скрыто от этого пользователя: {titles}.',
  },
  hidden: {
    en: 'Blocks without any field here, possibly hidden from this user: {titles}.',
    ru: 'Блоки, из которых не пришло ни одного поля, возможно, скрытые: {titles}.',
  },
  tables: {
    en: 'Table blocks: {titles}; list_table_objects reads them.',
    ru: 'Табличные блоки: {titles}; их читает list_table_objects.',
  },
  unnamed: {
    en: 'Fields whose names the service does not return: {fields}.',
    ru: 'Поля, названий которых сервис не сообщает: {fields}.',
  },
  andMore: { en: '{titles} and {count} more', ru: '{titles} и ещё {count}' },
} as const satisfies Record<string, Worded>;
