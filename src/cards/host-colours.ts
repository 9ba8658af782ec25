/**
 * Applies the host's colors in sets. If one color of a set has too little contrast, the card drops the whole set and
 * uses its own colors.
 */

const variable = /^--[a-z0-9-]{1,60}$/;
const grounds = ['--color-background-primary', '--color-background-secondary'];
const texts = ['--color-text-primary', '--color-text-secondary'];
/** The host's color variables, with the card's variables that use them. */
const tones = {
  '--color-text-info': '--accent',
  '--color-text-danger': '--danger',
  '--color-text-warning': '--warn',
  '--color-text-success': '--good',
};
const toned = Object.keys(tones);

/**
 * Minimum contrast ratios (WCAG 2). Text in a tone may stand on a tint of that tone. A ratio of 5.3 on the background
 * means 4.5 on this tint.
 */
const least = { text: 7, dim: 4.5, tone: 5.3 };

/** Applies the host's style variables. Skips values that would load a resource. */
export function takeColours(variables: Readonly<Record<string, unknown>>): void {
  const { style } = document.documentElement;
  const drop = (names: readonly string[]) => {
    for (const name of names) style.removeProperty(name);
  };
  drop([...grounds, ...texts, ...toned]);
  for (const [name, value] of Object.entries(variables))
    if (variable.test(name) && typeof value === 'string' && !/url\(|image/i.test(value))
      style.setProperty(name, value);
  if (![...grounds, ...texts, ...toned].some((name) => style.getPropertyValue(name))) return;
  const ratio = createMeter();
  const isFaint = () => Object.values(tones).some((own) => ratio(own, '--bg') < least.tone);
  if (
    ratio('--text', '--bg') < least.text ||
    ratio('--dim', '--bg') < least.dim ||
    ratio('--dim', '--raise') < least.dim
  )
    drop([...grounds, ...texts, ...toned]);
  else if (isFaint()) {
    drop(toned);
    if (isFaint()) drop([...grounds, ...texts]);
  }
}

/**
 * Creates a function that measures the contrast of two colors. It paints them on a canvas, because a canvas accepts
 * every CSS color notation.
 */
function createMeter(): (one: string, other: string) => number {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const probe = document.body.appendChild(document.createElement('i'));
  const light = (name: string) => {
    probe.style.color = `var(${name})`;
    const { color } = getComputedStyle(probe);
    if (!pen) return 0;
    pen.fillStyle = color;
    pen.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((part) =>
      part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  queueMicrotask(() => probe.remove());
  return (one, other) => {
    const [dark = 0, bright = 0] = [light(one), light(other)].sort((left, right) => left - right);
    return (bright + 0.05) / (dark + 0.05);
  };
}
