import { z } from 'zod';
import { apiPath, oneOf, parsePairs, type Setting, setting, text, timeZoneName } from '../setting.ts';

/** Settings for differences between a deployment and the API description. */
export const deploymentSettings = {
  learn: setting({
    name: 'learn',
    reader: 'operator',
    schema: oneOf(['on', 'off']),
    en: 'Learn real field names from the service’s API reference: `on` or `off`; default: `off` with `CASEBRIDGE_DEPLOYMENT` or the embedded service, otherwise `on`.',
    ru: 'Определять имена полей по спецификации API системы: `on` или `off`; по умолчанию `off` при заданном `CASEBRIDGE_DEPLOYMENT` или встроенной системе, иначе `on`.',
  }),
  file: setting({
    name: 'deployment',
    reader: 'operator',
    schema: text,
    isPath: true,
    en: 'File with the names in which this deployment differs from the API description, as `casebridge learn --out` writes it.',
    ru: 'Файл с именами, которые в этой установке системы другие; его создаёт `casebridge learn --out`.',
  }),
  cacheDir: setting({
    name: 'cache-dir',
    reader: 'operator',
    schema: text,
    isPath: true,
    en: 'Folder for learned names; default: casebridge in the user’s cache folder.',
    ru: 'Папка для найденных имён; по умолчанию — casebridge в папке кэша пользователя.',
  }),
  serviceTimeZone: setting({
    name: 'service-time-zone',
    reader: 'operator',
    schema: timeZoneName,
    default: 'UTC',
    en: 'Time zone of times that the service returns without one; times are always sent in UTC.',
    ru: 'Часовой пояс для времени, которое система возвращает без пояса; отправляется время всегда в UTC.',
  }),
  fieldNames: setting({
    name: 'field-names',
    reader: 'operator',
    schema: z
      .string()
      .max(20_000)
      .transform((value, context) => new Map(parsePairs(value, context, 'Argument=Name'))),
    default: '',
    en: 'Real names of fields whose names the API description does not state: `Argument=Name` or `tool.Argument=Name`, separated by commas.',
    ru: 'Имена полей, не указанные в описании API: `Argument=Name` или `tool.Argument=Name` через запятую.',
  }),
  mcpSettingsPath: setting({
    name: 'mcp-settings-path',
    reader: 'operator',
    schema: apiPath,
    en: 'Path of the operation that returns the MCP connection settings.',
    ru: 'Путь операции, которая возвращает настройки подключения к MCP.',
  }),
} as const satisfies Record<string, Setting>;
