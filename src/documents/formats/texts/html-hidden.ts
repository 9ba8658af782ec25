import { isSameColor, isTooSmall, isTransparent, type Rgb, readColor, white } from '../../visibility.ts';
import { type Declarations, declarationsOf, rulesOf, squeezed, withoutComments } from './css.ts';

/** Properties of an element that decide whether its text is visible. */
export interface Appearance {
  readonly isHidden: boolean;
  /** Whether `visibility` hides the element. Unlike with other properties, a nested element can override this. */
  readonly isInvisible: boolean;
  readonly isStruck: boolean;
  readonly color: Rgb | 'transparent' | undefined;
  /** Background colour. Undefined if the background is a picture or unknown. */
  readonly ground: Rgb | undefined;
  /** Font size in points. */
  readonly size: number;
  /** Simple selectors that match the element. Empty if the page has no rules. */
  readonly names: readonly string[];
  readonly around?: Appearance;
}

export interface Hiding {
  readStyleSheet(css: string): void;
  /** Returns the appearance of an element. @param around appearance of its parent */
  look(tag: string, attributes: ReadonlyMap<string, string>, around: Appearance): Appearance;
}

export const plainAppearance: Appearance = {
  ...{ isHidden: false, isInvisible: false, isStruck: false },
  ...{ color: undefined, ground: white, size: 12, names: [] },
};

export const isSeen = ({ isHidden, isInvisible, color, ground, size }: Appearance): boolean =>
  !isHidden &&
  !isInvisible &&
  !isTooSmall(size) &&
  color !== 'transparent' &&
  (color === undefined || ground === undefined || !isSameColor(color, ground));

/** Values with which a property hides the text of an element. */
const hidingValues: Readonly<Record<string, RegExp>> = {
  display: /^none$/,
  'mso-hide': /^all$/,
  'content-visibility': /^hidden$/,
  clip: /^rect\((?:0|1px)[^)]{0,40}\)/,
  'clip-path': /^(?:inset\((?:[5-9]\d|100)%|circle\(0)/,
  mask: /^(?:[a-z-]{0,20}gradient\((?:[^,]{0,40},)?)?transparent/,
  'mask-image': /^[a-z-]{0,20}gradient\((?:[^,]{0,40},)?transparent/,
  filter: /opacity\((?:0?\.0[0-5]\d{0,9}|0(?:\.0{1,9})?%?|[0-5](?:\.\d{1,9})?%)\)/,
  transform: /scale(?:3d|[xy])?\(0?(?:\.0\d{0,9})?[,)]|translate(?:3d|[xy])?\((?:0,)?-\d{3}/,
  translate: /^-\d{3}/,
  scale: /^0?(?:\.0\d{0,9})?$/,
  inset: /(?:^| )-\d{3}/,
  font: /(?:^| )0(?:px|pt|em|rem|%)?(?: ?\/| )/,
};
const outside = ['left', 'top', 'right', 'bottom', 'text-indent', 'margin-left', 'margin-top', 'margin'];
const flatSizes = ['height', 'width', 'max-height', 'max-width', 'line-height'];
const flat = /^[01](?:\.\d{1,9})?(?:px|pt|em|rem|%)?$/;
/** Maximum number of rules in total, and per selector. Further rules are ignored. */
const maxRules = 5_000;
const maxForOne = 20;

interface Rule {
  /** Selectors that ancestors must match, from the inside out, such as `.a` for `.a .b`. */
  readonly within: readonly string[];
  readonly style: string;
}

const isWithin = (names: readonly string[], around: Appearance): boolean => {
  const [name, ...rest] = names;
  if (name === undefined) return true;
  for (let one: Appearance | undefined = around; one; one = one.around)
    if (one.names.includes(name)) return isWithin(rest, one.around ?? plainAppearance);
  return false;
};

const opacityOf = (value: string) => Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1);

function hides(style: Declarations): boolean {
  const has = (name: string, pattern: RegExp) => pattern.test(style.get(name) ?? 'initial');
  return (
    Object.entries(hidingValues).some(([name, pattern]) => has(name, pattern)) ||
    outside.some((name) => has(name, /^-\d{3}/)) ||
    isTransparent(opacityOf(style.get('opacity') ?? '1')) ||
    (['overflow', 'overflow-x', 'overflow-y'].some((name) => has(name, /hidden|clip/)) &&
      flatSizes.some((name) => has(name, name === 'line-height' ? /^0(?:px|pt|em|%)?$/ : flat)))
  );
}

function sizeOf(style: Declarations, around: number): number {
  const zoom = /^(0?\.\d{1,6}|\d{1,4})(%)?$/.exec(style.get('zoom') ?? '');
  const scale = zoom === null ? 1 : Number(zoom[1]) / (zoom[2] ? 100 : 1);
  const [, value, unit] =
    /^(?:calc\()?(\d{0,4}(?:\.\d{0,6})?)(px|pt|em|rem|%)?\)?$/.exec(style.get('font-size') ?? '') ?? [];
  if (value === undefined || value === '') return around * scale;
  const points = { px: 0.75, pt: 1, em: around, rem: 12, '%': around / 100 }[unit ?? 'px'] ?? 0.75;
  return Number(value) * points * scale;
}

function groundOf(style: Declarations, attributes: ReadonlyMap<string, string>, around: Rgb | undefined) {
  if (attributes.has('background')) return undefined;
  const set = ['background', 'background-color', 'background-image']
    .map((name) => style.get(name))
    .filter((value) => value !== undefined && value !== 'none');
  if (set.length === 0 || /^(?:inherit|initial|unset)$/.test(set[0] ?? '')) return around;
  const colors = set.map((value) => readColor(value ?? ''));
  if (colors.includes(undefined)) return undefined;
  const color = colors.at(-1);
  return color === 'transparent' ? around : color;
}

/** Converts attributes of an element that set a style, such as `bgcolor`, to a style. */
function attributeStyle(tag: string, attributes: ReadonlyMap<string, string>): string {
  const style: string[] = [];
  const add = (property: string, name: string) => {
    const value = attributes.get(name);
    if (value !== undefined) style.push(`${property}:${value}`);
  };
  add('background', 'bgcolor');
  if (tag === 'font') add('color', 'color');
  if (tag === 'body') add('color', 'text');
  for (const name of ['display', 'visibility', 'opacity', 'font-size']) add(name, name);
  if (tag === 'text' || tag === 'tspan') add('color', 'fill');
  return squeezed(style.join(';'));
}

/** Returns the simple selectors that match an element, in order of priority. */
function namesOf(tag: string, attributes: ReadonlyMap<string, string>): readonly string[] {
  const classes = attributes.get('class')?.toLowerCase().split(/\s+/).slice(0, 50) ?? [];
  const others = [...attributes]
    .slice(0, 20)
    .flatMap(([name, value]) => [`[${name}]`, `[${name}=${value.slice(0, 100).toLowerCase()}]`]);
  const id = attributes.has('id') ? [`#${attributes.get('id')?.toLowerCase()}`] : [];
  const names = [...classes.map((one) => `.${one}`), ...others, ...id];
  return ['*', tag, ...names, ...names.map((name) => tag + name)];
}

const struckTags = new Set(['s', 'strike', 'del']);

export function createHiding(): Hiding {
  const rules = new Map<string, Rule[]>();
  let left = maxRules;
  const add = (selector: string, style: string) => {
    const [name, ...within] = selector
      .replace(/["']/g, '')
      .split(/[\s>]+/)
      .reverse();
    const known = rules.get(name ?? '') ?? [];
    if (name === undefined || left === 0 || known.length === maxForOne) return;
    left -= 1;
    rules.set(name, [...known, { within: within.slice(0, 5), style }]);
  };
  const styleOf = (
    tag: string,
    attributes: ReadonlyMap<string, string>,
    names: readonly string[],
    around: Appearance,
  ): Declarations => {
    const ruled = names
      .flatMap((name) => rules.get(name) ?? [])
      .filter(({ within }) => isWithin(within, around))
      .map(({ style }) => style);
    const own = squeezed(attributes.get('style') ?? '');
    return declarationsOf([attributeStyle(tag, attributes), ...ruled, own]);
  };
  return {
    readStyleSheet(css) {
      for (const { selector, style } of rulesOf(withoutComments(css)))
        for (const one of selector.split(',')) add(one.trim().toLowerCase(), squeezed(style));
    },
    look(tag, attributes, around) {
      const names = rules.size === 0 ? [] : namesOf(tag, attributes);
      const style = styleOf(tag, attributes, names, around);
      const color = style.get('-webkit-text-fill-color') ?? style.get('color');
      const visibility = style.get('visibility');
      const isClosed = (tag === 'dialog' && !attributes.has('open')) || attributes.has('popover');
      return {
        isHidden: around.isHidden || attributes.has('hidden') || isClosed || hides(style),
        isInvisible: visibility === undefined ? around.isInvisible : /^(?:hidden|collapse)$/.test(visibility),
        isStruck:
          around.isStruck ||
          struckTags.has(tag) ||
          /line-through/.test(`${style.get('text-decoration')}${style.get('text-decoration-line')}`),
        color: color === undefined || color === 'inherit' ? around.color : readColor(color),
        ground: groundOf(style, attributes, around.ground),
        size: sizeOf(style, around.size),
        names,
        ...(rules.size > 0 && { around }),
      };
    },
  };
}
