import type { Worded } from '../../contract/language.ts';

/** Reasons why nothing was learned, worded for users. */
export const nothingLearnt = {
  'no reference': {
    en: 'the service has no reference at /swagger, or nobody may read it',
    ru: 'у сервиса нет справки по адресу /swagger или она закрыта',
  },
  unreachable: {
    en: 'the service could not be reached',
    ru: 'сервис недоступен',
  },
  'YAML alone': {
    en: 'the service’s reference is there as YAML alone, which is not read: have it published as JSON too',
    ru: 'справка сервиса есть только в YAML, а он не читается: её нужно опубликовать и в JSON',
  },
  'another product': {
    en: 'the reference of this service shows hardly any operation of the API',
    ru: 'в справке этого сервиса почти нет операций нужного API',
  },
} as const satisfies Record<string, Worded>;

export type NothingLearnt = keyof typeof nothingLearnt;
