import { z } from 'zod';
import { languages } from '../../contract/language.ts';
import { valueFaults } from '../messages.ts';
import { oneOf, type Setting, setting, timeZoneName, whole, wrong } from '../setting.ts';

export const answerSettings = {
  language: setting({
    name: 'language',
    reader: 'user',
    schema: oneOf(languages),
    default: languages[0],
    en: `Language of messages and questions to people, and the default language of prompts: ${languages.join(', ')}.`,
    ru: `Язык сообщений и вопросов пользователям, а также язык промптов по умолчанию: ${languages.join(', ')}.`,
  }),
  timeZone: setting({
    name: 'time-zone',
    reader: 'user',
    schema: timeZoneName,
    en: 'Time zone of dates in workflows, such as Europe/Moscow; default: from the user’s record, otherwise from this machine. With many users, records take precedence.',
    ru: 'Часовой пояс дат, например Europe/Moscow; по умолчанию — из учётной записи, иначе — этого компьютера. Если пользователей много, важнее учётная запись.',
  }),
  cards: setting({
    name: 'cards',
    reader: 'user',
    schema: oneOf(['on', 'off']),
    default: 'on',
    en: 'Also show answers as cards in assistants that support MCP Apps: `on` or `off`.',
    ru: 'Показывать ли ответы также в карточках, если ассистент их поддерживает (MCP Apps): `on` или `off`.',
  }),
  answerTokens: setting({
    name: 'answer-tokens',
    reader: 'user',
    schema: whole(0, 20_000).refine(
      (tokens) => tokens === 0 || tokens >= 500,
      wrong(valueFaults.noneOrAtLeast, { least: 500 }),
    ),
    default: '8000',
    en: 'Maximum number of tokens in one answer, 500 to 20000; 0 sends the service’s JSON unchanged at any length.',
    ru: 'Наибольшее число токенов в одном ответе, от 500 до 20000; 0 — JSON системы без изменений, любой длины.',
  }),
  link: setting({
    name: 'link',
    reader: 'operator',
    schema: z
      .string()
      .max(1000)
      .refine(
        isPage,
        wrong(valueFaults.page, { id: '{id}', example: 'https://cases.example.com/#/{kind}/{id}' }),
      ),
    en: 'URL template of a record’s web page, such as https://cases.example.com/#/{kind}/{id}; {kinds} is the plural of {kind}; default: no links.',
    ru: 'Веб-страница записи, например https://cases.example.com/#/{kind}/{id}; kind — case, task и т. д., {kinds} — во множественном числе. По умолчанию ссылок нет.',
  }),
  finalStatuses: setting({
    name: 'final-statuses',
    reader: 'operator',
    schema: z
      .string()
      .max(5000)
      .transform((value) =>
        value
          .split(',')
          .map((word) => word.trim())
          .filter(Boolean),
      ),
    default: '',
    en: 'Statuses of finished tasks, by name, system name or id, separated by commas; for services that do not report whether a status means finished.',
    ru: 'Статусы завершённых задач: названия, системные имена или идентификаторы через запятую. Нужны, если система сама не сообщает о завершении.',
  }),
  lookThrough: setting({
    name: 'look-through',
    reader: 'operator',
    schema: whole(100, 10_000),
    default: '2000',
    en: 'Maximum number of records of a list that casebridge reads and compares itself if the service’s search returns nothing.',
    ru: 'Сколько записей списка casebridge прочитает и сравнит сам, если поиск системы ничего не нашёл.',
  }),
  queryRequests: setting({
    name: 'query-requests',
    reader: 'operator',
    schema: whole(20, 20_000),
    default: '500',
    en: 'Maximum number of requests to the service for one query of `query_records`; a query that needs more is refused with advice.',
    ru: 'Сколько обращений к системе допускает один запрос `query_records`; если нужно больше, он не выполняется, а ответ подскажет, как его сузить.',
  }),
} as const satisfies Record<string, Setting>;

function isPage(template: string): boolean {
  return /^https?:\/\/\S+$/.test(template) && URL.canParse(template) && template.includes('{id}');
}
