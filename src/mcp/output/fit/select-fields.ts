import { lettersOf } from '../../../contract/records/letters.ts';
import { isJsonObject, isList, type Json, type JsonObject, type Member } from '../../../json/tree.ts';

/** Requested fields, each with the fields inside it. An empty map requests the whole value. */
type Wanted = Map<string, Wanted>;

export interface Selection {
  /** Items with only the requested fields. The fields keep the items' own order. */
  readonly items: readonly Json[];
  readonly missing: readonly string[];
}

/** Selects fields. @param fields paths of names with dots between them. A path may lead through lists */
export function selectFields(items: readonly Json[], fields: readonly string[]): Selection {
  const wanted: Wanted = new Map();
  for (const field of fields) {
    let level = wanted;
    for (const name of field.split('.').map(lettersOf)) {
      const next = level.get(name) ?? new Map();
      level.set(name, next);
      level = next;
    }
  }
  const found = new Set<Wanted>();
  const selected = items.map((item) => (isJsonObject(item) ? pick(item, wanted, found) : item));
  const isMissing = (field: string) => {
    let level: Wanted | undefined = wanted;
    for (const name of field.split('.').map(lettersOf)) level = level?.get(name);
    return level !== undefined && !found.has(level);
  };
  return { items: selected, missing: fields.filter(isMissing) };
}

function pick(entry: JsonObject, wanted: Wanted, found: Set<Wanted>): JsonObject {
  const members: Member[] = [];
  for (const [name, value] of entry.members) {
    const inner = wanted.get(lettersOf(memberName(name)));
    if (inner === undefined) continue;
    found.add(inner);
    members.push([name, inner.size === 0 ? value : pickInside(value, inner, found)]);
  }
  return { members };
}

function pickInside(value: Json, wanted: Wanted, found: Set<Wanted>): Json {
  if (isJsonObject(value)) return pick(value, wanted, found);
  return isList(value) ? { items: value.items.map((item) => pickInside(item, wanted, found)) } : value;
}

/** @param token name as written in the JSON, including the quotation marks */
export const memberName = (token: string): string =>
  token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
