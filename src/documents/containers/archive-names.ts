import { crc32 } from '../../util/crc32.ts';
import type { ZipEntry } from './archive-directory.ts';

/**
 * Decodes the member names. A name is UTF-8 if its flag is set or if the entry has a valid extra field with the UTF-8
 * name. All other names share one charset. It is UTF-8 if all of them are valid UTF-8. Otherwise, it is the Russian
 * Windows or DOS charset, whichever makes the names look more like Russian.
 */
export function namesOf(entries: readonly ZipEntry[]): readonly string[] {
  const open = entries.filter((entry) => known(entry) === undefined).map(({ rawName }) => rawName);
  const decode = chooseDecoder(open);
  return entries.map((entry) => (known(entry) ?? decode(entry.rawName)).replaceAll('\\', '/'));
}

function known({ rawName, isUnicode, unicodeName }: ZipEntry): string | undefined {
  if (isUnicode) return new TextDecoder().decode(rawName);
  // The extra field starts with a version byte and a four-byte checksum of the raw name.
  if (unicodeName === undefined || unicodeName.length < 5) return undefined;
  const checksum = new DataView(unicodeName.buffer, unicodeName.byteOffset).getUint32(1, true);
  return checksum === crc32(rawName) ? new TextDecoder().decode(unicodeName.subarray(5)) : undefined;
}

function chooseDecoder(names: readonly Uint8Array[]): (name: Uint8Array) => string {
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const name of names) strict.decode(name);
    return (name) => strict.decode(name);
  } catch {
    const [best] = ['ibm866', 'windows-1251']
      .map((label) => new TextDecoder(label))
      .map((decoder) => ({
        decoder,
        score: names.reduce((sum, name) => sum + likeness(decoder.decode(name)), 0),
      }))
      .sort((one, other) => other.score - one.score);
    return (name) => best?.decoder.decode(name) ?? '';
  }
}

/**
 * Rates how much a name looks like Russian. Lower-case letters after letters raise the score, and unusual characters
 * lower it.
 */
function likeness(text: string): number {
  const pairs = text.match(/[а-яёА-ЯЁ](?=[а-яё])/g)?.length ?? 0;
  const strange = text.match(/[^\x20-\x7eа-яёА-ЯЁ№«»–—]/g)?.length ?? 0;
  return pairs - 2 * strange;
}
