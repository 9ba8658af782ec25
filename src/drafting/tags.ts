import { damagedTemplate } from './refusals.ts';

/** A tag within XML. */
export interface Tag {
  /** With its prefix as it stands there. */
  readonly name: string;
  readonly from: number;
  /** Behind it. */
  readonly to: number;
  readonly kind: 'open' | 'close' | 'empty';
}

/**
 * The tags of a part in their order. Comments, instructions and literal sections are passed over.
 * @throws InvalidArgumentsError where it has a document type, or ends within a tag
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

/** A `>` within quotation marks ends nothing. */
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

/** An attribute of a tag, as it is written there. */
export function attributeOf(tag: string, name: string): string | undefined {
  for (const [, found, double, single] of tag.matchAll(/\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/gu))
    if (found === name) return double ?? single;
  return undefined;
}

/** A change of a stretch of XML. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly xml: string;
}

/** The XML with all edits made; none of them overlaps another. */
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
