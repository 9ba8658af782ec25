import { logLevels } from '../../contract/log-level.ts';
import { oneOf, type Setting, setting, text } from '../setting.ts';

/** Settings for the log and the audit log. */
export const logSettings = {
  auditFile: setting({
    name: 'audit-file',
    reader: 'user',
    schema: text,
    isPath: true,
    en: 'File to which every change is recorded, before and after it is tried; none: nothing is recorded.',
    ru: 'Файл, куда записывается каждое изменение: до попытки и после неё; если не задан, ничего не записывается.',
  }),
  level: setting({
    name: 'log-level',
    reader: 'user',
    schema: oneOf(logLevels),
    en: `Log on stderr: ${logLevels.join(', ')}; default: info where many use one server, otherwise warn.`,
    ru: `Журнал в stderr: ${logLevels.join(', ')}; по умолчанию info, если сервером пользуются многие, иначе warn.`,
  }),
} as const satisfies Record<string, Setting>;
