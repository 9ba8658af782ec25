/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly [number, number, number];

export const white: Rgb = [255, 255, 255];

/** Maximum font size that is unreadable, in points. */
const unreadablePoints = 2;
/** Minimum contrast ratio of visible text. WCAG 2, 1.4.3 defines the ratio. */
const minContrast = 1.2;
/** Minimum difference in one channel at which colours of equal luminance differ visibly. */
const minDifference = 48;
/** Minimum opacity of visible text. */
const minOpacity = 0.06;

/** Extent of an object in one direction, in points from the edge of the page. */
export interface PageSpan {
  readonly from: number;
  readonly length: number;
}

/**
 * Checks whether an object is completely outside its page.
 * @param origins smallest and largest possible origin of `from`
 */
export const isOffPage = (
  { from, length }: PageSpan,
  page: number,
  [first, last]: readonly [number, number] = [0, 0],
): boolean => last + from + length <= 0 || first + from >= page;

export const isTooSmall = (points: number): boolean => points <= unreadablePoints;
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

const named: Readonly<Record<string, Rgb>> = {
  ...{ white, black: [0, 0, 0], snow: [255, 250, 250], ivory: [255, 255, 240], ghostwhite: [248, 248, 255] },
  ...{ whitesmoke: [245, 245, 245], floralwhite: [255, 250, 240], azure: [240, 255, 255] },
  ...{ mintcream: [245, 255, 250], seashell: [255, 245, 238], aliceblue: [240, 248, 255] },
  ...{
    red: [255, 0, 0],
    green: [0, 128, 0],
    blue: [0, 0, 255],
    yellow: [255, 255, 0],
    gray: [128, 128, 128],
  },
  ...{ cyan: [0, 255, 255], magenta: [255, 0, 255], silver: [192, 192, 192], lightgray: [211, 211, 211] },
};

/** Reads a colour in the syntax of CSS or office files. Returns undefined if it is unknown. */
export function readColor(written: string): Rgb | 'transparent' | undefined {
  const text = written.toLowerCase().replace(/\s+/g, '');
  if (text === 'transparent') return 'transparent';
  const known = Object.hasOwn(named, text) ? named[text] : undefined;
  if (known !== undefined) return known;
  const hex = /^#?(?:([\da-f]{3})[\da-f]?|([\da-f]{6})(?:[\da-f]{2})?)$/.exec(text);
  if (hex !== null) return hexColor(hex[1]?.replace(/./g, '$&$&') ?? hex[2] ?? '');
  const parts = /^rgba?\((\d{1,3})[,/]?(\d{1,3})[,/]?(\d{1,3})(?:[,/]([\d.]{1,9})(%?))?\)$/.exec(text);
  if (parts === null) return undefined;
  const [, red, green, blue, alpha = '1', percent] = parts;
  if (isTransparent(Number(alpha) / (percent === '%' ? 100 : 1))) return 'transparent';
  return [Number(red), Number(green), Number(blue)];
}

const hexColor = (hex: string): Rgb => {
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

/**
 * Checks whether text is invisible by its colours. An unknown colour counts as visible. @param behind
 * background colour. Default: white
 */
export function isUnseen(color: string | undefined, behind: string | undefined): boolean {
  const [letters, ground] = [readColor(color ?? ''), behind === undefined ? white : readColor(behind)];
  if (letters === 'transparent') return true;
  return (
    letters !== undefined && ground !== undefined && ground !== 'transparent' && isSameColor(letters, ground)
  );
}
