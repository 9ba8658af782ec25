import { hexOf, isTooNarrow, isTooSmall, type Rgb, readColor, white } from '../../../visibility.ts';
import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import { fillIn, readTheme, type Theme } from '../theme.ts';

/** Properties of a paragraph or text that affect its meaning or visibility. */
export interface Look {
  /** Heading level, starting at 1; 0 if the style explicitly excludes a heading. */
  readonly heading?: number;
  readonly list?: string;
  readonly level?: number;
  readonly isHidden?: boolean;
  readonly isStruck?: boolean;
  /** Text colour as written in the file, such as `FFFFFF`. */
  readonly color?: string;
  readonly background?: string;
  /** Font size in half points. */
  readonly size?: number;
  /** Whether the lines have no height. `hasFlatLetters`: whether the characters have no width. */
  readonly hasFlatLines?: boolean;
  readonly hasFlatLetters?: boolean;
  readonly breaksPage?: boolean;
}

export interface Styles {
  readonly theme: Theme;
  readonly defaults: Look;
  /** Returns the properties of a paragraph style, or of the default style. */
  paragraph(id: string | undefined): Look;
  letters(id: string | undefined): Look;
  /** Returns the properties of a table style, including those of its base styles. */
  table(id: string | undefined): TableStyle;
}

export interface TableStyle {
  readonly own: Look;
  /** Properties by part of the table, such as `firstRow` or `band1Horz`. */
  readonly parts: ReadonlyMap<string, Look>;
}

const none: Look = {};
/** Maximum length of a chain of table styles that are based on each other. */
const maxStyleDepth = 20;
/** Names of heading styles, in English and Russian. */
const headingName = /^(?:heading|заголовок)\s*([1-9])$/i;
const titleName = /^(?:title|название|заголовок)$/i;

/** Checks whether an on/off property is on. Returns undefined if it is not set. */
export const isOn = (node: XmlNode | undefined): boolean | undefined =>
  node && !['0', 'false', 'off', 'none'].includes(node.attributes['w:val'] ?? '');

/** Reads text properties (`w:rPr`). */
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
  if (width !== undefined) look.hasFlatLetters = isTooNarrow(Number.parseInt(width, 10));
  const background = backgroundOf(properties, theme);
  if (background !== undefined) look.background = background;
  return look;
}

/** Returns the colour of an element, from the theme or the written value. @param kind `Fill` for fill colours */
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

/** Returns the background colour (`w:shd`, `w:highlight`), if one is set. */
export function backgroundOf(properties: XmlNode | undefined, theme: Theme): string | undefined {
  const shade = childOf(properties, 'w:shd');
  const highlight = childOf(properties, 'w:highlight')?.attributes['w:val'];
  if (highlight !== undefined && highlight !== 'none') return highlight;
  const fill = colorIn(shade, theme, 'Fill', 'w:fill');
  const pattern = shade?.attributes['w:val'] ?? 'clear';
  const share = pattern === 'solid' ? 1 : Number(/^pct(\d\d?)$/.exec(pattern)?.[1] ?? 0) / 100;
  if (share === 0) return fill === 'auto' ? undefined : fill;
  return mixed(colorIn(shade, theme, '', 'w:color'), fill, share);
}

/** Mixes the colour of a pattern with its background. Default: black on white */
function mixed(pattern: string | undefined, fill: string | undefined, share: number): string {
  const rgb = (written: string | undefined, automatic: Rgb): Rgb => {
    const color = readColor(written ?? 'auto');
    return color === undefined || color === 'transparent' ? automatic : color;
  };
  const [front, behind] = [rgb(pattern, [0, 0, 0]), rgb(fill, white)];
  const [red, green, blue] = front.map((part, at) =>
    Math.round(part * share + (behind[at] ?? 0) * (1 - share)),
  );
  return hexOf([red ?? 0, green ?? 0, blue ?? 0]);
}

/** Returns the page colour. @param background `w:background` */
export const pageColor = (background: XmlNode, theme: Theme): string | undefined =>
  colorIn(background, theme, '', 'w:color');

/** Reads paragraph properties (`w:pPr`). */
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

/**
 * Reads the styles.
 * @param styles `w:styles`, if the file contains it
 * @param themePart `a:theme`, if the file contains it
 */
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
    // Set the entry before the recursion, so that a cycle of styles ends here.
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
    if (style === undefined || depth > maxStyleDepth) return { own: none, parts: new Map() };
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
