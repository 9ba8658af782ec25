import { strToU8, zipSync } from 'fflate';

/** Parts of a package by name, as text of XML or as bytes. */
type Parts = Readonly<Record<string, string | Uint8Array>>;

/** What a part refers to: its type's last word, and where to. */
type Links = Readonly<Record<string, readonly [type: string, target: string, mode?: 'External']>>;

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

export const written = (text: string): string =>
  text.replace(/[&<>"\r\n\t]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** What a part of a package refers to, as a part. */
const relations = (links: Links): string =>
  `<Relationships xmlns="${packages}/relationships">${Object.entries(links)
    .map(
      ([id, [type, target, mode]]) =>
        `<Relationship Id="${id}" Type="${type.includes('/') ? type : `${office}/${type}`}" Target="${written(target)}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`;

/** A package of OOXML. @param main its main part @param type of the content of it */
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

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const wordNames = `${word} xmlns:r="${office}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:v="urn:schemas-microsoft-com:vml"`;
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** A part of a Word document. */
export const wordPart = (name: string, content: string): string =>
  `<w:${name} ${wordNames}>${content}</w:${name}>`;

/** A Word document with this body. @param parts in the folder `word`, and others by their whole name from `/` on */
export function docx(body: string, parts: Parts = {}, links: Links = {}): Uint8Array {
  const named = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name.startsWith('/') ? name.slice(1) : `word/${name}`,
      part,
    ]),
  );
  return openXmlPackage('word/document.xml', `${wordType}.document.main+xml`, {
    'word/document.xml': wordPart('document', `<w:body>${body}</w:body>`),
    'word/_rels/document.xml.rels': relations({
      ...Object.fromEntries(
        Object.keys(parts)
          .filter((name) => /^(styles|numbering|footnotes|endnotes|comments)\.xml$/.test(name))
          .map((name) => [name, [name.replace('.xml', ''), name] as const]),
      ),
      ...links,
    }),
    ...named,
  });
}

/** A run of letters. @param properties elements of `w:rPr` */
export const run = (text: string, properties = ''): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${written(text)}</w:t></w:r>`;

/** A paragraph. @param properties elements of `w:pPr` */
export const paragraph = (content: string, properties = ''): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content.startsWith('<') ? content : run(content)}</w:p>`;

/** A table of rows of cells; a cell is its content, with its properties before a `\n`. */
export const table = (rows: readonly (readonly string[])[], properties = ''): string =>
  `<w:tbl><w:tblPr>${properties}</w:tblPr>${rows
    .map(
      (cells) =>
        `<w:tr>${cells.map((cell) => `<w:tc>${cell.startsWith('<') ? cell : paragraph(cell)}</w:tc>`).join('')}</w:tr>`,
    )
    .join('')}</w:tbl>`;
