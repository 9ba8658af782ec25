import { isUtf8 } from 'node:buffer';
import { type CallError, SignInPageError, UnexpectedAnswerError } from '../../../contract/errors.ts';
import { excerpt } from '../../../contract/service-message.ts';
import { parseExact } from '../../../json/exact.ts';
import { excessOfJson } from '../../../json/measure.ts';
import { knownMediaType } from '../../files/media-type.ts';
import type { AnswerHead, RawAnswer } from '../request.ts';

/**
 * Returns the parsed JSON of a body. For an error response of another type, returns an excerpt of its text, or
 * undefined if it is HTML. Returns undefined for an empty body.
 */
export function parseBody(raw: RawAnswer): unknown {
  if (raw.bytes.length === 0) return undefined;
  if (raw.status < 400 || isJson(raw)) return parse(raw, readText(raw));
  return isHtml(raw) ? undefined : excerpt(raw.bytes.toString('utf8'));
}

/** Checks whether the service has no route for the path: status 405, or 404 with an empty or HTML body. */
export const isNotDeployed = (raw: RawAnswer) =>
  raw.status === 405 || (raw.status === 404 && (raw.bytes.length === 0 || isHtml(raw)));

/** Returns the error for a body that begins like JSON but is invalid. */
export const brokenJson = () =>
  new UnexpectedAnswerError('The service’s answer is cut off or not valid JSON.');

export const isJson = (raw: AnswerHead) =>
  /^(application|text)\/([\w.+-]+[+-])?json\b/i.test(raw.headers['content-type'] ?? '');
/** Checks for media types that do not describe the content, so that the content must be examined. */
export const isUnlabelled = (raw: AnswerHead) =>
  /^(text\/plain|application\/octet-stream|\s*)(;|$)/i.test(raw.headers['content-type'] ?? '');
export const isHtml = (raw: RawAnswer) =>
  /\bhtml\b/i.test(raw.headers['content-type'] ?? '') ||
  /^\s*<(!doctype|html)/i.test(raw.bytes.toString('latin1', 0, 64));

/** Returns the start of a page, in which casebridge searches for signs of a sign-in. */
const startOf = (raw: RawAnswer) => raw.bytes.toString('utf8', 0, 32 * 1024);
/** Checks for content that only sign-in pages have. */
const hasSignIn = (raw: RawAnswer) => /type=["']?password|SAMLRequest/i.test(startOf(raw));
const isSignInPage = (raw: RawAnswer) =>
  isHtml(raw) && (hasSignIn(raw) || /\b(sign|log)[ -]?in\b|войти|вход в |авториз/i.test(startOf(raw)));

export function redirected(raw: RawAnswer): CallError {
  if (/\b((log|sign)-?(in|on)|sso|saml2?|adfs|oauth2?|authorize)\b/i.test(raw.headers.location ?? ''))
    return new SignInPageError(true);
  return new UnexpectedAnswerError(`The service answered with a redirect (status ${raw.status}).`, {
    advice: 'check-what-answers',
  });
}

export function notJson(raw: RawAnswer): CallError {
  if (isSignInPage(raw)) return new SignInPageError(hasSignIn(raw));
  const type = knownMediaType(raw.headers['content-type'] ?? '') ?? 'unknown';
  const what = isHtml(raw) ? 'a web page (HTML)' : `the type ${type}`;
  return new UnexpectedAnswerError(`The service answered with ${what} instead of JSON.`, {
    advice: 'check-what-answers',
  });
}

/** Limits for JSON in a response: several times the size of the largest list without pages. */
const answerLimits = { depth: 200, members: 250_000 };

/** Returns the text. @throws UnexpectedAnswerError or SignInPageError if it cannot be JSON, or is too large */
export function readText(raw: RawAnswer): string {
  const labelled = isJson(raw);
  if (!labelled && !(isUnlabelled(raw) && /^\s*[[{]/.test(raw.bytes.toString('latin1', 0, 64))))
    throw notJson(raw);
  const text = decode(raw);
  const excess = excessOfJson(text, answerLimits);
  if (excess !== undefined)
    throw new UnexpectedAnswerError(
      `The service’s answer ${excess}. Request less: a smaller PageSize, or a narrower search.`,
    );
  return text;
}

/** Parses the text of a response. @throws UnexpectedAnswerError or SignInPageError if it is not JSON */
function parse(raw: RawAnswer, text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    throw notParsed(raw);
  }
}

export const notParsed = (raw: RawAnswer): CallError =>
  !isJson(raw) || isSignInPage(raw) ? notJson(raw) : brokenJson();

/** Decodes by the declared charset, otherwise UTF-8. Removes a byte order mark. */
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

function decoderOf(charset: string) {
  try {
    return new TextDecoder(charset, { fatal: true });
  } catch {
    return undefined;
  }
}
