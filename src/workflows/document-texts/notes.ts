import type { DocumentUnit } from '../../contract/features/document-reader.ts';

/** What the bridge says of a document, beside its words. */

export const printedNote =
  'The file itself cannot be read that way: this is the PDF that the service makes of it. Its pages may differ from the file’s.';

/** How the rest is got. @param next for `pages`. @param also further words about the call */
export const restNote = (what: string, next: string, also: string) =>
  `${what} shown. For what follows call again with pages: '${next}'${also}.`;

const units: Readonly<Record<DocumentUnit, string>> = {
  page: 'Page',
  sheet: 'Sheet',
  slide: 'Slide',
  part: 'Part',
};
export const unitName = (unit: DocumentUnit) => units[unit];

export const countedUnits = (count: number, unit: DocumentUnit) =>
  `${count} ${unit}${count === 1 ? '' : 's'}`;
