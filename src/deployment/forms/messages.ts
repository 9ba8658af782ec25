import type { Worded } from '../../contract/language.ts';

export const formMessages = {
  is: { en: '{path} is {value}', ru: '{path} — {value}' },
  absent: { en: '{operation} is not in the API reference', ru: '{operation}: нет в спецификации' },
  deprecated: { en: '{operation} is deprecated', ru: '{operation}: устарела' },
  required: {
    en: '{field} is a required field that casebridge does not know',
    ru: '{field}: обязательное поле, которого casebridge не знает',
  },
  now: { en: 'now {line}', ru: 'теперь {line}' },
  noLonger: { en: 'no longer {line}', ru: 'больше нет: {line}' },
} as const satisfies Record<string, Worded>;

/** Errors in a deployment file, without a full stop. */
export const formFaults = {
  unknown: { en: 'there is no {what} {word}{hint}', ru: 'неизвестное имя ({what}): {word}{hint}' },
  unknownKey: { en: 'there is no key {key} here{hint}', ru: 'ключа {key} здесь нет{hint}' },
  route: {
    en: '{route} should look like {example}, with the same placeholders',
    ru: '{route}: нужен путь вида {example}, с теми же параметрами в скобках',
  },
  wrong: { en: '{where}: {why}', ru: '{where}: {why}' },
  whole: { en: 'it', ru: 'файл' },
  isWrong: { en: 'is wrong', ru: 'неверно' },
  fieldName: { en: 'should be the name of a field', ru: 'нужно имя поля' },
  version: { en: 'should be 1', ru: 'нужно 1' },
  place: { en: 'should be query or body', ru: 'нужно query или body' },
} as const satisfies Record<string, Worded>;

export const formWords = {
  presumedField: { en: 'field with an unconfirmed name', ru: 'поле с неподтверждённым именем' },
  operation: { en: 'operation', ru: 'операция' },
  kind: { en: 'kind of record', ru: 'вид записи' },
  fieldOf: { en: 'field of {of}', ru: 'поле {of}' },
  tokenRequest: { en: 'field of token requests', ru: 'поле запроса токена' },
  tokenAnswer: { en: 'field of token answers', ru: 'поле ответа с токеном' },
  setOf: { en: 'field of {of} with a set of values', ru: 'поле {of} с перечнем значений' },
  valueOf: { en: 'value of {of}', ru: 'значение {of}' },
} as const satisfies Record<string, Worded>;
