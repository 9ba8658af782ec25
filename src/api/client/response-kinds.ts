import type { Operation } from '../../contract/operations/operation.ts';
import type { RawAnswer } from '../transport/request.ts';
import { type AnswerFile, readFile } from './response-file.ts';

/** What operations answer with. */
type ResponseKind = 'json' | NonNullable<Operation['answers']>;

interface ResponseTraits {
  /** Whether it may take as long as a file takes, and be put into a folder instead of memory. */
  readonly isFile: boolean;
  /** Whether an assistant can choose among its fields, and it can be shown in brief. */
  readonly hasFields: boolean;
  /** The file in a response; undefined where it is JSON. @throws CallError where it is neither */
  readonly fileIn: (raw: RawAnswer) => AnswerFile | undefined;
}

/** All that differs between them: whoever handles responses looks it up here. */
const responseKinds: Readonly<Record<ResponseKind, ResponseTraits>> = {
  json: { isFile: false, hasFields: true, fileIn: () => undefined },
  file: { isFile: true, hasFields: false, fileIn: readFile },
};

export const responseKindOf = ({ answers }: Pick<Operation, 'answers'>): ResponseTraits =>
  responseKinds[answers ?? 'json'];
