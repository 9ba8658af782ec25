import { UnreadableError } from '../../format.ts';
import { type PdfEngine, type Pointer, wideText, withEngine, withKey } from './engine.ts';

export interface OpenPdf {
  readonly engine: PdfEngine;
  readonly document: Pointer;
  readonly total: number;
  /** Whether the PDF is encrypted but opens without a password. */
  readonly isEncrypted: boolean;
  /** Handle of the form; 0 if the PDF has no form. */
  readonly form: Pointer;
}

/** Error codes (PDFium's `FPDF_ERR_…`). */
const passwordError = 4;
const securityError = 5;

/** Opens a PDF, runs `work` and closes the PDF. @throws UnreadableError if the PDF cannot be opened */
export function withPdf<T>(bytes: Uint8Array, work: (pdf: OpenPdf) => T): Promise<T> {
  return withEngine((engine) => {
    const place = engine.wasmExports.malloc(bytes.length);
    if (place === 0)
      throw new UnreadableError('too large', 'the PDF does not fit into the memory of its reader');
    engine.HEAPU8.set(bytes, place);
    const document = engine.call('FPDF_LoadMemDocument')(place, bytes.length, 0);
    try {
      if (document === 0) throw openingError(engine.call('FPDF_GetLastError')());
      const total = engine.call('FPDF_GetPageCount')(document);
      if (total === 0) throw new UnreadableError('damaged', 'the PDF has no pages that can be found');
      const isEncrypted = engine.call('EPDF_IsEncrypted')(document) !== 0;
      return withForm(engine, document, (form) => work({ engine, document, total, isEncrypted, form }));
    } finally {
      if (document !== 0) engine.call('FPDF_CloseDocument')(document);
      engine.wasmExports.free(place);
    }
  });
}

function withForm<T>(engine: PdfEngine, document: Pointer, work: (form: Pointer) => T): T {
  if (engine.call('FPDF_GetFormType')(document) === 0) return work(0);
  const info = engine.call('PDFiumExt_OpenFormFillInfo')();
  const form = engine.call('PDFiumExt_InitFormFillEnvironment')(document, info);
  try {
    return work(form);
  } finally {
    engine.call('PDFiumExt_ExitFormFillEnvironment')(form);
    engine.call('PDFiumExt_CloseFormFillInfo')(info);
  }
}

function openingError(code: number): UnreadableError {
  if (code === passwordError) return new UnreadableError('encrypted', 'the PDF requires a password');
  if (code === securityError)
    return new UnreadableError('encrypted', 'the PDF is encrypted in a way that is not supported');
  return new UnreadableError('damaged', 'the PDF is cut off or damaged: it has no cross-reference table');
}

/** Opens a page, runs `work` and closes the page. Returns undefined if the page cannot be opened. */
export function withPage<T>(
  { engine, document }: OpenPdf,
  number: number,
  work: (page: Pointer) => T,
): T | undefined {
  const page = engine.call('FPDF_LoadPage')(document, number - 1);
  if (page === 0) return undefined;
  try {
    return work(page);
  } finally {
    engine.call('FPDF_ClosePage')(page);
  }
}

const propertyNames = {
  title: 'Title',
  author: 'Author',
  subject: 'Subject',
  keywords: 'Keywords',
  program: 'Creator',
  created: 'CreationDate',
  changed: 'ModDate',
};

/** Returns the document properties. Dates are in ISO 8601. */
export function propertiesOf({ engine, document }: OpenPdf): Record<string, string> {
  const found = Object.entries(propertyNames).flatMap(([name, key]): [string, string][] => {
    const value = withKey(engine, key, (place) =>
      wideText(engine, (to, bytes) => engine.call('FPDF_GetMetaText')(document, place, to, bytes)),
    ).trim();
    return value === '' ? [] : [[name, key.endsWith('Date') ? isoDate(value) : value]];
  });
  return Object.fromEntries(found);
}

/** Converts `D:20240312101500+03'00'` to `2024-03-12T10:15:00+03:00`. Returns other formats unchanged. */
function isoDate(value: string): string {
  const found = /^(?:D:)?(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(?:(Z)|([+-]\d\d)'?(\d\d)?'?)?/.exec(
    value,
  );
  if (found === null) return value;
  const [, year, month, day, hour, minute, second = '00', utc, hours, minutes = '00'] = found;
  if (hour === undefined) return `${year}-${month}-${day}`;
  const zone = utc ?? (hours === undefined ? '' : `${hours}:${minutes}`);
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`;
}
