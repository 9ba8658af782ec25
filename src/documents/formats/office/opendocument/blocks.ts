import type { XmlNode } from '../../../xml.ts';
import { childOf, childrenOf, innerText } from '../../../xml-tree.ts';
import type { PagedLines } from '../paged-lines.ts';
import { type Cell, tableRow } from '../table-row.ts';
import { createLists } from './lists.ts';
import { boxLook, tableLook } from './looks.ts';
import { type OpenLook, type OpenTextFlow, readOpenParagraph } from './paragraph.ts';

/** Callbacks of the XML parser for paragraphs and other blocks, and for the lists and tables that contain them. */
export interface OpenBlocks {
  isWhole(name: string): boolean;
  enter(name: string, attributes: XmlNode['attributes']): void;
  leave(name: string): void;
  whole(node: XmlNode): void;
}

interface Table {
  readonly cells: Cell[];
  lines: string[] | undefined;
  /** Appearance from the table, the current row and the current cell, in this order. */
  readonly looks: OpenLook[];
  span: number;
  /** Number of following cells that the last cell spans. */
  covered: number;
}

const wholes: ReadonlySet<string> = new Set([
  ...['text:p', 'text:h', 'text:tracked-changes', 'text:sequence-decls', 'office:forms', 'office:scripts'],
  ...[
    'office:font-face-decls',
    'office:automatic-styles',
    'dc:creator',
    'dc:date',
    'table:covered-table-cell',
  ],
  ...['table:table-column', 'text:soft-page-break', 'draw:frame', 'draw:custom-shape', 'text:note-citation'],
]);
/** Maximum number of columns in a text document. */
const maxColumns = 500;

/** Creates the block reader. @param around appearance of the enclosing box */
export function createOpenBlocks(
  textFlow: OpenTextFlow,
  output: Omit<PagedLines, 'finish'>,
  around: OpenLook = {},
): OpenBlocks {
  const lists = createLists(textFlow.styles);
  const tables: Table[] = [];
  const line = (text: string) => {
    const cell = tables.at(-1)?.lines;
    if (cell === undefined) output.line(text);
    else cell.push(text);
  };
  const sections: boolean[] = [];
  const lookHere = (): OpenLook => {
    const look = tables.at(-1)?.looks.at(-1) ?? around;
    return sections.includes(true) ? { ...look, isHidden: true } : look;
  };
  /**
   * Adds the appearance of a row or cell.
   * @param depth number of appearances that enclose it: 1 for a row, 2 for a cell
   */
  const nestLook = (name: string, attributes: XmlNode['attributes'], depth: number) => {
    const looks = tables.at(-1)?.looks ?? [];
    looks.splice(depth);
    looks.push(tableLook(name, attributes, textFlow.styles, looks.at(-1) ?? around));
  };
  const enter: Readonly<Record<string, (attributes: XmlNode['attributes']) => void>> = {
    'text:section': (attributes) => void sections.push(isHiddenSection(attributes)),
    'text:list': (attributes) => lists.enter(attributes),
    'text:list-item': (attributes) => lists.item(attributes, true),
    'text:list-header': (attributes) => lists.item(attributes, false),
    'table:table': (attributes) => {
      const look = tableLook('table:table', attributes, textFlow.styles, lookHere());
      tables.push({ cells: [], lines: undefined, looks: [look], span: 1, covered: 0 });
    },
    'table:table-row': (attributes) => nestLook('table:table-row', attributes, 1),
    'table:table-cell'(attributes) {
      const table = tables.at(-1);
      if (table === undefined) return;
      nestLook('table:table-cell', attributes, 2);
      table.lines = [];
      table.span = repeats(attributes['table:number-columns-repeated']);
      table.covered = repeats(attributes['table:number-columns-spanned']) - 1;
    },
  };
  const leave: Readonly<Record<string, () => void>> = {
    'text:section': () => void sections.pop(),
    'text:list': () => lists.leave(),
    'text:list-item': () => lists.leaveItem(),
    'text:list-header': () => lists.leaveItem(),
    'table:table': () => void tables.pop(),
    'table:table-cell'() {
      const table = tables.at(-1);
      const { lines = [], span = 1 } = table ?? {};
      for (let count = 0; count < span; count += 1) table?.cells.push({ lines, span: 1, isContinued: false });
      if (table !== undefined) table.lines = undefined;
    },
    'table:table-row'() {
      const table = tables.at(-1);
      const cells = table?.cells.splice(0) ?? [];
      if (cells.length > 0) line(tableRow(cells, tables.length > 1));
    },
  };
  return {
    isWhole: (name) => wholes.has(name),
    enter: (name, attributes) => enter[name]?.(attributes),
    leave: (name) => leave[name]?.(),
    whole(node) {
      const table = tables.at(-1);
      if (node.name === 'table:covered-table-cell') {
        if (table !== undefined) coverCells(table, repeats(node.attributes['table:number-columns-repeated']));
        textFlow.counters.merged += 1;
      } else if (node.name === 'text:soft-page-break') {
        if (tables.length === 0) output.breakPage('laid out');
      } else if (node.name === 'text:tracked-changes') keepChanges(node, textFlow);
      else if (node.name === 'text:p' || node.name === 'text:h')
        paragraph(
          node,
          { textFlow, label: lists.label(), look: lookHere() },
          {
            line,
            breakPage: tables.length === 0 ? output.breakPage : () => undefined,
          },
        );
      else if (node.name === 'draw:frame' || node.name === 'draw:custom-shape')
        for (const text of linesIn(node, textFlow, boxLook(node, textFlow.styles, lookHere()))) line(text);
    },
  };
}

/** Checks for a hidden section. `text:is-hidden` is the last result of a condition. */
const isHiddenSection = (attributes: XmlNode['attributes']) =>
  attributes['text:display'] === 'none' || attributes['text:is-hidden'] === 'true';

/** Adds covered cells. They belong to the previous cell within its column span, otherwise to the cell above. */
function coverCells(table: Table, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const isLeft = table.covered > 0;
    table.covered -= 1;
    table.cells.push({ lines: isLeft ? ['←'] : [], span: 1, isContinued: !isLeft });
  }
}

const repeats = (count: string | undefined): number =>
  Math.min(Math.max(Number(count ?? 1) || 1, 1), maxColumns);

function keepChanges(list: XmlNode, textFlow: OpenTextFlow): void {
  for (const region of childrenOf(list, 'text:changed-region')) {
    const id = region.attributes['text:id'] ?? '';
    const [node] = childrenOf(region);
    if (node?.name !== 'text:insertion' && node?.name !== 'text:deletion') continue;
    const info = childOf(node, 'office:change-info');
    const said = (name: string) => innerText(childOf(info, name));
    const isRemoved = node.name === 'text:deletion';
    textFlow.changes.set(id, {
      change: textFlow.counters.tracked.add(isRemoved ? '-' : '+', said('dc:creator'), said('dc:date')),
      removed: isRemoved ? node : undefined,
    });
  }
}

interface Surroundings {
  readonly textFlow: OpenTextFlow;
  readonly label: string;
  readonly look: OpenLook;
}

function paragraph(
  node: XmlNode,
  { textFlow, label, look }: Surroundings,
  output: Omit<PagedLines, 'finish'>,
): void {
  const { lines, boxes } = readOpenParagraph(node, textFlow, look);
  const level = Number(node.attributes['text:outline-level'] ?? 1) || 1;
  const heading = node.name === 'text:h' ? '#'.repeat(Math.min(Math.max(level, 1), 6)) : '';
  const prefix = [heading, heading === '' ? label : label.trim()].filter((part) => part !== '').join(' ');
  const first = lines.findIndex((line) => typeof line === 'string' && line.trim() !== '');
  if (first < 0 && lines.every((line) => typeof line === 'string')) output.line('');
  for (const [index, line] of lines.entries())
    if (typeof line !== 'string') output.breakPage(line.page);
    else if (line.trim() !== '')
      output.line(index === first && prefix !== '' ? `${prefix} ${line.trim()}` : line.trimEnd());
  for (const box of boxes)
    for (const text of linesIn(box, textFlow, boxLook(box, textFlow.styles, look))) output.line(text);
}

/** Returns the lines of an element that contains blocks: a box, note or header. */
export function linesIn(node: XmlNode, textFlow: OpenTextFlow, around: OpenLook = {}): string[] {
  const lines: string[] = [];
  const blocks = createOpenBlocks(
    textFlow,
    {
      line: (text) => void lines.push(text),
      breakPage: () => undefined,
    },
    around,
  );
  const walk = (parent: XmlNode) => {
    for (const child of childrenOf(parent)) {
      if (blocks.isWhole(child.name) && !(child.name === 'draw:frame' && parent === node))
        blocks.whole(child);
      else {
        blocks.enter(child.name, child.attributes);
        walk(child);
        blocks.leave(child.name);
      }
    }
  };
  walk(node);
  return lines.filter((line) => line.trim() !== '');
}
