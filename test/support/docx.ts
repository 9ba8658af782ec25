import { unzipSync, zipSync } from 'fflate';
import { SaxesParser } from 'saxes';

/** XML element. Names include the prefixes of the file. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
}

/** @throws Error if the XML is not well-formed */
function parseElement(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]) => [key, value] as const);
    const element: Element = { name, attributes: Object.fromEntries(values), children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', (text) => void open.at(-1)?.children.push(text));
  parser.write(xml).close();
  return root;
}

/** Returns all descendants with one of these names, in document order. */
export const within = (element: Element, ...names: readonly string[]): Element[] =>
  element.children.flatMap((child) =>
    typeof child === 'string'
      ? []
      : [...(names.includes(child.name) ? [child] : []), ...within(child, ...names)],
  );

/** Returns the text of an element, with tabs and line breaks. */
function textIn(element: Element): string {
  if (element.name === 'w:tab') return '\t';
  if (element.name === 'w:br') return element.attributes['w:type'] === 'page' ? '' : '\n';
  return element.children
    .map((child) => (typeof child === 'string' ? (element.name === 'w:t' ? child : '') : textIn(child)))
    .join('');
}

export interface ReadParagraph {
  readonly text: string;
  /** Name of the style. */
  readonly style: string | undefined;
  /** List id and level. */
  readonly list: readonly [id: string, level: number] | undefined;
  /** Highlighted texts. */
  readonly places: readonly string[];
}

/** Contents of a Word document. */
export interface OpenDocx {
  /** Contents of the parts by name. The content is empty if the part is not XML. */
  readonly parts: ReadonlyMap<string, string>;
  readonly part: (name: string) => Element;
  readonly body: Element;
  readonly paragraphs: readonly ReadParagraph[];
}

/** @throws Error if the file is not a Word document */
export function openDocx(bytes: Uint8Array): OpenDocx {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const parts = new Map(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [
      name,
      /\.(?:xml|rels)$/.test(name) ? decoder.decode(content) : '',
    ]),
  );
  const part = (name: string) => parseElement(parts.get(name) ?? '');
  const [body] = within(part('word/document.xml'), 'w:body');
  if (body === undefined) throw new Error('no body');
  const names = new Map(
    within(part('word/styles.xml'), 'w:style').map((style) => [
      style.attributes['w:styleId'],
      within(style, 'w:name')[0]?.attributes['w:val'],
    ]),
  );
  const paragraphs = within(body, 'w:p').map((one): ReadParagraph => {
    const value = (name: string) => within(one, name)[0]?.attributes['w:val'];
    const id = value('w:numId');
    const runs = within(one, 'w:r').filter((run) => within(run, 'w:highlight').length > 0);
    return {
      text: textIn(one),
      style: names.get(value('w:pStyle')),
      list: id === undefined ? undefined : [id, Number(value('w:ilvl'))],
      places: runs.map(textIn),
    };
  });
  return { parts, part, body, paragraphs };
}

/** Returns the defects of a document: errors of the package, and inconsistencies between its parts. */
export function faultsOf(bytes: Uint8Array): string[] {
  const docx = openDocx(bytes);
  const faults: string[] = [];
  const expectUnique = (what: string, ids: readonly (string | undefined)[]) => {
    if (new Set(ids).size < ids.length) faults.push(`${what} are not unique: ${ids.join(', ')}`);
  };
  const names = [...docx.parts.keys()];
  if (names[0] !== '[Content_Types].xml') faults.push('the content types do not come first');
  const types = docx.part('[Content_Types].xml');
  const overrides = within(types, 'Override').map(({ attributes }) => attributes.PartName?.slice(1) ?? '');
  const endings = within(types, 'Default').map(({ attributes }) => attributes.Extension);
  expectUnique('overrides', overrides);
  for (const name of names) {
    const ending = name.split('.').at(-1);
    if (name !== '[Content_Types].xml' && !overrides.includes(name) && !endings.includes(ending))
      faults.push(`${name} has no content type`);
    if (docx.parts.get(name)) docx.part(name);
  }
  for (const name of overrides)
    if (!names.includes(name)) faults.push(`${name} has a content type but does not exist`);
  for (const name of names.filter((one) => one.endsWith('.rels'))) {
    const folder = name.replace(/_rels\/[^/]*$/, '');
    const relations = within(docx.part(name), 'Relationship');
    expectUnique(
      `ids of ${name}`,
      relations.map(({ attributes }) => attributes.Id),
    );
    for (const { attributes } of relations) {
      const { Target = '', TargetMode } = attributes;
      const target = Target.startsWith('/') ? Target.slice(1) : folder + Target;
      if (TargetMode !== 'External' && !names.includes(target))
        faults.push(`${name}: ${target} does not exist`);
    }
  }
  return [...faults, ...referenceFaults(docx)];
}

function referenceFaults(docx: OpenDocx): string[] {
  const faults: string[] = [];
  const check = (
    what: string,
    used: readonly (string | undefined)[],
    known: readonly (string | undefined)[],
  ) => {
    if (new Set(known).size < known.length) faults.push(`ids of ${what} are not unique`);
    for (const one of new Set(used))
      if (!known.includes(one)) faults.push(`${what} ${one} is used but not defined`);
  };
  const read = (name: string) => (docx.parts.has(name) ? docx.part(name) : parseElement('<none/>'));
  const [document, styles] = [docx.part('word/document.xml'), docx.part('word/styles.xml')];
  const [numbering, notes] = [read('word/numbering.xml'), read('word/footnotes.xml')];
  const all = (root: Element, attribute: string, ...elements: string[]) =>
    within(root, ...elements).map(({ attributes }) => attributes[attribute]);
  const used = [document, notes].flatMap((part) => all(part, 'w:val', 'w:pStyle', 'w:rStyle', 'w:tblStyle'));
  check(
    'style',
    [...used, ...all(styles, 'w:val', 'w:basedOn', 'w:next')],
    all(styles, 'w:styleId', 'w:style'),
  );
  check('list', all(document, 'w:val', 'w:numId'), all(numbering, 'w:numId', 'w:num'));
  const forms = all(numbering, 'w:abstractNumId', 'w:abstractNum');
  check('form of lists', all(numbering, 'w:val', 'w:abstractNumId'), forms);
  check('footnote', all(document, 'w:id', 'w:footnoteReference'), all(notes, 'w:id', 'w:footnote'));
  const relations = within(read('word/_rels/document.xml.rels'), 'Relationship').map(
    ({ attributes }) => attributes.Id,
  );
  check('relationship', all(document, 'r:id', 'w:footerReference', 'w:headerReference'), relations);
  if (within(docx.body, 'w:body').length > 0) faults.push('there are two bodies');
  const last = docx.body.children.at(-1);
  if (typeof last === 'string' || last?.name !== 'w:sectPr')
    faults.push('the body does not end with its section');
  for (const table of within(document, 'w:tbl')) {
    const [grid] = within(table, 'w:tblGrid');
    const columns = grid?.children.length;
    const rows = table.children.filter((one) => typeof one !== 'string' && one.name === 'w:tr') as Element[];
    for (const row of rows)
      if (row.children.filter((one) => typeof one !== 'string' && one.name === 'w:tc').length !== columns)
        faults.push('the columns of a row differ from those of its table');
  }
  for (const cell of within(document, 'w:tc')) {
    const end = cell.children.at(-1);
    if (typeof end === 'string' || end?.name !== 'w:p') faults.push('a cell does not end with a paragraph');
  }
  return faults;
}

const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
const word =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Contents of a letterhead file from a word processor. */
export interface LetterheadOptions {
  /** XML in the body, before its section properties. */
  readonly body?: string;
  /** Additional or replaced parts. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly type?: string;
  readonly types?: string;
}

/** Creates a letterhead as Russian Word writes it: style ids are numbers. */
export function letterhead({
  body = '',
  parts = {},
  type = 'document.main',
  types = '',
}: LetterheadOptions = {}): Uint8Array {
  const members: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${type.includes('/') ? type : `${office}${type}+xml`}"/><Override PartName="/word/styles.xml" ContentType="${office}styles+xml"/><Override PartName="/word/header1.xml" ContentType="${office}header+xml"/>${types}</Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:document ${word}><w:body>${body}<w:sectPr><w:headerReference w:type="default" r:id="rId7"/><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1000" w:right="1000" w:bottom="1000" w:left="1000" w:header="500" w:footer="500" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/styles" Target="styles.xml"/><Relationship Id="rId7" Type="${relation}/header" Target="header1.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles ${word}><w:style w:type="paragraph" w:default="1" w:styleId="a"><w:name w:val="Normal"/><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="1"><w:name w:val="heading 1"/><w:basedOn w:val="a"/></w:style><w:style w:type="character" w:styleId="BodyTextDraft"><w:name w:val="Somebody’s"/></w:style><w:style w:type="character" w:styleId="TableText"><w:name w:val="Other"/></w:style></w:styles>`,
    'word/header1.xml': `<w:hdr ${word}><w:p><w:r><w:t>Адвокатское бюро, исх. № [[Number]] от [[Date]]</w:t></w:r></w:p></w:hdr>`,
    'word/media/logo.png': 'not really a picture, and never looked at',
    ...parts,
  };
  const encoder = new TextEncoder();
  return zipSync(
    Object.fromEntries(Object.entries(members).map(([name, text]) => [name, encoder.encode(text)])),
  );
}

/** Returns a paragraph of a letterhead, with one run for each text. */
export const paragraphOf = (...texts: readonly string[]): string =>
  `<w:p><w:pPr/>${texts.map((text) => `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`).join('')}</w:p>`;
