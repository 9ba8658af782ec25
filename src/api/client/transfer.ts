import { ConfigurationError } from '../../contract/errors.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import { safeFileName } from '../files/file-name.ts';
import { MemorySink } from '../files/memory-sink.ts';
import type { FormPart } from '../files/multipart.ts';
import type { SharedFolder } from '../files/shared-folder.ts';
import type { Sink, SourceFile } from '../files/sink.ts';
import type { AnswerHead, ApiRequest } from '../transport/request.ts';
import { type Draft, type FileReference, sentBy } from './build-request.ts';
import { asSeen } from './pin-files.ts';
import { announcedFile, type FileLabel } from './response-file.ts';
import { responseKindOf } from './response-kinds.ts';

export interface FileOptions {
  /** Shared folder for files. Default: none, so arguments and results contain the content of the files. */
  readonly exchange?: SharedFolder | undefined;
  /**
   * Returns the maximum size of a file that stays in the result instead of the shared folder, in bytes. Default: any
   * size.
   */
  readonly keepBytes?: ((mediaType: string) => number) | undefined;
  /** Maximum size of a file in memory, in bytes. Default: the maximum for any answer. */
  readonly maxBytes?: number | undefined;
  /** Called with the transferred and the total bytes. The total is undefined if the service does not announce it. */
  readonly onProgress?: ((bytes: number, ofBytes: number | undefined) => void) | undefined;
}

export interface FileCall {
  readonly draft: Draft;
  readonly files: FileOptions | undefined;
}

export const movesFiles = (operation: Operation) =>
  operation.fileParts !== undefined || responseKindOf(operation).isFile;

/**
 * Sends a request with its files. The files stay open until the response arrives.
 * @throws InvalidArgumentsError or ConfigurationError if a file cannot be sent; then nothing was sent
 */
export async function withFiles<Answer>(
  request: ApiRequest<Uint8Array | FileReference>,
  { draft, files }: FileCall,
  send: (request: ApiRequest) => Promise<Answer>,
): Promise<Answer> {
  const opened: SourceFile[] = [];
  try {
    const body =
      typeof request.body === 'object'
        ? await openParts(request.body, files?.exchange, opened)
        : request.body;
    const receive = files && responseKindOf(draft.operation).isFile ? receiver(draft, files) : undefined;
    return await send({ ...request, body, receive, onProgress: files?.onProgress });
  } finally {
    for (const file of opened) await file.close();
  }
}

async function openParts(
  parts: readonly FormPart<Uint8Array | FileReference>[],
  exchange: SharedFolder | undefined,
  opened: SourceFile[],
): Promise<FormPart[]> {
  const ready: FormPart[] = [];
  for (const { name, value } of parts) {
    if (typeof value === 'string') ready.push({ name, value });
    else if (value.content instanceof Uint8Array)
      ready.push({ name, value: { ...value, content: value.content } });
    else {
      if (exchange === undefined) throw noSharedFolder();
      const content = await exchange.open(value.content.path);
      opened.push(content);
      ready.push({ name, value: { ...value, content: asSeen(content, value.content) } });
    }
  }
  return ready;
}

const noSharedFolder = () =>
  new ConfigurationError('A file cannot be passed by its path, because this server has no shared folder.', {
    advice: 'give-content',
  });

/**
 * Returns a function that chooses the sink. A response that is compressed, or that the headers do not identify as a
 * file, is first read into memory.
 */
function receiver(draft: Draft, { exchange, keepBytes, maxBytes }: FileOptions) {
  const sinkFor = (file: FileLabel, declaredBytes: number | undefined): Sink | undefined => {
    if (maxBytes !== undefined) return new MemorySink(maxBytes, declaredBytes);
    return exchange?.receive({
      name: safeFileName(file.name, idIn(draft)?.slice(0, 8)),
      keepBytes: keepBytes?.(file.mediaType) ?? Number.POSITIVE_INFINITY,
      declaredBytes,
    });
  };
  return (head: AnswerHead): Sink | undefined => {
    const { status, headers } = head;
    const file = announcedFile(head);
    if (status < 200 || status > 299 || file === undefined || headers['content-encoding'] !== undefined)
      return undefined;
    const declared = Number(headers['content-length'] ?? Number.NaN);
    return sinkFor(file, Number.isNaN(declared) ? undefined : declared);
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the id of the document or file: the first id in the call. */
const idIn = (draft: Draft) =>
  sentBy(draft)
    .map(({ value }) => value)
    .find((value): value is string => typeof value === 'string' && uuid.test(value));
