import type { DraftBlock, DraftParagraph, DraftText, Run, Table } from './blocks.ts';
import { isDivider, isTable } from './blocks.ts';
import type { DraftLists } from './lists.ts';
import type { ChosenStyles, StyleKey, TextLanguage } from './styles.ts';
import { escapeXml } from './xml.ts';

/** Data that the written body refers to. */
export interface DraftSetting {
  readonly language: TextLanguage;
  readonly styles: ChosenStyles;
  readonly numbering: DraftLists;
  /** Number of the first footnote. */
  readonly firstNote: number;
  /** Width of the text, in twentieths of a point. */
  readonly width: number;
}

/** Returns the keys of the styles that the parsed text needs. */
export function stylesUsedIn({ blocks, notes }: DraftText): ReadonlySet<StyleKey> {
  const kinds = blocks.flatMap((block): StyleKey[] =>
    isTable(block) ? ['grid', 'cell'] : isDivider(block) ? [] : [block.kind],
  );
  return new Set<StyleKey>(['body', ...kinds, ...(notes.length > 0 ? (['note', 'noteMark'] as const) : [])]);
}

const pageBreak = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>';
const rule =
  '<w:p><w:pPr><w:pBdr><w:bottom w:val="single" w:sz="6" w:space="1" w:color="auto"/></w:pBdr></w:pPr></w:p>';

const keepNext = '<w:keepNext/>';
const newPage = '<w:pageBreakBefore/>';
const sixPointGap =
  '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="120" w:lineRule="exact"/></w:pPr></w:p>';

/** Converts the blocks to WordprocessingML. */
export function writeBody(blocks: readonly DraftBlock[], setting: DraftSetting): string {
  const written = blocks.map((block, index) => {
    const before = blocks[index - 1];
    const next = blocks[index + 1];
    // Attach the page break to the next paragraph. A separate paragraph would add an empty page if the previous page is
    // full.
    const nextCarriesBreak = next !== undefined && !isTable(next) && !isDivider(next);
    if (isDivider(block)) return block.kind === 'rule' ? rule : nextCarriesBreak ? '' : pageBreak;
    if (!isTable(block)) {
      const isOnNewPage = before?.kind === 'page break';
      // Keep the paragraph on the page of the signature, so that the signature is never alone on a page.
      const keepsNext = next?.kind === 'signature' && block.kind !== 'signature';
      return writeParagraph(block, setting, `${keepsNext ? keepNext : ''}${isOnNewPage ? newPage : ''}`);
    }
    // Separate tables with a paragraph, because adjacent tables merge. A body must also end with a paragraph.
    return `${before === undefined || isTable(before) ? '' : sixPointGap}${writeTable(block, setting)}${sixPointGap}`;
  });
  return written.join('');
}

function writeParagraph({ kind, runs, place }: DraftParagraph, setting: DraftSetting, flow: string): string {
  const list =
    place === undefined
      ? ''
      : `<w:numPr><w:ilvl w:val="${place.level}"/><w:numId w:val="${setting.numbering.idOf(place.list)}"/></w:numPr>`;
  return wrap(setting.styles.idOf(kind), flow + list, writeRuns(runs, setting));
}

function wrap(style: string | undefined, rest: string, runs: string): string {
  const look = (style === undefined ? '' : `<w:pStyle w:val="${style}"/>`) + rest;
  return `<w:p>${look === '' ? '' : `<w:pPr>${look}</w:pPr>`}${runs}</w:p>`;
}

export const writeRuns = (
  runs: readonly Run[],
  setting: Pick<DraftSetting, 'styles' | 'firstNote'>,
): string => runs.map((run) => writeRun(run, setting)).join('');

function writeRun(run: Run, { styles, firstNote }: Pick<DraftSetting, 'styles' | 'firstNote'>): string {
  if (run.note !== undefined)
    return `<w:r><w:rPr><w:rStyle w:val="${styles.idOf('noteMark')}"/></w:rPr><w:footnoteReference w:id="${firstNote + run.note}"/></w:r>`;
  const look = [
    run.isBold && '<w:b/><w:bCs/>',
    run.isItalic && '<w:i/><w:iCs/>',
    run.isPlace && '<w:highlight w:val="yellow"/>',
    run.isUnderlined && '<w:u w:val="single"/>',
  ];
  const properties = look.filter(Boolean).join('');
  return `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}${writeText(run.text)}</w:r>`;
}

/** Converts text to WordprocessingML, including tabs and line breaks. */
export const writeText = (text: string): string =>
  text
    .split(/(\t|\n)/u)
    .map((piece) => {
      if (piece === '\t') return '<w:tab/>';
      if (piece === '\n') return '<w:br/>';
      return piece === '' ? '' : `<w:t xml:space="preserve">${escapeXml(piece)}</w:t>`;
    })
    .join('');

function writeTable({ columns, rows, hasHead }: Table, setting: DraftSetting): string {
  const widths = widthsOf(rows, setting.width);
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('');
  const written = rows.map((cells, index) => {
    const isHead = hasHead && index === 0;
    const content = cells.map((runs, column) => {
      const align = isHead ? 'center' : columns[column];
      const shown = isHead ? runs.map((run) => ({ ...run, isBold: true })) : runs;
      const place = align === 'left' ? '' : `<w:jc w:val="${align}"/>`;
      const paragraph = wrap(setting.styles.idOf('cell'), place, writeRuns(shown, setting));
      return `<w:tc><w:tcPr><w:tcW w:w="${widths[column]}" w:type="dxa"/></w:tcPr>${paragraph}</w:tc>`;
    });
    return `<w:tr><w:trPr><w:cantSplit/>${isHead ? '<w:tblHeader/>' : ''}</w:trPr>${content.join('')}</w:tr>`;
  });
  return `<w:tbl><w:tblPr><w:tblStyle w:val="${setting.styles.idOf('grid')}"/><w:tblW w:w="${sum(widths)}" w:type="dxa"/><w:tblLook w:val="04A0"/></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${written.join('')}</w:tbl>`;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const minWeight = 8;
const maxWeight = 60;

/** Returns widths proportional to the longest cell of each column, within limits. */
function widthsOf(rows: Table['rows'], width: number): readonly number[] {
  const [first = []] = rows;
  const weights = first.map((_, column) => {
    const lengths = rows.map((cells) => sum((cells[column] ?? []).map(({ text }) => text.length)));
    return Math.min(maxWeight, Math.max(minWeight, ...lengths));
  });
  return weights.map((weight) => Math.floor((width * weight) / sum(weights)));
}
