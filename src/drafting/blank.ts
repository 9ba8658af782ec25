import { baseStyles, type TextLanguage } from './styles.ts';
import { relationsNamespace, wordNamespace, xmlHead } from './xml.ts';

const types = 'http://schemas.openxmlformats.org/package/2006/content-types';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
const word = `xmlns:w="${wordNamespace}" xmlns:r="${relationsNamespace}"`;

/**
 * A4 with margins of 30 mm on the left, 15 mm on the right and 20 mm at the top and bottom, as is usual in Russian
 * offices. The left margin leaves room for filing.
 */
const page =
  '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="851" w:bottom="1134" w:left="1701" w:header="709" w:footer="709" w:gutter="0"/>';

/** Creates an empty document, used if no template is given. */
export function blankDocument(language: TextLanguage): ReadonlyMap<string, Uint8Array> {
  const encoder = new TextEncoder();
  const parts: [string, string][] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
        ['document', 'document.main'],
        ['styles', 'styles'],
        ['settings', 'settings'],
        ['footer1', 'footer'],
      ]
        .map(([name, type]) => `<Override PartName="/word/${name}.xml" ContentType="${office}${type}+xml"/>`)
        .join('')}</Types>`,
    ],
    ['_rels/.rels', relationsOf([['officeDocument', 'word/document.xml']])],
    [
      'word/document.xml',
      `<w:document ${word}><w:body><w:sectPr><w:footerReference w:type="default" r:id="rId3"/>${page}<w:titlePg/></w:sectPr></w:body></w:document>`,
    ],
    [
      'word/_rels/document.xml.rels',
      relationsOf([
        ['styles', 'styles.xml'],
        ['settings', 'settings.xml'],
        ['footer', 'footer1.xml'],
      ]),
    ],
    [
      'word/styles.xml',
      `<w:styles ${word}>${baseStyles(language)}<w:style w:type="paragraph" w:styleId="Footer"><w:name w:val="footer"/><w:basedOn w:val="Normal"/><w:pPr><w:jc w:val="center"/></w:pPr></w:style></w:styles>`,
    ],
    [
      'word/settings.xml',
      `<w:settings ${word}><w:defaultTabStop w:val="709"/><w:characterSpacingControl w:val="doNotCompress"/><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`,
    ],
    [
      'word/footer1.xml',
      `<w:ftr ${word}><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr><w:fldSimple w:instr=" PAGE "><w:r><w:t>2</w:t></w:r></w:fldSimple></w:p></w:ftr>`,
    ],
  ];
  return new Map(parts.map(([name, xml]) => [name, encoder.encode(xmlHead + xml)]));
}

const relationsOf = (list: readonly (readonly [kind: string, target: string])[]) =>
  `<Relationships xmlns="${relations}">${list
    .map(
      ([kind, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${relationsNamespace}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;
