import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server';
import type { Answer, AnswerFile } from '../api/answer.ts';
import {
  ApiError,
  type CallError,
  isCallError,
  OutcomeUnknownError,
  UnexpectedAnswerError,
} from '../api/errors.ts';
import type { Operation } from '../contract/operation.ts';

/** What fits into an answer, in bytes. Base64 adds a third. */
const fileLimits = { text: 64 * 1024, image: 1024 * 1024, embedded: 4 * 1024 * 1024 };

/** A tool's result for what the service answered. @throws UnexpectedAnswerError for a file that is too large */
export function successResult(operation: Operation, answer: Answer): CallToolResult {
  const { file, stored } = answer;
  const blocks: ContentBlock[] = [
    file ? fileBlock(file) : textBlock(stored ? describeStored(stored) : answer.text || 'Done.'),
  ];
  const notes = [nextPage(operation, answer.body), file && describeFile(file), stored && saved].filter(
    (note) => note !== undefined,
  );
  if (notes.length > 0) blocks.push(textBlock(notes.join('\n')));
  return { content: blocks };
}

/** A tool's result for a failure: code, status, the service's message, the next step, and nothing about the inside. */
export function errorResult(operation: Operation, error: unknown): CallToolResult {
  return { content: [textBlock(errorText(operation, error))], isError: true };
}

/** The same words for other readers, such as the command line. */
export function errorText(operation: Operation, error: unknown): string {
  if (!isCallError(error))
    return 'INTERNAL: The bridge failed while handling the call; its log says more. Nothing is known about the outcome.';
  const status = error instanceof ApiError ? ` ${error.status}` : '';
  const advice = isUncertain(operation, error) ? verify(operation) : retry(error);
  const lines = [`${error.code}${status}: ${error.message}`, nextStep(operation, error), advice];
  if (error instanceof ApiError)
    lines.push(details(error), error.requestId && `Request id: ${error.requestId}`);
  return lines.filter((line) => line !== undefined && line !== '').join('\n');
}

/** Whether a change may have been made although no answer says so. */
function isUncertain({ access }: Operation, error: CallError): boolean {
  if (access === 'read') return false;
  if (!(error instanceof ApiError))
    return error instanceof OutcomeUnknownError || error instanceof UnexpectedAnswerError;
  const { status, retryAfterMs } = error;
  return [408, 500, 502, 504].includes(status) || (status === 503 && retryAfterMs === undefined);
}

const verify = ({ verifiedBy }: Operation) =>
  verifiedBy === undefined
    ? 'No tool shows whether it happened: ask the user before doing it again.'
    : `Check with ${verifiedBy} before doing it again.`;

function nextStep(operation: Operation, error: CallError): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 404 && error.body === undefined) return notDeployed;
  return operation.errors?.[error.status] ?? commonSteps[error.status];
}

const notDeployed =
  'Nothing of the API answers at this address: this version of the operation is not deployed (try another version of the tool), or CASEBRIDGE_URL is wrong.';

const commonSteps: Readonly<Record<number, string>> = {
  400: 'Correct the arguments by what the service says.',
  401: 'The service did not accept the sign-in: the operator should check it. Do not ask the user for a password.',
  403: 'The signed-in user has no permission for this: tell the user, do not try other ways.',
  404: 'There is no such record, or the signed-in user may not see it: look the id up with a list or search tool.',
  409: 'The state of the record does not allow it: read it again and ask the user.',
  413: 'Send less.',
};

function retry(error: CallError): string | undefined {
  if (!error.canRetry) return undefined;
  const wait = error.retryAfterMs;
  return wait === undefined ? 'Trying again later can help.' : `Try again in ${Math.ceil(wait / 1000)} s.`;
}

/** What the service's record of the refusal holds beside its message: the ids of duplicates. */
function details(error: ApiError): string | undefined {
  const found = (error.body as { ConflictObjects?: unknown } | undefined)?.ConflictObjects;
  return found === undefined ? undefined : `ConflictObjects: ${JSON.stringify(found)}`;
}

const textBlock = (text: string): ContentBlock => ({ type: 'text', text });

function fileBlock(file: AnswerFile): ContentBlock {
  const size = file.bytes.length;
  if (isText(file) && size <= fileLimits.text) return textBlock(file.bytes.toString('utf8'));
  if (isPicture(file.mediaType) && size <= fileLimits.image)
    return { type: 'image', data: file.bytes.toString('base64'), mimeType: file.mediaType };
  if (size > fileLimits.embedded)
    throw new UnexpectedAnswerError(
      `The file ${file.name} has ${megabytes(size)} MB; at most ${megabytes(fileLimits.embedded)} MB fit into an answer. Give the user the document's Url instead. The operator can set CASEBRIDGE_EXCHANGE_DIR: files are saved there then.`,
    );
  const uri = `file:///${encodeURIComponent(file.name)}`;
  return {
    type: 'resource',
    resource: { uri, mimeType: file.mediaType, blob: file.bytes.toString('base64') },
  };
}

const isTextType = (mediaType: string) => /^text\/|^application\/(json|xml)$/.test(mediaType);
const isPicture = (mediaType: string) => /^image\/(png|jpeg|gif|webp)$/.test(mediaType);

/** Size in bytes up to which the assistant gets a file of a type itself, where there is another place for it. */
export function keepBytes(mediaType: string): number {
  if (isTextType(mediaType)) return fileLimits.text;
  return isPicture(mediaType) ? fileLimits.image : 0;
}

/** Text of a known charset only: other bytes would come out wrong. */
function isText(file: AnswerFile): boolean {
  if (!isTextType(file.mediaType)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(file.bytes);
    return true;
  } catch {
    return false;
  }
}

const describeFile = (file: AnswerFile) =>
  `File: ${file.name} (${file.mediaType}, ${file.bytes.length} bytes)`;

const describeStored = ({ path, size, sha256, mediaType }: NonNullable<Answer['stored']>) =>
  JSON.stringify({ path, size, sha256, mediaType });

const saved =
  'The file is saved in the exchange directory: tell the user its path there. The same path can be given to upload it.';

const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1);

/** How to get the next page in the words of the tool; the service gives an absolute address. */
function nextPage(operation: Operation, body: unknown): string | undefined {
  const next = (body as { NextPageUrl?: unknown } | null | undefined)?.NextPageUrl;
  if (typeof next !== 'string' || !('Page' in { ...operation.query, ...operation.body })) return undefined;
  const page = /[?&]page=(\d+)/i.exec(next)?.[1];
  return page === undefined ? undefined : `More: the same call with Page ${page}.`;
}
