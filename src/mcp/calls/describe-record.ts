import type { Answer } from '../../api/client/read-response.ts';
import type { AnswerSettings } from '../../contract/features/answer-settings.ts';
import type { DescribeRecord, RecordWords } from '../../contract/features/whole-record.ts';
import type { AnswerReader } from '../../contract/operations/deployment.ts';
import type { Operation } from '../../contract/operations/operation.ts';
import type { AnyOperationClient } from '../../contract/operations/operation-client.ts';
import { shapeShownBy } from '../../contract/records/answer-fields.ts';
import type { NameResolver } from '../../contract/records/name-resolver.ts';
import { isRow } from '../../contract/records/row.ts';
import type { Note } from '../../contract/worded.ts';
import { lazy } from '../../util/lazy.ts';
import { type ResponseOptions, takesResponseOptions } from '../input/response-options.ts';
import type { Sanitizer } from '../output/sanitize.ts';

/** Maximum time for finding all names together, in milliseconds. Later names are left out. */
const timeLimitMs = 5000;

interface ReadCall {
  readonly services: {
    readonly settings: Pick<AnswerSettings, 'answerTokens'>;
    readonly describeRecord: DescribeRecord;
    readonly names: NameResolver;
    readonly readAnswer: AnswerReader;
    readonly sanitizer: Sanitizer;
  };
  readonly definition: Operation;
  readonly options: ResponseOptions;
  readonly answer: Answer;
  readonly signal: AbortSignal | undefined;
  readonly namingClient: (signal?: AbortSignal) => AnyOperationClient;
}

/**
 * Pipeline step: finds the names of the records that a record refers to, because a reference contains an id but no name
 * (API description). Does nothing if the answer is not a record, or if the call requested the record as the service
 * sends it.
 */
export async function recordDescribed(call: ReadCall): Promise<{ words: RecordWords | undefined }> {
  const { services, definition, options, answer, signal, namingClient } = call;
  const { name } = definition;
  const isShown = services.settings.answerTokens !== 0 && options.detail !== 'full';
  const isRecord = takesResponseOptions(definition) && shapeShownBy(name) !== undefined;
  if (!isShown || !isRecord || answer.text === '' || answer.file || answer.stored)
    return { words: undefined };
  const record = await services.readAnswer(name, {}, answer.body);
  if (!isRow(record)) return { words: undefined };
  const operations = limited(namingClient, signal);
  const asked = { tool: name, record, fields: options.fields };
  const words = await services.describeRecord(operations, services.names, asked);
  signal?.throwIfAborted();
  return { words: cleaned(words, services.sanitizer) };
}

/**
 * Creates a client whose time limit begins with its first request. Most records need no request, because their names
 * are cached.
 */
function limited(
  namingClient: ReadCall['namingClient'],
  signal: AbortSignal | undefined,
): AnyOperationClient {
  const client = lazy(() => {
    const timeLimit = AbortSignal.timeout(timeLimitMs);
    return namingClient(signal ? AbortSignal.any([signal, timeLimit]) : timeLimit);
  });
  return {
    ...namingClient(signal),
    get signal() {
      return client().signal;
    },
    answer: (...asked) => client().answer(...asked),
    call: (...asked) => client().call(...asked),
  };
}

/** Cleans all text from the service. */
function cleaned(words: RecordWords, sanitizer: Sanitizer): RecordWords {
  const clean = (text: string) => sanitizer.text(text).text;
  const cleanNote = (note: Note): Note =>
    typeof note === 'string' ? clean(note) : { en: clean(note.en), ru: clean(note.ru) };
  const cleanMap = (map: ReadonlyMap<string, string>) =>
    new Map([...map].map(([id, text]) => [id, clean(text)] as const));
  return {
    ...words,
    names: cleanMap(words.names),
    titles: cleanMap(words.titles),
    rowBlocks: words.rowBlocks.map(({ name, fields }) => ({ name: clean(name), fields })),
    quoting: words.quoting.map(cleanNote),
  };
}
