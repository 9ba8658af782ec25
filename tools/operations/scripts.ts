import { presumed } from '../../src/contract/operations/field-marks.ts';
import type { Area } from '../../src/contract/operations/operation.ts';
import { operation } from '../../src/contract/operations/operation.ts';
import { flag, id, more, objectId, parameters } from './fields.ts';

export const scripts = {
  id: 'scripts',
  title: 'Automation scripts',
  search: 'script',
  operations: [
    operation({
      name: 'run_script',
      title: 'Run script',
      titleRu: 'Запуск скрипта',
      route: 'POST /api/v2/scripts/run',
      access: 'action',
      risk: 'admin',
      body: {
        ScriptId: presumed(id('Script id')),
        ObjectId: presumed(objectId.optional()),
        Parameters: presumed(parameters('Parameters').optional()),
        IsAsync: flag('true (recommended): do not wait for the end').optional(),
        ...more,
      },
      verifiedBy: 'download_script_log',
      description:
        'Runs an automation script, which may change anything: only when the user names the script. Its output: download_script_log.',
      errors: { 429: 'Too many scripts are running: wait a minute before trying once more.' },
    }),
  ],
} satisfies Area;
