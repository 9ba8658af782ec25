import { NameError } from '../contract/errors.ts';
import type { RecordKind } from '../contract/records/record-ref.ts';
import { isUuid } from '../contract/uuid.ts';
import { idInLink } from '../names/link.ts';

/**
 * Returns the id in a string that a user pasted: an id alone, or a link to a record of one of the given kinds. Returns
 * undefined for any other string.
 * @throws NameError if the string is a link without an id, or a link to another kind of record
 */
export function readId(text: string, ...kinds: readonly [RecordKind, ...RecordKind[]]): string | undefined {
  const given = text.trim();
  if (isUuid(given)) return given.toLowerCase();
  const [kind, ...others] = kinds;
  try {
    return idInLink(kind, given)?.toLowerCase();
  } catch (error) {
    const [next, ...rest] = others;
    if (next === undefined || !(error instanceof NameError)) throw error;
    return readId(given, next, ...rest);
  }
}

/**
 * Returns the URL pattern that the records of one kind share, such as `https://…/tasks/{id}`. An answer then contains
 * it once instead of one URL per record. Returns undefined if no record's URL contains the record's id.
 */
export function linkPattern(
  records: readonly { readonly Id: string; readonly Url?: string | undefined }[],
): string | undefined {
  const shown = records.find(({ Id, Url }) => Url?.includes(Id));
  return shown?.Url?.replace(shown.Id, '{id}');
}
