import { writeFileSync } from 'node:fs';
import { usageMessages } from '../../config/messages.ts';
import { fileTrouble, UsageError } from '../../config/usage-error.ts';
import type { DeploymentForm } from '../../deployment/forms/deployment-file.ts';

/**
 * Writes the names from the service's OpenAPI description to a file, for a person to review.
 * @throws UsageError if the file cannot be written
 */
export function writeForm(path: string, form: DeploymentForm): void {
  try {
    writeFileSync(path, `${JSON.stringify(form, null, 2)}\n`);
  } catch (error) {
    const why = fileTrouble(error);
    throw new UsageError(usageMessages.cannotBeWritten, { name: `--out (${JSON.stringify(path)})`, why });
  }
}
