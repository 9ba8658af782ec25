import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf } from '../../../xml-tree.ts';
import { numeral } from '../numerals.ts';
import { isOn, type Look } from './styles.ts';

export interface Numbering {
  /**
   * Returns the number or bullet of a paragraph, such as `1.1.2`, `(a)` or `-`. Indents it by level, unless the number
   * includes the numbers of upper levels.
   * @param style id of the paragraph style, which may be linked to a level of a list
   */
  label(look: Look, style: string | undefined): string;
}

interface Level {
  readonly start: number;
  readonly format: string | undefined;
  readonly text: string;
  readonly isLegal: boolean;
  /** Number of upper levels whose items restart this level. 0: none. Undefined: all. */
  readonly restart: number | undefined;
  readonly style: string | undefined;
}

interface List {
  /** Key of the counter, which several lists may share. */
  readonly counter: string;
  readonly levels: readonly (Level | undefined)[];
  /** Start numbers by level. Each one applies only at the first use of its level. */
  readonly starts: Map<number, number>;
}

const levelCount = 9;

/** Reads the list definitions. @param numbering `w:numbering`, if the file contains it */
export function readNumbering(numbering: XmlNode | undefined): Numbering {
  const lists = listsOf(numbering);
  const counters = new Map<string, (number | undefined)[]>();
  return {
    label(look, style) {
      const list = lists.get(look.list ?? '');
      if (list === undefined) return '';
      const ofStyle = list.levels.findIndex((level) => level?.style !== undefined && level.style === style);
      const at = look.level ?? (ofStyle < 0 ? 0 : ofStyle);
      const level = list.levels[at];
      if (level === undefined) return '';
      const counts = counters.get(list.counter) ?? [];
      counters.set(list.counter, counts);
      count(counts, at, list);
      const text = level.format === 'bullet' ? '-' : written(level, list, counts);
      // A number that includes the numbers of upper levels needs no indentation.
      return /%[1-9].*%[1-9]/.test(level.text) || text === '' ? text : `${'  '.repeat(at)}${text}`;
    },
  };
}

function count(counts: (number | undefined)[], at: number, { levels, starts }: List): void {
  const start = starts.get(at);
  starts.delete(at);
  counts[at] = start ?? (counts[at] === undefined ? (levels[at]?.start ?? 1) : counts[at] + 1);
  for (let deeper = at + 1; deeper < levelCount; deeper += 1) {
    const { restart } = levels[deeper] ?? {};
    if (restart === undefined || (restart > 0 && at < restart)) counts[deeper] = undefined;
  }
}

function written(level: Level, { levels }: List, counts: readonly (number | undefined)[]): string {
  const text = level.text.replace(/%([1-9])/g, (_, digit: string) => {
    const place = Number(digit) - 1;
    const of = levels[place];
    const format = level.isLegal && of?.format !== 'none' ? 'decimal' : of?.format;
    return numeral(counts[place] ?? of?.start ?? 1, format);
  });
  return text.trim();
}

function listsOf(numbering: XmlNode | undefined): Map<string, List> {
  const abstracts = new Map(
    childrenOf(numbering, 'w:abstractNum').map(
      (one) => [one.attributes['w:abstractNumId'] ?? '', one] as const,
    ),
  );
  const byStyle = new Map(
    [...abstracts.values()].flatMap((one) => {
      const style = childOf(one, 'w:styleLink')?.attributes['w:val'];
      return style === undefined ? [] : [[style, one] as const];
    }),
  );
  return new Map(
    childrenOf(numbering, 'w:num').map((list) => {
      const named = abstracts.get(childOf(list, 'w:abstractNumId')?.attributes['w:val'] ?? '');
      // A definition that only links to a style takes the definition of that style.
      const linked = byStyle.get(childOf(named, 'w:numStyleLink')?.attributes['w:val'] ?? '') ?? named;
      return [list.attributes['w:numId'] ?? '', listOf(list, linked)] as const;
    }),
  );
}

function listOf(list: XmlNode, abstract: XmlNode | undefined): List {
  const levels: (Level | undefined)[] = [];
  for (const level of childrenOf(abstract, 'w:lvl')) levels[placeOf(level)] = levelOf(level);
  const starts = new Map<number, number>();
  for (const override of childrenOf(list, 'w:lvlOverride')) {
    const level = childOf(override, 'w:lvl');
    if (level !== undefined) levels[placeOf(override)] = levelOf(level);
    const start = Number(childOf(override, 'w:startOverride')?.attributes['w:val']);
    if (Number.isInteger(start)) starts.set(placeOf(override), start);
  }
  return {
    counter: abstract?.attributes['w:abstractNumId'] ?? '',
    levels: levels.slice(0, levelCount),
    starts,
  };
}

const placeOf = ({ attributes }: XmlNode): number => {
  const place = Number(attributes['w:ilvl']);
  return place >= 0 && place < levelCount ? place : 0;
};

function levelOf(level: XmlNode): Level {
  const value = (name: string) => childOf(level, name)?.attributes['w:val'];
  const start = Number(value('w:start') ?? 1);
  const restart = value('w:lvlRestart');
  return {
    start: Number.isInteger(start) ? start : 1,
    format: value('w:numFmt'),
    text: (value('w:lvlText') ?? '').slice(0, 100),
    isLegal: isOn(childOf(level, 'w:isLgl')) === true,
    restart: restart === undefined ? undefined : Number(restart),
    style: value('w:pStyle'),
  };
}
