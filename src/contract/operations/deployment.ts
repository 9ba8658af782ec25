import type { Operation } from './operation.ts';

/** Parts of a request in which a field can stand. */
export type Place = 'query' | 'body';

/**
 * What a deployment calls the parts of one operation, where that is not what the catalogue does. Fields go by the
 * catalogue's names, those within others behind a dot: `Responsibles.Id`.
 */
export interface OperationNames {
  /** `METHOD /path`, with the catalogue's placeholders. */
  readonly route?: string;
  /** Real names of fields of the request; of one within another only its own part. */
  readonly names?: Readonly<Record<string, string>>;
  /** Where a field stands that stands elsewhere. */
  readonly places?: Readonly<Record<string, Place>>;
  /** Real values, by field and the catalogue's value. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What a deployment has differently from the API's description; undefined: nothing of this operation. */
export type Deployment = (operation: Operation) => OperationNames | undefined;

/** An answer in the names and shapes of `answerShapes`, as far as it is plain which of them it has. */
export type AnswerReader = (
  operation: string,
  input: Readonly<Record<string, unknown>>,
  body: unknown,
) => Promise<unknown>;
