import { z } from 'zod';
import { presumed } from '../../src/contract/operations/field-marks.ts';
import type { Area } from '../../src/contract/operations/operation.ts';
import { operation } from '../../src/contract/operations/operation.ts';
import { day, id, more } from './fields.ts';

export const health = {
  id: 'health',
  title: 'Health and logs',
  search: 'health server',
  operations: [
    operation({
      name: 'check_health',
      title: 'Check health',
      titleRu: 'Проверка системы',
      search: { words: 'slow working' },
      route: 'GET /api/v3/health',
      access: 'read',
      anonymous: true,
      description:
        'State of the service (Healthy, Degraded) with its checks, among them how many requests took too long.',
    }),
    operation({
      name: 'check_health_v2',
      title: 'Check health (v2)',
      titleRu: 'Проверка системы (v2)',
      search: { words: 'database working' },
      route: 'GET /api/v2/health',
      access: 'read',
      anonymous: true,
      description:
        'Checks whether the service and its database answer: Unknown, OK or Error. For details: check_health.',
    }),
    operation({
      name: 'download_script_log',
      title: 'Download script log',
      titleRu: 'Журнал скрипта',
      search: { words: 'error show' },
      route: 'GET /api/v3/logs/Get',
      access: 'read',
      answers: 'file',
      query: {
        Date: presumed(day('Day of the log').optional()),
        ScriptId: presumed(id('Only this script').optional()),
        LogType: presumed(
          z
            .enum(['console', 'WorkflowTrace', 'interpreter'])
            .optional()
            .describe('Default console; WorkflowTrace needs level Trace, interpreter Info'),
        ),
        ...more,
      },
      description: 'One day’s log of script executions: console output, workflow trace or interpreter.',
    }),
  ],
} satisfies Area;
