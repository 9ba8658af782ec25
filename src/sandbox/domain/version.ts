import { z } from 'zod';
import { invalid, ruleError } from '../http/errors.ts';
import { int64 } from '../http/model-binding.ts';
import type { CaseObject } from '../state/entities/objects.ts';

/**
 * Fields of a PUT or PATCH. With them, the service refuses the change if the object has changed since the client read
 * it.
 */
export const versionFields = { Version: int64.nullish(), IsVersionEnabled: z.boolean().nullish() };

/**
 * Throws 409 if a change is based on an older version of the object (EDT-5). Checks nothing unless `IsVersionEnabled`
 * is true, which requires a `Version`.
 */
export function requireVersion(
  object: CaseObject,
  sent: { Version?: number | null | undefined; IsVersionEnabled?: boolean | null | undefined },
): void {
  if (!sent.IsVersionEnabled) return;
  if (sent.Version === undefined || sent.Version === null)
    throw invalid('If IsVersionEnabled is true, Version must be the version of the record that you read.');
  if (sent.Version !== object.version)
    throw ruleError(
      409,
      'VersionConflict',
      `Version ${sent.Version} of the object is out of date: it is now ${object.version}. Nothing was changed.`,
    );
}
