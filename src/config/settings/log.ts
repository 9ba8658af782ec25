import { logLevels } from '../../contract/log-level.ts';
import { oneOf, type Setting, setting, text } from '../setting.ts';

export const logSettings = {
  auditFile: setting({
    name: 'audit-file',
    reader: 'user',
    schema: text,
    isPath: true,
    en: 'File that records every change before and after the attempt; not set: changes are not recorded.',
    ru: 'Журнал изменений: файл, в который записывается каждое изменение до попытки и после неё; если не задан, изменения не записываются.',
  }),
  level: setting({
    name: 'log-level',
    reader: 'user',
    schema: oneOf(logLevels),
    en: `Level of the log on stderr: ${logLevels.join(', ')}; default: info if many users share one server, otherwise warn.`,
    ru: `Уровень журнала в stderr: ${logLevels.join(', ')}; по умолчанию info, если у сервера много пользователей, иначе warn.`,
  }),
} as const satisfies Record<string, Setting>;
