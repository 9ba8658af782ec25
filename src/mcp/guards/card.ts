/**
 * Fields of an object card by the type of its record. The API description does not define the form of a type, so any
 * form is accepted.
 */
export interface Card {
  /** Returns the display name of a field. @param key its tag or id */
  nameOf(key: string): string | undefined;
  /** Returns all keys of the same field. */
  keysOf(key: string): readonly string[];
  /** Returns the keys of the fields in a block. Returns undefined for other keys. */
  fieldsOf(block: string): readonly string[] | undefined;
}

interface ResolvedRecord {
  readonly Id?: unknown;
  readonly Tag?: unknown;
  readonly Name?: unknown;
  readonly Fields?: unknown;
}

/** Reads a card. Returns undefined if the type shows no fields. @param type result of `get_object_type` */
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

/** Returns the members of an object by lower-case names. */
export const byPlainName = (fields: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(fields).map(([key, value]) => [plainKey(key), value]));

/**
 * Returns a row of a field with several values, or of a block.
 * @param ordinal starts with 1
 * @returns undefined if the row is not visible
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
