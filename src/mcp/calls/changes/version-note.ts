import { type Note, worded } from '../../../contract/worded.ts';
import { parseExact } from '../../../json/exact.ts';
import { fieldCalled, plainText, recordIn } from '../../../json/record-value.ts';
import { answerMessages } from '../../output/messages.ts';
import type { Changed } from './made-change.ts';

/**
 * Returns a note about the version check that the call requested (API description, Object). The service has reported
 * success. Returns undefined if the call requested no check, if assistants may not read the record, or if the record
 * had the requested version.
 */
export function versionNote({ definition, args, was, services }: Changed): Note | undefined {
  const { Version: given, IsVersionEnabled: isAskedFor } = args;
  if (isAskedFor !== true || given === undefined || !was.isOpen) return undefined;
  const record = was.text === undefined ? undefined : recordIn(parseExact(was.text));
  const { shows } = services.deployment.operations(definition) ?? {};
  const found = record && fieldCalled(record, [...(shows?.Version ? [shows.Version] : []), 'Version']);
  if (found === undefined || found.value === null) return answerMessages.versionUnknown;
  const [had, called] = [plainText(found.value), plainText(given)];
  return had === called ? undefined : worded(answerMessages.versionUnchecked, { had, given: called });
}
