/**
 * The fields of a card by the type of its record. The API description leaves open what a type looks like, so nothing is
 * demanded.
 */
export interface Card {
  /** What people call the field of a key: its tag or id. */
  nameOf(key: string): string | undefined;
  /** Every key of the same field. */
  keysOf(key: string): readonly string[];
  /** The keys of the fields of a block; undefined where it is none. */
  fieldsOf(block: string): readonly string[] | undefined;
}

interface ResolvedRecord {
  readonly Id?: unknown;
  readonly Tag?: unknown;
  readonly Name?: unknown;
  readonly Fields?: unknown;
}

/** @param type as `get_object_type` answers it; undefined where it shows no field */
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

/** The members of an object by their names in small letters. */
export const byPlainName = (fields: object): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(fields).map(([key, value]) => [plainKey(key), value]));

/**
 * A row of a field with several values, or of a block of such fields.
 * @param ordinal from 1
 * @returns undefined where it cannot be seen
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
