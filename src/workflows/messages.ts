import type { Worded } from '../contract/language.ts';

export const lookupMessages = {
  someShown: {
    en: '{some} of {all} {what} are shown: request fewer days.',
    ru: 'Показано {some} из {all}: {what}. Сократите период.',
  },
  somePeopleShown: {
    en: '{some} of {all} people are shown.',
    ru: 'Показано людей: {some} из {all}.',
  },
  latestShown: {
    en: 'The latest {some} of {all} steps are shown: to see others, pass `from` and `to`.',
    ru: 'Показаны последние шаги: {some} из {all}. Чтобы увидеть остальные, передайте `from` и `to`.',
  },
  severalCases: {
    en: '{count} cases match: call again with the number or link of one of them.',
    ru: 'Подходящих дел: {count}. Повторите вызов с номером одного из них или ссылкой на него.',
  },
  severalByLink: {
    en: '{count} cases match: call again with the link of one of them.',
    ru: 'Подходящих дел: {count}. Повторите вызов со ссылкой на одно из них.',
  },
  periodClipped: {
    en: 'The period ends on {last} instead of {asked}: at most {days} days are shown. For later days call again with `from`.',
    ru: 'Период заканчивается {last}, а не {asked}: показывается не больше {days} {days|дня|дней|дней}. Чтобы увидеть следующие дни, повторите вызов с `from`.',
  },
  hiddenBlocks: {
    en: 'Withheld: {count} of the card’s blocks (the signed-in user has no permission to see them).',
    ru: 'Не показано: {count} {count|блок|блока|блоков} карточки (у вас нет прав на просмотр).',
  },
  casesMatch: {
    en: '{all} cases match, {some} are shown: narrow the search.',
    ru: 'Подходящих дел: {all}, показано {some}. Уточните запрос.',
  },
  peopleMatch: {
    en: '{all} people match, {some} are shown: narrow the search.',
    ru: 'Подходящих людей: {all}, показано {some}. Уточните запрос.',
  },
  similarStage: {
    en: 'No stage has exactly this name: cases at the most similar stages are shown.',
    ru: 'Стадии точно с таким названием нет: показаны дела на стадиях с похожими названиями.',
  },
  stageUnchecked: {
    en: 'Not checked: the stage of {count} cases, because this service does not return it.',
    ru: 'Стадия {count} {count|дела|дел|дел} не проверена: система её не сообщает.',
  },
  groupsOwn: {
    en: 'These are only the tasks of the group itself. For tasks of its members call agenda for each member, or workload.',
    ru: 'Здесь только задачи, порученные самой группе. Чтобы увидеть задачи её участников, вызовите agenda для каждого из них или workload.',
  },
  noOwnUser: { en: 'No user has this login.', ru: 'Пользователя с таким логином нет.' },
  unknownToken: {
    en: 'casebridge does not know whose token this is.',
    ru: 'casebridge не знает, какому пользователю принадлежит этот токен.',
  },
} as const satisfies Record<string, Worded>;

/** Labels with numbers, for the first line of an answer. The number comes last, so no plural forms are needed. */
export const countMessages = {
  overdue: { en: 'overdue: {count}', ru: 'просрочено: {count}' },
  openTasks: { en: 'open tasks: {count}', ru: 'открытых задач: {count}' },
  tasks: { en: 'tasks due: {count}', ru: 'задач: {count}' },
  events: { en: 'events: {count}', ru: 'событий: {count}' },
  steps: { en: 'steps: {count}', ru: 'шагов: {count}' },
  found: { en: 'found: {count}', ru: 'найдено: {count}' },
} as const satisfies Record<string, Worded>;
export const dateMessages = {
  nextEvent: { en: 'next event: {when}', ru: 'ближайшее событие: {when}' },
  nextDeadline: { en: 'next deadline: {when}', ru: 'ближайший срок: {when}' },
  next: { en: 'next: {when}', ru: 'ближайшее: {when}' },
} as const satisfies Record<string, Worded>;

/** Notes on a case that was opened only in part, and on a filed document. */
export const stepMessages = {
  stopped: {
    en: 'Stopped at: {step} ({state}). Done: {done}. Found: {found}. Not tried: {left}. {next}',
    ru: 'Остановка на шаге: {step} ({state}). Сделано: {done}. Найдено: {found}. Не выполнялось: {left}. {next}',
  },
  nothing: { en: 'nothing', ru: 'ничего' },
  unknownStep: {
    en: 'It is unknown whether the {step} was saved: check before doing it again.',
    ru: 'Неизвестно, сохранены ли данные этого шага ({step}): проверьте, прежде чем повторять.',
  },
  existing: {
    en: 'Show the user the records that are there already; do not retry with the check off.',
    ru: 'Покажите пользователю записи, которые уже есть; не повторяйте вызов с отключённой проверкой.',
  },
  stepByStep: {
    en: 'Fix the cause, then do the remaining steps one by one. Do not call this again: it would open a second case.',
    ru: 'Устраните причину, затем выполните остальные шаги по одному. Не повторяйте этот вызов: появится второе дело.',
  },
  unknownFiling: {
    en: 'It is unknown whether the document was filed ({code}): check with list_documents before doing it again.',
    ru: 'Неизвестно, сохранён ли документ ({code}): проверьте через list_documents, прежде чем повторять.',
  },
  unkept: {
    en: 'Not saved, although the service reported success: {names}.',
    ru: 'Не сохранено, хотя система сообщила об успехе: {names}.',
  },
  unseen: {
    en: 'The service does not show whether it saved: {names}.',
    ru: 'Система не показывает, сохранены ли значения: {names}.',
  },
  otherFile: {
    en: 'The document is in the service without the file that was sent: download_document shows its content. Delete it or tell the user before filing it again.',
    ru: 'Документ в системе есть, но без отправленного файла: содержимое документа покажет download_document. Прежде чем сохранять снова, удалите его или сообщите пользователю.',
  },
  unseenFile: {
    en: 'The service does not show whether it saved the file: check with download_document.',
    ru: 'Система не показывает, сохранён ли файл: проверьте через download_document.',
  },
} as const satisfies Record<string, Worded>;
