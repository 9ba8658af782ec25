import { isSameColor, isTooSmall, type Rgb, readColor, white } from '../../visibility.ts';

/** The properties of an element that decide whether its text is visible. */
export interface Appearance {
  readonly isHidden: boolean;
  readonly color: Rgb | 'transparent' | undefined;
  /** Background colour. Undefined if it is a picture or unknown. */
  readonly ground: Rgb | undefined;
  /** Font size in points. */
  readonly size: number;
}

/** Detects text that is not visible on the page. */
export interface Hiding {
  /** Reads the rules of an embedded style sheet. Rules in `@media` and the like are ignored. */
  readStyleSheet(css: string): void;
  /** Returns the appearance of an element. @param around appearance of its parent */
  look(tag: string, attributes: ReadonlyMap<string, string>, around: Appearance): Appearance;
}

export const plainAppearance: Appearance = { isHidden: false, color: undefined, ground: white, size: 12 };

/** Checks whether text with this appearance is visible. */
export const isSeen = ({ isHidden, color, ground, size }: Appearance): boolean =>
  !isHidden &&
  !isTooSmall(size) &&
  color !== 'transparent' &&
  (color === undefined || ground === undefined || !isSameColor(color, ground));

const none =
  /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|opacity:(?:0?\.0[0-5]\d*|0(?:\.0+)?%?|[0-5]%)(?:;|!|$)|mso-hide:all|(?:left|top|text-indent|margin-left|margin-top):-\d{3}|clip:rect\((?:0|1px)[^)]{0,40}\)|clip-path:(?:inset\((?:[5-9]\d|100)%|circle\(0)|transform:[^;]{0,80}scale[xy]?\(0?(?:\.0\d*)?\)|content-visibility:hidden)/;
const flat = /(?:^|;)(?:max-)?(?:height|width):[01](?:\.\d+)?(?:px|pt|em|rem|%)?(?:;|!|$)/;
const cut = /(?:^|;)overflow(?:-[xy])?:(?:hidden|clip)/;
/** Maximum number of rules and maximum length of their styles. Further rules are ignored. */
const maxRules = 5_000;
const maxStyle = 2_000;

const squeezed = (style: string) => style.toLowerCase().replace(/\s+/g, '').slice(0, maxStyle);
const lastOf = (style: string, pattern: RegExp) => [...style.matchAll(pattern)].at(-1)?.[1];

function sizeOf(style: string, around: number): number {
  const [, value, unit] =
    /^(\d{0,4}(?:\.\d{0,6})?)(px|pt|em|rem|%)?$/.exec(
      lastOf(style, /(?:^|;)font-size:([^;!]{1,20})/g) ?? '',
    ) ?? [];
  if (value === undefined || value === '') return around;
  const points = { px: 0.75, pt: 1, em: around, rem: 12, '%': around / 100 }[unit ?? 'px'] ?? 0.75;
  return Number(value) * points;
}

function groundOf(style: string, attributes: ReadonlyMap<string, string>, around: Rgb | undefined) {
  if (attributes.has('background')) return undefined;
  const set =
    lastOf(style, /(?:^|;)background(?:-color|-image)?:([^;!]{1,200})/g) ?? attributes.get('bgcolor');
  if (set === undefined || /^(?:none|inherit|initial|unset)$/.test(set)) return around;
  const color = readColor(set);
  return color === 'transparent' ? around : color;
}

/** Creates a detector. @see Hiding */
export function createHiding(): Hiding {
  const rules = new Map<string, string>();
  const styleOf = (tag: string, attributes: ReadonlyMap<string, string>): string => {
    const own = squeezed(attributes.get('style') ?? '');
    if (rules.size === 0) return own;
    const classes = attributes.get('class')?.toLowerCase().split(/\s+/).slice(0, 50) ?? [];
    const names = [
      ...classes.map((one) => `.${one}`),
      ...(attributes.has('id') ? [`#${attributes.get('id')?.toLowerCase()}`] : []),
    ];
    const found = ['*', tag, ...names, ...names.map((name) => tag + name)].map(
      (name) => rules.get(name) ?? '',
    );
    return [...found, own].filter((part) => part !== '').join(';');
  };
  return {
    readStyleSheet(css) {
      for (const { selector, style } of rulesOf(css))
        for (const one of selector.split(',')) {
          const name = one.trim().toLowerCase();
          if (rules.size < maxRules || rules.has(name))
            rules.set(name, `${rules.get(name) ?? ''};${squeezed(style)}`.slice(-maxStyle));
        }
    },
    look(tag, attributes, around) {
      const style = styleOf(tag, attributes);
      const color =
        lastOf(style, /(?:^|;)(?:-webkit-text-fill-)?color:([^;!]{1,60})/g) ??
        (tag === 'font' ? attributes.get('color') : undefined);
      return {
        isHidden:
          around.isHidden ||
          attributes.has('hidden') ||
          none.test(style) ||
          (flat.test(style) && cut.test(style)),
        color: color === undefined || color === 'inherit' ? around.color : readColor(color),
        ground: groundOf(style, attributes, around.ground),
        size: sizeOf(style, around.size),
      };
    },
  };
}

/** Returns the rules that are not inside an at-rule such as `@media`. */
function* rulesOf(css: string): Generator<{ readonly selector: string; readonly style: string }> {
  let selector: string | undefined;
  let depth = 0;
  let from = 0;
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === '{') {
      if (depth === 0) selector = css.slice(from, at).trim();
      depth += 1;
      from = at + 1;
    } else if (css[at] === '}') {
      depth = Math.max(0, depth - 1);
      if (depth === 0 && selector !== undefined && !selector.startsWith('@'))
        yield { selector, style: css.slice(from, at) };
      if (depth === 0) from = at + 1;
    }
  }
}
