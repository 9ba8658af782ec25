import type { CompoundFolder } from '../../containers/compound-file.ts';
import { decode } from '../texts/charset.ts';

/** Properties of a message, recipient or attachment, by number (MS-OXPROPS). */
export interface OutlookProperties {
  text(id: number): string | undefined;
  bytes(id: number): Uint8Array | undefined;
  number(id: number): number | undefined;
  /** Returns a date-time in UTC, formatted as text. */
  time(id: number): string | undefined;
}

const types = { text: '001F', oldText: '001E', bytes: '0102', number: 3, time: 0x40 };
/** Milliseconds from 1601, the epoch of Windows file times, to 1970. */
const epoch = 11_644_473_600_000;

/** @param head offset of the fixed-size properties: 32 in a message, 24 in an embedded message, else 8 */
export function outlookProperties(
  { files }: CompoundFolder,
  head: number,
  charset: string | undefined,
): OutlookProperties {
  const fixed = fixedProperties(files.get('__properties_version1.0')?.(), head);
  const stored = (id: number, type: string) =>
    files.get(`__substg1.0_${id.toString(16).toUpperCase().padStart(4, '0')}${type}`)?.();
  return {
    text(id) {
      const wide = stored(id, types.text);
      if (wide) return new TextDecoder('utf-16le').decode(wide);
      const old = stored(id, types.oldText);
      return old && decode(old, charset)?.text;
    },
    bytes: (id) => stored(id, types.bytes),
    number: (id) => fixed.get(id * 0x10000 + types.number)?.getUint32(0, true),
    time(id) {
      const value = fixed.get(id * 0x10000 + types.time);
      return value && momentOf(value);
    },
  };
}

/** Formats a Windows file time, which counts steps of 100 ns since 1601. Returns undefined if it is out of range. */
export function momentOf(value: DataView): string | undefined {
  const ms = Number(value.getBigUint64(0, true) / 10_000n) - epoch;
  return Math.abs(ms) < 8.64e15
    ? `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
    : undefined;
}

/** Reads the fixed-size properties: entries of sixteen bytes, keyed by number and type. */
function fixedProperties(list: Uint8Array | undefined, head: number): Map<number, DataView> {
  const found = new Map<number, DataView>();
  for (let at = head; list !== undefined && at + 16 <= list.length; at += 16) {
    const view = new DataView(list.buffer, list.byteOffset + at, 16);
    found.set(view.getUint32(0, true), new DataView(list.buffer, list.byteOffset + at + 8, 8));
  }
  return found;
}
