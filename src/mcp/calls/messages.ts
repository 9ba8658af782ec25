import type { Worded } from '../../contract/language.ts';

/** Notes about lists and their pages. */
export const pageMessages = {
  firstAgain: {
    en: 'The service gave its first page again instead of Page {page}: it pages in another way. Use all, or a PageSize that holds the whole list.',
    ru: 'Вместо Page {page} сервис снова дал первую страницу: страницы у него задаются иначе. Укажите all или PageSize, в который помещается весь список.',
  },
  more: { en: 'More: {how}', ru: 'Дальше: {how}' },
  perhapsMore: {
    en: 'The service does not say whether there is more: {how}',
    ru: 'Сервис не сообщает, есть ли продолжение: {how}',
  },
  smallerPages: {
    en: 'The service gave {count} items of the {size} asked for, and {first} on the first page: its pages may be smaller, so Page {page} may begin earlier in the list than with pages of {size}. Use PageSize {first}, or all.',
    ru: 'Сервис дал элементов: {count} вместо {size}, на первой странице — {first}. Возможно, его страницы меньше, и Page {page} начинается раньше, чем при страницах по {size}. Укажите PageSize {first} или all.',
  },
  samePage: { en: 'the same call with Page {page}.', ru: 'тот же вызов с Page {page}.' },
  nothingHere: {
    en: ' That nothing of this page was left does not mean that there is nothing.',
    ru: ' С этой страницы ничего не осталось, но это не значит, что больше ничего нет.',
  },
  outOfReach: {
    en: 'The service has more of this list, which no argument of this tool asks for.',
    ru: 'У сервиса есть продолжение списка, но запросить его этим инструментом нельзя.',
  },
  pageUnread: {
    en: 'Page {page} and what follows could not be read ({code}): the same call with Page {page}.',
    ru: 'Страницу {page} и следующие прочитать не удалось ({code}): тот же вызов с Page {page}.',
  },
  pagesRead: {
    en: '{pages} pages were read, {items} items. More: the same call with Page {next}.',
    ru: 'Прочитано страниц: {pages}, элементов: {items}. Дальше: тот же вызов с Page {next}.',
  },
  cameTwice: {
    en: 'The list changed while its pages were read: {count} items came twice and are shown once, others may be missing.',
    ru: 'Пока читались страницы, список изменился: повторов {count} (показаны один раз), других элементов может не хватать.',
  },
  moved: {
    en: 'The list changed while its pages were read: items may be missing. Ask again.',
    ru: 'Пока читались страницы, список изменился: элементов может не хватать. Запросите его снова.',
  },
  sortedWhole: {
    en: '{count} of {all}, sorted as a whole.',
    ru: '{count} из {all}, список отсортирован целиком.',
  },
  moreThanRead: {
    en: 'There are more than the {length} that were read.',
    ru: 'Их больше, чем прочитано ({length}).',
  },
  ownForm: {
    en: 'This service gives lists in a form of its own: page {page} alone is shown. More: the same call with Page {next}, without all.',
    ru: 'Списки у этого сервиса имеют особый вид: показана только страница {page}. Дальше: тот же вызов с Page {next}, без all.',
  },
} as const satisfies Record<string, Worded>;

/** Notes about a removal, after the record was read again. */
export const removalMessages = {
  remains: {
    en: 'Still there, although the service answered with success: nothing was removed. Tell the user.',
    ru: 'Всё ещё на месте, хотя сервис ответил, что всё в порядке: ничего не удалено. Скажите об этом пользователю.',
  },
  unknown: {
    en: 'Whether it is gone could not be read.',
    ru: 'Проверить, удалено ли это, не удалось.',
  },
  allGone: {
    en: '{list} has nothing at all of this {first} any more: if there was more than this {second}, that is gone too. Tell the user.',
    ru: 'В {list} больше нет ничего с этим {first}: если там было не только это ({second}), удалено и остальное. Скажите об этом пользователю.',
  },
} as const satisfies Record<string, Worded>;
