import { lazy } from '../../util/lazy.ts';
import { UnreadableError } from '../format.ts';
import { viewOf } from '../view-of.ts';

/** A directory in a compound file (MS-CFB), the file system inside the files of older office programs. */
export interface CompoundFolder {
  /** Files by name. A file is read when its function is called. */
  readonly files: ReadonlyMap<string, () => Uint8Array>;
  readonly folders: ReadonlyMap<string, CompoundFolder>;
}

const mark = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
/** Sector numbers from this value on are markers, such as end of chain and free sector. */
const special = 0xfffffffa;
const smallSize = 64;
const entrySize = 128;
/** Maximum nesting of directories. */
const maxDepth = 50;

export const isCompoundFile = (bytes: Uint8Array): boolean =>
  mark.every((byte, index) => bytes[index] === byte);

/**
 * Returns the root directory; undefined if the bytes are not a compound file or the file is damaged. Callers detect a
 * format by the files in this directory, because a search of the raw bytes would also find the file names of embedded
 * documents.
 */
export function compoundRoot(bytes: Uint8Array): CompoundFolder | undefined {
  try {
    return isCompoundFile(bytes) ? readCompoundFile(bytes) : undefined;
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

/** Reads the root directory. @throws UnreadableError if a sector chain leaves the file or forms a cycle */
export function readCompoundFile(bytes: Uint8Array): CompoundFolder {
  try {
    return readRoot(bytes);
  } catch (error) {
    throw error instanceof RangeError ? cutOff() : error;
  }
}

const cutOff = () => new UnreadableError('damaged', 'it is cut off, or its directory is wrong');

interface Entry {
  readonly name: string;
  /** Type of the entry: 1 for a directory, 2 for a file, 5 for the root directory. */
  readonly type: number;
  /** Entry numbers of the siblings in the directory tree and of the first child. */
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

type ReadFile = (entry: Entry) => Uint8Array;

function readRoot(bytes: Uint8Array): CompoundFolder {
  const view = viewOf(bytes);
  const bits = view.getUint16(30, true);
  if (bits !== 9 && bits !== 12) throw cutOff();
  const size = 2 ** bits;
  const sector = (number: number) => {
    const at = (number + 1) * size;
    if (at >= bytes.length) throw cutOff();
    return bytes.subarray(at, at + size);
  };
  const table = numbersIn(Buffer.concat(tableSectors(view, sector, size / 4 - 1).map(sector)));
  const chain = (first: number) => follow(first, table, sector);
  const entries = entriesIn(chain(view.getUint32(48, true)));
  const root = entries[0];
  if (root?.type !== 5) throw cutOff();
  const small = lazy(() => ({
    space: chain(root.start),
    table: numbersIn(chain(view.getUint32(60, true))),
  }));
  const smallLimit = view.getUint32(56, true);
  const readFile: ReadFile = (entry) => {
    const content =
      entry.size >= smallLimit
        ? chain(entry.start)
        : follow(entry.start, small().table, (number) =>
            small().space.subarray(number * smallSize, (number + 1) * smallSize),
          );
    if (content.length < entry.size) throw cutOff();
    return content.subarray(0, entry.size);
  };
  return folderOf(root, entries, readFile, { depth: 0, seen: new Set() });
}

function numbersIn(bytes: Uint8Array): Uint32Array {
  const view = viewOf(bytes);
  return Uint32Array.from({ length: bytes.length >> 2 }, (_, index) => view.getUint32(index * 4, true));
}

/** Returns the sectors of the allocation table. The header lists the first 109; a separate chain lists the others. */
function tableSectors(view: DataView, sector: (number: number) => Uint8Array, each: number): number[] {
  const found = Array.from({ length: 109 }, (_, index) => view.getUint32(76 + index * 4, true));
  const seen = new Set<number>();
  for (let next = view.getUint32(68, true); next < special; ) {
    if (seen.has(next)) throw cutOff();
    seen.add(next);
    const numbers = numbersIn(sector(next));
    found.push(...numbers.subarray(0, each));
    next = numbers[each] ?? special;
  }
  return found.filter((number) => number < special);
}

/** Returns the content of a sector chain. A chain longer than the allocation table contains a cycle. */
function follow(first: number, table: Uint32Array, sector: (number: number) => Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let next = first; next < special; next = table[next] ?? special) {
    if (parts.length >= table.length) throw cutOff();
    parts.push(sector(next));
  }
  return Buffer.concat(parts);
}

function entriesIn(directory: Uint8Array): Entry[] {
  const view = viewOf(directory);
  return Array.from({ length: Math.floor(directory.length / entrySize) }, (_, index) => {
    const at = index * entrySize;
    const length = Math.min(64, view.getUint16(at + 64, true));
    return {
      name: new TextDecoder('utf-16le').decode(directory.subarray(at, at + Math.max(0, length - 2))),
      type: view.getUint8(at + 66),
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      size: view.getUint32(at + 120, true),
    };
  });
}

/** Reads a directory tree. Visits each entry only once, so that a cycle ends. */
function folderOf(
  folder: Entry,
  entries: readonly Entry[],
  readFile: ReadFile,
  way: { readonly depth: number; readonly seen: Set<number> },
): CompoundFolder {
  const files = new Map<string, () => Uint8Array>();
  const folders = new Map<string, CompoundFolder>();
  const open = [folder.child];
  for (let number = open.pop(); number !== undefined; number = open.pop()) {
    const entry = entries[number];
    if (entry === undefined || way.seen.has(number)) continue;
    way.seen.add(number);
    open.push(entry.left, entry.right);
    if (entry.type === 2) files.set(entry.name, () => readFile(entry));
    if (entry.type === 1 && way.depth < maxDepth)
      folders.set(entry.name, folderOf(entry, entries, readFile, { ...way, depth: way.depth + 1 }));
  }
  return { files, folders };
}
