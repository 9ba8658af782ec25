import type { Worded } from '../../contract/language.ts';

export const inputMessages = {
  nullsLeftOut: {
    en: 'Arguments with the value null were ignored, because the call contains every argument. To clear a field, send it as null in {more}, or without the other arguments.',
    ru: 'Аргументы со значением null не учтены, потому что в вызове указаны все аргументы. Чтобы очистить поле, отправьте для него null в {more} или без остальных аргументов.',
  },
  movedArgument: {
    en: '{from} was sent as {to}, because {name} is {value}.',
    ru: 'Значение {from} отправлено как {to}, потому что {name} — {value}.',
  },
} as const satisfies Record<string, Worded>;

export const selectionMessages = {
  noToolset: {
    en: 'there is no toolset {name}; available: {known}',
    ru: 'нет группы инструментов {name}; есть: {known}',
  },
  noTool: {
    en: 'there is no tool {name}: casebridge tools lists all names',
    ru: 'нет инструмента {name}: все имена покажет casebridge tools',
  },
} as const satisfies Record<string, Worded>;
