import { deflateSync } from 'node:zlib';

/** Writes a PDF from its objects. Object numbers begin at 1. */

const latin = (text: string) => Buffer.from(text, 'latin1');

/** Returns a stream object, compressed if `isDeflated`. */
export function pdfStream(entries: string, data: Uint8Array | string, isDeflated = false): Buffer {
  const bytes = typeof data === 'string' ? latin(data) : data;
  const stored = isDeflated ? deflateSync(bytes) : bytes;
  const filter = isDeflated ? '/Filter /FlateDecode ' : '';
  return Buffer.concat([
    latin(`<< ${entries} ${filter}/Length ${stored.length} >>\nstream\n`),
    stored,
    latin('\nendstream'),
  ]);
}

/** Returns a text as a PDF string: UTF-16 in hexadecimal. */
export const pdfText = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

/**
 * Returns the content of the file.
 * @param objects the first is the catalogue
 * @param trailer further entries of the trailer, such as `/Info 2 0 R`
 */
export function pdfFile(objects: readonly (Uint8Array | string)[], trailer = ''): Buffer {
  const parts: Uint8Array[] = [latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (bytes: Uint8Array) => {
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    const body = typeof object === 'string' ? latin(object) : Buffer.from(object);
    add(Buffer.concat([latin(`${index + 1} 0 obj\n`), body, latin('\nendobj\n')]));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = length;
  add(latin(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`));
  add(
    latin(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`),
  );
  return Buffer.concat(parts);
}
