/**
 * Structure of the operations in the API reference (OpenAPI documents) of the service: names and types, without
 * descriptions.
 */

/** Type of a value. `string` is also used if the document gives no specific type. */
export type Kind =
  | 'string'
  | 'uuid'
  | 'date-time'
  | 'date'
  | 'binary'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'object'
  | 'unknown';

export interface ReferenceField {
  readonly name: string;
  readonly kind: Kind;
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  /** Whether only the service sets the field. */
  readonly isReadOnly?: boolean | undefined;
  /** Accepted values, if the document lists them and all are plain words. */
  readonly values?: readonly string[] | undefined;
  /** Numbers of the enumeration values, by word. Set if the reference contains both numbers and words. */
  readonly codes?: Readonly<Record<string, string>> | undefined;
  /** Fields of an object. Undefined if the reference does not list them. */
  readonly fields?: readonly ReferenceField[] | undefined;
}

export interface ReferenceOperation {
  readonly method: string;
  /** Path as written in the reference, including placeholders. */
  readonly path: string;
  /** `operationId`, for finding operations whose path the API description does not state. Never shown. */
  readonly id: string | undefined;
  readonly isDeprecated: boolean;
  readonly query: readonly ReferenceField[];
  /** Fields of the body. Undefined if there is no body, or the reference does not list its fields. */
  readonly body: readonly ReferenceField[] | undefined;
  /** Whether the body is a form with files. */
  readonly isForm: boolean;
  /** Fields of the response. Undefined if it is empty or a file, or the reference does not list them. */
  readonly answer: readonly ReferenceField[] | undefined;
}

export interface ServiceReference {
  readonly operations: readonly ReferenceOperation[];
  /** SHA-256 of the documents by name, hexadecimal. */
  readonly documents: Readonly<Record<string, string>>;
}

/** Matches usable field names. Other names may be prose. */
const fieldName = /^[A-Za-z][A-Za-z0-9_.[\]]{0,63}$/;

/** Checks whether a name from a reference may be used. Names of JavaScript's object prototype are excluded. */
export const isFieldName = (name: unknown): name is string =>
  typeof name === 'string' && fieldName.test(name) && name !== 'prototype' && !(name in Object.prototype);

/** Checks whether a path from a reference may be used: plain segments with at most one placeholder each. */
export const isPath = (path: string): boolean =>
  path.length <= 200 && path.startsWith('/') && path.slice(1).split('/').every(isSegment);

const isSegment = (segment: string) =>
  /^[\w.-]*$/.test(segment.replace(/\{\w{1,64}\}/, 'x')) && !/^\.{0,2}$/.test(segment);
