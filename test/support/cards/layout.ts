import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Frame } from 'playwright-core';

/**
 * Describes the layout of a card as text: each text and control with its position, size and colors. Unlike a
 * screenshot, the description ignores differences that are not visible. Widths depend on the font, so tests compare
 * positions only if the stored layout was recorded with the same font.
 */

/** A rendered text or control. */
export interface Painted {
  /** Left, top, width and height, in pixels. */
  readonly box: readonly [number, number, number, number];
  /** Font size and weight. */
  readonly font: string;
  /** Colors of the text and its background, as `#rrggbb`, in each theme. */
  readonly colours: readonly Colours[];
  readonly text: string;
}

type Colours = readonly [string, string];

/** Script that runs in the card. */
const collect = `(() => {
  const hex = (colour) => {
    // Mixed colours have components from 0 to 1, others from 0 to 255.
    const scale = colour.startsWith('color(srgb') ? 255 : 1;
    const [r, g, b] = colour.match(/[\\d.]+/g).map((part) => Number(part) * scale);
    return '#' + [r, g, b].map((one) => Math.round(one).toString(16).padStart(2, '0')).join('');
  };
  const isClear = (colour) => colour === 'transparent' || /, 0\\)$/.test(colour);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!isClear(backgroundColor)) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  const painted = (element, rect, text) => {
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    return {
      box: [rect.x, rect.y, rect.width, rect.height].map(Math.round),
      font: fontSize + '/' + fontWeight,
      colours: [[hex(color), hex(behind(element))]],
      text,
    };
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const isText = node.nodeType === Node.TEXT_NODE;
    const element = isText ? node.parentElement : node;
    if (!element.checkVisibility() || element.closest('script')) continue;
    if (isText) {
      const text = node.textContent.replace(/\\s+/g, ' ').trim();
      const range = document.createRange();
      range.selectNodeContents(node);
      const rect = range.getBoundingClientRect();
      if (text !== '' && rect.width > 0) found.push(painted(element, rect, text));
    } else if (element instanceof HTMLInputElement)
      found.push(painted(element, element.getBoundingClientRect(), '[' + element.type + '] ' + element.value));
  }
  return found;
})()`;

/**
 * Returns all texts and controls as rendered.
 * @param themes functions that switch the card to each theme
 */
export async function paintedIn(card: Frame, themes: readonly (() => Promise<void>)[]): Promise<Painted[]> {
  const seen: Painted[][] = [];
  for (const takeOn of themes) {
    await takeOn();
    seen.push(await card.evaluate(collect));
  }
  const [first = [], ...rest] = seen;
  for (const other of rest)
    if (JSON.stringify(other.map(apart)) !== JSON.stringify(first.map(apart)))
      throw new Error('a theme changes more than colours');
  return first.map((one, at) => ({ ...one, colours: seen.flatMap((all) => all[at]?.colours ?? []) }));
}

const apart = ({ box, font, text }: Painted) => [box, font, text];

/** Returns the width of a sample text in hundredths of a pixel, which identifies the font. */
export const fontOf = (card: Frame): Promise<number> =>
  card.evaluate(`(() => {
    const { font } = getComputedStyle(document.body);
    const context = document.createElement('canvas').getContext('2d');
    context.font = font;
    return Math.round(context.measureText('Sphinx of black quartz, суд и дело № 17').width * 100);
  })()`);

interface Seen {
  readonly font: number;
  readonly painted: readonly Painted[];
}

const separator = ' | ';
const lineOf = ({ box, font, colours, text }: Painted) =>
  [box.join(' '), font, colours.map((pair) => pair.join(' ')).join(', '), text].join(separator);

function readLine(line: string): Painted {
  const [box = '', font = '', colours = '', ...text] = line.split(separator);
  return {
    box: box.split(' ').map(Number) as unknown as Painted['box'],
    font,
    colours: colours.split(', ').map((pair) => pair.split(' ') as unknown as Colours),
    text: text.join(separator),
  };
}

/** Returns the approved layout. If there is none, writes the current layout for review and returns undefined. */
export function referenceFor(file: string, { font, painted }: Seen): Seen | undefined {
  if (existsSync(file)) {
    const [known = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
    return { font: Number(known), painted: lines.map(readLine) };
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, [String(font), ...painted.map(lineOf), ''].join('\n'));
  return undefined;
}

/** Returns the contrast ratio by WCAG 2, from 1 to 21. */
export function contrastOf([one, other]: Colours): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Tolerance for positions and sizes, in pixels, because browsers round differently. */
const tolerancePx = 4;

/** Returns the texts and controls whose position or size changed. */
export const movedFrom = (before: readonly Painted[], now: readonly Painted[]): string[] =>
  now.flatMap((one, at) => {
    const was = before[at]?.box ?? [];
    return one.box.every((side, index) => Math.abs(side - (was[index] ?? 0)) <= tolerancePx)
      ? []
      : [`${one.text}: ${was.join(' ')} → ${one.box.join(' ')}`];
  });
