import type { ParagraphKind } from './blocks.ts';

/** Language tag of the text in a document. */
export type TextLanguage = 'ru-RU' | 'en-GB';

export type StyleKey = ParagraphKind | 'cell' | 'grid' | 'note' | 'noteMark' | 'footer';

interface Style {
  readonly key: StyleKey;
  readonly id: string;
  /**
   * Name of the style in word processors. Built-in names are English in all language versions, most of them in lower
   * case.
   */
  readonly name: string;
  readonly type: 'paragraph' | 'character' | 'table';
  readonly look: (language: TextLanguage) => string;
}

const before = (twips: number, after: number) => `<w:spacing w:before="${twips}" w:after="${after}"/>`;
const size = (halfPoints: number) => `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`;

const headingStyle = (level: 1 | 2 | 3 | 4, place: string, letters: string): Style => ({
  key: `heading${level}`,
  id: `Heading${level}`,
  name: `heading ${level}`,
  type: 'paragraph',
  look: () =>
    `<w:next w:val="BodyText"/><w:qFormat/><w:pPr><w:keepNext/><w:keepLines/>${place}<w:outlineLvl w:val="${level - 1}"/></w:pPr><w:rPr>${letters}</w:rPr>`,
});

const bold = '<w:b/><w:bCs/>';
const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
  .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`)
  .join('');

/** Styles with the formatting that is usual in documents for Russian and English courts. */
const styles: readonly Style[] = [
  headingStyle(1, `${before(240, 120)}<w:jc w:val="center"/>`, `${bold}${size(28)}`),
  headingStyle(2, before(240, 120), `${bold}${size(26)}`),
  headingStyle(3, before(180, 60), bold),
  headingStyle(4, before(180, 60), `${bold}<w:i/><w:iCs/>`),
  {
    key: 'body',
    id: 'BodyText',
    name: 'Body Text',
    type: 'paragraph',
    look: (language) =>
      language === 'ru-RU'
        ? '<w:qFormat/><w:pPr><w:ind w:firstLine="709"/><w:jc w:val="both"/></w:pPr>'
        : `<w:qFormat/><w:pPr>${before(0, 120)}<w:jc w:val="both"/></w:pPr>`,
  },
  {
    key: 'item',
    id: 'ListParagraph',
    name: 'List Paragraph',
    type: 'paragraph',
    look: (language) =>
      language === 'ru-RU'
        ? '<w:qFormat/><w:pPr><w:ind w:firstLine="709"/><w:jc w:val="both"/></w:pPr>'
        : `<w:qFormat/><w:pPr>${before(0, 120)}<w:jc w:val="both"/></w:pPr>`,
  },
  custom('addressee', 'Addressee', '<w:ind w:left="4820"/>'),
  custom('right', 'RightAligned', '<w:jc w:val="right"/>'),
  custom('centre', 'Centred', `${before(120, 120)}<w:jc w:val="center"/>`),
  custom('signature', 'SignatureLine', `<w:keepLines/>${before(480, 0)}`),
  custom('cell', 'TableText', before(40, 40)),
  {
    key: 'grid',
    id: 'TableGrid',
    name: 'Table Grid',
    type: 'table',
    look: () => `<w:tblPr><w:tblBorders>${borders}</w:tblBorders></w:tblPr>`,
  },
  {
    key: 'note',
    id: 'FootnoteText',
    name: 'footnote text',
    type: 'paragraph',
    look: () => `<w:pPr><w:jc w:val="both"/></w:pPr><w:rPr>${size(20)}</w:rPr>`,
  },
  {
    key: 'noteMark',
    id: 'FootnoteReference',
    name: 'footnote reference',
    type: 'character',
    look: () => '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>',
  },
  {
    key: 'footer',
    id: 'Footer',
    name: 'footer',
    type: 'paragraph',
    look: () => '<w:pPr><w:jc w:val="center"/></w:pPr>',
  },
];

function custom(key: StyleKey, id: string, look: string): Style {
  const name = id.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`);
  return { key, id, name, type: 'paragraph', look: () => `<w:qFormat/><w:pPr>${look}</w:pPr>` };
}

/** Existing styles of a document. */
export interface Present {
  /** Ids by lower-case name. */
  readonly present: ReadonlyMap<string, string>;
  /** Id of the default paragraph style. */
  readonly base: string;
  /** Whether the document is a letterhead of the user. */
  readonly isLetterhead: boolean;
}

/** Ids of the styles to use, and definitions of missing ones. */
export interface ChosenStyles {
  /** Returns undefined if the paragraph keeps the document's default formatting. */
  readonly idOf: (key: StyleKey) => string | undefined;
  /** Definitions to add to the document. */
  readonly missing: string;
}

/**
 * Chooses the styles for the parsed text. Prefers existing styles of the document, so that a letterhead keeps its
 * appearance.
 * @param needed keys of the styles that the text uses
 */
export function chooseStyles(
  language: TextLanguage,
  needed: ReadonlySet<StyleKey>,
  { present, base, isLetterhead }: Present,
): ChosenStyles {
  const taken = new Set(present.values());
  const ids = new Map<StyleKey, string>();
  const missing: string[] = [];
  for (const { key, id, name, type, look } of styles) {
    if (!needed.has(key)) continue;
    const own = present.get(name.toLowerCase());
    // Body text uses the default formatting of the letterhead.
    if (own === undefined && isLetterhead && key === 'body') continue;
    const free = own ?? (taken.has(id) ? `${id}Draft` : id);
    ids.set(key, free);
    if (own !== undefined) continue;
    const above = type === 'paragraph' ? `<w:basedOn w:val="${base}"/>` : '';
    const isCustom = name !== name.toLowerCase() && !builtIn.has(name) ? ' w:customStyle="1"' : '';
    missing.push(
      `<w:style w:type="${type}"${isCustom} w:styleId="${free}"><w:name w:val="${name}"/>${above}${look(language)}</w:style>`,
    );
  }
  const next = ids.get('body') ?? base;
  return {
    idOf: (key) => ids.get(key),
    missing: missing.join('').replaceAll('<w:next w:val="BodyText"/>', `<w:next w:val="${next}"/>`),
  };
}

const builtIn = new Set(['Body Text', 'List Paragraph', 'Table Grid']);

/** Returns the default styles of a document without a letterhead. */
export const baseStyles = (language: TextLanguage): string => `<w:docDefaults><w:rPrDefault><w:rPr>\
<w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="Times New Roman" w:cs="Times New Roman"/>\
${size(24)}<w:lang w:val="${language}" w:eastAsia="${language}" w:bidi="ar-SA"/></w:rPr></w:rPrDefault>\
<w:pPrDefault><w:pPr><w:spacing w:after="0" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>\
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>\
<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style>\
<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/>\
<w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>\
<w:style w:type="numbering" w:default="1" w:styleId="NoList"><w:name w:val="No List"/></w:style>`;
