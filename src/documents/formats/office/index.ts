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

/**
 * Creates an OOXML format. It covers documents and templates, with or without macros.
 * @param type content type of the main part
 */
const openXmlFormat = (type: RegExp, read: Format['read']): Format => ({
  is: (bytes) => isOfficePackage(bytes, readingLimits, type),
  read: (request: FormatRequest) => read(request),
});

/** Creates an OpenDocument format, which also covers templates. */
const openDocumentFormat = (type: string, read: Format['read']): Format => ({
  is: (bytes) => openDocumentType(bytes, readingLimits) === type,
  read: (request) => read(request),
});

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
