import type { Operation } from './operation.ts';

/** Part of a request that contains a field. */
export type Place = 'query' | 'body';

/** A field of a request, according to the service's reference. */
export interface TakenField {
  /** Type of its value: `uuid`, `date-time`, `object` and others. */
  readonly kind: string;
  readonly isList?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  /** Accepted values, if the reference lists them. */
  readonly values?: readonly string[] | undefined;
  /** Fields of an object. Default: unknown. */
  readonly fields?: TakenFields | undefined;
}

/** Fields of a request by the service's own names. */
export interface TakenFields {
  readonly [name: string]: TakenField;
}

/**
 * Form of a value in a request. `within`: an object with the value in one field, such as `{Id}`. `only`: one field of
 * each entry. `beside`: the fields of a group, moved up to the level of the other fields. `offset`: the number of
 * preceding records instead of a page number.
 */
export type TakenShape = { readonly within: string } | { readonly only: string } | 'beside' | 'offset';

/**
 * Differences of a deployment from the catalogue for one operation. Fields have the catalogue's names, nested ones with
 * a dot: `Responsibles.Id`.
 */
export interface OperationNames {
  /** `METHOD /path` with the catalogue's placeholders. */
  readonly route?: string;
  /** Real names of request fields. For a nested field, only the last part of the name. */
  readonly names?: Readonly<Record<string, string>>;
  /** Real locations of fields that the catalogue has in another part of the request. */
  readonly places?: Readonly<Record<string, Place>>;
  /** Real values, by field and the catalogue's value. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Name of the form part with JSON that contains all fields except files. */
  readonly inside?: string;
  /** Forms of values, by field. Default: those of the catalogue. */
  readonly shapes?: Readonly<Record<string, TakenShape>>;
  /** All fields of the request, if it writes a whole record and the reference lists them. */
  readonly takes?: TakenFields | undefined;
  /** Real names of fields of the record that `target` returns, by the catalogue's names. */
  readonly shows?: Readonly<Record<string, string>> | undefined;
}

/** Returns the differences of a deployment for an operation. Returns undefined if there are none. */
export type Deployment = (operation: Operation) => OperationNames | undefined;

/** Converts an answer to the names and types of `answerShapes`. Fields that it does not recognize stay unchanged. */
export type AnswerReader = (
  operation: string,
  input: Readonly<Record<string, unknown>>,
  body: unknown,
) => Promise<unknown>;
