import { type Audit, createAudit } from '../observability/audit-log.ts';
import type { Log } from '../observability/log.ts';
import { UsageError } from './command-line.ts';
import { usageMessages } from './messages.ts';
import { settings } from './settings.ts';
import { fileTrouble } from './usage-error.ts';

/** Opens the audit log. @throws UsageError if the file cannot be written */
export function openAudit(path: string | undefined, log: Log, lostLine: (() => void) | undefined): Audit {
  try {
    return createAudit(path, (error) => {
      lostLine?.();
      log.error('the outcome of a call could not be recorded', error);
    });
  } catch (error) {
    throw new UsageError(usageMessages.unwritableFile, {
      name: `${settings.log.auditFile.env} (${JSON.stringify(path)})`,
      why: fileTrouble(error),
    });
  }
}
