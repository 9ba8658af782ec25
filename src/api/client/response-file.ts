import { parse as parseDisposition } from 'content-disposition';
import { safeFileName } from '../files/file-name.ts';
import { mediaTypeOf } from '../files/media-type.ts';
import { isHtml, isJson, isUnlabelled, notJson } from '../transport/answer/response-body.ts';
import type { AnswerHead, RawAnswer } from '../transport/request.ts';

export interface FileLabel {
  /** Name that is safe on every file system. Needed because the original name is untrusted. */
  readonly name: string;
  readonly mediaType: string;
}

export interface AnswerFile extends FileLabel {
  readonly bytes: Buffer;
}

/** Returns the file in a response. Returns undefined for JSON without a `Content-Disposition` header. */
export function readFile(raw: RawAnswer): AnswerFile | undefined {
  const disposition = raw.headers['content-disposition'];
  if (disposition === undefined && (isJson(raw) || raw.bytes.length === 0)) return undefined;
  if (disposition === undefined && isHtml(raw)) throw notJson(raw);
  return { ...labelOf(raw), bytes: raw.bytes };
}

export function labelOf({ headers }: AnswerHead): FileLabel {
  return {
    name: safeFileName(nameIn(headers['content-disposition'] ?? '')),
    mediaType: mediaTypeOf(headers['content-type'] ?? ''),
  };
}

/** Returns the file if the headers prove that it is one. Returns undefined if the body must be examined. */
export function announcedFile(head: AnswerHead): FileLabel | undefined {
  const isFile =
    head.headers['content-disposition'] !== undefined ||
    !(isJson(head) || isUnlabelled(head) || /\bhtml\b/i.test(head.headers['content-type'] ?? ''));
  return isFile ? labelOf(head) : undefined;
}

function nameIn(disposition: string): string {
  try {
    return parseDisposition(disposition).parameters.filename ?? '';
  } catch {
    return '';
  }
}
