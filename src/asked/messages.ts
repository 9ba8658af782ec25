import type { Worded } from '../contract/language.ts';

/** Notes about filters that the service did not apply, or that could not be checked. */
export const heldMessages = {
  ignored: {
    en: 'The service ignored {names}{of}: {leftOut} of {rows} rows did not match and were left out.',
    ru: 'Система не учла условие {names}{of}, поэтому строки, которые ему не соответствуют, убраны из ответа: {leftOut} из {rows}.',
  },
  unchecked: {
    en: 'The filter {name}{of} could not be checked for {count} of {rows} rows: {why}.',
    ru: 'Не удалось проверить условие {name}{of} для {count} из {rows} {rows|строки|строк|строк}: {why}.',
  },
  unproven: {
    en: 'No matches were found, but some may exist: it is not known whether this service filters by {names}{of}. To check, call {tool} without {names}.',
    ru: 'Ничего не найдено, но подходящие записи могут быть: неизвестно, учитывает ли система условие {names}{of}. Чтобы проверить, вызовите {tool} без {names}.',
  },
  thisTool: { en: 'the same tool', ru: 'тот же инструмент' },
  ofTool: { en: ' of {tool}', ru: ' в {tool}' },
  named: { en: '{some} and {last}', ru: '{some} и {last}' },
  notShown: { en: 'they do not contain this field', ru: 'в них нет этих данных' },
} as const satisfies Record<string, Worded>;
