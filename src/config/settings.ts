import type { Worded } from '../contract/language.ts';
import type { Setting, SettingReader } from './setting.ts';
import { accessSettings } from './settings/access.ts';
import { answerSettings } from './settings/answers.ts';
import { deploymentSettings } from './settings/deployment.ts';
import { fileSettings } from './settings/files.ts';
import { httpSettings } from './settings/http.ts';
import { logSettings } from './settings/log.ts';
import { serviceSettings } from './settings/service.ts';
import { signInSettings } from './settings/sign-in.ts';
import { tokenSettings } from './settings/tokens.ts';
import { toolSettings } from './settings/tools.ts';
import { tracingSettings } from './settings/tracing.ts';

/** All settings. Flags, variables, configuration, `--help` and docs/settings.md come from here. */
export const settings = {
  service: serviceSettings,
  signIn: signInSettings,
  tools: toolSettings,
  answers: answerSettings,
  files: fileSettings,
  log: logSettings,
  http: httpSettings,
  access: accessSettings,
  deployment: deploymentSettings,
  tokens: tokenSettings,
  tracing: tracingSettings,
} as const;
export type SettingSlices = typeof settings;
export type Slice = keyof SettingSlices;

export const sliceTitles: Readonly<Record<Slice, Worded>> = {
  service: { en: 'The service', ru: 'Система' },
  signIn: { en: 'Signing in', ru: 'Вход' },
  tools: { en: 'Tools and questions', ru: 'Инструменты и вопросы' },
  answers: { en: 'Answers', ru: 'Ответы' },
  files: { en: 'Files', ru: 'Файлы' },
  log: { en: 'Log and audit log', ru: 'Журнал работы и журнал изменений' },
  http: { en: 'The HTTP server', ru: 'Сервер HTTP' },
  access: { en: 'Callers of the HTTP server', ru: 'Пользователи сервера HTTP' },
  deployment: { en: 'Names and zones of a deployment', ru: 'Имена и часовые пояса установки системы' },
  tokens: { en: 'Tokens of the service', ru: 'Токены системы' },
  tracing: { en: 'Traces (OpenTelemetry)', ru: 'Трассировка (OpenTelemetry)' },
};

/** Titles for each kind of reader, in the order in which help and docs list them. */
export const readerTitles: Readonly<Record<SettingReader, Worded>> = {
  user: { en: 'For one user', ru: 'Для одного пользователя' },
  operator: { en: 'For an operator', ru: 'Для администратора' },
  developer: { en: 'For a developer', ru: 'Для разработчика' },
};

export const slices = Object.keys(settings) as readonly Slice[];

export const valuesOfSettings = (
  config: Readonly<Record<Slice, Readonly<Record<string, unknown>>>>,
): readonly (readonly [Setting, unknown])[] =>
  slices.flatMap((slice) =>
    Object.entries<Setting>(settings[slice]).map(([key, one]) => [one, config[slice][key]] as const),
  );

export const allSettings: readonly Setting[] = slices.flatMap((slice) =>
  Object.values<Setting>(settings[slice]),
);
