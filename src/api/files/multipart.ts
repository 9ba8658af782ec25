import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { SourceFile } from './sink.ts';

/** A part of `multipart/form-data`: text, or a file with name and media type. */
export interface FormPart<Content = Uint8Array | SourceFile> {
  readonly name: string;
  readonly value: string | FilePart<Content>;
}

export interface FilePart<Content> {
  readonly content: Content;
  /** File name. Empty if the part is not a file. */
  readonly fileName: string;
  readonly mediaType: string;
}

/** A streamed body, so that files take no memory. */
export interface EncodedForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readable;
}

/**
 * Encodes parts as a body of known length, with names in UTF-8 as browsers send them.
 * @param onSent called with the sent and the total bytes
 */
export function encodeForm(
  parts: readonly FormPart[],
  onSent: (bytes: number, ofBytes: number) => void,
): EncodedForm {
  // The boundary is too long to occur in a file by chance.
  const boundary = `casebridge-${randomBytes(24).toString('hex')}`;
  const pieces = parts.map((part) => ({ head: headOf(part, boundary), content: contentOf(part) }));
  const end = Buffer.from(`--${boundary}--\r\n`);
  const size = pieces.reduce((sum, { head, content }) => sum + head.length + sizeOf(content) + 2, end.length);
  const send = async function* () {
    let sent = 0;
    for (const { head, content } of pieces) {
      yield head;
      sent += head.length;
      for await (const chunk of content instanceof Uint8Array ? [content] : content.chunks()) {
        yield chunk;
        sent += chunk.length;
        onSent(sent, size);
      }
      yield lineEnd;
      sent += lineEnd.length;
    }
    yield end;
    onSent(size, size);
  };
  const body = Readable.from(send());
  // After the response nobody reads the body, so read errors are ignored.
  body.on('error', () => undefined);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(size),
    },
    body,
  };
}

const lineEnd = Buffer.from('\r\n');

function headOf({ name, value }: FormPart, boundary: string): Buffer {
  const disposition = `Content-Disposition: form-data; name="${escapeName(name)}"`;
  if (typeof value === 'string') return Buffer.from(`--${boundary}\r\n${disposition}\r\n\r\n`);
  const { fileName, mediaType } = value;
  const file = fileName === '' ? '' : `; filename="${escapeName(fileName)}"${exactName(fileName)}`;
  return Buffer.from(`--${boundary}\r\n${disposition}${file}\r\nContent-Type: ${mediaType}\r\n\r\n`);
}

/**
 * Adds the name in the form of RFC 8187 (`filename*`) if it needs escaping, because ASP.NET Core does not unescape
 * `filename` and prefers `filename*`. Other names use only `filename`, because some servers do not support `filename*`.
 */
const exactName = (name: string) =>
  escapeName(name) === name
    ? ''
    : `; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`;
const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/** Escapes characters that would end the name or the line (HTML standard). */
const escapeName = (name: string) => name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22');

const contentOf = ({ value }: FormPart): Uint8Array | SourceFile =>
  typeof value === 'string' ? Buffer.from(value) : value.content;

const sizeOf = (content: Uint8Array | SourceFile) =>
  content instanceof Uint8Array ? content.length : content.size;
