import type { Worded } from '../../contract/language.ts';
import { worded } from '../../contract/worded.ts';
import { fileMessages } from './messages.ts';

/** Families of file types, by file extension and by detected type. */
const families: readonly (readonly [ending: RegExp, kind: RegExp])[] = [
  [/^pdf$/, /\bPDF\b/],
  [/^(?:jpe?g|png|gif|webp|bmp|tiff?)$/, /picture/],
  [/^(?:do[ct][xm]?|odt|rtf)$/, /\bWord\b|\bRTF\b|text document/i],
  [/^(?:xl[st][xm]?|ods)$/, /sheet|workbook|\bExcel\b/i],
  [/^(?:pp[st][xm]?|pot[xm]?|odp)$/, /presentation|\bPowerPoint\b/i],
  [/^(?:eml|msg)$/, /mail/],
  [/^zip$/, /archive/],
  [/^(?:txt|csv|tsv|md|json|xml|html?|svg|log|ini|ya?ml)$/, /^(?:text|table|Markdown|JSON|XML|HTML|SVG)\b/],
];

/**
 * Returns a note if the extension of a name does not fit the content. Programs choose a viewer by the extension, so
 * users may see different content or none.
 * @param kind detected type
 */
export function renamedNote(name: string, kind: string): Worded | undefined {
  const ending = /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const promised = families.find(([endings]) => endings.test(ending));
  const found = families.find(([, kinds]) => kinds.test(kind));
  return promised && found && promised !== found ? worded(fileMessages.renamed, { ending, kind }) : undefined;
}
