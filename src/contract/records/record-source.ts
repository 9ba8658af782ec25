import type {
  OperationArguments,
  OperationFor,
  OperationName,
  OperationTaking,
} from '../operations/operation-client.ts';
import type { RecordKind } from './record-ref.ts';
import type { DictionaryTerm } from './vocabulary.ts';

/**
 * Template that creates a string from a row, such as `{Number}` or `INN {CompanyInfo.IdNumber|INN}`. Braces contain a
 * path, or alternative paths separated by `|`, of which the first with a value is used. If a path leads through a list,
 * the result contains the first entry and the number of other entries. If a value is missing, the result is empty.
 */
export type RowTemplate = string;

/** List operation that returns the records of one kind, and the fields of its rows. */
export type RecordSource = { [List in OperationName]: SourceIn<List> }[OperationName];

interface SourceIn<List extends OperationName> {
  readonly list: List;
  readonly args?: Partial<OperationArguments[List]>;
  /** Argument of the list that accepts part of a name. Default: casebridge reads the whole list. */
  readonly search?: ArgumentOf<List>;
  /** True if casebridge must search for part of a name with field filters, because no argument accepts it. */
  readonly isFiltered?: 'Filters' extends ArgumentOf<List> ? true | undefined : never;
  /** Arguments of the list that accept a complete number or address, each with the format that it requires. */
  readonly codes?: readonly (readonly [RegExp, argument: ArgumentOf<List>])[];
  /** Argument for the id of the parent record, for records that have one. */
  readonly within?: ArgumentOf<List>;
  /** Dictionary whose values are these records. */
  readonly dictionary?: DictionaryTerm;
  /** A list whose rows contain values of the dictionary, so that a renamed dictionary can be identified. */
  readonly shown?: ShownValues;
  /** Set if the records are in folders. Without a folder, the list may return only the top level. */
  readonly tree?: Tree;
  /**
   * Folders that usually contain the records, by words in the names of the folders. The API description states no
   * operation that lists only these records.
   */
  readonly usuallyIn?: { readonly kind: RecordKind; readonly words: readonly string[] };
  /** Set if the list returns the parents of the records instead of the records. */
  readonly inside?: Inside | undefined;
  /** Template for the identifier of a row. Default: its id. */
  readonly key?: RowTemplate | undefined;
  /** True if no operation lists the records. The error for an unknown name then shows more candidates. */
  readonly isUnlisted?: true;
  /** True if rows contain further rows of the same kind in the field `Items`. */
  readonly isNested?: true;
  readonly isPaged?: List extends OperationTaking<'PageSize'> ? true : never;
  /** Templates for further names of a row, in addition to `Name`. */
  readonly names?: readonly RowTemplate[] | undefined;
  readonly aliases?: readonly RowTemplate[] | undefined;
  /** Set if the records are persons, or some of them. A person may be named by the last name alone. */
  readonly person?: PersonSource;
  /** Type of rows that are companies. A company may be named by the first words of its name. */
  readonly companyType?: string;
  /** Templates for numbers and addresses that identify a row. Such a code must match completely. */
  readonly codesOf?: readonly RowTemplate[];
  /**
   * Template for a login, which also identifies a row. A login of only letters is ignored, because it may be a first
   * name.
   */
  readonly login?: RowTemplate;
  /** Templates for data that distinguishes rows with the same name. */
  readonly detail?: readonly RowTemplate[] | undefined;
  /** Templates for further data, which an error shows only if it lists several rows with the same `detail`. */
  readonly facts?: readonly RowTemplate[] | undefined;
  /** Path segments in the API. An operation whose path has such a segment may change these records. */
  readonly changedBy?: readonly string[];
  /** Other kind whose list also contains these records. Used if the service does not have this list. */
  readonly or?: RecordKind;
  /** Plural of the kind, for messages: `several ${many}`. */
  readonly many: string;
}

export interface PersonSource {
  readonly last: RowTemplate;
  readonly first: RowTemplate;
  readonly middle: RowTemplate;
  /** Type of rows that are persons, besides rows with a last name. Default: all rows. */
  readonly type?: string;
  /** True if the first name alone also names a person, because the list is short and its persons know each other. */
  readonly byFirstName?: true;
}

/** A list whose rows contain values of a dictionary. */
export type ShownValues = {
  [List in OperationName]: {
    readonly list: List;
    readonly args?: Partial<OperationArguments[List]>;
    /** Template for the id or name of the value in a row. */
    readonly of: RowTemplate;
  };
}[OperationName];

/** Folders that a list operation returns in addition to the records in them. */
export interface Tree {
  /** Argument of the list that selects a folder. */
  readonly folder: string;
  /** Field in a row that refers to the folder of that row. */
  readonly parent: string;
  /** Arguments with which the list returns folders instead of records. */
  readonly folders: Readonly<Record<string, unknown>>;
  /** Arguments that list all folders at once. Default: none, if the records are folders. */
  readonly all?: Readonly<Record<string, unknown>>;
}

/** How to find records that are nested in other records. */
export interface Inside {
  readonly read: OperationFor<{ readonly id: string }>;
  /**
   * Nested lists on the path from the parent to the records. `of`: name by which templates refer to the record that
   * contains the list.
   */
  readonly lists: readonly (readonly [list: string, of: string])[];
}

type ArgumentOf<List extends OperationName> = keyof OperationArguments[List] & string;

/** Sources of the kinds that can be found by name. Records of other kinds can be found only by id or link. */
export type RecordSources = Readonly<Partial<Record<RecordKind, RecordSource>>>;

export interface RecordKindData {
  readonly kinds: readonly RecordKind[];
  readonly sources: RecordSources;
}
