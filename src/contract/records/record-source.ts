import type {
  OperationArguments,
  OperationFor,
  OperationName,
  OperationTaking,
} from '../operations/operation-client.ts';
import type { RecordKind } from './record-ref.ts';
import type { DictionaryTerm } from './vocabulary.ts';

/**
 * Template for a text from a row, such as `{Number}` or `INN {CompanyInfo.IdNumber|INN}`. Braces contain the path of a
 * text, or alternatives separated by `|`; the first that exists is used. If the path leads through a list, the first
 * item and the number of others are used. If a text is missing, the result is empty.
 */
export type RowTemplate = string;

/** List operation that returns records of one kind, and the names of their fields. */
export type RecordSource = { [List in OperationName]: SourceIn<List> }[OperationName];

interface SourceIn<List extends OperationName> {
  readonly list: List;
  readonly args?: Partial<OperationArguments[List]>;
  /** Argument of the list that accepts a part of a name. Default: the whole list is read. */
  readonly search?: ArgumentOf<List>;
  /** True if casebridge must search a part of a name with field filters, because no argument accepts it. */
  readonly isFiltered?: 'Filters' extends ArgumentOf<List> ? true | undefined : never;
  /** Arguments of the list that accept a complete number or address in a certain format. */
  readonly codes?: readonly (readonly [RegExp, argument: ArgumentOf<List>])[];
  /** Argument for the id of the parent record, if the caller must pass it. */
  readonly within?: ArgumentOf<List>;
  /** Dictionary that contains the records as values. */
  readonly dictionary?: DictionaryTerm;
  /** A list whose rows contain values of that dictionary. Used to recognize the dictionary if it has another name. */
  readonly shown?: ShownValues;
  /** Set if the records are in folders. A list call without a folder may then return only the top level. */
  readonly tree?: Tree;
  /** Set if the list returns parents of the records instead of the records. */
  readonly inside?: Inside | undefined;
  /** Identifier of a row, if it differs from the id. */
  readonly key?: RowTemplate | undefined;
  /** True if no operation lists the records directly. The error message for an unknown name then lists more of them. */
  readonly isUnlisted?: true;
  /** True if rows contain further rows of the same kind in `Items`. */
  readonly isNested?: true;
  /** True if the list has pages. */
  readonly isPaged?: List extends OperationTaking<'PageSize'> ? true : never;
  /** Further names of a row, besides Name. */
  readonly names?: readonly RowTemplate[] | undefined;
  readonly aliases?: readonly RowTemplate[] | undefined;
  /** Numbers and addresses that identify a row only if they match completely. */
  readonly codesOf?: readonly RowTemplate[];
  /** Template that also counts as a code, unless its text has only letters, because it may then be a first name. */
  readonly login?: RowTemplate;
  /** Data that distinguishes rows with the same name. */
  readonly detail?: readonly RowTemplate[] | undefined;
  /** Path segments of the API. An operation with such a segment may change these records. */
  readonly changedBy?: readonly string[];
  /** Kind whose list also contains these records. Used if the service lacks this list. */
  readonly or?: RecordKind;
  /** Plural form for messages to users: `several ${many}`. */
  readonly many: string;
}

/** A list whose rows contain values of a dictionary. */
export type ShownValues = {
  [List in OperationName]: {
    readonly list: List;
    readonly args?: Partial<OperationArguments[List]>;
    /** Id or name of the value. */
    readonly of: RowTemplate;
  };
}[OperationName];

/** Folders that the same list operation returns together with their content. */
export interface Tree {
  /** Argument of the list for a folder. */
  readonly folder: string;
  /** Field of a row that refers to the folder of the row. */
  readonly parent: string;
  /** Arguments with which the list returns folders. */
  readonly folders: Readonly<Record<string, unknown>>;
  /** Arguments with which the list returns all folders at once. Default: the records themselves are folders. */
  readonly all?: Readonly<Record<string, unknown>>;
}

/** Records inside other records. */
export interface Inside {
  /** Operation that reads a parent by its id. */
  readonly read: OperationFor<{ readonly id: string }>;
  /** Lists on the path to the records. Each has the name by which templates refer to the record that owns the list. */
  readonly lists: readonly (readonly [list: string, of: string])[];
}

type ArgumentOf<List extends OperationName> = keyof OperationArguments[List] & string;

/** Kinds that can be found by name. Records of other kinds are found only by id or link. */
export type RecordSources = Readonly<Partial<Record<RecordKind, RecordSource>>>;

/** All kinds of records, as data. */
export interface RecordKindData {
  readonly kinds: readonly RecordKind[];
  readonly sources: RecordSources;
}
