import { createHash } from 'node:crypto';
import {
  type Arguments,
  type Draft,
  type Sent,
  sentBy,
  type UncheckedContent,
} from '../../../api/client/build-request.ts';
import type { FilePart } from '../../../api/files/multipart.ts';
import { dropArgument } from '../../../contract/operations/field-marks.ts';

/** A value as people are asked about it. */
export interface AskedValue extends Sent {
  /** Facts of the value stand in its place. */
  readonly isDescribed?: true;
}

/**
 * All that is sent, as people are asked about it: for a file its name, type, size in bytes and SHA-256, since nobody
 * reads it in a dialog; and what lists may lose, which is said to the bridge alone.
 */
export function sentForPeople(draft: Draft, given: Arguments): readonly AskedValue[] {
  const { fileParts } = draft.operation;
  const sent = sentBy(draft).map((one) =>
    fileParts?.includes(one.argument)
      ? { ...one, value: describeFile(one.value as FilePart<UncheckedContent>), isDescribed: true as const }
      : one,
  );
  const drop = given[dropArgument];
  return drop === undefined ? sent : [...sent, { argument: dropArgument, name: dropArgument, value: drop }];
}

function describeFile({ fileName, mediaType, content }: FilePart<UncheckedContent>): object {
  const facts =
    content instanceof Uint8Array
      ? { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
      : { path: content.path, ...content.seen };
  return { name: fileName, type: mediaType, ...facts };
}
