import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';

/** What of the look of a paragraph or of letters matters to their meaning. */
export interface Look {
  /** From 1 for headings; 0 for what says that it is none. */
  readonly heading?: number;
  readonly list?: string;
  readonly level?: number;
  readonly isHidden?: boolean;
  /** Of letters, as it is written: `FFFFFF`. */
  readonly color?: string;
  /** Behind letters. */
  readonly background?: string;
  /** Of letters, in half points. */
  readonly size?: number;
  readonly breaksPage?: boolean;
}

export interface Styles {
  /** Of paragraphs: that of a style, or of paragraphs that name none. */
  paragraph(id: string | undefined): Look;
  /** Of letters: what a style says. */
  letters(id: string | undefined): Look;
}

const none: Look = {};
/** How the styles of headings are called where nothing else says that they are. */
const headingName = /^(?:heading|заголовок)\s*([1-9])$/i;
const titleName = /^(?:title|название|заголовок)$/i;

/** Whether a property that is on or off is on. */
export const isOn = (node: XmlNode | undefined): boolean | undefined =>
  node && !['0', 'false', 'off', 'none'].includes(node.attributes['w:val'] ?? '');

/** What the properties of letters (`w:rPr`) say. */
export function lettersLook(properties: XmlNode | undefined): Look {
  if (properties === undefined) return none;
  const look: { -readonly [Key in keyof Look]: Look[Key] } = {};
  const hidden = isOn(childOf(properties, 'w:vanish'));
  if (hidden !== undefined) look.isHidden = hidden;
  const colored = childOf(properties, 'w:color')?.attributes;
  const color = themeColor(colored?.['w:themeColor'], colored?.['w:themeShade']) ?? colored?.['w:val'];
  if (color !== undefined) look.color = color;
  const size = Number(childOf(properties, 'w:sz')?.attributes['w:val']);
  if (Number.isFinite(size)) look.size = size;
  const background = backgroundOf(properties);
  if (background !== undefined) look.background = background;
  return look;
}

/** Colours that themes give to pages and letters. Themes with a dark page are not known here. */
const themeParts: Readonly<Record<string, number>> = { background1: 255, light1: 255, text1: 0, dark1: 0 };

/** Returns the colour of a theme, made darker by a shade; undefined for accents, whose colour stands beside them. */
function themeColor(name: string | undefined, shade: string | undefined): string | undefined {
  const part = name === undefined ? undefined : themeParts[name];
  if (part === undefined) return undefined;
  const share = shade === undefined ? 1 : Number.parseInt(shade, 16) / 255;
  const hex = Math.round(part * share)
    .toString(16)
    .padStart(2, '0');
  return hex.repeat(3);
}

/** The colour of an area (`w:shd`, `w:highlight`) where one is set. */
export function backgroundOf(properties: XmlNode | undefined): string | undefined {
  const shade = childOf(properties, 'w:shd')?.attributes;
  const highlight = childOf(properties, 'w:highlight')?.attributes['w:val'];
  const fill =
    shade?.['w:val'] === 'solid'
      ? (themeColor(shade['w:themeColor'], shade['w:themeShade']) ?? shade['w:color'])
      : (themeColor(shade?.['w:themeFill'], shade?.['w:themeFillShade']) ?? shade?.['w:fill']);
  return highlight !== undefined && highlight !== 'none' ? highlight : fill === 'auto' ? undefined : fill;
}

/** What the properties of a paragraph (`w:pPr`) say. */
export function paragraphLook(properties: XmlNode | undefined): Look {
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
  const background = backgroundOf(properties);
  if (background !== undefined) look.background = background;
  return look;
}

/** @param styles `w:styles`, where the file has it */
export function readStyles(styles: XmlNode | undefined): Styles {
  const byId = new Map(
    childrenOf(styles, 'w:style').map((style) => [style.attributes['w:styleId'] ?? '', style] as const),
  );
  const usual = [...byId.values()].find(
    ({ attributes }) =>
      attributes['w:type'] === 'paragraph' && /^(1|true|on)$/.test(attributes['w:default'] ?? ''),
  )?.attributes['w:styleId'];
  const defaults = lettersLook(childOf(styles, 'w:docDefaults', 'w:rPrDefault', 'w:rPr'));
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
      ...lettersLook(childOf(style, 'w:rPr')),
      ...paragraphLook(childOf(style, 'w:pPr')),
    };
    looks.set(id, look);
    return look;
  };
  return {
    paragraph: (id) => ({ ...defaults, ...lookOf(id !== undefined && byId.has(id) ? id : usual) }),
    letters: lookOf,
  };
}
