import { z } from 'zod';
import { invalid, ruleError } from '../http/errors.ts';
import { int64 } from '../http/model-binding.ts';
import type { CaseObject } from '../state/entities/objects.ts';

/** What a PUT or PATCH of an object may carry to be refused when someone else was faster. */
export const versionFields = { Version: int64.nullish(), IsVersionEnabled: z.boolean().nullish() };

/** Refuses a change made to an older version (EDT-5); without both names nothing is checked. */
export function requireVersion(
  object: CaseObject,
  sent: { Version?: number | null | undefined; IsVersionEnabled?: boolean | null | undefined },
): void {
  if (!sent.IsVersionEnabled) return;
  if (sent.Version === undefined || sent.Version === null)
    throw invalid('IsVersionEnabled needs the Version that was read.');
  if (sent.Version !== object.version)
    throw ruleError(
      409,
      'VersionConflict',
      `Version ${sent.Version} of the object is out of date: it is now ${object.version}. Nothing was changed.`,
    );
}
