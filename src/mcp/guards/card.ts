/** Fields of an object card. The API description leaves the structure open, so any is accepted. */
export interface Card {
  /** Returns a field's display name. @param key tag or id of the field */
  nameOf(key: string): string | undefined;
  /** Returns all keys (tag and id) of the field with the given key. */
  keysOf(key: string): readonly string[];
  /** Returns the keys of all fields in a block. Returns undefined if the key is not that of a block. */
  fieldsOf(block: string): readonly string[] | undefined;
}

interface ResolvedRecord {
  readonly Id?: unknown;
  readonly Tag?: unknown;
  readonly Name?: unknown;
  readonly Fields?: unknown;
}

/** Reads the card of a type, if it lists fields. @param type result of `get_object_type` */
export function readCard(type: unknown): Card | undefined {
  const blocks = recordsIn((type as { Blocks?: unknown } | null | undefined)?.Blocks);
  const fields = blocks.flatMap((block) => recordsIn(block.Fields));
  if (fields.length === 0) return undefined;
  const [byKey, blockByKey] = [indexed(fields), indexed(blocks)];
  return {
    nameOf: (key) => {
      const name = byKey.get(plainKey(key))?.Name;
      return typeof name === 'string' ? name : undefined;
    },
    keysOf: (key) => keysOf(byKey.get(plainKey(key))),
    fieldsOf: (key) => {
      const block = blockByKey.get(plainKey(key));
      return block && recordsIn(block.Fields).flatMap(keysOf);
    },
  };
}

/** Indexes an object's members by their names in lower case. */
export const byPlainName = (fields: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(fields).map(([key, value]) => [plainKey(key), value]));

/**
 * Returns one row of a block, or of a field with several values. `Ordinal` starts at 1.
 * @returns undefined if the record does not contain the row
 */
export function rowOf(
  fields: ReadonlyMap<string, unknown>,
  { Tag, Ordinal }: { readonly Tag: string; readonly Ordinal: number },
  card: Card | undefined,
): unknown {
  const cells = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      const rows = fields.get(plainKey(key));
      return Array.isArray(rows) && rows.length >= Ordinal ? [{ key, value: rows[Ordinal - 1] ?? null }] : [];
    });
  const [field] = cells([Tag, ...(card?.keysOf(Tag) ?? [])]);
  if (field) return field.value;
  const block = cells(card?.fieldsOf(Tag) ?? []);
  return block.length > 0
    ? Object.fromEntries(block.map(({ key, value }) => [card?.nameOf(key) ?? key, value]))
    : undefined;
}

export const plainKey = (key: string) => key.toLowerCase();

const keysOf = ({ Tag, Id }: ResolvedRecord = {}): string[] =>
  [Tag, Id].filter((key) => typeof key === 'string');

const indexed = (items: readonly ResolvedRecord[]): ReadonlyMap<string, ResolvedRecord> =>
  new Map(items.flatMap((item) => keysOf(item).map((key) => [plainKey(key), item])));

const recordsIn = (value: unknown): ResolvedRecord[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
