import { isZip, readArchive } from '../../containers/archive.ts';
import { type InsideFile, type ReadingLimits, UnreadableError } from '../../format.ts';
import { parseXml, readXml, type XmlHandler, type XmlNode } from '../../xml.ts';
import { childOf, childrenOf, innerText } from '../../xml-tree.ts';
import { openXml } from './namespaces.ts';

export interface Relation {
  /** Last segment of the relationship type, such as `header`, `hyperlink` or `image`. */
  readonly type: string;
  /** Name of a part, in lower case and without a leading `/`, or an unchanged external address. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** An OOXML file, which is an archive of parts that refer to each other. */
export interface OfficePackage {
  /** Name of the main part. `type` is its content type. */
  readonly main: string;
  readonly type: string;
  has(part: string): boolean;
  relations(part: string): ReadonlyMap<string, Relation>;
  /** Returns the first part that `part` refers to with this relationship type. */
  related(part: string, type: string): string | undefined;
  parse(part: string | undefined): XmlNode | undefined;
  /** Returns the bytes of a part, which may be binary. @throws UnreadableError if it is missing */
  bytesOf(part: string): Uint8Array;
  read(part: string, handler: Omit<XmlHandler, 'prefixes'>): void;
  readonly inside: readonly InsideFile[];
  readonly hasMacros: boolean;
  /** Returns the number of external targets other than hyperlinks. */
  outsideCount(): number;
  properties(): Readonly<Record<string, string>>;
}

const root = '';

/** Checks whether the bytes are an OOXML file whose main part has a matching content type. */
export function isOfficePackage(bytes: Uint8Array, limits: ReadingLimits, type: RegExp): boolean {
  try {
    return isZip(bytes) && type.test(openOfficePackage(bytes, limits).type);
  } catch (error) {
    if (error instanceof UnreadableError) return false;
    throw error;
  }
}

/** Opens a file. @throws UnreadableError if it is not an archive or not OOXML */
export function openOfficePackage(bytes: Uint8Array, limits: ReadingLimits): OfficePackage {
  const members = readArchive(bytes, limits);
  const byName = new Map(members.map((member) => [member.name.toLowerCase(), member] as const).reverse());
  const parse = (part: string | undefined) => {
    const member = byName.get(part ?? root);
    return member && parseXml(member.open(), openXml, limits);
  };
  const bytesOf = (part: string) => {
    const member = byName.get(part);
    if (member === undefined) throw new UnreadableError('damaged', 'a part of it is missing');
    return member.open();
  };
  const known = new Map<string, ReadonlyMap<string, Relation>>();
  const relations = (part: string) => {
    const found = known.get(part) ?? relationsOf(part, parse(relationsPart(part)));
    known.set(part, found);
    return found;
  };
  const related = (part: string, type: string) =>
    [...relations(part).values()].find((one) => one.type === type && !one.isExternal)?.target;
  const main = related(root, 'officeDocument');
  const types = parse('[content_types].xml');
  if (main === undefined || types === undefined || !byName.has(main))
    throw new UnreadableError('damaged', 'it is an archive without the main part of a document');
  return {
    main,
    type: contentType(types, main),
    has: (part) => byName.has(part),
    relations,
    related,
    parse,
    bytesOf,
    read: (part, handler) => readXml(bytesOf(part), { ...handler, prefixes: openXml }, limits),
    inside: members
      .filter(({ name }) => /\/(media|embeddings)\/[^/]+$/i.test(name))
      .map(({ name, size, open }) => ({
        name: name.slice(name.lastIndexOf('/') + 1),
        size,
        open,
      })),
    hasMacros: members.some(({ name }) => /(^|\/)vbaProject\.bin$/i.test(name)),
    outsideCount: () =>
      [...known.values()]
        .flatMap((all) => [...all.values()])
        .filter(({ isExternal, type }) => isExternal && type !== 'hyperlink').length,
    properties: () =>
      propertiesOf(parse(related(root, 'core-properties')), parse(related(root, 'extended-properties'))),
  };
}

const relationsPart = (part: string): string => {
  const at = part.lastIndexOf('/') + 1;
  return `${part.slice(0, at)}_rels/${part.slice(at)}.rels`;
};

function relationsOf(part: string, relations: XmlNode | undefined): ReadonlyMap<string, Relation> {
  return new Map(
    childrenOf(relations, 'rel:Relationship').map(
      ({ attributes: { Id = '', Type = '', Target = '', TargetMode } }) => {
        const isExternal = TargetMode === 'External';
        const target = isExternal ? Target : resolve(part, Target);
        const type = Type.slice(Type.lastIndexOf('/') + 1).replace(
          'extendedProperties',
          'extended-properties',
        );
        return [Id, { type, target, isExternal }] as const;
      },
    ),
  );
}

function resolve(part: string, target: string): string {
  const path: string[] = [];
  const from = target.startsWith('/') ? '' : part.slice(0, part.lastIndexOf('/') + 1);
  for (const step of `${from}${target}`.split('/'))
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  return path.join('/').toLowerCase();
}

function contentType(types: XmlNode, part: string): string {
  const own = childrenOf(types, 'types:Override').find(
    ({ attributes }) => attributes.PartName?.toLowerCase() === `/${part}`,
  );
  const extension = part.slice(part.lastIndexOf('.') + 1);
  const usual = childrenOf(types, 'types:Default').find(
    ({ attributes }) => attributes.Extension?.toLowerCase() === extension,
  );
  return (own ?? usual)?.attributes.ContentType ?? '';
}

function propertiesOf(core: XmlNode | undefined, app: XmlNode | undefined): Record<string, string> {
  const found = {
    title: childOf(core, 'dc:title'),
    subject: childOf(core, 'dc:subject'),
    author: childOf(core, 'dc:creator'),
    'last changed by': childOf(core, 'core:lastModifiedBy'),
    created: childOf(core, 'dcterms:created'),
    modified: childOf(core, 'dcterms:modified'),
    pages: childOf(app, 'app:Pages'),
  };
  return Object.fromEntries(
    Object.entries(found)
      .map(([name, node]) => [name, innerText(node).trim()] as const)
      .filter(([, value]) => value !== ''),
  );
}
