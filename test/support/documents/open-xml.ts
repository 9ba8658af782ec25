import { strToU8, zipSync } from 'fflate';

/** Parts of a package by name, as XML or bytes. */
type Parts = Readonly<Record<string, string | Uint8Array>>;

/** Relationships of a part by id. Each has a type (a URI or its last segment) and a target. */
type Links = Readonly<Record<string, readonly [type: string, target: string, mode?: 'External']>>;

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

export const written = (text: string): string =>
  text.replace(/[&<>"\r\n\t]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Returns the relationships part for these links. */
const relations = (links: Links): string =>
  `<Relationships xmlns="${packages}/relationships">${Object.entries(links)
    .map(
      ([id, [type, target, mode]]) =>
        `<Relationship Id="${id}" Type="${type.includes('/') ? type : `${office}/${type}`}" Target="${written(target)}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`;

/**
 * Creates an OOXML package.
 * @param main path of its main part
 * @param type content type of the main part
 */
function openXmlPackage(main: string, type: string, parts: Parts): Uint8Array {
  const all: Parts = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${type}"/></Types>`,
    '_rels/.rels': relations({
      r1: ['officeDocument', main],
      r2: [`${packages}/relationships/metadata/core-properties`, 'docProps/core.xml'],
      r3: ['extended-properties', 'docProps/app.xml'],
    }),
    ...parts,
  };
  return zipSync(
    Object.fromEntries(
      Object.entries(all).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
    ),
  );
}

/** Moves parts into a folder, except those whose name begins with `/`. */
const within = (folder: string, parts: Parts): Parts =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name.startsWith('/') ? name.slice(1) : `${folder}/${name}`,
      part,
    ]),
  );

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const wordNames = `${word} xmlns:r="${office}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"`;
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** Returns the XML of a part of a Word document. */
export const wordPart = (name: string, content: string): string =>
  `<w:${name} ${wordNames}>${content}</w:${name}>`;

/**
 * Creates a Word document with this body.
 * @param parts parts in the folder `word`, or elsewhere if the name begins with `/`
 * @param before XML before the body
 */
export function docx(body: string, parts: Parts = {}, links: Links = {}, before = ''): Uint8Array {
  return openXmlPackage('word/document.xml', `${wordType}.document.main+xml`, {
    'word/document.xml': wordPart('document', `${before}<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': relations({
      ...Object.fromEntries(
        Object.keys(parts)
          .filter((name) => /^(styles|numbering|footnotes|endnotes|comments)\.xml$/.test(name))
          .map((name) => [name, [name.replace('.xml', ''), name] as const]),
      ),
      ...links,
    }),
    ...within('word', parts),
  });
}

/**
 * Returns a run of text.
 * @param properties elements of `w:rPr`
 */
export const run = (text: string, properties = ''): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${written(text)}</w:t></w:r>`;

/**
 * Returns a paragraph.
 * @param properties elements of `w:pPr`
 */
export const paragraph = (content: string, properties = ''): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content.startsWith('<') ? content : run(content)}</w:p>`;

/** Returns a table. A cell is a text, or XML: its properties, if any, and its paragraphs. */
export const table = (rows: readonly (readonly string[])[], properties = ''): string =>
  `<w:tbl><w:tblPr>${properties}</w:tblPr>${rows
    .map(
      (cells) =>
        `<w:tr>${cells.map((cell) => `<w:tc>${cell.startsWith('<') ? cell : paragraph(cell)}</w:tc>`).join('')}</w:tr>`,
    )
    .join('')}</w:tbl>`;

const sheetNames = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"`;
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';

/** Returns the XML of a part of a workbook. */
export const sheetPart = (name: string, content: string): string =>
  `<${name} ${sheetNames}>${content}</${name}>`;

/** Sheet of a workbook: name, content of `worksheet`, and attributes of its entry in the list of sheets. */
export type Sheet = readonly [name: string, content: string, attributes?: string];

/**
 * Creates a workbook with these sheets.
 * @param parts further parts, in the folder `xl`
 */
export function xlsx(
  sheets: readonly Sheet[],
  parts: Parts = {},
  properties = '',
  links: Links = {},
): Uint8Array {
  const list = sheets.map(
    ([name, , attributes = ''], index) =>
      `<sheet name="${written(name)}" sheetId="${index + 1}" r:id="s${index}" ${attributes}/>`,
  );
  return openXmlPackage('xl/workbook.xml', sheetType, {
    'xl/workbook.xml': sheetPart('workbook', `${properties}<sheets>${list.join('')}</sheets>`),
    'xl/_rels/workbook.xml.rels': relations({
      ...Object.fromEntries(
        sheets.map((_, index) => [`s${index}`, ['worksheet', `sheets/${index}.xml`] as const]),
      ),
      ...Object.fromEntries(
        Object.keys(parts)
          .filter((name) => /^(styles|sharedStrings)\.xml$/.test(name))
          .map((name) => [name, [name.replace('.xml', ''), name] as const]),
      ),
    }),
    'xl/sheets/_rels/0.xml.rels': relations(links),
    ...Object.fromEntries(
      sheets.map(([, content], index) => [`xl/sheets/${index}.xml`, sheetPart('worksheet', content)]),
    ),
    ...within('xl', parts),
  });
}

const slideNames = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${office}"`;
const slideType = 'application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml';

/**
 * Returns a shape with paragraphs.
 * @param place type of its placeholder
 */
export const shape = (place: string | undefined, ...lines: readonly string[]): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${place === undefined ? '' : `<p:ph type="${place}"/>`}</p:nvPr></p:nvSpPr><p:txBody>${lines
    .map((line) => (line.startsWith('<') ? line : `<a:p><a:r><a:t>${written(line)}</a:t></a:r></a:p>`))
    .join('')}</p:txBody></p:sp>`;

/** Returns the XML of a slide or of its notes. */
export const slidePart = (name: string, shapes: string, attributes = ''): string =>
  `<p:${name} ${slideNames} ${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${name}>`;

/**
 * Creates a presentation with these slides, shown in the order of the numbers.
 * @param parts further parts, in the folder `ppt`
 */
export function pptx(slides: readonly string[], order: readonly number[], parts: Parts = {}): Uint8Array {
  const list = order.map((number) => `<p:sldId id="${256 + number}" r:id="s${number}"/>`);
  return openXmlPackage('ppt/presentation.xml', slideType, {
    'ppt/presentation.xml': `<p:presentation ${slideNames}><p:sldIdLst>${list.join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relations({
      ...Object.fromEntries(
        slides.map((_, index) => [`s${index + 1}`, ['slide', `slides/${index + 1}.xml`] as const]),
      ),
      authors: ['commentAuthors', 'authors.xml'],
    }),
    'ppt/slides/_rels/1.xml.rels': relations({
      n: ['notesSlide', '../notes.xml'],
      c: ['comments', '../comments.xml'],
    }),
    ...Object.fromEntries(slides.map((slide, index) => [`ppt/slides/${index + 1}.xml`, slide])),
    ...within('ppt', parts),
  });
}
