import type { OpenPdf } from './file.ts';
import type { PdfPageContent } from './page.ts';

/** PDFium's `FORMTYPE_XFA_FULL`: the pages show nothing of the form. */
const xfaForm = 2;

/** What is to be said of what was read: of the file, and of its pages by their numbers. */
export function pdfNotes(
  { engine, document, isEncrypted }: OpenPdf,
  pages: readonly PdfPageContent[],
  { isShortened, left }: { readonly isShortened: boolean; readonly left: number },
): string[] {
  const on = (isSo: (page: PdfPageContent) => boolean | undefined, say: (where: string) => string) => {
    const numbers = pages.filter(isSo).map(({ number }) => number);
    return numbers.length === 0 ? [] : [say(`${numbers.length === 1 ? 'Page' : 'Pages'} ${ranges(numbers)}`)];
  };
  const signatures = engine.call('FPDF_GetSignatureCount')(document);
  return [
    ...(isEncrypted ? ['The PDF is encrypted, and opens without a password.'] : []),
    ...(signatures > 0 ? [`The PDF is signed (${signatures}); nobody has verified the signature.`] : []),
    ...(engine.call('FPDF_GetFormType')(document) === xfaForm
      ? ['The PDF is a form of a kind (XFA) that its pages do not show.']
      : []),
    ...(isShortened ? ['Lines that are the same on each page are given on the first one alone.'] : []),
    ...on(
      ({ isSoup }) => isSoup,
      (where) => `${where}: the letters decode to nonsense, so there is no text but a picture.`,
    ),
    ...on(
      ({ isPicture, isSoup }) => isPicture && !isSoup,
      (where) => `${where}: a scan or drawing without its text.`,
    ),
    ...on(
      ({ isRecognised }) => isRecognised,
      (where) => `${where}: the text was recognised by a machine in a scan, and may be wrong.`,
    ),
    ...on(
      ({ hasHidden }) => hasHidden,
      (where) => `${where}: what is marked as hidden is not seen on the page.`,
    ),
    ...on(
      ({ isMissing }) => isMissing,
      (where) => `${where}: damaged, not read.`,
    ),
    ...(left > 0 ? [`${left} more pages were not read: ask for them by their numbers.`] : []),
  ];
}

/** 1, 2, 3, 7 as `1-3, 7`. */
function ranges(numbers: readonly number[]): string {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}
