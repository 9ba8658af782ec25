import type { Worded } from '../../contract/language.ts';
import type { Setting } from '../setting.ts';
import { settings } from '../settings.ts';
import { httpHelp } from './http.ts';
import { serviceHelp } from './service.ts';
import { toolsHelp } from './tools.ts';
import { tracingHelp } from './tracing.ts';

/** Settings by what they are about, in the order in which help and docs show them. */
export const settingGroups = {
  service: {
    title: { en: 'The service, signing in, and this program', ru: 'Сервис, вход и сама программа' },
    help: serviceHelp,
  },
  tools: { title: { en: 'Tools and answers', ru: 'Инструменты и ответы' }, help: toolsHelp },
  http: { title: { en: 'The HTTP server', ru: 'Сервер HTTP' }, help: httpHelp },
  tracing: { title: { en: 'Traces (OpenTelemetry)', ru: 'Трассировка (OpenTelemetry)' }, help: tracingHelp },
} as const satisfies Record<string, { readonly title: Worded; readonly help: Record<string, Worded> }>;
export type SettingGroup = keyof typeof settingGroups;

/** What each setting means, in one sentence: apart from the settings, since only whoever asks for it needs it. */
export const settingHelp: Readonly<Record<keyof typeof settings, Worded>> = {
  ...settingGroups.service.help,
  ...settingGroups.tools.help,
  ...settingGroups.http.help,
  ...settingGroups.tracing.help,
};

/** Returns the settings of a group, in the order in which they are defined. */
export const settingsIn = (group: SettingGroup): readonly (readonly [keyof typeof settings, Setting])[] =>
  (Object.entries(settings) as [keyof typeof settings, Setting][]).filter(([key]) =>
    Object.hasOwn(settingGroups[group].help, key),
  );
