import { z } from 'zod';
import { languages } from '../contract/language.ts';
import { logLevels } from '../contract/log-level.ts';
import { valueFaults } from './messages.ts';
import { address, oneOf, type Setting, switchedOn, text, timeZoneName, whole, wrong } from './setting.ts';
import { answerSettings } from './settings/answers.ts';
import { cardSettings } from './settings/cards.ts';
import { deploymentSettings } from './settings/deployment.ts';
import { httpSettings } from './settings/http.ts';
import { networkSettings } from './settings/network.ts';
import { signInSettings } from './settings/sign-in.ts';
import { toolSettings } from './settings/tools.ts';
import { tracingSettings } from './settings/tracing.ts';

/** Every setting: flags, environment variables, `--help` and the table of docs/settings.md come from here, their words from `help/`. */
export const settings = {
  url: {
    schema: address,
    env: 'CASEBRIDGE_URL',
    flag: 'url',
  },
  ...signInSettings,
  timeout: {
    schema: whole(1, 900),
    env: 'CASEBRIDGE_TIMEOUT',
    flag: 'timeout',
    default: '60',
  },
  timeZone: {
    schema: timeZoneName,
    env: 'CASEBRIDGE_TIME_ZONE',
    flag: 'time-zone',
  },
  link: {
    schema: z
      .string()
      .max(1000)
      .refine(
        isPage,
        wrong(valueFaults.page, { id: '{id}', example: 'https://cases.example.com/#/{kind}/{id}' }),
      ),
    env: 'CASEBRIDGE_LINK',
    flag: 'link',
  },
  language: {
    schema: oneOf(languages),
    env: 'CASEBRIDGE_LANGUAGE',
    flag: 'language',
    default: languages[0],
  },
  ...networkSettings,
  ...deploymentSettings,
  sandbox: {
    schema: switchedOn,
    env: 'CASEBRIDGE_SANDBOX',
    flag: 'sandbox',
    default: 'false',
  },
  sandboxProfile: {
    schema: z.string().max(40),
    env: 'CASEBRIDGE_SANDBOX_PROFILE',
    flag: 'sandbox-profile',
    default: 'convenient',
  },
  ...toolSettings,
  ...cardSettings,
  auditFile: {
    schema: text,
    env: 'CASEBRIDGE_AUDIT_FILE',
    isPath: true,
    flag: 'audit-file',
  },
  exchangeDir: {
    schema: text,
    env: 'CASEBRIDGE_EXCHANGE_DIR',
    isPath: true,
    flag: 'exchange-dir',
  },
  maxDownload: {
    schema: whole(1, 100_000),
    env: 'CASEBRIDGE_MAX_DOWNLOAD',
    flag: 'max-download',
    default: '1024',
  },
  ...answerSettings,
  handOutTokens: {
    schema: switchedOn,
    env: 'CASEBRIDGE_HAND_OUT_TOKENS',
    flag: 'hand-out-tokens',
    default: 'false',
  },
  logLevel: {
    schema: oneOf(logLevels),
    env: 'CASEBRIDGE_LOG_LEVEL',
    flag: 'log-level',
  },
  ...tracingSettings,
  ...httpSettings,
} as const satisfies Record<string, Setting>;

function isPage(template: string): boolean {
  return /^https?:\/\/\S+$/.test(template) && URL.canParse(template) && template.includes('{id}');
}
