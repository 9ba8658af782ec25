import { isRow } from '../contract/records/row.ts';

/** Maximum nesting depth of blocks, because blocks contain rows and rows contain blocks. */
const maxDepth = 4;

/**
 * Returns the custom fields of an object by tag, from the record's fields or from its blocks. If a block occurs several
 * times, the value of each of its fields is a list.
 * @param fields object with values by tag, or a list of entries with tag and value. Other values are returned unchanged
 * @param blocks blocks of the record, used only if `fields` is missing
 */
export function fieldsOfCard(fields: unknown, blocks: unknown): unknown {
  if (isRow(fields)) return fields;
  const card = new Map<string, unknown>();
  if (fields !== undefined && fields !== null) put(card, fields);
  else collect(card, blocks, 0);
  return card.size === 0 ? fields : Object.fromEntries(card);
}

function collect(card: Map<string, unknown>, blocks: unknown, depth: number): void {
  if (!Array.isArray(blocks) || depth > maxDepth) return;
  for (const block of blocks.filter(isRow))
    for (const [name, value] of Object.entries(block))
      if (/^fields$/i.test(name)) put(card, value);
      else if (/^(?:rows|blocks)$/i.test(name)) collect(card, value, depth + 1);
}

function put(card: Map<string, unknown>, fields: unknown): void {
  const entries = Array.isArray(fields)
    ? fields.flatMap(pairIn)
    : isRow(fields)
      ? Object.entries(fields)
      : [];
  for (const [tag, value] of entries)
    card.set(tag, card.has(tag) ? [card.get(tag), value].flat().filter(isFilled) : value);
}

const keys = ['tag', 'fieldtag', 'id', 'fieldid'];

/** Returns the tag and value in a list entry. If the tag is missing, returns the id instead. */
function pairIn(entry: unknown): (readonly [tag: string, value: unknown])[] {
  if (!isRow(entry)) return [];
  const parts = new Map(Object.entries(entry).map(([name, value]) => [name.toLowerCase(), value]));
  const tag = keys.map((key) => parts.get(key)).find((one) => typeof one === 'string' && one !== '');
  if (typeof tag !== 'string' || !(parts.has('value') || parts.has('values'))) return [];
  return [[tag, parts.get('value') ?? parts.get('values')]];
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '';
