import { inMark } from '../../../contract/features/documents/document-marks.ts';
import { childrenOf, descendantsOf, innerText } from '../../xml-tree.ts';
import type { OfficePackage, Relation } from './package.ts';

/**
 * Returns the titles of a chart and its axes, and the names of its series. Omits the numbers, which are in an embedded
 * workbook.
 */
export function chartWords(file: OfficePackage, relation: Relation | undefined): string[] {
  const isChart = relation !== undefined && /^chart(?:Ex)?$/.test(relation.type) && !relation.isExternal;
  const chart = isChart && file.has(relation.target) ? file.parse(relation.target) : undefined;
  if (chart === undefined) return [];
  const titles = [...descendantsOf(chart, 'c:title'), ...descendantsOf(chart, 'cx:title')].map((title) =>
    [...descendantsOf(title, 'a:t')].map(innerText).join('').trim(),
  );
  const series = [...descendantsOf(chart, 'c:ser'), ...descendantsOf(chart, 'cx:series')].map((one) =>
    [...childrenOf(one, 'c:tx'), ...childrenOf(one, 'cx:tx')]
      .flatMap((name) => [...descendantsOf(name, 'c:v'), ...descendantsOf(name, 'cx:v')].map(innerText))
      .join(' ')
      .trim(),
  );
  const words = [...titles, ...series].filter((text) => text !== '');
  return [inMark('chart', words.join('; '))];
}

export const chartsOf = (file: OfficePackage, part: string): string[] =>
  [...file.relations(part).values()].flatMap((relation) => chartWords(file, relation));
