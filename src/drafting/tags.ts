import { damagedTemplate } from './refusals.ts';

/** An XML tag. */
export interface Tag {
  /** Name with its prefix. */
  readonly name: string;
  readonly from: number;
  /** End index, exclusive. */
  readonly to: number;
  readonly kind: 'open' | 'close' | 'empty';
}

/**
 * Returns the tags of a part in document order. Skips comments, processing instructions and CDATA sections.
 * @throws InvalidArgumentsError if the part has a document type declaration or ends within a tag
 */
export function* tagsOf(xml: string): Generator<Tag> {
  for (let from = xml.indexOf('<'); from >= 0; ) {
    const passed = passOver(xml, from);
    if (passed !== undefined) {
      from = xml.indexOf('<', passed);
      continue;
    }
    const to = endOfTag(xml, from);
    const kind = xml[from + 1] === '/' ? 'close' : xml[to - 2] === '/' ? 'empty' : 'open';
    const start = from + (kind === 'close' ? 2 : 1);
    let end = start;
    while (end < to && !' \t\r\n/>'.includes(xml.charAt(end))) end += 1;
    yield { name: xml.slice(start, end), from, to, kind };
    from = xml.indexOf('<', to);
  }
}

function passOver(xml: string, from: number): number | undefined {
  const sign = xml[from + 1];
  if (sign !== '!' && sign !== '?') return undefined;
  const end = xml.startsWith('<!--', from)
    ? '-->'
    : xml.startsWith('<![CDATA[', from)
      ? ']]>'
      : sign === '?'
        ? '?>'
        : undefined;
  const at = end === undefined ? -1 : xml.indexOf(end, from);
  if (end === undefined || at < 0) throw damagedTemplate();
  return at + end.length;
}

/** Finds the end of a tag. A `>` in quotation marks does not end it. */
function endOfTag(xml: string, from: number): number {
  for (let at = from + 1; at < xml.length; at += 1) {
    const sign = xml.charAt(at);
    if (sign === '>') return at + 1;
    if (sign !== '"' && sign !== "'") continue;
    at = xml.indexOf(sign, at + 1);
    if (at < 0) break;
  }
  throw damagedTemplate();
}

/** Returns the raw value of an attribute, without decoding entities. */
export function attributeOf(tag: string, name: string): string | undefined {
  for (const [, found, double, single] of tag.matchAll(/\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu))
    if (found === name) return double ?? single;
  return undefined;
}

/** A replacement in XML. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly xml: string;
}

/** Applies edits, which must not overlap. */
export function applyEdits(xml: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to, xml: put } of [...edits].sort(
    (one, other) => one.from - other.from || one.to - other.to,
  )) {
    pieces.push(xml.slice(at, from), put);
    at = to;
  }
  return pieces.join('') + xml.slice(at);
}
