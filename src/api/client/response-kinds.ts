import type { Operation } from '../../contract/operations/operation.ts';
import type { RawAnswer } from '../transport/request.ts';
import { type AnswerFile, readFile } from './response-file.ts';

type ResponseKind = 'json' | NonNullable<Operation['answers']>;

interface ResponseTraits {
  /** Whether the response may take as long as a file transfer and be saved in a folder. */
  readonly isFile: boolean;
  /** Whether an assistant can select fields of the response and shorten it. */
  readonly hasFields: boolean;
  /** Returns the file in a response. Returns undefined for JSON. @throws CallError for other content */
  readonly fileIn: (raw: RawAnswer) => AnswerFile | undefined;
}

/** Properties of each type. All code that depends on the type reads them here. */
const responseKinds: Readonly<Record<ResponseKind, ResponseTraits>> = {
  json: { isFile: false, hasFields: true, fileIn: () => undefined },
  file: { isFile: true, hasFields: false, fileIn: readFile },
};

export const responseKindOf = ({ answers }: Pick<Operation, 'answers'>): ResponseTraits =>
  responseKinds[answers ?? 'json'];
