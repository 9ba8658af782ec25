import type { Operation } from './operation.ts';

export type Place = 'query' | 'body';

/** A request field as the OpenAPI description of the service (its API reference) defines it. */
export interface TakenField {
  /** Type of its value: `uuid`, `date-time`, `object` and others. */
  readonly kind: string;
  readonly isList?: boolean | undefined;
  readonly isRequired?: boolean | undefined;
  readonly values?: readonly string[] | undefined;
  /** Fields of an object. Undefined if they are unknown. */
  readonly fields?: TakenFields | undefined;
}

/** Request fields, by the service's own names. */
export interface TakenFields {
  readonly [name: string]: TakenField;
}

/**
 * Form in which a request must contain a value. `within`: an object with the value in one field, such as `{Id}`.
 * `only`: only one field of each entry. `beside`: the fields of a group are at the top level instead of nested.
 * `offset`: the number of preceding records instead of a page number.
 */
export type TakenShape = { readonly within: string } | { readonly only: string } | 'beside' | 'offset';

/**
 * Differences between a deployment (an installation of the service) and the catalogue (the operations in `tools/`), for
 * one operation. Keys are the catalogue's field names. Nested fields have a dot: `Responsibles.Id`.
 */
export interface OperationNames {
  /** `METHOD /path` with the catalogue's placeholders. */
  readonly route?: string;
  /** Names of request fields in the deployment. For a nested field, only the last part of its name. */
  readonly names?: Readonly<Record<string, string>>;
  /**
   * Part of the request in which the deployment expects a field, keyed by field. Set only for fields that the catalogue
   * has in the other part.
   */
  readonly places?: Readonly<Record<string, Place>>;
  /** Values in the deployment, by field and by the catalogue's value. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Name of the form part whose JSON contains all fields except files. */
  readonly inside?: string;
  /** Form of a value in the request, by field. Default: as in the catalogue. */
  readonly shapes?: Readonly<Record<string, TakenShape>>;
  /**
   * All fields that the request accepts. Set only if the request writes a whole record and the API reference lists its
   * fields.
   */
  readonly takes?: TakenFields | undefined;
  /** Names in the deployment of the fields in the record that `target` returns. The key is the catalogue's name. */
  readonly shows?: Readonly<Record<string, string>> | undefined;
}

/** Returns how the deployment differs from the catalogue for an operation. Returns undefined if it does not differ. */
export type Deployment = (operation: Operation) => OperationNames | undefined;

/** Converts a response body to the names and types of `answerShapes`. Unknown fields stay unchanged. */
export type AnswerReader = (
  operation: string,
  input: Readonly<Record<string, unknown>>,
  body: unknown,
) => Promise<unknown>;
