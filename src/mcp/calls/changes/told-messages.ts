import type { Worded } from '../../../contract/language.ts';
import type { ShapeName } from '../../../contract/records/answer-fields.ts';

/** Wording of the line that describes a change. */
export const toldMessages = {
  new: { en: 'new', ru: 'новая запись' },
  made: { en: 'created', ru: 'создано' },
  added: { en: 'added to {list}: {entry}', ru: 'добавлено в «{list}»: {entry}' },
  deleted: { en: 'deleted', ru: 'удалено' },
  moved: { en: '{label} {was} → {is}', ru: '{label}: {was} → {is}' },
  same: { en: '{label} {is} (as before)', ru: '{label}: {is} (как и было)' },
  now: { en: '{label} {is}', ru: '{label}: {is}' },
  refused: {
    en: '{label} {is}, which differs from the sent value',
    ru: '{label}: {is} — это НЕ то, что отправлено',
  },
  unseen: {
    en: '{label}: sent {is}, which the service does not show',
    ru: '{label}: отправлено {is}, сервис этого не показывает',
  },
  others: { en: 'Also changed: {parts}', ru: 'Изменилось ещё: {parts}' },
  set: { en: 'Set by the service: {parts}', ru: 'Сервис заполнил: {parts}' },
  empty: { en: 'empty', ru: 'пусто' },
  more: { en: 'and {count} more', ru: 'и ещё {count}' },
  cut: { en: '({count} characters in all)', ru: '(всего знаков: {count})' },
  nameless: { en: '{id} (name not shown by this service)', ru: '{id} (названия сервис не показывает)' },
  entries: { en: '{count} entries', ru: 'записей: {count}' },
  yes: { en: 'yes', ru: 'да' },
  no: { en: 'no', ru: 'нет' },
  readBack: { en: 'Read back.', ru: 'Прочитано заново.' },
  gone: { en: 'Read back: it is gone.', ru: 'Прочитано заново: записи больше нет.' },
  unread: { en: 'Not read back.', ru: 'Заново не прочитано.' },
} as const satisfies Record<string, Worded>;

/** Nouns for records, by record type. */
export const recordNouns: Readonly<Partial<Record<ShapeName, Worded>>> = {
  case: { en: 'Record', ru: 'Запись' },
  task: { en: 'Task', ru: 'Задача' },
  event: { en: 'Event', ru: 'Событие' },
  document: { en: 'Document', ru: 'Документ' },
  participant: { en: 'Participant', ru: 'Участник' },
};
