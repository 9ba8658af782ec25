import type { PageBox } from './drawing.ts';
import { narrowText, type Pointer, wideText, withKey } from './engine.ts';
import type { OpenPdf } from './file.ts';

export interface PageLink extends PageBox {
  readonly address: string;
}

export interface PageComment extends PageBox {
  readonly author: string;
  readonly text: string;
}

export interface PageField extends PageBox {
  readonly name: string;
  readonly value: string;
  readonly isHidden: boolean;
}

export interface PageAnnotations {
  readonly links: readonly PageLink[];
  readonly comments: readonly PageComment[];
  readonly fields: readonly PageField[];
}

/** Annotation types (PDFium's `FPDF_ANNOT_…`). */
const [linkType, popupType, widgetType] = [2, 16, 20];
const maxAnnotations = 5_000;
const addressAction = 3;
/** Flags of annotations that are not displayed on screen: Hidden and NoView (ISO 32000, 12.5.3). */
const unseenFlags = 2 | 32;
/** Field types (PDFium's `FPDF_FORMFIELD_…`). Push buttons and signatures have no value. */
const [pushButton, checkBox, radioButton, signatureField] = [1, 2, 3, 7];

export function annotationsOf(pdf: OpenPdf, page: Pointer): PageAnnotations {
  const { engine } = pdf;
  const found = { links: [] as PageLink[], comments: [] as PageComment[], fields: [] as PageField[] };
  const count = Math.min(engine.call('FPDFPage_GetAnnotCount')(page), maxAnnotations);
  for (let index = 0; index < count; index += 1) {
    const annotation = engine.call('FPDFPage_GetAnnot')(page, index);
    if (annotation === 0) continue;
    try {
      const type = engine.call('FPDFAnnot_GetSubtype')(annotation);
      if (type === linkType) found.links.push(...linkOf(pdf, annotation));
      else if (type === widgetType) found.fields.push(...fieldOf(pdf, annotation));
      else if (type !== popupType) found.comments.push(...commentOf(pdf, annotation));
    } finally {
      engine.call('FPDFPage_CloseAnnot')(annotation);
    }
  }
  return found;
}

function linkOf(pdf: OpenPdf, annotation: Pointer): PageLink[] {
  const { engine, document } = pdf;
  const link = engine.call('FPDFAnnot_GetLink')(annotation);
  const action = link === 0 ? 0 : engine.call('FPDFLink_GetAction')(link);
  if (action === 0 || engine.call('FPDFAction_GetType')(action) !== addressAction) return [];
  const address = narrowText(engine, (to, bytes) =>
    engine.call('FPDFAction_GetURIPath')(document, action, to, bytes),
  );
  return address === '' ? [] : [{ ...boxOf(pdf, annotation), address }];
}

function commentOf(pdf: OpenPdf, annotation: Pointer): PageComment[] {
  const text = entryOf(pdf, annotation, 'Contents');
  return text === '' ? [] : [{ ...boxOf(pdf, annotation), author: entryOf(pdf, annotation, 'T'), text }];
}

function fieldOf(pdf: OpenPdf, annotation: Pointer): PageField[] {
  const { engine, form } = pdf;
  if (form === 0) return [];
  const type = engine.call('FPDFAnnot_GetFormFieldType')(form, annotation);
  if (type === pushButton || type === signatureField) return [];
  const ask = (name: string) =>
    wideText(engine, (to, bytes) => engine.call(name)(form, annotation, to, bytes))
      .replace(/\s+/g, ' ')
      .trim();
  const isButton = type === checkBox || type === radioButton;
  const value = isButton ? tick(entryOf(pdf, annotation, 'AS')) : ask('FPDFAnnot_GetFormFieldValue');
  const isHidden = (engine.call('FPDFAnnot_GetFlags')(annotation) & unseenFlags) !== 0;
  return [{ ...boxOf(pdf, annotation), name: ask('FPDFAnnot_GetFormFieldName'), value, isHidden }];
}

/** Converts the state of a check box. Any name except `Off` means that it is checked. */
const tick = (state: string) => (state === '' || state === 'Off' ? '☐' : '☑');

function entryOf({ engine }: OpenPdf, annotation: Pointer, key: string): string {
  return withKey(engine, key, (place) =>
    wideText(engine, (to, bytes) => engine.call('FPDFAnnot_GetStringValue')(annotation, place, to, bytes)),
  )
    .replace(/\s+/g, ' ')
    .trim();
}

function boxOf({ engine }: OpenPdf, annotation: Pointer): PageBox {
  const { scratch } = engine;
  engine.call('FPDFAnnot_GetRect')(annotation, scratch);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = engine.HEAPF32.subarray(scratch >> 2, (scratch >> 2) + 4);
  return { left: Math.min(x1, x2), right: Math.max(x1, x2), bottom: Math.min(y1, y2), top: Math.max(y1, y2) };
}
