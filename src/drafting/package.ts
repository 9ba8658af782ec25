import type { Packed } from './pack.ts';
import { damagedTemplate } from './refusals.ts';
import { applyEdits, attributeOf, tagsOf } from './tags.ts';
import { escapeXml, relationsNamespace, xmlHead } from './xml.ts';

const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
/** Content types of the parts that may be added, by the last segment of the relationship type. */
const kinds = {
  styles: `${office}styles+xml`,
  numbering: `${office}numbering+xml`,
  footnotes: `${office}footnotes+xml`,
  settings: `${office}settings+xml`,
  footer: `${office}footer+xml`,
  'core-properties': 'application/vnd.openxmlformats-package.core-properties+xml',
} as const;
export type PartKind = keyof typeof kinds;

const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const emptyRelations = `${xmlHead}<Relationships xmlns="${packageRelations}"></Relationships>`;
const typesName = '[Content_Types].xml';

/** A relationship of a part. */
export interface PartRelation {
  readonly id: string;
  /** Last segment of the relationship type. */
  readonly kind: string;
  /** Name of a member, or an address if the relationship is external. */
  readonly target: string;
  readonly isExternal: boolean;
}

/** A new member, or a compressed member of the template. */
export type PackedMember =
  | Uint8Array
  | (Packed & { /** Inflates the member, within limits. */ open(): Uint8Array });

/** Members of a document, with access to its XML. */
export interface Package {
  readonly members: ReadonlyMap<string, PackedMember>;
  /** Name of the part with the body. */
  readonly main: string;
  /** Returns the XML of a part. @throws InvalidArgumentsError if it is not valid UTF-8 */
  read(name: string): string;
  write(name: string, xml: string): void;
  relations(of: string): readonly PartRelation[];
  /** Returns the name of the part with this relationship type that the main part or the package refers to. */
  partOf(kind: PartKind): string | undefined;
  /** Adds a part. @returns the id of the relationship */
  add(kind: PartKind, name: string, xml: string): string;
  removeRelations(of: string, kind: string): void;
}

/** Creates a package. @throws InvalidArgumentsError if the members do not form a document */
export function createPackage(members: Map<string, PackedMember>): Package {
  const texts = new Map<string, string>();
  const read = (name: string): string => {
    const known = texts.get(name);
    if (known !== undefined) return known;
    const member = members.get(name);
    if (member === undefined) throw damagedTemplate();
    const text = decode(member instanceof Uint8Array ? member : member.open());
    texts.set(name, text);
    return text;
  };
  const write = (name: string, xml: string) => {
    texts.set(name, xml);
    members.set(name, new TextEncoder().encode(xml));
  };
  const relations = (of: string): readonly PartRelation[] => {
    const name = relationsName(of);
    return members.has(name) ? readRelations(read(name), of) : [];
  };
  const main = relations('').find(({ kind }) => kind === 'officeDocument')?.target;
  if (main === undefined || !members.has(main) || !members.has(typesName)) throw damagedTemplate();
  const ownerOf = (kind: PartKind) => (kind === 'core-properties' ? '' : main);

  return {
    members,
    main,
    read,
    write,
    relations,
    partOf: (kind) =>
      relations(ownerOf(kind)).find((one) => one.kind === kind && !one.isExternal && members.has(one.target))
        ?.target,
    add: (kind, name, xml) => {
      const owner = ownerOf(kind);
      const free = freeName(members, name);
      write(free, xml);
      write(typesName, withType(read(typesName), free, kinds[kind]));
      const file = relationsName(owner);
      const list = members.has(file) ? read(file) : emptyRelations;
      const taken = new Set(relations(owner).map((one) => one.id));
      let number = taken.size + 1;
      while (taken.has(`rId${number}`)) number += 1;
      const id = `rId${number}`;
      const type =
        kind === 'core-properties' ? `${packageRelations}/metadata/${kind}` : `${relationsNamespace}/${kind}`;
      const relation = `<Relationship Id="${id}" Type="${type}" Target="/${escapeXml(free)}"/>`;
      write(file, beforeEnd(list, 'Relationships', relation));
      return id;
    },
    removeRelations: (of, kind) => {
      const file = relationsName(of);
      const xml = read(file);
      const edits = [...tagsOf(xml)].flatMap(({ from, to }) => {
        const isOne = attributeOf(xml.slice(from, to), 'Type')?.split('/').at(-1) === kind;
        return isOne ? [{ from, to, xml: '' }] : [];
      });
      write(file, applyEdits(xml, edits));
    },
  };
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw damagedTemplate();
  }
}

/**
 * Returns the name of the member with the relationships of a part, such as `word/_rels/document.xml.rels` for
 * `word/document.xml`. For the package itself, returns `_rels/.rels`.
 */
const relationsName = (of: string) => `${folderOf(of)}_rels/${of.slice(folderOf(of).length)}.rels`;
const folderOf = (name: string) => name.slice(0, name.lastIndexOf('/') + 1);

function readRelations(xml: string, of: string): PartRelation[] {
  return [...tagsOf(xml)].flatMap(({ name, from, to }): PartRelation[] => {
    if (!/(?:^|:)Relationship$/u.test(name)) return [];
    const tag = xml.slice(from, to);
    const target = attributeOf(tag, 'Target') ?? '';
    const isExternal = attributeOf(tag, 'TargetMode') === 'External';
    const kind = attributeOf(tag, 'Type')?.split('/').at(-1) ?? '';
    const id = attributeOf(tag, 'Id');
    if (id === undefined) return [];
    return [{ id, kind, target: isExternal ? target : resolve(of, target), isExternal }];
  });
}

/** Resolves a target relative to the directory of its part. */
function resolve(of: string, target: string): string {
  const way = target.startsWith('/') ? target : folderOf(of) + target;
  const names: string[] = [];
  for (const name of way.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/');
}

function freeName(members: ReadonlyMap<string, unknown>, name: string): string {
  let free = name;
  for (let number = 1; members.has(free); number += 1) free = name.replace('.xml', `${number}.xml`);
  return free;
}

const withType = (types: string, name: string, type: string) =>
  beforeEnd(types, 'Types', `<Override PartName="/${escapeXml(name)}" ContentType="${type}"/>`);

/**
 * Inserts XML before the end tag of the outermost element.
 * @throws InvalidArgumentsError if the element is missing
 */
export function beforeEnd(xml: string, element: string, put: string): string {
  const tags = [...tagsOf(xml)].filter(({ name }) => name === element || name.endsWith(`:${element}`));
  const end = tags.at(-1);
  if (end === undefined || end.kind === 'open') throw damagedTemplate();
  if (end.kind === 'close') return applyEdits(xml, [{ from: end.from, to: end.from, xml: put }]);
  const opened = `${xml.slice(end.from, end.to - 2).trimEnd()}>`;
  return applyEdits(xml, [{ from: end.from, to: end.to, xml: `${opened}${put}</${end.name}>` }]);
}

/** Changes the content type of a template's main part to that of a document. */
export function convertToDocument({ read, write }: Package): void {
  write(typesName, read(typesName).replaceAll(`${office}template.main+xml`, `${office}document.main+xml`));
}

/** Checks whether the package declares macros. */
export const declaresMacros = ({ read }: Package): boolean =>
  /macroEnabled|vbaProject/iu.test(read(typesName));
