/** What a reference says of the form of operations: names and kinds, and no word of its texts. */

/** What a value is; `string` also where nothing closer is stated. */
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
  /** Whether there are several of it. */
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  /** Whether only the service writes it. */
  readonly isReadOnly?: boolean | undefined;
  /** The values that it may have, where they are stated and all are plain words. */
  readonly values?: readonly string[] | undefined;
  /** The numbers that stand for words, by the word, where the reference states both. */
  readonly codes?: Readonly<Record<string, string>> | undefined;
  /** Of an object; undefined where the reference does not show them. */
  readonly fields?: readonly ReferenceField[] | undefined;
}

/** One method of one path. */
export interface ReferenceOperation {
  readonly method: string;
  /** As the reference spells it, its placeholders included. */
  readonly path: string;
  /** For finding operations whose path nobody states; shown nowhere. */
  readonly id: string | undefined;
  readonly isDeprecated: boolean;
  readonly query: readonly ReferenceField[];
  /** Undefined: it takes none, or the reference does not show of what. */
  readonly body: readonly ReferenceField[] | undefined;
  /** Whether the body is a form with files. */
  readonly isForm: boolean;
  /** Undefined: nothing, a file, or not shown. */
  readonly answer: readonly ReferenceField[] | undefined;
}

/** All that was read of the documents of a service. */
export interface ServiceReference {
  readonly operations: readonly ReferenceOperation[];
  /** SHA-256 of the documents, hexadecimal, by the name of each. */
  readonly documents: Readonly<Record<string, string>>;
}

/** What a field may be called to be taken over: anything else might be words. */
const fieldName = /^[A-Za-z][A-Za-z0-9_.[\]]{0,63}$/;

/** Whether a name of a reference may be used. Names that every object of JavaScript has are none of a service. */
export const isFieldName = (name: unknown): name is string =>
  typeof name === 'string' && fieldName.test(name) && name !== 'prototype' && !(name in Object.prototype);

/** Whether a path of a reference may be used: plain segments, each with a placeholder at most. */
export const isPath = (path: string): boolean =>
  path.length <= 200 && path.startsWith('/') && path.slice(1).split('/').every(isSegment);

const isSegment = (segment: string) =>
  /^[\w.-]*$/.test(segment.replace(/\{\w{1,64}\}/, 'x')) && !/^\.{0,2}$/.test(segment);
