/** What hides text from people who see the page. */
export interface Hiding {
  /** The rules of a style sheet within the page. Those for some screens only are left out. */
  learn(css: string): void;
  hides(tag: string, attributes: ReadonlyMap<string, string>): boolean;
}

const none =
  /(?:^|;)(?:display:none|visibility:(?:hidden|collapse)|opacity:0(?:\.0+)?(?:;|!|$)|font-size:0(?:\.0+)?(?:[a-z%;!]|$)|mso-hide:all|(?:left|top|text-indent|margin-left):-\d{3})/;
const white = /(?:^|;)color:(?:#fff(?:fff)?|white|transparent|rgba?\(255,255,255(?:,[\d.]+)?\))(?:;|!|$)/;
const ground = /(?:^|;)background/;
const whites = new Set(['#fff', '#ffffff', 'white']);

const squeezed = (style: string) => style.toLowerCase().replace(/\s+/g, '');
const hidesText = (style: string) => none.test(style) || (white.test(style) && !ground.test(style));

/** Whether text on it may well be white. */
export const hasGround = (attributes: ReadonlyMap<string, string>) =>
  attributes.has('bgcolor') ||
  attributes.has('background') ||
  ground.test(squeezed(attributes.get('style') ?? ''));

/** @see Hiding */
export function createHiding(): Hiding {
  const selectors = new Set<string>();
  return {
    learn(css) {
      for (const { selector, style } of rulesOf(css))
        if (hidesText(squeezed(style)))
          for (const one of selector.split(',')) selectors.add(one.trim().toLowerCase());
    },
    hides(tag, attributes) {
      if (attributes.has('hidden') || hidesText(squeezed(attributes.get('style') ?? ''))) return true;
      if (tag === 'font' && whites.has(attributes.get('color')?.toLowerCase() ?? '')) return true;
      if (selectors.size === 0) return false;
      const names = [
        ...(attributes
          .get('class')
          ?.toLowerCase()
          .split(/\s+/)
          .slice(0, 50)
          .map((one) => `.${one}`) ?? []),
        ...(attributes.has('id') ? [`#${attributes.get('id')?.toLowerCase()}`] : []),
      ];
      return selectors.has(tag) || names.some((name) => selectors.has(name) || selectors.has(tag + name));
    },
  };
}

/** Those that stand in no `@media` and its like. */
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
