import type {
  OperationArguments,
  OperationFor,
  OperationName,
  OperationTaking,
} from '../operations/operation-client.ts';
import type { RecordKind } from './record-ref.ts';
import type { DictionaryTerm } from './vocabulary.ts';

/**
 * Words made of a row: `{Number}`, `INN {CompanyInfo.IdNumber|INN}`. What stands in braces is the path of a text, or
 * several of which the first that has one counts; of a list on the way its first item, and how many more there are.
 * Where a text is missing there are no words.
 */
export type RowTemplate = string;

/** Where the records of a kind are listed, and what they are called there. */
export type RecordSource = { [List in OperationName]: SourceIn<List> }[OperationName];

interface SourceIn<List extends OperationName> {
  /** The operation that lists them. */
  readonly list: List;
  readonly args?: Partial<OperationArguments[List]>;
  /** The argument of the list that takes part of a name; left out: the list is read whole. */
  readonly search?: ArgumentOf<List>;
  /** Whether part of a name is asked for by filters of fields, where no argument takes it as it is. */
  readonly isFiltered?: 'Filters' extends ArgumentOf<List> ? true | undefined : never;
  /** Arguments of the list that take a number or address of a certain form whole. */
  readonly codes?: readonly (readonly [RegExp, argument: ArgumentOf<List>])[];
  /** The argument that takes the id of what the records belong to, where the caller has to say it. */
  readonly within?: ArgumentOf<List>;
  /** The dictionary whose values the records are. */
  readonly dictionary?: DictionaryTerm;
  /** Where other records show values of that dictionary, to know it by them where it is called otherwise. */
  readonly shown?: ShownValues;
  /** Where the records lie in folders, and the list without a folder may show the top alone. */
  readonly tree?: Tree;
  /** Where the list shows what holds the records, and not these. */
  readonly inside?: Inside | undefined;
  /** What stands for a row in place of its id. */
  readonly key?: RowTemplate | undefined;
  /** Whether nothing lists them, so that whoever asks for an unknown one is told all. */
  readonly isUnlisted?: true;
  /** Whether the list answers trees. */
  readonly isNested?: true;
  /** Whether the list comes in pages. */
  readonly isPaged?: List extends OperationTaking<'PageSize'> ? true : never;
  /** What else a row is called, beside Name. */
  readonly names?: readonly RowTemplate[] | undefined;
  readonly aliases?: readonly RowTemplate[] | undefined;
  /** Numbers and addresses that mean a row only when they are whole. */
  readonly codesOf?: readonly RowTemplate[];
  /** A code as well, unless it is of letters alone: it may be anybody's first name then. */
  readonly login?: RowTemplate;
  /** What tells rows of one name apart. */
  readonly detail?: readonly RowTemplate[] | undefined;
  /** Path segments of the API whose operations change such records. */
  readonly changedBy?: readonly string[];
  /** The kind whose list has these records as well, for a service that does not have this list. */
  readonly or?: RecordKind;
  /** Words for a person: `several ${many}`. */
  readonly many: string;
}

/** A list that shows values of a dictionary. */
export type ShownValues = {
  [List in OperationName]: {
    readonly list: List;
    readonly args?: Partial<OperationArguments[List]>;
    /** The id of the value, or its name. */
    readonly of: RowTemplate;
  };
}[OperationName];

/** Folders within folders, in one list with what lies in them. */
export interface Tree {
  /** The argument of the list that takes a folder. */
  readonly folder: string;
  /** The field of a row that refers to the folder it lies in. */
  readonly parent: string;
  /** What makes the list one of folders. */
  readonly folders: Readonly<Record<string, unknown>>;
  /** What makes the list one of all folders at once; left out: the records are the folders. */
  readonly all?: Readonly<Record<string, unknown>>;
}

/** Records within others. */
export interface Inside {
  /** The operation that reads one of the others by its id. */
  readonly read: OperationFor<{ readonly id: string }>;
  /** The lists on the way to the records, each with the name by which templates know what it is a list of. */
  readonly lists: readonly (readonly [list: string, of: string])[];
}

type ArgumentOf<List extends OperationName> = keyof OperationArguments[List] & string;

/** The kinds that have names to be found by; the others are reached by id or link. */
export type RecordSources = Readonly<Partial<Record<RecordKind, RecordSource>>>;

/** All that is known of kinds of records, as data. */
export interface RecordKindData {
  readonly kinds: readonly RecordKind[];
  readonly sources: RecordSources;
}
