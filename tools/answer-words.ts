import type { QuestionWords } from '../src/contract/features/question.ts';

type Answers = QuestionWords['answers'];

/** Splits `English | Russian` into the two languages. */
const pair = (text: string) => {
  const [en = '', ru = ''] = text.split(' | ');
  return { en, ru };
};
const answers = (yes: string, no: string, done: string, kept: string): Answers[string] => ({
  yes: pair(yes),
  no: pair(no),
  done: pair(done),
  kept: pair(kept),
});

/** Replaces the message after an action with one that names the type of the record. */
const doneTo = (words: Answers[string], done: string): Answers[string] => ({ ...words, done: pair(done) });

const keep = 'Keep it | Оставить';
const asItWas = 'Not deleted. Nothing has changed. | Не удалено, изменений нет.';
const unchanged = 'Nothing was changed. | Ничего не изменено.';
const unsent = 'Nothing was sent. | Ничего не отправлено.';

const create = answers(
  'Create | Создать',
  'Do not create | Не создавать',
  'Created | Создано',
  'Nothing was created. | Ничего не создано.',
);
const update = answers(
  'Change | Изменить',
  'Leave as it is | Оставить как есть',
  'Changed | Изменено',
  unchanged,
);
const carryOut = answers(
  'Carry out | Выполнить',
  'Do not carry out | Не выполнять',
  'Carried out | Выполнено',
  'Nothing was done. | Ничего не сделано.',
);

/**
 * Labels of the two buttons of a confirmation, and the message after each button. The labels name the action, such as
 * delete.
 */
export const answerWords: Answers = {
  delete: answers('Delete | Удалить', keep, 'Deleted | Удалено', asItWas),
  delete_task: answers(
    'Delete task | Удалить задачу',
    keep,
    'Task deleted | Задача удалена',
    'Not deleted. The task is as it was. | Задача не удалена, изменений нет.',
  ),
  delete_event: answers(
    'Delete event | Удалить событие',
    keep,
    'Event deleted | Событие удалено',
    'Not deleted. The event is as it was. | Событие не удалено, изменений нет.',
  ),
  delete_document: answers(
    'Delete document | Удалить документ',
    keep,
    'Document deleted | Документ удалён',
    'Not deleted. The document is as it was. | Документ не удалён, изменений нет.',
  ),
  delete_case: answers(
    'Delete case | Удалить дело',
    keep,
    'Case deleted | Дело удалено',
    'Not deleted. The case is as it was. | Дело не удалено, изменений нет.',
  ),
  delete_participant: answers(
    'Delete participant | Удалить участника',
    keep,
    'Participant deleted | Участник удалён',
    'Not deleted. The participant is as before. | Участник не удалён, изменений нет.',
  ),
  archive: answers(
    'Move to the archive | Отправить в архив',
    'Keep in work | Оставить в работе',
    'Moved to the archive | Отправлено в архив',
    'Not archived. It stays in work. | Не отправлено в архив, остаётся в работе.',
  ),
  archive_case: answers(
    'Archive case | Дело в архив',
    'Keep in work | Оставить в работе',
    'Case archived | Дело отправлено в архив',
    'Not archived. The case stays in work. | Дело не отправлено в архив и остаётся в работе.',
  ),
  restore: answers(
    'Bring back | Вернуть',
    'Leave in the archive | Оставить в архиве',
    'Brought back from the archive | Возвращено из архива',
    'It stays in the archive. | Остаётся в архиве.',
  ),
  create,
  create_task: doneTo(create, 'Task created | Задача создана'),
  create_event: doneTo(create, 'Event created | Событие создано'),
  create_document: doneTo(create, 'Document created | Документ создан'),
  create_document_from_template: doneTo(create, 'Document created | Документ создан'),
  create_participant: doneTo(create, 'Participant created | Участник создан'),
  create_call: doneTo(create, 'Call recorded | Звонок записан в журнал'),
  update,
  update_task: doneTo(update, 'Task changed | Задача изменена'),
  update_event: doneTo(update, 'Event changed | Событие изменено'),
  update_document: doneTo(update, 'Document changed | Документ изменён'),
  edit_object: doneTo(update, 'Record changed | Карточка изменена'),
  update_object: doneTo(update, 'Record replaced | Карточка заменена'),
  edit_participant: doneTo(update, 'Participant changed | Участник изменён'),
  update_participant: doneTo(update, 'Data of the participant replaced | Данные участника заменены'),
  add: answers(
    'Add | Добавить',
    'Do not add | Не добавлять',
    'Added | Добавлено',
    'Nothing was added. | Ничего не добавлено.',
  ),
  remove: answers('Remove | Убрать', keep, 'Removed | Убрано', 'Nothing was removed. | Ничего не убрано.'),
  exclude_participant: answers(
    'Take out of the case | Исключить из дела',
    'Keep in the case | Оставить в деле',
    'Taken out of the case | Участник исключён из дела',
    'The participant stays in the case. | Участник остаётся в деле.',
  ),
  notify_user: answers(
    'Send to 1 person | Отправить пользователю',
    'Do not send | Не отправлять',
    'Notification sent | Уведомление отправлено',
    unsent,
  ),
  send: answers('Send | Отправить', 'Do not send | Не отправлять', 'Sent | Отправлено', unsent),
  open_user_dialog: answers(
    'Open the window | Открыть окно',
    'Do not open | Не открывать',
    'Window opened | Окно открыто',
    'Nothing was opened. | Ничего не открыто.',
  ),
  run_script: answers(
    'Run script | Запустить скрипт',
    'Do not run | Не запускать',
    'Script was run | Скрипт запущен',
    'The script was not run. | Скрипт не запускался.',
  ),
  upload: answers(
    'Upload | Загрузить',
    'Do not upload | Не загружать',
    'Uploaded | Загружено',
    'Nothing was uploaded. | Ничего не загружено.',
  ),
  attach: answers(
    'Attach | Прикрепить',
    'Do not attach | Не прикреплять',
    'Attached | Прикреплено',
    'Nothing was attached. | Ничего не прикреплено.',
  ),
  extract: answers(
    'Unpack | Распаковать',
    'Do not unpack | Не распаковывать',
    'Unpacked | Распаковано',
    'Nothing was unpacked. | Ничего не распаковано.',
  ),
  get: answers(
    'Go on | Продолжить',
    'Stop | Остановить',
    'Done | Готово',
    'Nothing was done. | Ничего не сделано.',
  ),
  open_case_intake: answers(
    'Open case | Завести дело',
    'Do not open | Не заводить',
    'Case opened | Дело заведено',
    'No case was opened. | Дело не заведено.',
  ),
  draft: answers(
    'Write and file | Составить и приложить',
    'Do not write | Не составлять',
    'Written and filed | Составлен и приложен',
    'Nothing was written. | Ничего не составлено.',
  ),
  apply: doneTo(carryOut, 'Changes made | Изменения внесены'),
  undo: answers(
    'Undo | Отменить изменения',
    'Do not undo | Не отменять',
    'Changes undone | Изменения отменены',
    'Nothing was undone. | Ничего не отменено.',
  ),
  add_object_participant: answers(
    'Add | Добавить',
    'Do not add | Не добавлять',
    'Participant added | Участник добавлен',
    'Nobody was added. | Участник не добавлен.',
  ),
  other: carryOut,
};
