import type { Worded } from '../../contract/language.ts';

export const nothingLearnt = {
  'no reference': {
    en: 'the service has no readable API reference (OpenAPI) at /swagger',
    ru: 'по адресу /swagger нет спецификации API системы, или она недоступна',
  },
  unreachable: {
    en: 'the service could not be reached',
    ru: 'система недоступна',
  },
  'YAML alone': {
    en: 'the service’s API reference exists only as YAML, which is not supported: publish it as JSON too',
    ru: 'спецификация API есть только в YAML, а этот формат не поддерживается: опубликуйте её и в JSON',
  },
  'another product': {
    en: 'the API reference of this service lists almost none of the operations of the API description',
    ru: 'в спецификации этой системы почти нет операций нужного API',
  },
} as const satisfies Record<string, Worded>;

export type NothingLearnt = keyof typeof nothingLearnt;
