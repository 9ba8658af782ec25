import type { Worded } from '../../../contract/language.ts';
import { worded } from '../../../contract/worded.ts';
import { pdfMessages } from '../../notes/messages.ts';
import type { OpenPdf } from './file.ts';
import type { PdfPageContent } from './page.ts';

/** PDFium's `FORMTYPE_XFA_FULL`. The pages of such a PDF do not contain the form. */
const xfaForm = 2;

export function pdfNotes(
  { engine, document, isEncrypted }: OpenPdf,
  pages: readonly PdfPageContent[],
  { isShortened, left }: { readonly isShortened: boolean; readonly left: number },
): Worded[] {
  const on = (
    isSo: (page: PdfPageContent) => boolean | undefined,
    sentence: (typeof pdfMessages)['picture' | 'soup' | 'recognised' | 'hidden' | 'layers' | 'damaged'],
  ) => {
    const numbers = pages.filter(isSo).map(({ number }) => number);
    if (numbers.length === 0) return [];
    const place = pdfMessages[numbers.length === 1 ? 'onPage' : 'onPages'];
    return [worded(sentence, { where: worded(place, { numbers: ranges(numbers) }) })];
  };
  const signatures = engine.call('FPDF_GetSignatureCount')(document);
  return [
    ...(isEncrypted ? [pdfMessages.encrypted] : []),
    ...(signatures > 0 ? [worded(pdfMessages.signed, { signatures })] : []),
    ...(engine.call('FPDF_GetFormType')(document) === xfaForm ? [pdfMessages.form] : []),
    ...(isShortened ? [pdfMessages.shortened] : []),
    ...on(({ isNonsense }) => isNonsense, pdfMessages.soup),
    ...on(({ isPicture, isNonsense }) => isPicture && !isNonsense, pdfMessages.picture),
    ...on(({ isRecognised }) => isRecognised, pdfMessages.recognised),
    ...on(({ hasHidden }) => hasHidden, pdfMessages.hidden),
    ...on(({ hasUncheckedLayers }) => hasUncheckedLayers, pdfMessages.layers),
    ...on(({ isMissing }) => isMissing, pdfMessages.damaged),
    ...(left > 0 ? [worded(pdfMessages.pagesLeft, { left })] : []),
  ];
}

/** Formats page numbers as ranges: 1, 2, 3, 7 becomes `1-3, 7`. */
function ranges(numbers: readonly number[]): string {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
