import type { Worded } from '../../../../contract/language.ts';
import { worded } from '../../../../contract/worded.ts';
import { isZip, readArchive } from '../../../containers/archive.ts';
import { type InsideFile, type ReadingLimits, UnreadableError } from '../../../format.ts';
import { fileMessages, officeMessages } from '../../../notes/messages.ts';
import { parseXml, readXml, type XmlHandler, type XmlNode } from '../../../xml.ts';
import { childOf, childrenOf, descendantsOf, innerText } from '../../../xml-tree.ts';

export interface OpenDocument {
  /** Declared type: `text`, `spreadsheet` or `presentation`. */
  readonly type: string;
  parse(member: string): XmlNode | undefined;
  read(member: string, handler: Omit<XmlHandler, 'prefixes'>): void;
  readonly inside: readonly InsideFile[];
  readonly hasMacros: boolean;
  properties(): Readonly<Record<string, string>>;
}

const family = 'urn:oasis:names:tc:opendocument:xmlns';
const prefixes: ReadonlyMap<string, string> = new Map([
  ...['office', 'text', 'table', 'style', 'meta', 'presentation', 'manifest'].map(
    (name) => [`${family}:${name}:1.0`, name] as const,
  ),
  [`${family}:drawing:1.0`, 'draw'],
  [`${family}:xsl-fo-compatible:1.0`, 'fo'],
  [`${family}:svg-compatible:1.0`, 'svg'],
  // LibreOffice extensions.
  ['urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0', 'loext'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://www.w3.org/1999/xlink', 'xlink'],
]);
const typeName =
  /^application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)(?:-template|-master)?$/;

export function openDocumentType(bytes: Uint8Array, limits: ReadingLimits): string | undefined {
  try {
    return isZip(bytes) ? typeOf(readArchive(bytes, limits)) : undefined;
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

function typeOf(members: ReturnType<typeof readArchive>): string | undefined {
  const member = members.find(({ name, size }) => name === 'mimetype' && size < 200);
  return member && typeName.exec(new TextDecoder().decode(member.open()).trim())?.[1];
}

/** Opens a file. @throws UnreadableError if it is damaged or has a password */
export function openOpenDocument(bytes: Uint8Array, limits: ReadingLimits): OpenDocument {
  const members = readArchive(bytes, limits);
  const find = (name: string) => members.find((member) => member.name === name);
  const parse = (name: string) => {
    const member = find(name);
    return member && parseXml(member.open(), prefixes, limits);
  };
  const manifest = parse('META-INF/manifest.xml');
  if (manifest && [...descendantsOf(manifest, 'manifest:encryption-data')].length > 0)
    throw new UnreadableError('encrypted', 'it is protected by a password');
  return {
    type: typeOf(members) ?? '',
    parse,
    read(name, handler) {
      const member = find(name);
      if (member === undefined) throw new UnreadableError('damaged', 'a part of it is missing');
      readXml(member.open(), { ...handler, prefixes }, limits);
    },
    inside: members
      .filter(({ name }) => /^(Pictures|media)\/[^/]+$/.test(name))
      .map(({ name, size, open }) => ({ name: name.slice(name.indexOf('/') + 1), size, open })),
    hasMacros: members.some(({ name }) => /^(Basic|Scripts)\/.+\/.+/.test(name)),
    properties: () => propertiesOf(childOf(parse('meta.xml'), 'office:meta')),
  };
}

function propertiesOf(meta: XmlNode | undefined): Record<string, string> {
  const found = {
    title: innerText(childOf(meta, 'dc:title')),
    subject: innerText(childOf(meta, 'dc:subject')),
    author: innerText(childOf(meta, 'meta:initial-creator')),
    'last changed by': innerText(childOf(meta, 'dc:creator')),
    created: innerText(childOf(meta, 'meta:creation-date')),
    modified: innerText(childOf(meta, 'dc:date')),
    pages: childOf(meta, 'meta:document-statistic')?.attributes['meta:page-count'] ?? '',
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value.trim() !== ''));
}

export function openDocumentNotes(file: OpenDocument): Worded[] {
  return [
    ...(file.hasMacros ? [fileMessages.macros] : []),
    ...(file.inside.length > 0
      ? [worded(officeMessages.embeddedPictures, { count: file.inside.length })]
      : []),
  ];
}

/** Returns the styles of a document by name. Styles of later parts override those of earlier ones. */
export function stylesOf(...parts: readonly (XmlNode | undefined)[]): ReadonlyMap<string, XmlNode> {
  const styles = parts.flatMap((part) => [
    ...childrenOf(childOf(part, 'office:styles')),
    ...childrenOf(childOf(part, 'office:automatic-styles')),
  ]);
  return new Map(styles.map((style) => [style.attributes['style:name'] ?? '', style] as const));
}
