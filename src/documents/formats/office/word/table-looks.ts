import type { XmlNode } from '../../../xml.ts';
import { childOf } from '../../../xml-tree.ts';
import { isOn, type Look, type TableStyle } from './styles.ts';

/** Returns the possible appearances of a cell's text in the table style. Rows must be passed in order. */
export type CellLooks = (row: number, column: number) => readonly Look[];

/** Parts of tables that styles distinguish, with their bits in the older format of `w:tblLook` (ECMA-376 17.4.56). */
const parts = {
  firstRow: 0x20,
  lastRow: 0x40,
  firstColumn: 0x80,
  lastColumn: 0x100,
  noHBand: 0x200,
  noVBand: 0x400,
};

/** Creates the lookup. @param properties `w:tblPr` */
export function cellLooks(properties: XmlNode, { own, parts: styled }: TableStyle): CellLooks {
  const look = childOf(properties, 'w:tblLook');
  const bits = Number.parseInt(look?.attributes['w:val'] ?? '04A0', 16);
  const has = (name: keyof typeof parts) =>
    look?.attributes[`w:${name}`] === undefined
      ? (bits & parts[name]) !== 0
      : isOn({ name, children: [], attributes: { 'w:val': look.attributes[`w:${name}`] ?? '' } }) === true;
  const of = (name: string): Look => styled.get(name) ?? {};
  const band = (index: number, kind: 'Horz' | 'Vert') => of(`band${(index % 2) + 1}${kind}`);
  return (row, column) => {
    const isFirstRow = row === 0 && has('firstRow');
    const isFirstColumn = column === 0 && has('firstColumn');
    const base = {
      ...own,
      ...of('wholeTable'),
      ...(!has('noVBand') && !isFirstColumn && band(column - (has('firstColumn') ? 1 : 0), 'Vert')),
      ...(!has('noHBand') && !isFirstRow && band(row - (has('firstRow') ? 1 : 0), 'Horz')),
      ...(isFirstColumn && of('firstCol')),
    };
    const first = { ...base, ...(isFirstRow && of('firstRow')) };
    // While a row is read, it is unknown whether it is the last row or contains the last column, so all these
    // appearances are possible.
    const maybe = [
      ...(has('lastColumn') ? [of('lastCol')] : []),
      ...(has('lastRow') ? [of('lastRow')] : []),
      ...(isFirstRow || has('lastRow') ? ['nwCell', 'neCell', 'swCell', 'seCell'].map(of) : []),
    ].filter((one) => Object.keys(one).length > 0);
    return [first, ...maybe.map((one) => ({ ...first, ...one }))];
  };
}
