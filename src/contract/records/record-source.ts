import type {
  OperationArguments,
  OperationFor,
  OperationName,
  OperationTaking,
} from '../operations/operation-client.ts';
import type { RecordKind } from './record-ref.ts';
import type { DictionaryTerm } from './vocabulary.ts';

/**
 * Template for a text from a row: `{Number}`, `INN {CompanyInfo.IdNumber|INN}`. Braces contain the path of a text, or
 * several alternatives of which the first present one is used. For a list on the path, its first item and the number of
 * others are used. If a text is missing, the result is empty.
 */
export type RowTemplate = string;

/** List operation of a kind of record, and the names of its fields. */
export type RecordSource = { [List in OperationName]: SourceIn<List> }[OperationName];

interface SourceIn<List extends OperationName> {
  /** The list operation. */
  readonly list: List;
  readonly args?: Partial<OperationArguments[List]>;
  /** Argument of the list for a part of a name. Default: the whole list is read. */
  readonly search?: ArgumentOf<List>;
  /** True if part of a name is searched with field filters, because no argument accepts it. */
  readonly isFiltered?: 'Filters' extends ArgumentOf<List> ? true | undefined : never;
  /** Arguments of the list that accept a complete number or address of a certain format. */
  readonly codes?: readonly (readonly [RegExp, argument: ArgumentOf<List>])[];
  /** Argument for the id of the parent record, if the caller must provide it. */
  readonly within?: ArgumentOf<List>;
  /** Dictionary whose values the records are. */
  readonly dictionary?: DictionaryTerm;
  /** Records that show values of that dictionary, to recognize it if it has another name. */
  readonly shown?: ShownValues;
  /** Set if the records are in folders, and the list without a folder may contain only the top level. */
  readonly tree?: Tree;
  /** Set if the list returns parents of the records instead of the records. */
  readonly inside?: Inside | undefined;
  /** Identifier of a row, if it is not its id. */
  readonly key?: RowTemplate | undefined;
  /** True if no operation lists them, so that the message for an unknown one lists all. */
  readonly isUnlisted?: true;
  /** True if the list returns trees. */
  readonly isNested?: true;
  /** True if the list has pages. */
  readonly isPaged?: List extends OperationTaking<'PageSize'> ? true : never;
  /** Further names of a row, besides Name. */
  readonly names?: readonly RowTemplate[] | undefined;
  readonly aliases?: readonly RowTemplate[] | undefined;
  /** Numbers and addresses that identify a row only if they match completely. */
  readonly codesOf?: readonly RowTemplate[];
  /** Also a code, unless it consists of letters only: it may then be a first name. */
  readonly login?: RowTemplate;
  /** Data that distinguishes rows with the same name. */
  readonly detail?: readonly RowTemplate[] | undefined;
  /** Path segments of the API whose operations change such records. */
  readonly changedBy?: readonly string[];
  /** Kind whose list also contains these records, for a service without this list. */
  readonly or?: RecordKind;
  /** Plural for people: `several ${many}`. */
  readonly many: string;
}

/** A list whose rows show values of a dictionary. */
export type ShownValues = {
  [List in OperationName]: {
    readonly list: List;
    readonly args?: Partial<OperationArguments[List]>;
    /** Id or name of the value. */
    readonly of: RowTemplate;
  };
}[OperationName];

/** Nested folders in one list with their content. */
export interface Tree {
  /** Argument of the list for a folder. */
  readonly folder: string;
  /** Field of a row that refers to its folder. */
  readonly parent: string;
  /** Arguments with which the list returns folders. */
  readonly folders: Readonly<Record<string, unknown>>;
  /** Arguments with which the list returns all folders at once. Default: the records are the folders. */
  readonly all?: Readonly<Record<string, unknown>>;
}

/** Records inside other records. */
export interface Inside {
  /** Operation that reads a parent by its id. */
  readonly read: OperationFor<{ readonly id: string }>;
  /** Lists on the path to the records, each with the name by which templates refer to its owner. */
  readonly lists: readonly (readonly [list: string, of: string])[];
}

type ArgumentOf<List extends OperationName> = keyof OperationArguments[List] & string;

/** Kinds that can be found by name. Others are reached by id or link. */
export type RecordSources = Readonly<Partial<Record<RecordKind, RecordSource>>>;

/** All kinds of records, as data. */
export interface RecordKindData {
  readonly kinds: readonly RecordKind[];
  readonly sources: RecordSources;
}
