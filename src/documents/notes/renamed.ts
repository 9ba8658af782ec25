import type { Worded } from '../../contract/language.ts';
import { worded } from '../../contract/worded.ts';
import { fileMessages } from './messages.ts';

/** Families of files, by the ending of a name and by what was found to be in one. */
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
 * Said of a file whose name promises something else than is in it: people's programs go by names, and may show another
 * thing or nothing.
 * @param kind what was found in it
 */
export function renamedNote(name: string, kind: string): Worded | undefined {
  const ending = /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const promised = families.find(([endings]) => endings.test(ending));
  const found = families.find(([, kinds]) => kinds.test(kind));
  return promised && found && promised !== found ? worded(fileMessages.renamed, { ending, kind }) : undefined;
}
