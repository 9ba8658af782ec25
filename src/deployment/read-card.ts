type Row = Readonly<Record<string, unknown>>;

/** Blocks stand in rows, and rows in blocks. */
const maxDepth = 4;

/**
 * The fields of a card by their tags: as the record has them, or out of its blocks. A block that comes once for each of
 * its rows has the values of a field one after the other.
 * @param fields by tag, or a list of tags with values; what is neither stays
 * @param blocks of the record, where it has no fields of its own
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

/** A field that says its tag, or its id where it has none, beside its value. */
function pairIn(entry: unknown): (readonly [tag: string, value: unknown])[] {
  if (!isRow(entry)) return [];
  const parts = new Map(Object.entries(entry).map(([name, value]) => [name.toLowerCase(), value]));
  const tag = keys.map((key) => parts.get(key)).find((one) => typeof one === 'string' && one !== '');
  if (typeof tag !== 'string' || !(parts.has('value') || parts.has('values'))) return [];
  return [[tag, parts.get('value') ?? parts.get('values')]];
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '';
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
