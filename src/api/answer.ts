import { parse as parseDisposition } from 'content-disposition';
import type { Operation } from '../contract/operation.ts';
import type { RawAnswer } from './attempt.ts';
import { ApiError, UnexpectedAnswerError } from './errors.ts';
import { parseRetryAfter } from './retry.ts';

/** A file that the service answered with. */
export interface AnswerFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** What an operation brought. */
export interface Answer {
  readonly status: number;
  /** The service's JSON without needless white space, numbers as the service wrote them; empty where it sent no body. */
  readonly text: string;
  /** The same, parsed. */
  readonly body: unknown;
  readonly file: AnswerFile | undefined;
  /** Versions of this endpoint that the service announces as deprecated. */
  readonly deprecatedVersions: string | undefined;
}

/** @throws ApiError for a refusal, UnexpectedAnswerError for what is no answer of the API */
export function readOperationAnswer(operation: Operation, raw: RawAnswer): Answer {
  if (raw.status >= 400) throw apiError(raw);
  if (raw.status >= 300)
    throw new UnexpectedAnswerError(
      `The service answered with a redirect (status ${raw.status}): CASEBRIDGE_URL may be wrong, or a sign-in page stands before the API.`,
    );
  const base = { status: raw.status, deprecatedVersions: raw.headers['api-deprecated-versions'] };
  const file = operation.answers === 'file' ? readFile(raw) : undefined;
  if (file) return { ...base, text: '', body: undefined, file };
  if (raw.bytes.length === 0) return { ...base, text: '', body: undefined, file: undefined };
  if (!isJson(raw)) throw new UnexpectedAnswerError(notJson(raw));
  const text = decode(raw.bytes);
  return { ...base, text: compact(text), body: parse(text), file: undefined };
}

/** The body as JSON where it is JSON, as text otherwise; for answers whose shape is not sure. Undefined when empty. */
export function parseJson(raw: RawAnswer): unknown {
  if (raw.bytes.length === 0) return undefined;
  if (isJson(raw)) return parse(decode(raw.bytes));
  if (raw.status < 400) throw new UnexpectedAnswerError(notJson(raw));
  return isHtml(raw) ? undefined : decode(raw.bytes);
}

/** Whether the answer says that nothing is deployed at this path: no body of the service's own. */
export const isNotDeployed = (raw: RawAnswer) =>
  raw.status === 405 || (raw.status === 404 && (raw.bytes.length === 0 || isHtml(raw)));

function apiError(raw: RawAnswer): ApiError {
  let body: unknown;
  try {
    body = parseJson(raw);
  } catch {
    body = undefined;
  }
  const traceId = (body as { traceId?: unknown } | undefined)?.traceId;
  return new ApiError(raw.status, body, {
    requestId: raw.headers['x-request-id'] ?? (typeof traceId === 'string' ? traceId : undefined),
    retryAfterMs: parseRetryAfter(raw.headers['retry-after'], Date.now()),
  });
}

/** A file, unless the service chose JSON: then there is no Content-Disposition. */
function readFile(raw: RawAnswer): AnswerFile | undefined {
  const disposition = raw.headers['content-disposition'];
  if (disposition === undefined && (isJson(raw) || raw.bytes.length === 0)) return undefined;
  if (disposition === undefined && isHtml(raw)) throw new UnexpectedAnswerError(notJson(raw));
  return {
    name: fileName(disposition),
    mediaType:
      (raw.headers['content-type'] ?? 'application/octet-stream').split(';')[0]?.trim().toLowerCase() ?? '',
    bytes: raw.bytes,
  };
}

/** The last part of the name only: the service passes on names that outsiders chose. */
function fileName(disposition: string | undefined): string {
  try {
    const name = parseDisposition(disposition ?? '').parameters.filename ?? '';
    return (
      name
        .replace(/^.*[/\\]/s, '')
        .replace(/\p{Cc}/gu, '')
        .slice(0, 255) || 'file'
    );
  } catch {
    return 'file';
  }
}

const isJson = (raw: RawAnswer) =>
  /^application\/([\w.+-]+\+)?json\b/i.test(raw.headers['content-type'] ?? '');
const isHtml = (raw: RawAnswer) =>
  /\bhtml\b/i.test(raw.headers['content-type'] ?? '') ||
  /^\s*<(!doctype|html)/i.test(raw.bytes.toString('latin1', 0, 64));

function notJson(raw: RawAnswer): string {
  const what = isHtml(raw)
    ? 'a web page (HTML)'
    : `the type ${raw.headers['content-type']?.slice(0, 80) ?? 'unknown'}`;
  return `The service answered with ${what} instead of JSON: CASEBRIDGE_URL may be wrong, or a sign-in page stands before the API.`;
}

function decode(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnexpectedAnswerError('The service’s answer breaks off or is no valid JSON.');
  }
}

/** White space outside strings goes; a service that indents does so with line breaks, which no JSON string can hold. */
function compact(text: string): string {
  return text.includes('\n') || text.includes('\r') ? text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1') : text;
}
