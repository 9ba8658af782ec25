import { isTooSmall } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import { fillIn, readTheme, type Theme } from '../theme.ts';

/** What of the look of a paragraph or of letters matters to their meaning. */
export interface Look {
  /** From 1 for headings; 0 for what says that it is none. */
  readonly heading?: number;
  readonly list?: string;
  readonly level?: number;
  readonly isHidden?: boolean;
  readonly isStruck?: boolean;
  /** Of letters, as it is written: `FFFFFF`. */
  readonly color?: string;
  /** Behind letters. */
  readonly background?: string;
  /** Of letters, in half points. */
  readonly size?: number;
  /** Whether its lines, or its letters, have no height or width. */
  readonly hasFlatLines?: boolean;
  readonly hasFlatLetters?: boolean;
  readonly breaksPage?: boolean;
}

export interface Styles {
  readonly theme: Theme;
  /** What holds for all letters of which nothing else is said. */
  readonly defaults: Look;
  /** Of paragraphs: that of a style, or of paragraphs that name none. */
  paragraph(id: string | undefined): Look;
  /** Of letters: what a style says. */
  letters(id: string | undefined): Look;
  /** Of a table: what a style says, and styles that it is based on. */
  table(id: string | undefined): TableStyle;
}

/** How the style of a table makes its cells look. */
export interface TableStyle {
  readonly own: Look;
  /** By the parts of a table that it is different for: `firstRow`, `band1Horz` … */
  readonly parts: ReadonlyMap<string, Look>;
}

const none: Look = {};
/** Styles of tables that are based on each other go no deeper. */
const deepestStyle = 20;
/** How the styles of headings are called where nothing else says that they are. */
const headingName = /^(?:heading|заголовок)\s*([1-9])$/i;
const titleName = /^(?:title|название|заголовок)$/i;

/** Whether a property that is on or off is on. */
export const isOn = (node: XmlNode | undefined): boolean | undefined =>
  node && !['0', 'false', 'off', 'none'].includes(node.attributes['w:val'] ?? '');

/** What the properties of letters (`w:rPr`) say. */
export function lettersLook(properties: XmlNode | undefined, theme: Theme): Look {
  if (properties === undefined) return none;
  const look: { -readonly [Key in keyof Look]: Look[Key] } = {};
  const hidden = isOn(childOf(properties, 'w:vanish'));
  if (hidden !== undefined) look.isHidden = hidden;
  const struck = [childOf(properties, 'w:strike'), childOf(properties, 'w:dstrike')].map(isOn);
  if (struck.some((one) => one !== undefined)) look.isStruck = struck.includes(true);
  const color =
    fillIn(childOf(properties, 'w14:textFill'), theme, 'w14') ??
    colorIn(childOf(properties, 'w:color'), theme, '', 'w:val');
  if (color !== undefined) look.color = color;
  const size = Number(childOf(properties, 'w:sz')?.attributes['w:val']);
  if (Number.isFinite(size)) look.size = size;
  const width = childOf(properties, 'w:w')?.attributes['w:val'];
  if (width !== undefined) look.hasFlatLetters = Number.parseInt(width, 10) <= narrowest;
  const background = backgroundOf(properties, theme);
  if (background !== undefined) look.background = background;
  return look;
}

/** Letters of this share of their usual width are not read, in percent. */
const narrowest = 5;

/** Returns the colour that an element has, by the theme or as it is written. @param kind `Fill` for areas */
function colorIn(
  node: XmlNode | undefined,
  theme: Theme,
  kind: '' | 'Fill',
  written: string,
): string | undefined {
  if (node === undefined) return undefined;
  const name = kind === '' ? 'w:themeColor' : 'w:themeFill';
  const share = (change: string) =>
    Number.parseInt(node.attributes[kind === '' ? `w:theme${change}` : `w:themeFill${change}`] ?? 'ff', 16) /
    255;
  const [tint, shade] = [share('Tint'), share('Shade')];
  return theme.color(node.attributes[name], tint * shade, 1 - tint) ?? node.attributes[written];
}

/** The colour of an area (`w:shd`, `w:highlight`) where one is set. */
export function backgroundOf(properties: XmlNode | undefined, theme: Theme): string | undefined {
  const shade = childOf(properties, 'w:shd');
  const highlight = childOf(properties, 'w:highlight')?.attributes['w:val'];
  const isSolid = shade?.attributes['w:val'] === 'solid';
  const fill = isSolid ? colorIn(shade, theme, '', 'w:color') : colorIn(shade, theme, 'Fill', 'w:fill');
  return highlight !== undefined && highlight !== 'none' ? highlight : fill === 'auto' ? undefined : fill;
}

/** The colour of the pages. @param background `w:background` */
export const pageColor = (background: XmlNode, theme: Theme): string | undefined =>
  colorIn(background, theme, '', 'w:color');

/** What the properties of a paragraph (`w:pPr`) say. */
export function paragraphLook(properties: XmlNode | undefined, theme: Theme): Look {
  const look: { -readonly [Key in keyof Look]: Look[Key] } = {};
  const outline = Number(childOf(properties, 'w:outlineLvl')?.attributes['w:val']);
  if (Number.isInteger(outline)) look.heading = outline >= 0 && outline < 9 ? outline + 1 : 0;
  const numbering = childOf(properties, 'w:numPr');
  const list = childOf(numbering, 'w:numId')?.attributes['w:val'];
  if (list !== undefined) look.list = list;
  const level = Number(childOf(numbering, 'w:ilvl')?.attributes['w:val']);
  if (Number.isInteger(level) && level >= 0 && level < 9) look.level = level;
  const breaksPage = isOn(childOf(properties, 'w:pageBreakBefore'));
  if (breaksPage !== undefined) look.breaksPage = breaksPage;
  const spacing = childOf(properties, 'w:spacing')?.attributes;
  if (spacing?.['w:line'] !== undefined)
    look.hasFlatLines = spacing['w:lineRule'] === 'exact' && isTooSmall(Number(spacing['w:line']) / 20);
  const background = backgroundOf(properties, theme);
  if (background !== undefined) look.background = background;
  return look;
}

/** @param styles `w:styles`, where the file has it @param themePart `a:theme`, where the file has it */
export function readStyles(styles: XmlNode | undefined, themePart?: XmlNode): Styles {
  const theme = readTheme(themePart);
  const byId = new Map(
    childrenOf(styles, 'w:style').map((style) => [style.attributes['w:styleId'] ?? '', style] as const),
  );
  const usual = [...byId.values()].find(
    ({ attributes }) =>
      attributes['w:type'] === 'paragraph' && /^(1|true|on)$/.test(attributes['w:default'] ?? ''),
  )?.attributes['w:styleId'];
  const defaults = lettersLook(childOf(styles, 'w:docDefaults', 'w:rPrDefault', 'w:rPr'), theme);
  const looks = new Map<string, Look>();
  const lookOf = (id: string | undefined): Look => {
    const style = byId.get(id ?? '');
    if (id === undefined || style === undefined) return none;
    const known = looks.get(id);
    if (known !== undefined) return known;
    // Where styles are based on each other in a circle, this is what the circle ends with.
    looks.set(id, none);
    const name = childOf(style, 'w:name')?.attributes['w:val'] ?? '';
    const called = titleName.test(name) ? 1 : Number(headingName.exec(name)?.[1] ?? Number.NaN);
    const look = {
      ...lookOf(childOf(style, 'w:basedOn')?.attributes['w:val']),
      ...(Number.isInteger(called) && { heading: called }),
      ...lookIn(style),
    };
    looks.set(id, look);
    return look;
  };
  const lookIn = (style: XmlNode): Look => ({
    ...lettersLook(childOf(style, 'w:rPr'), theme),
    ...paragraphLook(childOf(style, 'w:pPr'), theme),
  });
  const inTable = (style: XmlNode): Look => {
    const background =
      backgroundOf(childOf(style, 'w:tcPr'), theme) ?? backgroundOf(childOf(style, 'w:tblPr'), theme);
    return { ...lookIn(style), ...(background !== undefined && { background }) };
  };
  const tableStyle = (id: string | undefined, depth = 0): TableStyle => {
    const style = byId.get(id ?? '');
    if (style === undefined || depth > deepestStyle) return { own: none, parts: new Map() };
    const { own, parts } = tableStyle(childOf(style, 'w:basedOn')?.attributes['w:val'], depth + 1);
    const changed = new Map(parts);
    for (const part of childrenOf(style, 'w:tblStylePr')) {
      const name = part.attributes['w:type'] ?? '';
      changed.set(name, { ...changed.get(name), ...inTable(part) });
    }
    return { own: { ...own, ...inTable(style) }, parts: changed };
  };
  return {
    theme,
    defaults,
    paragraph: (id) => lookOf(id !== undefined && byId.has(id) ? id : usual),
    letters: lookOf,
    table: (id) => tableStyle(id),
  };
}
