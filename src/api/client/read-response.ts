import { ApiError, UnexpectedAnswerError } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { compact } from '../../json/compact.ts';
import type { StoredFile } from '../files/sink.ts';
import {
  brokenJson,
  isNotDeployed,
  notParsed,
  parseBody,
  readText,
  redirected,
} from '../transport/answer/response-body.ts';
import type { RawAnswer } from '../transport/request.ts';
import { retryAfterOf } from '../transport/retry/retry-policy.ts';
import { type ReadMoment, readJson } from './readable.ts';
import { type AnswerFile, type FileLabel, labelOf } from './response-file.ts';
import { responseKindOf } from './response-kinds.ts';

export interface Answer {
  readonly status: number;
  /** JSON from the service without white space. Numbers are unchanged. Empty if the response has no body. */
  readonly text: string;
  /** The parsed text. @throws UnexpectedAnswerError if `isUnchecked` is true and the text is not valid JSON */
  readonly body: unknown;
  /** True if the text is large. It then keeps its white space and is parsed only on demand. */
  readonly isUnchecked?: true;
  /** True if casebridge created the text, so that it contains no untrusted text. */
  readonly isOwn?: true;
  readonly file: AnswerFile | undefined;
  /** The file, if it was saved in the shared folder. */
  readonly stored?: (FileLabel & StoredFile) | undefined;
  /** Versions of this endpoint that the service declares deprecated. */
  readonly deprecatedVersions: string | undefined;
}

const ofUtc: ReadMoment = (moment) => `${moment}Z`;

/**
 * Converts a response from the service to the result of an operation.
 * @param readMoment Default: a date-time without a zone is UTC
 * @param isDeployed whether the operation has succeeded before; an error page then means that the record does not exist
 * @throws ApiError for a refusal, UnexpectedAnswerError or SignInPageError for other responses
 */
export function readOperationAnswer(
  operation: Operation,
  raw: RawAnswer,
  readMoment = ofUtc,
  isDeployed = false,
): Answer {
  if (raw.status >= 400) throw apiError(raw, isDeployed);
  if (raw.status >= 300) throw redirected(raw);
  const { status } = raw;
  const deprecatedVersions = raw.headers['api-deprecated-versions'];
  const nothing = { status, text: '', body: undefined, file: undefined, deprecatedVersions };
  if (raw.stored) return { ...nothing, stored: { ...labelOf(raw), ...raw.stored } };
  const file = responseKindOf(operation).fileIn(raw);
  if (file) return { ...nothing, file };
  if (raw.bytes.length === 0) {
    if (operation.access === 'read' && status !== 204) throw new UnexpectedAnswerError(empty);
    return nothing;
  }
  const text = readText(raw);
  if (operation.access === 'read' && text.length > largeText && /^\s*[[{]/.test(text))
    return unchecked({ status, deprecatedVersions }, text, readMoment);
  try {
    const body = readJson(text, readMoment);
    return { status, text: compact(text), body, file: undefined, deprecatedVersions };
  } catch {
    throw notParsed(raw);
  }
}

/** Length of a response, in characters, above which it is parsed only on demand, because parsing it takes long. */
const largeText = 128 * 1024;

function unchecked(
  base: Pick<Answer, 'status' | 'deprecatedVersions'>,
  text: string,
  readMoment: ReadMoment,
): Answer {
  let body: unknown;
  return {
    ...base,
    text,
    get body() {
      body ??= parseWhole(text, readMoment);
      return body;
    },
    isUnchecked: true,
    file: undefined,
  };
}

function parseWhole(text: string, readMoment: ReadMoment): unknown {
  try {
    return readJson(text, readMoment);
  } catch {
    throw brokenJson();
  }
}

const empty = 'The service returned no data, although this operation returns data.';

function apiError(raw: RawAnswer, isDeployed: boolean): ApiError {
  let body: unknown;
  try {
    body = parseBody(raw);
  } catch {
    body = undefined;
  }
  const traceId = (body as { traceId?: unknown } | undefined)?.traceId;
  return new ApiError(raw.status, body, {
    requestId: raw.headers['x-request-id'] ?? (typeof traceId === 'string' ? traceId : undefined),
    retryAfterMs: retryAfterOf(raw.headers, Date.now()),
    isNoRoute: raw.status === 405 || (!isDeployed && isNotDeployed(raw)),
  });
}
