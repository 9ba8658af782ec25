import type { Worded } from '../../contract/language.ts';

export const pageMessages = {
  firstAgain: {
    en: 'The service returned its first page again instead of Page {page}: its paging differs from the API description. Use `all`, or a `PageSize` that fits the whole list.',
    ru: 'Вместо Page {page} система снова вернула первую страницу: номер страницы она принимает иначе. Укажите `all` или такой `PageSize`, чтобы поместился весь список.',
  },
  more: { en: 'More: {how}', ru: 'Дальше: {how}' },
  perhapsMore: {
    en: 'The service does not say whether there is more. To check: {how}',
    ru: 'Система не сообщает, есть ли продолжение. Чтобы проверить: {how}',
  },
  smallerPages: {
    en: 'The service returned {count} of {size} requested items, and {first} on the first page. Its pages may be smaller, so Page {page} may begin earlier in the list than expected. Use PageSize {first}, or `all`.',
    ru: 'Система вернула элементов: {count} вместо {size}, на первой странице — {first}. Возможно, её страницы меньше, и Page {page} начинается раньше, чем ожидалось. Укажите PageSize {first} или `all`.',
  },
  samePage: { en: 'the same call with Page {page}.', ru: 'тот же вызов с Page {page}.' },
  nothingHere: {
    en: ' No item on this page matched, but other pages may have matches.',
    ru: ' На этой странице подходящих элементов нет, но они могут быть на других.',
  },
  outOfReach: {
    en: 'The list continues, but this tool has no argument to request the rest.',
    ru: 'Список на этом не заканчивается, но запросить его продолжение этим инструментом нельзя.',
  },
  pageUnread: {
    en: 'Page {page} and later pages could not be read ({code}). Repeat the same call with Page {page}.',
    ru: 'Не удалось прочитать страницу {page} и следующие ({code}). Повторите тот же вызов с Page {page}.',
  },
  pagesRead: {
    en: '{pages} pages with {items} items were read. More: the same call with Page {next}.',
    ru: 'Прочитано страниц: {pages}, элементов: {items}. Дальше: тот же вызов с Page {next}.',
  },
  cameTwice: {
    en: 'The list changed while its pages were read: {count} duplicate items are shown once, others may be missing.',
    ru: 'Пока читались страницы, список изменился: повторы ({count}) показаны один раз, других элементов может не хватать.',
  },
  moved: {
    en: 'The list changed while its pages were read: items may be missing. Call again.',
    ru: 'Пока читались страницы, список изменился: элементов может не хватать. Запросите его снова.',
  },
  sortedWhole: {
    en: '{count} of {all} are shown. The whole list was sorted first.',
    ru: 'Показано {count} из {all}. Перед этим отсортирован весь список.',
  },
  moreThanRead: {
    en: 'There are more items: only {length} were read.',
    ru: 'Элементов больше, чем прочитано ({length}).',
  },
  ownForm: {
    en: 'This service returns lists in another format: only page {page} is shown. More: the same call with Page {next}, without `all`.',
    ru: 'Система возвращает списки в другом формате: показана только страница {page}. Дальше: тот же вызов с Page {next}, без `all`.',
  },
} as const satisfies Record<string, Worded>;

/** Notes about a removal, after the record was read again. */
export const removalMessages = {
  remains: {
    en: 'Still there: the service reported success, but nothing was removed. Tell the user.',
    ru: 'Ничего не удалено, хотя система сообщила об успехе. Сообщите об этом пользователю.',
  },
  unknown: {
    en: 'casebridge could not check whether it was deleted.',
    ru: 'Проверить удаление не удалось.',
  },
  allGone: {
    en: '{list} no longer has any entry with this {first}. If there were entries with another {second}, they were removed too. Tell the user.',
    ru: '{list}: удалены все записи с указанным значением поля «{first}», в том числе с другими значениями поля «{second}», если такие были. Сообщите об этом пользователю.',
  },
} as const satisfies Record<string, Worded>;
