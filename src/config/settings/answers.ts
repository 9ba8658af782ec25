import { z } from 'zod';
import { languages } from '../../contract/language.ts';
import { valueFaults } from '../messages.ts';
import { oneOf, type Setting, setting, timeZoneName, whole, wrong } from '../setting.ts';

/** Settings for the language, time zone and length of answers. */
export const answerSettings = {
  language: setting({
    name: 'language',
    reader: 'user',
    schema: oneOf(languages),
    default: languages[0],
    en: `Language of what people read and are asked, and of prompts where the user names none: ${languages.join(', ')}.`,
    ru: `На каком языке запросы (промпты), если он в них не указан, и всё, что читают и о чём спрашивают людей: ${languages.join(', ')}.`,
  }),
  timeZone: setting({
    name: 'time-zone',
    reader: 'user',
    schema: timeZoneName,
    en: 'Time zone of dates in lookups, such as Europe/Moscow; default: of the user’s record, else of this machine. Where many people call, records come first.',
    ru: 'Часовой пояс дат, например Europe/Moscow; по умолчанию — из карточки пользователя, иначе этого компьютера. Если пользователей много, карточка важнее.',
  }),
  cards: setting({
    name: 'cards',
    reader: 'user',
    schema: oneOf(['on', 'off']),
    default: 'on',
    en: 'Whether assistants that can (MCP Apps) also show answers as cards: `on` or `off`.',
    ru: 'Показывать ли ответы ещё и карточками там, где ассистент это умеет (MCP Apps): `on` или `off`.',
  }),
  answerTokens: setting({
    name: 'answer-tokens',
    reader: 'user',
    schema: whole(0, 20_000).refine(
      (tokens) => tokens === 0 || tokens >= 500,
      wrong(valueFaults.noneOrAtLeast, { least: 500 }),
    ),
    default: '8000',
    en: 'Most tokens of one answer, 500 to 20000; 0 sends the service’s JSON as it is, however long.',
    ru: 'Сколько токенов может занять один ответ, от 500 до 20000; 0 — JSON сервиса как есть, любой длины.',
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
    en: 'Page of a record for people, such as https://cases.example.com/#/{kind}/{id}; kind is case, task and so on, {kinds} its plural; default: no links to pages.',
    ru: 'Страница записи для людей, например https://cases.example.com/#/{kind}/{id}; kind — case, task и т. д., {kinds} — во множественном числе; иначе ссылок нет.',
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
    en: 'Task statuses in which nothing is left to be done, by name, system name or id, separated by commas: for services that do not say it.',
    ru: 'Статусы, в которых задача закончена: названия, системные имена или идентификаторы через запятую — если сервис не сообщает об этом сам.',
  }),
  lookThrough: setting({
    name: 'look-through',
    reader: 'operator',
    schema: whole(100, 10_000),
    default: '2000',
    en: 'Records of a list that are looked through, and compared here, where the service finds none by the words that it is asked for.',
    ru: 'Сколько записей списка просматривать и сравнивать здесь, если по заданным словам сервис ничего не находит.',
  }),
  queryRequests: setting({
    name: 'query-requests',
    reader: 'operator',
    schema: whole(20, 20_000),
    default: '500',
    en: 'Most requests to the service that one query over records sends; one that needs more is told how to narrow it.',
    ru: 'Сколько запросов к сервису может послать один запрос по записям; если нужно больше, будет сказано, как его сузить.',
  }),
} as const satisfies Record<string, Setting>;

function isPage(template: string): boolean {
  return /^https?:\/\/\S+$/.test(template) && URL.canParse(template) && template.includes('{id}');
}
