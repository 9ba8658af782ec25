import type { Format, FormatRequest } from '../../format.ts';
import { readingLimits } from '../../limits.ts';
import { oldOffice } from './ole/formats.ts';
import { openDocumentType } from './opendocument/package.ts';
import { readOpenSheets } from './opendocument/sheets.ts';
import { readOpenSlides } from './opendocument/slides.ts';
import { readOpenText } from './opendocument/text.ts';
import { isOfficePackage } from './package.ts';
import { isRtf, readRtf } from './rtf/document.ts';
import { readWorkbook } from './sheets/workbook.ts';
import { readPresentation } from './slides/presentation.ts';
import { readWordDocument } from './word/document.ts';

/** A format of OOXML, with its forms for templates and macros. @param type of the content of the main part */
const openXmlFormat = (type: RegExp, read: Format['read']): Format => ({
  is: (bytes) => isOfficePackage(bytes, readingLimits, type),
  read: (request: FormatRequest) => read(request),
});

/** A format of OpenDocument, with its form for templates. */
const openDocumentFormat = (type: string, read: Format['read']): Format => ({
  is: (bytes) => openDocumentType(bytes, readingLimits) === type,
  read: (request) => read(request),
});

/** The formats of office programs. */
export const officeFormats: readonly Format[] = [
  openXmlFormat(/wordprocessingml|ms-word/, readWordDocument),
  openXmlFormat(/spreadsheetml|ms-excel/, readWorkbook),
  openXmlFormat(/presentationml|ms-powerpoint/, readPresentation),
  { is: isRtf, read: readRtf },
  openDocumentFormat('text', readOpenText),
  openDocumentFormat('spreadsheet', readOpenSheets),
  openDocumentFormat('presentation', readOpenSlides),
  oldOffice,
];
