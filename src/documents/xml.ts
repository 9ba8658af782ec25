import { SaxesParser, type SaxesTagNS } from 'saxes';
import { withoutMarkers } from '../contract/features/documents/document-marks.ts';
import { type ReadingLimits, UnreadableError } from './format.ts';

export interface XmlNode {
  /**
   * Name with the prefix from `XmlHandler.prefixes`, not with the prefix in the file. The prefix of an unknown
   * namespace is `?`.
   */
  readonly name: string;
  /** Values by name, with prefixes as in `name`. Attributes without a namespace have no prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlNode | string)[];
}

/** Callbacks of the streaming XML parser, in document order. */
export interface XmlHandler {
  /** Prefixes of the known namespaces, by URI. */
  readonly prefixes: ReadonlyMap<string, string>;
  /**
   * Checks whether elements with this name are passed to `whole`, with their content. Other elements are passed to
   * `enter` and `leave`.
   */
  isWhole(name: string): boolean;
  whole(node: XmlNode): void;
  enter?(name: string, attributes: XmlNode['attributes']): void;
  leave?(name: string): void;
}

const chunkBytes = 65_536;
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const compatibility = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

/**
 * Parses XML in any declared encoding. Expands only the five predefined entities. Uses only the first alternative of
 * `mc:AlternateContent`.
 * @throws UnreadableError if the XML is not well-formed, ends early, is nested too deeply or declares entities
 */
export function readXml(bytes: Uint8Array, handler: XmlHandler, limits: Pick<ReadingLimits, 'depth'>): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', () => {
    throw new UnreadableError('damaged', 'its XML is not well-formed: the file may be cut off');
  });
  parser.on('doctype', (doctype) => {
    if (doctype.includes('<!ENTITY'))
      throw new UnreadableError('damaged', 'its XML declares custom entities, which are never expanded');
  });
  follow(parser, handler, limits.depth);
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += chunkBytes)
    parser.write(decoder.decode(bytes.subarray(at, at + chunkBytes), { stream: true }));
  parser.write(decoder.decode());
  parser.close();
}

/** Parses a small file into a tree. @throws UnreadableError in the same cases as `readXml` */
export function parseXml(
  bytes: Uint8Array,
  prefixes: XmlHandler['prefixes'],
  limits: Pick<ReadingLimits, 'depth'>,
): XmlNode {
  let root: XmlNode | undefined;
  const whole = (node: XmlNode) => {
    root = node;
  };
  readXml(bytes, { prefixes, isWhole: () => true, whole }, limits);
  if (root === undefined) throw new UnreadableError('damaged', 'its XML is empty');
  return root;
}

interface Growing extends XmlNode {
  readonly children: (XmlNode | string)[];
}

function follow(
  parser: SaxesParser<{ xmlns: true; position: false }>,
  handler: XmlHandler,
  maxDepth: number,
) {
  const building: Growing[] = [];
  const names: string[] = [];
  /** Inherited `xml:space` of each open element (XML 1.0, 2.10). */
  const spaces: (string | undefined)[] = [];
  /** Number of open elements inside a skipped alternative, including that alternative. */
  let skipped = 0;
  /** Whether an alternative was already used, for each open `mc:AlternateContent`. */
  const taken: boolean[] = [];

  parser.on('opentag', (tag) => {
    const name = nameOf(tag, handler.prefixes);
    names.push(name);
    spaces.push(tag.attributes['xml:space']?.value ?? spaces.at(-1));
    if (names.length > maxDepth)
      throw new UnreadableError('too large', `its XML is nested deeper than ${maxDepth} elements`);
    if (skipped > 0 || ((name === 'mc:Choice' || name === 'mc:Fallback') && taken.at(-1) === true)) {
      skipped += 1;
      return;
    }
    if (name === 'mc:AlternateContent') taken.push(false);
    else if (name === 'mc:Choice' || name === 'mc:Fallback') taken[taken.length - 1] = true;
    else if (building.length > 0 || handler.isWhole(name))
      building.push({ name, attributes: attributesOf(tag, handler.prefixes, spaces.at(-1)), children: [] });
    else handler.enter?.(name, attributesOf(tag, handler.prefixes));
  });
  const onText = (text: string) => {
    if (skipped === 0) building.at(-1)?.children.push(withoutMarkers(text));
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    const name = names.pop() ?? '';
    spaces.pop();
    if (skipped > 0) skipped -= 1;
    else if (name === 'mc:AlternateContent') taken.pop();
    else if (name !== 'mc:Choice' && name !== 'mc:Fallback') {
      const node = building.pop();
      if (node === undefined) handler.leave?.(name);
      else if (building.length === 0) handler.whole(node);
      else building.at(-1)?.children.push(node);
    }
  });
}

const nameOf = ({ uri, local }: SaxesTagNS, prefixes: XmlHandler['prefixes']): string =>
  `${uri === compatibility ? 'mc' : (prefixes.get(uri) ?? '?')}:${local}`;

/** @param space inherited `xml:space`, if any */
function attributesOf(
  { attributes }: SaxesTagNS,
  prefixes: XmlHandler['prefixes'],
  space?: string,
): Record<string, string> {
  const found: Record<string, string> = Object.create(null);
  if (space !== undefined && prefixes.has(xmlNamespace)) found['xml:space'] = space;
  for (const { uri, local, value } of Object.values(attributes))
    if (uri === '') found[local] = withoutMarkers(value);
    else {
      const prefix = prefixes.get(uri);
      if (prefix !== undefined) found[`${prefix}:${local}`] = withoutMarkers(value);
    }
  return found;
}

/** Returns the encoding from the byte order mark, the first bytes or the declaration. Default: UTF-8 */
function encodingOf(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0x3c && second === 0) return 'utf-16le';
  if (first === 0 && second === 0x3c) return 'utf-16be';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const label = /^<\?xml[^>]*?\bencoding\s*=\s*["']([\w.-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).encoding;
  } catch {
    throw new UnreadableError('damaged', 'its XML is in an unknown encoding');
  }
}
