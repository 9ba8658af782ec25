import { NameError } from '../contract/errors.ts';
import type { RecordKind } from '../contract/records/record-ref.ts';
import { isUuid } from '../contract/uuid.ts';
import { idInLink } from '../names/link.ts';

/**
 * Returns the id in a pasted text: an id alone, or a link to a record of one of the kinds. Returns undefined
 * for other text.
 * @throws NameError for a link to another kind of record, or a link without an id
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
 * Returns the address pattern of records of one kind, such as `https://…/tasks/{id}`, so that an answer
 * states it once instead of for each record. Returns undefined if no record has an address.
 */
export function linkPattern(
  records: readonly { readonly Id: string; readonly Url?: string | undefined }[],
): string | undefined {
  const shown = records.find(({ Id, Url }) => Url?.includes(Id));
  return shown?.Url?.replace(shown.Id, '{id}');
}
