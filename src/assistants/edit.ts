import { isDeepStrictEqual } from 'node:util';
import { isRow } from '../contract/records/row.ts';
import { type Assistant, type Entry, type FormatName, serverName, Unusable } from './assistant.ts';
import type { Spot, TextFormat } from './formats/format.ts';
import { configMessages } from './messages.ts';

/** Formats by name. Each format loads its parser on first use. */
const formats: Readonly<Record<FormatName, () => Promise<TextFormat>>> = {
  json: async () => (await import('./formats/json.ts')).json,
  toml: async () => (await import('./formats/toml.ts')).toml,
  yaml: async () => (await import('./formats/yaml.ts')).yaml,
};

/**
 * Edits the server's entry in an assistant's configuration. All methods throw `Unusable` if the text cannot be parsed.
 */
export interface Editor {
  readonly entryIn: (text: string) => Entry | undefined;
  readonly put: (text: string, entry: Entry) => string;
  readonly take: (text: string) => string;
}

export async function editorOf({ format: kind, section, isList }: Assistant): Promise<Editor> {
  const format = await formats[kind]();
  const spot: Spot = { section, name: serverName, isList: isList === true };
  const parse = (text: string) => safely(() => format.parse(text));
  const entryIn = (text: string) => entryOf(parse(text), spot);
  /** Parses the result to verify that only the entry has changed. */
  const checked = (before: string, after: string, entry: Entry | undefined) => {
    const [old, fresh] = [parse(before), parse(after)];
    const isRest = isDeepStrictEqual(restOf(old, spot), restOf(fresh, spot));
    if (isRest && isDeepStrictEqual(entryOf(fresh, spot), entry)) return after;
    throw new Unusable(configMessages.otherwise);
  };
  return {
    entryIn,
    put: (text, entry) => {
      const present = entryIn(text);
      if (isDeepStrictEqual(present, entry)) return text;
      return checked(
        text,
        safely(() => format.put(text, spot, entry)),
        entry,
      );
    },
    take: (text) =>
      entryIn(text) === undefined
        ? text
        : checked(
            text,
            safely(() => format.take(text, spot)),
            undefined,
          ),
  };
}

/** Converts a stack overflow, which deeply nested text causes, to the error `Unusable`. */
function safely<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError) throw new Unusable(configMessages.tooDeep);
    throw error;
  }
}

function entryOf(root: unknown, { section, name, isList }: Spot): Entry | undefined {
  const holder = isRow(root) && Object.hasOwn(root, section) ? root[section] : undefined;
  if (isList) {
    const found = Array.isArray(holder)
      ? holder.find((item) => isRow(item) && item.name === name)
      : undefined;
    return plain(found);
  }
  return isRow(holder) && Object.hasOwn(holder, name) ? plain(holder[name]) : undefined;
}

/** Removes prototypes and classes that parsers add. */
const plain = (value: unknown): Entry | undefined => {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : JSON.parse(text);
};

/** Returns all data except the entry. Omits the section if it has no other entries. */
function restOf(root: unknown, { section, name, isList }: Spot): unknown {
  if (root === undefined || root === null) return {};
  if (!isRow(root)) return root;
  const { [section]: holder, ...others } = root;
  const left = isList
    ? Array.isArray(holder) && holder.filter((item) => !(isRow(item) && item.name === name))
    : isRow(holder) && Object.entries(holder).filter(([key]) => key !== name);
  return left && left.length > 0 ? { ...others, [section]: left } : others;
}
