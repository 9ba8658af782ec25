import { namedColor } from './colors.ts';

/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly [number, number, number];

export const white: Rgb = [255, 255, 255];

/** Largest font size that is too small to read, in points. */
const unreadablePoints = 2;
/** Minimum contrast ratio of visible text. WCAG 2, 1.4.3 defines the ratio. */
const minContrast = 1.2;
/** Minimum difference in one channel at which colours of the same luminance are still visibly different. */
const minDifference = 48;
/** Largest character width that is too narrow to read, in percent of the normal width. */
const unreadableWidth = 5;
const minOpacity = 0.06;

/** Extent of an object along one axis, in points from the edge of the page. */
export interface PageSpan {
  readonly from: number;
  readonly length: number;
}

/**
 * Checks whether an object lies completely outside its page.
 * @param origins smallest and largest possible value of the point from which `from` is measured
 */
export const isOffPage = (
  { from, length }: PageSpan,
  page: number,
  [first, last]: readonly [number, number] = [0, 0],
): boolean => last + from + length <= 0 || first + from >= page;

export const isTooSmall = (points: number): boolean => points <= unreadablePoints;
export const isTooNarrow = (percent: number): boolean => percent <= unreadableWidth;
export const isTransparent = (opacity: number): boolean => opacity < minOpacity;

/** Checks whether text has about the same colour as its background. */
export const isSameColor = (one: Rgb, other: Rgb): boolean =>
  one.every((part, at) => Math.abs(part - (other[at] ?? 0)) < minDifference) &&
  contrast(one, other) < minContrast;

function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((left, right) => right - left);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Scales the lightness of a colour and adds a shift, from -1 to 1. Keeps the hue. */
export function adjusted(color: Rgb, scale: number, shift: number): Rgb {
  const [least, most] = [Math.min(...color) / 255, Math.max(...color) / 255];
  const lightness = (least + most) / 2;
  const next = Math.min(1, Math.max(0, lightness * scale + shift));
  const range = (1 - Math.abs(2 * next - 1)) / Math.max(1 - Math.abs(2 * lightness - 1), 1e-9);
  const [red = 0, green = 0, blue = 0] = color.map((part) =>
    Math.min(255, Math.max(0, Math.round(255 * (next + (part / 255 - lightness) * range)))),
  );
  return [red, green, blue];
}

export const hexOf = (color: Rgb): string => color.map((part) => part.toString(16).padStart(2, '0')).join('');

/** Reads a colour in the syntax of CSS or office files. Returns undefined if it is unknown. */
export function readColor(written: string): Rgb | 'transparent' | undefined {
  const text = written
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/ ?([,/()]) ?/g, '$1')
    .trim();
  if (text === 'transparent') return 'transparent';
  const known = namedColor(text);
  if (known !== undefined) return hexColor(known);
  const hex = /^#?(?:([\da-f]{3})([\da-f])?|([\da-f]{6})([\da-f]{2})?)$/.exec(text);
  if (hex !== null) {
    const [, short, shortAlpha, long, alpha = shortAlpha?.repeat(2) ?? 'ff'] = hex;
    if (isTransparent(Number.parseInt(alpha, 16) / 255)) return 'transparent';
    return hexColor(short?.replace(/./g, '$&$&') ?? long ?? '');
  }
  return readFunction(text);
}

const number = '(-?\\d{0,3}(?:\\.\\d{1,9})?)(%|deg)?';
const part = `[, ]${number}`;
const call = new RegExp(`^(rgb|hsl)a?\\(${number}${part}${part}(?:[,/]([\\d.]{1,9})(%?))?\\)$`);

/** Reads `rgb(…)` and `hsl(…)`, with commas or spaces. */
function readFunction(text: string): Rgb | 'transparent' | undefined {
  const parts = call.exec(text);
  if (parts === null) return undefined;
  const [, kind, one = '', unit, two = '', secondUnit, three = '', , alpha = '1', percent] = parts;
  if ([one, two, three].includes('')) return undefined;
  if (isTransparent(Number(alpha) / (percent === '%' ? 100 : 1))) return 'transparent';
  const [first, second, third] = [Number(one), Number(two), Number(three)];
  if (kind === 'hsl') return secondUnit === '%' ? fromHsl(first, second / 100, third / 100) : undefined;
  const scale = unit === '%' ? 2.55 : 1;
  return [Math.round(first * scale), Math.round(second * scale), Math.round(third * scale)];
}

/** Converts hue, saturation and lightness (CSS Color 4, 7.1). */
function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const channel = (shift: number) => {
    const at = (shift + hue / 30 + 12) % 12;
    const range = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - range * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

const hexColor = (hex: string): Rgb => {
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/**
 * Checks whether text is invisible because of its color. An unknown color counts as visible.
 * @param behind background color. Default: white
 */
export function isUnseen(color: string | undefined, behind: string | undefined): boolean {
  const [letters, ground] = [readColor(color ?? ''), behind === undefined ? white : readColor(behind)];
  if (letters === 'transparent') return true;
  return (
    letters !== undefined && ground !== undefined && ground !== 'transparent' && isSameColor(letters, ground)
  );
}
