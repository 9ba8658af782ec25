import { type InsideFile, UnreadableError } from '../../format.ts';
import { type Pointer, wideText } from './engine.ts';
import { type OpenPdf, withPdf } from './file.ts';

const maxAttachments = 1_000;

/** Lists the attachments of a PDF. Opening an attachment opens the PDF again. */
export function attachmentsOf(file: OpenPdf, bytes: Uint8Array): InsideFile[] {
  const { engine, document } = file;
  const count = Math.min(engine.call('FPDFDoc_GetAttachmentCount')(document), maxAttachments);
  return Array.from({ length: count }, (_, index) => {
    const attachment = engine.call('FPDFDoc_GetAttachment')(document, index);
    const name = wideText(engine, (to, size) => engine.call('FPDFAttachment_GetName')(attachment, to, size));
    return {
      name: name === '' ? `attachment ${index + 1}` : name,
      open: () => withPdf(bytes, (again) => contentOf(again, index)),
    };
  });
}

function contentOf({ engine, document }: OpenPdf, index: number): Uint8Array {
  const attachment = engine.call('FPDFDoc_GetAttachment')(document, index);
  const get = (to: Pointer, size: number) => {
    const found = engine.call('FPDFAttachment_GetFile')(attachment, to, size, engine.scratch);
    return found === 0 ? undefined : engine.HEAPU32[engine.scratch >> 2];
  };
  const size = get(0, 0);
  if (size === undefined)
    throw new UnreadableError('damaged', 'the PDF lists the file but does not contain it');
  const place = engine.wasmExports.malloc(size);
  if (place === 0) throw new UnreadableError('too large', 'the file inside does not fit into memory');
  try {
    get(place, size);
    return engine.HEAPU8.slice(place, place + size);
  } finally {
    engine.wasmExports.free(place);
  }
}
