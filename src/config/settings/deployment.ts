import { z } from 'zod';
import { apiPath, oneOf, parsePairs, type Setting, text, timeZoneName } from '../setting.ts';

/** What a deployment has otherwise than the API's description and the catalogue. */
export const deploymentSettings = {
  serviceTimeZone: {
    schema: timeZoneName,
    env: 'CASEBRIDGE_SERVICE_TIME_ZONE',
    flag: 'service-time-zone',
    default: 'UTC',
  },
  fieldNames: {
    schema: z
      .string()
      .max(20_000)
      .transform((value, context) => new Map(parsePairs(value, context, 'Argument=Name'))),
    env: 'CASEBRIDGE_FIELD_NAMES',
    flag: 'field-names',
    default: '',
  },
  finalStatuses: {
    schema: z
      .string()
      .max(5000)
      .transform((value) =>
        value
          .split(',')
          .map((word) => word.trim())
          .filter(Boolean),
      ),
    env: 'CASEBRIDGE_FINAL_STATUSES',
    flag: 'final-statuses',
    default: '',
  },
  learn: {
    schema: oneOf(['on', 'off']),
    env: 'CASEBRIDGE_LEARN',
    flag: 'learn',
  },
  deployment: {
    schema: text,
    env: 'CASEBRIDGE_DEPLOYMENT',
    isPath: true,
    flag: 'deployment',
  },
  cacheDir: {
    schema: text,
    env: 'CASEBRIDGE_CACHE_DIR',
    isPath: true,
    flag: 'cache-dir',
  },
  mcpSettingsPath: {
    schema: apiPath,
    env: 'CASEBRIDGE_MCP_SETTINGS_PATH',
    flag: 'mcp-settings-path',
  },
} as const satisfies Record<string, Setting>;
