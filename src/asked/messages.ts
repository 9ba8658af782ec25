import type { Worded } from '../contract/language.ts';

/** Notes about filters that the service did not apply, or that could not be checked. */
export const heldMessages = {
  ignored: {
    en: 'The service ignored {names}{of}: {leftOut} of {rows} rows did not match and were left out.',
    ru: 'Сервис не учёл {names}{of}: {leftOut} из {rows} {rows|строки|строк|строк} не подошли и убраны.',
  },
  unchecked: {
    en: '{name}{of} could not be checked for {count} of {rows} rows: {why}.',
    ru: 'Проверить {name}{of} не удалось для {count} из {rows} {rows|строки|строк|строк}: {why}.',
  },
  unproven: {
    en: 'Matches may exist although none was found: no row has confirmed yet that this service applies {names}{of}. To check, call {tool} without {names}.',
    ru: 'Подходящее может быть, хотя ничего не найдено: учитывает ли сервис {names}{of}, пока неизвестно. Для проверки вызовите {tool} без {names}.',
  },
  thisTool: { en: 'the same tool', ru: 'тот же инструмент' },
  ofTool: { en: ' of {tool}', ru: ' в {tool}' },
  named: { en: '{some} and {last}', ru: '{some} и {last}' },
  notShown: { en: 'they do not contain it', ru: 'в них этого нет' },
} as const satisfies Record<string, Worded>;
