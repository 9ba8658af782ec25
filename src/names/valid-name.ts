import { InvalidArgumentsError } from '../contract/errors.ts';
import { maxNameLength, type RecordKind } from '../contract/records/record-ref.ts';

export const withArticle = (kind: RecordKind) => `${/^[aeiou](?!ser)/.test(kind) ? 'an' : 'a'} ${kind}`;

/** Rejects a string that cannot be a name, before any request is sent. */
export function rejectInvalidName(kind: RecordKind, name: string): void {
  const fault = !/[\p{L}\p{N}]/u.test(name)
    ? 'contains no letter or digit'
    : name.length > maxNameLength
      ? `is longer than ${maxNameLength} characters`
      : /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name)
        ? 'contains control characters'
        : undefined;
  if (fault !== undefined)
    throw new InvalidArgumentsError(`the text ${fault}. Pass the id or the name of ${withArticle(kind)}.`);
}
