import type { Operation } from './operation.ts';

/** Parts of a request in which a field can stand. */
export type Place = 'query' | 'body';

/** One field of a request, as the service's own reference shows it. */
export interface TakenField {
  /** Kind of its value: `uuid`, `date-time`, `object` and the like. */
  readonly kind: string;
  readonly isList?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  /** Values that it may have, where the reference states them. */
  readonly values?: readonly string[] | undefined;
  /** Fields of an object. Default: the reference does not show them. */
  readonly fields?: TakenFields | undefined;
}

/** Fields of a request by the service's own names. */
export interface TakenFields {
  readonly [name: string]: TakenField;
}

/**
 * Shape that a request wants a value in: an object that holds it in one field, such as `{Id}`; of each entry one field
 * alone; or the fields of a group beside all others.
 */
export type TakenShape = { readonly within: string } | { readonly only: string } | 'beside';

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
  /** Object in which a form with files has all other fields, as one part of JSON. */
  readonly inside?: string;
  /** Shapes of values, by field. Default: the catalogue's. */
  readonly shapes?: Readonly<Record<string, TakenShape>>;
  /** All fields that the request takes, where it writes a whole record and the reference shows them. */
  readonly takes?: TakenFields | undefined;
  /** Real names of fields of the record that `target` shows, by the catalogue's names. */
  readonly shows?: Readonly<Record<string, string>> | undefined;
}

/** What a deployment has differently from the API's description; undefined: nothing of this operation. */
export type Deployment = (operation: Operation) => OperationNames | undefined;

/** An answer in the names and shapes of `answerShapes`, as far as it is plain which of them it has. */
export type AnswerReader = (
  operation: string,
  input: Readonly<Record<string, unknown>>,
  body: unknown,
) => Promise<unknown>;
