import type { Worded } from '../../contract/language.ts';

/** What is said of how a call was taken. */
export const inputMessages = {
  nullsLeftOut: {
    en: 'null was taken for not given, since the call names every argument. To empty a field send it as null in {more}, or without the others.',
    ru: 'null принято за «не указано», поскольку в вызове названы все аргументы. Чтобы очистить поле, отправьте его как null в {more} или без остальных.',
  },
} as const satisfies Record<string, Worded>;
