import type { XmlNode } from '../../../xml.ts';
import { childrenOf, innerText } from '../../../xml-tree.ts';
import type { OfficePackage } from '../package.ts';
import { type CellLook, mergedLook, type SheetLooks } from './cell-looks.ts';
import { cellPlace } from './places.ts';

export interface CellConditions {
  /**
   * Returns the merged look of all fulfilled conditions, and whether a condition that cannot be evaluated may hide the
   * cell.
   */
  look(
    row: number,
    column: number,
    value: string | number,
    style: number,
  ): CellLook & { readonly isPerhapsHidden?: boolean };
}

interface Rule {
  readonly areas: readonly Area[];
  readonly look: CellLook;
  readonly priority: number;
  /** Checks the condition. Returns undefined if the condition cannot be evaluated. */
  holds(value: string | number): boolean | undefined;
}

type Area = readonly [firstRow: number, firstColumn: number, lastRow: number, lastColumn: number];

/** Maximum number of rules per sheet, and of areas per rule. Further rules and areas are ignored. */
const maxRules = 1_000;
const maxAreas = 1_000;

/** Reads the conditional formats in a separate pass before the rows, because the file stores them after the rows. */
export function readConditions(file: OfficePackage, part: string, looks: SheetLooks): CellConditions {
  if (!looks.someHides) return { look: () => ({}) };
  const rules: Rule[] = [];
  file.read(part, {
    isWhole: (name) => name === 's:conditionalFormatting',
    whole: (node) => rules.push(...rulesOf(node, looks).slice(0, maxRules - rules.length)),
  });
  rules.sort((one, other) => one.priority - other.priority);
  return {
    look(row, column, value, style) {
      let look: CellLook = {};
      let isPerhaps = false;
      for (const rule of rules) {
        if (!rule.areas.some((area) => isIn(area, row, column))) continue;
        const holds = rule.holds(value);
        const merged = mergedLook(look, rule.look);
        if (holds === true) look = merged;
        else if (holds === undefined) isPerhaps ||= looks.isUnseen(style, merged);
      }
      return { ...look, isPerhapsHidden: isPerhaps && !looks.isUnseen(style, look) };
    },
  };
}

const isIn = ([firstRow, firstColumn, lastRow, lastColumn]: Area, row: number, column: number) =>
  row >= firstRow && row <= lastRow && column >= firstColumn && column <= lastColumn;

function rulesOf(node: XmlNode, looks: SheetLooks): Rule[] {
  const areas = (node.attributes.sqref ?? '').split(' ', maxAreas).map((area): Area => {
    const [first = '', last = first] = area.split(':');
    const [from, to] = [cellPlace(first), cellPlace(last)];
    return [from.row ?? 1, from.column, to.row ?? 1_048_576, to.column];
  });
  return childrenOf(node, 's:cfRule').flatMap((rule) => {
    const look = looks.conditional[Number(rule.attributes.dxfId ?? Number.NaN)];
    if (look === undefined) return [];
    return [{ areas, look, priority: Number(rule.attributes.priority ?? 0), holds: conditionOf(rule) }];
  });
}

/** Returns the value of a number, quoted text or boolean; undefined for other formulas. */
function constant(formula: string | undefined): string | number | undefined {
  const text = formula?.trim().replace(/^=/, '') ?? '';
  const quoted = /^"([^"]*)"$/.exec(text)?.[1];
  if (quoted !== undefined) return quoted;
  if (/^(?:TRUE|FALSE)(?:\(\))?$/i.test(text)) return /^t/i.test(text) ? 1 : 0;
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

/** Compares values as spreadsheets do: numbers come before strings, and letter case is ignored. */
function order(one: string | number, other: string | number): number {
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  const [left, right] = [one, other].map((value) =>
    typeof value === 'string' ? value.toLowerCase() : value,
  ) as [string | number, string | number];
  return left < right ? -1 : left > right ? 1 : 0;
}

const comparisons: Readonly<Record<string, (first: number, second: number) => boolean>> = {
  equal: (first) => first === 0,
  notEqual: (first) => first !== 0,
  greaterThan: (first) => first > 0,
  greaterThanOrEqual: (first) => first >= 0,
  lessThan: (first) => first < 0,
  lessThanOrEqual: (first) => first <= 0,
  between: (first, second) => first >= 0 && second <= 0,
  notBetween: (first, second) => first < 0 || second > 0,
};

/**
 * Returns the check for a rule (ECMA-376 18.18.12). The check returns undefined if the rule depends on more than the
 * value.
 */
function conditionOf(rule: XmlNode): Rule['holds'] {
  const { type = '', operator = 'equal', text = '' } = rule.attributes;
  const [first, second] = childrenOf(rule, 's:formula').map((formula) => constant(innerText(formula)));
  const sought = text.toLowerCase();
  const found = (is: (value: string) => boolean) => (value: string | number) =>
    is(String(value).toLowerCase());
  const compare = comparisons[operator];
  const isRange = /between$/i.test(operator);
  const known: Readonly<Record<string, Rule['holds'] | undefined>> = {
    expression: first === undefined ? undefined : () => first !== 0,
    cellIs:
      first === undefined || compare === undefined || (isRange && second === undefined)
        ? undefined
        : (value) => compare(order(value, first), order(value, second ?? first)),
    containsText: found((value) => value.includes(sought)),
    notContainsText: found((value) => !value.includes(sought)),
    beginsWith: found((value) => value.startsWith(sought)),
    endsWith: found((value) => value.endsWith(sought)),
    containsBlanks: found((value) => value.trim() === ''),
    notContainsBlanks: found((value) => value.trim() !== ''),
    containsErrors: found((value) => value.startsWith('#')),
    notContainsErrors: found((value) => !value.startsWith('#')),
  };
  return known[type] ?? (() => undefined);
}
