import { NameError } from '../contract/errors.ts';
import type { RecordKind } from '../contract/records/record-ref.ts';
import { isUuid } from '../contract/uuid.ts';
import { idInLink } from '../names/link.ts';

/**
 * The id in what was pasted: an id alone, or a link to a record of one of the kinds. Undefined for plain words.
 * @throws NameError for a link to something else, or without an id
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
 * Where records of one kind are found, `https://…/tasks/{id}`: said once instead of with every record.
 * @param records those of one kind, of which one has an address
 */
export function linkPattern(
  records: readonly { readonly Id: string; readonly Url?: string | undefined }[],
): string | undefined {
  const shown = records.find(({ Id, Url }) => Url?.includes(Id));
  return shown?.Url?.replace(shown.Id, '{id}');
}
