import { isUtf8 } from 'node:buffer';
import { parse as parseDisposition } from 'content-disposition';
import {
  ApiError,
  type CallError,
  excerpt,
  SignInPageError,
  UnexpectedAnswerError,
} from '../../contract/errors.ts';
import type { Operation } from '../../contract/operation.ts';
import { compact } from '../../json/compact.ts';
import { excessOfJson } from '../../json/measure.ts';
import { safeFileName } from '../files/file-name.ts';
import { knownMediaType, mediaTypeOf } from '../files/media-type.ts';
import type { StoredFile } from '../files/sink.ts';
import type { AnswerHead, RawAnswer } from '../transport/attempt.ts';
import { retryAfterOf } from '../transport/retry.ts';

/** Name and type of a file, from what the service gives. */
export interface FileLabel {
  /** Fit for any file system: outsiders may have chosen it. */
  readonly name: string;
  readonly mediaType: string;
}

/** A file that the service answered with. */
export interface AnswerFile extends FileLabel {
  readonly bytes: Buffer;
}

/** What an operation brought. */
export interface Answer {
  readonly status: number;
  /** The service's JSON without needless white space, numbers as the service wrote them; empty where it sent no body. */
  readonly text: string;
  /** The same, parsed. @throws UnexpectedAnswerError where the text is unchecked, and no JSON */
  readonly body: unknown;
  /** Whether the text is as it came, since it is large: with its white space, and parsed where somebody needs that. */
  readonly isUnchecked?: true;
  readonly file: AnswerFile | undefined;
  /** The file where it was put into the shared folder instead. */
  readonly stored?: (FileLabel & StoredFile) | undefined;
  /** Versions of this endpoint that the service announces as deprecated. */
  readonly deprecatedVersions: string | undefined;
}

/** @throws ApiError for a refusal, UnexpectedAnswerError or SignInPageError for what is no answer of the API */
export function readOperationAnswer(operation: Operation, raw: RawAnswer): Answer {
  if (raw.status >= 400) throw apiError(raw);
  if (raw.status >= 300) throw redirected(raw);
  const base = { status: raw.status, deprecatedVersions: raw.headers['api-deprecated-versions'] };
  if (raw.stored)
    return {
      ...base,
      text: '',
      body: undefined,
      file: undefined,
      stored: { ...labelOf(raw), ...raw.stored },
    };
  const file = operation.answers === 'file' ? readFile(raw) : undefined;
  if (file) return { ...base, text: '', body: undefined, file };
  if (raw.bytes.length === 0) {
    if (operation.access === 'read' && raw.status !== 204) throw new UnexpectedAnswerError(empty);
    return { ...base, text: '', body: undefined, file: undefined };
  }
  const text = readText(raw);
  if (operation.access === 'read' && text.length > largeText && /^\s*[[{]/.test(text))
    return unchecked(base, text);
  return { ...base, text: compact(text), body: parse(raw, text), file: undefined };
}

/** Characters from which on only what needs the values parses them, as that takes long. */
export const largeText = 128 * 1024;

function unchecked(base: Pick<Answer, 'status' | 'deprecatedVersions'>, text: string): Answer {
  let body: unknown;
  return {
    ...base,
    text,
    get body() {
      body ??= parseWhole(text);
      return body;
    },
    isUnchecked: true,
    file: undefined,
  };
}

function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw brokenJson();
  }
}

/** What looks like JSON at its beginning, and is none. */
export const brokenJson = () =>
  new UnexpectedAnswerError('The service’s answer breaks off or is no valid JSON.');

const empty = 'The service answered with nothing where it has to answer with data.';

/** The body as JSON where it is JSON, as text otherwise; for answers whose shape is not sure. Undefined when empty. */
export function parseJson(raw: RawAnswer): unknown {
  if (raw.bytes.length === 0) return undefined;
  if (raw.status < 400 || isJson(raw)) return parse(raw, readText(raw));
  return isHtml(raw) ? undefined : excerpt(raw.bytes.toString('utf8'));
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
    retryAfterMs: retryAfterOf(raw.headers, Date.now()),
  });
}

/** A file, unless the service chose JSON: then there is no Content-Disposition. */
function readFile(raw: RawAnswer): AnswerFile | undefined {
  const disposition = raw.headers['content-disposition'];
  if (disposition === undefined && (isJson(raw) || raw.bytes.length === 0)) return undefined;
  if (disposition === undefined && isHtml(raw)) throw notJson(raw);
  return { ...labelOf(raw), bytes: raw.bytes };
}

function labelOf({ headers }: AnswerHead): FileLabel {
  return {
    name: safeFileName(nameIn(headers['content-disposition'] ?? '')),
    mediaType: mediaTypeOf(headers['content-type'] ?? ''),
  };
}

/** What the headers alone make sure to be a file; undefined where the body has to tell. */
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

const isJson = (raw: AnswerHead) =>
  /^(application|text)\/([\w.+-]+[+-])?json\b/i.test(raw.headers['content-type'] ?? '');
/** Types that say nothing: what is under them is taken for what it looks like. */
const isUnlabelled = (raw: AnswerHead) =>
  /^(text\/plain|application\/octet-stream|\s*)(;|$)/i.test(raw.headers['content-type'] ?? '');
const isHtml = (raw: RawAnswer) =>
  /\bhtml\b/i.test(raw.headers['content-type'] ?? '') ||
  /^\s*<(!doctype|html)/i.test(raw.bytes.toString('latin1', 0, 64));

/** The whole page is not searched. */
const startOf = (raw: RawAnswer) => raw.bytes.toString('utf8', 0, 32 * 1024);
/** What only a page for signing in has. */
const hasSignIn = (raw: RawAnswer) => /type=["']?password|SAMLRequest/i.test(startOf(raw));
const isSignInPage = (raw: RawAnswer) =>
  isHtml(raw) && (hasSignIn(raw) || /\b(sign|log)[ -]?in\b|войти|вход в |авториз/i.test(startOf(raw)));

function redirected(raw: RawAnswer): CallError {
  if (/\b((log|sign)-?(in|on)|sso|saml2?|adfs|oauth2?|authorize)\b/i.test(raw.headers.location ?? ''))
    return new SignInPageError(true);
  return new UnexpectedAnswerError(`The service answered with a redirect (status ${raw.status}).`, {
    advice: 'check-what-answers',
  });
}

function notJson(raw: RawAnswer): CallError {
  if (isSignInPage(raw)) return new SignInPageError(hasSignIn(raw));
  const type = knownMediaType(raw.headers['content-type'] ?? '') ?? 'unknown';
  const what = isHtml(raw) ? 'a web page (HTML)' : `the type ${type}`;
  return new UnexpectedAnswerError(`The service answered with ${what} instead of JSON.`, {
    advice: 'check-what-answers',
  });
}

/** Several times the largest list that has no pages. */
const answerLimits = { depth: 200, members: 250_000 };

/** @throws UnexpectedAnswerError or SignInPageError where the body is surely no JSON, or too much of it */
function readText(raw: RawAnswer): string {
  const labelled = isJson(raw);
  if (!labelled && !(isUnlabelled(raw) && /^\s*[[{]/.test(raw.bytes.toString('latin1', 0, 64))))
    throw notJson(raw);
  const text = decode(raw);
  const excess = excessOfJson(text, answerLimits);
  if (excess !== undefined)
    throw new UnexpectedAnswerError(
      `The service’s answer ${excess}. Ask for less: a smaller PageSize, or a narrower search.`,
    );
  return text;
}

/** @throws UnexpectedAnswerError or SignInPageError where the text of the body is no JSON */
function parse(raw: RawAnswer, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (!isJson(raw) || isSignInPage(raw)) throw notJson(raw);
    throw brokenJson();
  }
}

/** By the charset that the service declares, otherwise UTF-8; without a byte order mark. */
function decode(raw: RawAnswer): string {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i
    .exec(raw.headers['content-type'] ?? '')?.[1]
    ?.toLowerCase();
  const decoder = charset === undefined || /^utf-?8$/.test(charset) ? undefined : decoderOf(charset);
  try {
    if (decoder) return decoder.decode(raw.bytes);
  } catch {
    throw new UnexpectedAnswerError(undecodable);
  }
  if (!isUtf8(raw.bytes)) throw new UnexpectedAnswerError(undecodable);
  const text = raw.bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

const undecodable = 'The service’s answer is not in the charset that it declares.';

/** Undefined for a charset that nobody knows. */
function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    return undefined;
  }
}
