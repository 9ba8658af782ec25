import { isDeviceName } from '../../contract/operations/file-names.ts';

/** Converts untrusted file names to names that are safe and readable on every file system. */

/** Maximum size of a name in UTF-8 bytes. File systems allow 255; copies need room for a suffix. */
const maxNameBytes = 180;
/** Maximum size of an extension that is not shortened, in bytes. A longer one counts as part of the stem. */
const maxExtensionBytes = 20;
/** Maximum number of examined characters. It exceeds the maximum size, because characters may be removed. */
const maxCharacters = 2000;
/**
 * Returns the last part of a name without characters that hide, reorder or escape text, or have a special meaning for
 * an operating system. At most 180 bytes. Pure.
 * @param prefix added in front with a hyphen
 */
export function safeFileName(name: string, prefix = ''): string {
  const base = lastPart(name)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+/, '')
    .replace(trailing, '');
  const safe = base === '' ? 'file' : isDeviceName(base) ? `_${base}` : base;
  const { stem, extension } = split(safe);
  return shorten(prefix === '' ? stem : `${prefix}-${stem}`, extension);
}

/** Matches dots and spaces at the end of a name, in linear time. */
const trailing = /(?<![.\s])[.\s]+$/;

/** Returns the part after the last separator. Returns only the beginning and the extension of a very long name. */
function lastPart(name: string): string {
  const part = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  return part.length <= maxCharacters ? part : part.slice(0, maxCharacters) + part.slice(-maxExtensionBytes);
}

/** Adds a number to a name: `claim (2).pdf`. Pure. */
export function numberedName(name: string, number: number): string {
  const { stem, extension } = split(name);
  return shorten(stem, ` (${number})${extension}`);
}

function split(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  const isExtension = Buffer.byteLength(extension) <= maxExtensionBytes;
  return isExtension
    ? { stem: name.slice(0, name.length - extension.length), extension }
    : { stem: name, extension: '' };
}

/** Shortens the stem to fit the maximum size of a name, without splitting a character. */
function shorten(stem: string, end: string): string {
  const room = maxNameBytes - Buffer.byteLength(end);
  if (Buffer.byteLength(stem) <= room) return stem + end;
  let size = 0;
  let cut = '';
  for (const character of stem) {
    size += Buffer.byteLength(character);
    if (size > room) break;
    cut += character;
  }
  return cut.replace(trailing, '') + end;
}
