import { withoutMarkers } from '../../../contract/features/documents/document-marks.ts';
import type { FormatContent, FormatRequest, InsideFile } from '../../format.ts';
import { createParts } from '../../parts.ts';

interface ListedFile extends InsideFile {
  readonly isEncrypted?: boolean;
}

/** Returns the content of an archive: a list of its files. The number in the list opens the file. */
export function listContent(
  request: FormatRequest,
  kind: string,
  files: readonly ListedFile[],
): FormatContent {
  const parts = createParts(request);
  for (const [index, { name, size, isEncrypted }] of files.entries()) {
    const bytes = size === undefined ? '' : `, ${size} bytes`;
    parts.line(`${index + 1}. ${shown(name)}${bytes}${isEncrypted ? ', protected by a password' : ''}`);
  }
  if (files.length === 0) parts.line('(no files)');
  return {
    kind,
    ...parts.finish('part'),
    inside: files.map(({ name, size, open }) => ({
      name: shown(name),
      ...(size !== undefined && { size }),
      open,
    })),
  };
}

/** Replaces control characters, so that the name fits on one line. */
const shown = (name: string) => withoutMarkers(name).replace(/\p{Cc}+/gu, ' ');
