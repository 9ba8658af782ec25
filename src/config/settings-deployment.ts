import { z } from 'zod';
import { apiPath, oneOf, parsePairs, type Setting, text, timeZoneName } from './setting.ts';

/** What a deployment has otherwise than the API's description and the catalogue. */
export const deploymentSettings = {
  serviceTimeZone: {
    schema: timeZoneName,
    env: 'CASEBRIDGE_SERVICE_TIME_ZONE',
    flag: 'service-time-zone',
    help: 'Time zone of moments that the service writes without one; those that are sent are always of UTC.',
    default: 'UTC',
  },
  fieldNames: {
    schema: z
      .string()
      .max(20_000)
      .transform((value, context) => new Map(parsePairs(value, context, 'Argument=Name'))),
    env: 'CASEBRIDGE_FIELD_NAMES',
    flag: 'field-names',
    help: 'Real names of presumed fields: `Argument=Name` or `tool.Argument=Name`, separated by commas.',
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
    help: 'Task statuses in which nothing is left to be done, by name, system name or id, separated by commas: for services that do not say it.',
    default: '',
  },
  learn: {
    schema: oneOf(['on', 'off']),
    env: 'CASEBRIDGE_LEARN',
    flag: 'learn',
    help: 'Learn real names from the service’s own reference: `on` or `off`; default: on, off with a file of the deployment or the embedded service.',
  },
  deployment: {
    schema: text,
    env: 'CASEBRIDGE_DEPLOYMENT',
    isPath: true,
    flag: 'deployment',
    help: 'File with what this deployment calls otherwise, as `casebridge learn --out` writes it.',
  },
  cacheDir: {
    schema: text,
    env: 'CASEBRIDGE_CACHE_DIR',
    isPath: true,
    flag: 'cache-dir',
    help: 'Folder in which what was learnt is kept; default: casebridge in the user’s folder for caches.',
  },
  mcpSettingsPath: {
    schema: apiPath,
    env: 'CASEBRIDGE_MCP_SETTINGS_PATH',
    flag: 'mcp-settings-path',
    help: 'Path of the operation that answers the MCP connection settings.',
  },
} as const satisfies Record<string, Setting>;
