import type { DocumentRecord } from './records.ts';

/** Returns the extension in a file name, without its dot. Returns an empty string if there is none. */
export const extensionIn = (name: string): string => /\.([\p{L}\p{N}]{1,8})$/u.exec(name)?.[1] ?? '';

/** Returns the extension of a document's file, without its dot. Returns an empty string if it is unknown. */
export const extensionOf = ({ Name = '', FileName = '', Extension = '' }: DocumentRecord): string =>
  Extension.replace(/^\./, '') || extensionIn(FileName) || extensionIn(Name);

export function fullNameOf(record: DocumentRecord): string {
  const { Name = '' } = record;
  const extension = extensionOf(record);
  const isWritten = extension === '' || Name.toLowerCase().endsWith(`.${extension.toLowerCase()}`);
  return isWritten ? Name : `${Name}.${extension}`;
}
