import type { Worded } from '../../../../contract/language.ts';
import type { ShapeName } from '../../../../contract/records/answer-fields.ts';

export const toldMessages = {
  new: { en: 'new', ru: 'новая запись' },
  made: { en: 'created', ru: 'создано' },
  added: { en: 'added to {list}: {entry}', ru: 'добавлено в «{list}»: {entry}' },
  removed: { en: 'removed from {list}: {entry}', ru: 'убрано из «{list}»: {entry}' },
  deleted: { en: 'deleted', ru: 'удалено' },
  moved: { en: '{label} {was} → {is}', ru: '{label}: {was} → {is}' },
  same: { en: '{label} {is} (as before)', ru: '{label}: {is} (как и было)' },
  now: { en: '{label} {is}', ru: '{label}: {is}' },
  refused: {
    en: '{label} {is}, which differs from the sent value',
    ru: '{label}: {is}, а отправлено было другое значение',
  },
  unseen: {
    en: '{label}: sent {is}, which the service does not show',
    ru: '{label}: отправлено {is}, но система этого не показывает',
  },
  others: { en: 'Also changed: {parts}', ru: 'Также изменилось: {parts}' },
  set: { en: 'Set by the service: {parts}', ru: 'Система заполнила: {parts}' },
  unduplicated: {
    en: 'The check for duplicates was requested: the service reported none',
    ru: 'Проверка на дубликаты запрошена; о найденных дубликатах система не сообщила',
  },
  empty: { en: 'empty', ru: 'пусто' },
  more: { en: 'and {count} more', ru: 'и ещё {count}' },
  cut: { en: '({count} characters in all)', ru: '(всего знаков: {count})' },
  nameless: { en: '{id} (name not returned by this service)', ru: '{id} (система не сообщает название)' },
  group: { en: 'a group', ru: 'группа' },
  entries: { en: '{count} entries', ru: 'записей: {count}' },
  yes: { en: 'yes', ru: 'да' },
  no: { en: 'no', ru: 'нет' },
  placesFilled: {
    en: 'Placeholders in the template: {count}, all filled.',
    ru: 'Мест для заполнения в шаблоне: {count}, заполнены все.',
  },
  placesEmpty: {
    en: 'Placeholders left empty, because the case has no value or no such field: {names}.',
    ru: 'Не заполнены, потому что в деле нет значения или такого поля: {names}.',
  },
  placesDoubtful: {
    en: 'Some of these placeholders were left empty: {names}.',
    ru: 'Некоторые из этих мест пусты: {names}.',
  },
  placesLeft: { en: 'Placeholders not replaced in the text: {names}.', ru: 'Не заменены в тексте: {names}.' },
  placesOther: {
    en: 'The text differs from the template outside the placeholders too: check it for gaps.',
    ru: 'Текст отличается от шаблона и в других местах: проверьте, нет ли в нём пропусков.',
  },
  noPlaces: {
    en: 'casebridge found no placeholders in the text of the template, so it is unknown whether some were left empty: check the document.',
    ru: 'В тексте шаблона не видно мест для заполнения, поэтому неизвестно, остались ли пустые: проверьте документ.',
  },
  templateUnread: {
    en: 'The template could not be read, so it is unknown whether placeholders were left empty: check the document.',
    ru: 'Не удалось прочитать шаблон, поэтому неизвестно, остались ли пустые места: проверьте документ.',
  },
  placesUnread: {
    en: 'The new file could not be read, so it is unknown whether placeholders were left empty: check the file.',
    ru: 'Не удалось прочитать новый файл, поэтому неизвестно, остались ли пустые места: проверьте его.',
  },
  nextForTemplate: {
    en: 'Name, type and date were set by the template and the service. To change all but the name: {call} with {fields}.',
    ru: 'Название, вид и дату задали шаблон и система. Чтобы изменить всё, кроме названия, вызовите {call}, указав {fields}.',
  },
  readBack: { en: 'Read back.', ru: 'Проверено повторным запросом.' },
  gone: { en: 'Read back: it no longer exists.', ru: 'Проверено повторным запросом: записи больше нет.' },
  unread: { en: 'Not read back.', ru: 'Повторным запросом не проверено.' },
} as const satisfies Record<string, Worded>;

/** A time before an event, by its unit, as in a reminder. */
export const timesBefore = {
  Minute: { en: '{count} {count|minute|minutes} before', ru: 'за {count} {count|минуту|минуты|минут}' },
  Hour: { en: '{count} {count|hour|hours} before', ru: 'за {count} {count|час|часа|часов}' },
  Day: { en: '{count} {count|day|days} before', ru: 'за {count} {count|день|дня|дней}' },
} as const satisfies Record<string, Worded>;

export const recordNouns: Readonly<Partial<Record<ShapeName, Worded>>> = {
  case: { en: 'Record', ru: 'Запись' },
  task: { en: 'Task', ru: 'Задача' },
  event: { en: 'Event', ru: 'Событие' },
  document: { en: 'Document', ru: 'Документ' },
  participant: { en: 'Participant', ru: 'Участник' },
};
