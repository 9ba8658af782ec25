import { isDeviceName } from '../../contract/operations/file-names.ts';

/** Names of files that outsiders chose, made fit for every file system and for being read. */

/** UTF-8 bytes of a name: file systems take 255, and copies get something added. */
const maxNameBytes = 180;
/** An extension is kept when a name is cut; what is longer is no extension. */
const maxExtensionBytes = 20;
/** Characters that are looked at: one may turn into several, or go. */
const maxCharacters = 2000;
/**
 * The last part of a name without anything that hides, reorders, escapes or means something to a system; at most
 * 180 bytes. Pure.
 * @param prefix put in front, with a hyphen
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

/** What the end of a name must not be; looked for once, however long. */
const trailing = /(?<![.\s])[.\s]+$/;

/** What stands behind the last separator; of a very long name the beginning and the extension. */
function lastPart(name: string): string {
  const part = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
  return part.length <= maxCharacters ? part : part.slice(0, maxCharacters) + part.slice(-maxExtensionBytes);
}

/** The name with a number, as file managers do: `claim (2).pdf`. Pure. */
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

/** Cuts the stem, never within a character. */
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
