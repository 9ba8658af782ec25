import type { XmlNode } from '../../../xml.ts';
import { childrenOf } from '../../../xml-tree.ts';
import { numeral } from '../numerals.ts';

export interface OpenLists {
  enter(attributes: XmlNode['attributes']): void;
  leave(): void;
  item(attributes: XmlNode['attributes'], hasNumber: boolean): void;
  /** Ends an item, which may have no paragraphs. */
  leaveItem(): void;
  /** Returns the number or bullet for the first paragraph of an item; an empty string for further paragraphs. */
  label(): string;
}

const formats: Readonly<Record<string, string>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  '': 'none',
};

export function createLists(styles: ReadonlyMap<string, XmlNode>): OpenLists {
  const open: string[] = [];
  const counters = new Map<string, (number | undefined)[]>();
  let isNew = false;
  return {
    enter(attributes) {
      const style = attributes['text:style-name'] ?? open.at(-1) ?? '';
      const goesOn =
        attributes['text:continue-numbering'] === 'true' || attributes['text:continue-list'] !== undefined;
      if (open.length === 0 && !goesOn) counters.delete(style);
      open.push(style);
    },
    leave: () => void open.pop(),
    leaveItem() {
      isNew = false;
    },
    item(attributes, hasNumber) {
      isNew = hasNumber;
      const style = open.at(-1) ?? '';
      const at = open.length - 1;
      const counts = counters.get(style) ?? [];
      counters.set(style, counts);
      if (!hasNumber) return;
      const start =
        attributes['text:start-value'] ?? levelOf(styles, style, at)?.attributes['text:start-value'];
      const before = attributes['text:start-value'] === undefined ? counts[at] : undefined;
      counts[at] = before === undefined ? Number(start ?? 1) : before + 1;
      counts.length = at + 1;
    },
    label() {
      if (!isNew) return '';
      isNew = false;
      const style = open.at(-1) ?? '';
      return written(styles, style, open.length - 1, counters.get(style) ?? []);
    },
  };
}

function levelOf(styles: ReadonlyMap<string, XmlNode>, style: string, at: number): XmlNode | undefined {
  return childrenOf(styles.get(style)).find(({ attributes }) => attributes['text:level'] === String(at + 1));
}

function written(
  styles: ReadonlyMap<string, XmlNode>,
  style: string,
  at: number,
  counts: readonly (number | undefined)[],
): string {
  const level = levelOf(styles, style, at);
  const indent = '  '.repeat(Math.min(at, 9));
  if (level?.name !== 'text:list-level-style-number') return `${indent}-`;
  const { attributes } = level;
  const shown = Math.min(Math.max(Number(attributes['text:display-levels'] ?? 1) || 1, 1), at + 1);
  const numbers = Array.from({ length: shown }, (_, index) => {
    const place = at - shown + 1 + index;
    return numeral(
      counts[place] ?? 1,
      formatOf(levelOf(styles, style, place)?.attributes['style:num-format']),
    );
  });
  const text = `${attributes['style:num-prefix'] ?? ''}${numbers.filter(Boolean).join('.')}${attributes['style:num-suffix'] ?? ''}`;
  return `${shown > 1 ? '' : indent}${text.slice(0, 100).trim()}`;
}

function formatOf(format: string | undefined): string | undefined {
  if (format?.startsWith('а')) return 'russianLower';
  if (format?.startsWith('А')) return 'russianUpper';
  return formats[format ?? ''];
}
