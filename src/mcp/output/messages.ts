import type { Worded } from '../../contract/language.ts';

/** What is said of an answer, behind it. */
export const answerMessages = {
  shownItems: {
    en: 'Shown: items {first} to {last} of {all}. The next: {call}',
    ru: 'Показаны элементы с {first} по {last} из {all}. Следующие: {call}',
  },
  wholeAnswer: {
    en: 'The whole answer is the resource {uri} for 15 minutes.',
    ru: 'Весь ответ — ресурс {uri}, он хранится 15 минут.',
  },
  nothingHas: {
    en: 'Nothing here has {missing}; there are {known}.',
    ru: 'Ни у одной записи здесь нет {missing}; есть {known}.',
  },
  brief: {
    en: 'Brief, {what}: "fields" or "detail":"full" show them.',
    ru: 'Кратко, {what}: целиком — с "fields" или "detail":"full".',
  },
  without: { en: 'without {names}', ru: 'без {names}' },
  textsCut: { en: 'with long texts cut', ru: 'длинные тексты сокращены' },
  withoutAndCut: {
    en: 'without {names} and with long texts cut',
    ru: 'без {names}, длинные тексты сокращены',
  },
  cut: { en: 'Cut: {parts}{more}.{next}', ru: 'Сокращено: {parts}{more}.{next}' },
  andMore: { en: ' and {count} more', ru: ' и ещё {count}' },
  nextOfIt: { en: ' The next of it: {call}', ru: ' Продолжение: {call}' },
  cutCharacters: {
    en: '{name} ({shown} of {all} characters)',
    ru: '{name} ({shown} из {all} {all|знака|знаков|знаков})',
  },
  cutItems: {
    en: '{name} ({shown} of {all} items)',
    ru: '{name} ({shown} из {all} {all|элемента|элементов|элементов})',
  },
  cutFields: {
    en: '{name} ({shown} of {all} fields)',
    ru: '{name} ({shown} из {all} {all|поля|полей|полей})',
  },
  theRecord: { en: 'the record', ru: 'запись' },
  aField: { en: 'a field', ru: 'поле' },
  countMore: { en: '{count} more', ru: 'ещё {count}' },
  none: { en: 'none', ru: 'ничего' },
  sentOnly: {
    en: 'Shown: what was sent, as it is now.',
    ru: 'Показано отправленное — каким оно стало.',
  },
  sentOrChanged: {
    en: 'Shown: what was sent or has changed.',
    ru: 'Показано отправленное и то, что изменилось.',
  },
  notShown: { en: 'Not shown: {names}.', ru: 'Не показано: {names}.' },
  changeWhole: {
    en: ' The whole answer is the resource {uri} for 15 minutes;',
    ru: ' Весь ответ — ресурс {uri}, он хранится 15 минут;',
  },
  changeFull: {
    en: ' "detail":"full" with a change answers all of it.',
    ru: ' с "detail":"full" изменение отвечает всей записью.',
  },
  tooLong: {
    en: 'Not all of the answer is shown, as it is too long: what is missing may be there; ask more narrowly.',
    ru: 'Ответ слишком длинный и показан не весь: чего не видно, то может быть в нём; уточните запрос.',
  },
  allText: {
    en: 'All of its text is the resource {uri} for 15 minutes.',
    ru: 'Весь его текст — ресурс {uri}, он хранится 15 минут.',
  },
  notKept: {
    en: 'Not kept, although the service answered with success: {names}. Read the record, and tell the user.',
    ru: 'Не сохранилось, хотя сервис ответил, что всё в порядке: {names}. Прочитайте запись и скажите об этом пользователю.',
  },
  notSeen: {
    en: 'The service does not show whether it kept: {names}.',
    ru: 'Сервис не показывает, сохранилось ли: {names}.',
  },
  namesAndMore: { en: '{names} and {count} more', ru: '{names} и ещё {count}' },
  aboutFields: { en: 'About its fields:', ru: 'О его полях:' },
  takenFor: { en: 'Names were taken for these records:', ru: 'По именам найдены записи:' },
  replaced: {
    en: '{name} was replaced. No longer there; to have them back, send the list with them again:',
    ru: 'Список {name} заменён. Из него исчезло; чтобы вернуть, отправьте список снова вместе с этим:',
  },
  done: { en: 'Done.', ru: 'Сделано.' },
  nothing: { en: 'The service answered with nothing here.', ru: 'Сервис ответил, что здесь ничего нет.' },
} as const satisfies Record<string, Worded>;
