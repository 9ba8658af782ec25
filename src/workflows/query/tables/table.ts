import type { OperationName } from '../../../contract/operations/operation-client.ts';
import type { RecordKind } from '../../../contract/records/record-ref.ts';

/**
 * How a value stands in a column. Days are `2026-03-31`, moments `2026-03-31 18:00` in the caller's zone; what is `due` is
 * one of both, as the record has it. A name is that of the record that is referred to, an id is its id. `any` is a field
 * of a card whose format does not say what it contains.
 */
export type ValueKind = 'text' | 'number' | 'flag' | 'day' | 'moment' | 'due' | 'name' | 'id' | 'any';

export interface TableColumn {
  readonly name: string;
  /** English and Russian: `Stage / Стадия`. Ids have none. */
  readonly title?: string;
  readonly as: ValueKind;
  /** Where it stands in the record; `^` is the record that the row lies in. */
  readonly from: readonly string[];
  /** What it refers to, where its name may have to be looked up. */
  readonly of?: RecordKind | undefined;
  readonly within?: string | undefined;
  /** The table whose id it is. */
  readonly to?: string;
  /** It stands on the record itself, and in no list. */
  readonly onCard?: true;
}

/** Records that can be read by themselves as well as listed. */
export type CardOperation = 'get_object' | 'get_user' | 'get_document';

/** Where the rows of a table come from. */
export type RowSource =
  | {
      readonly list: OperationName;
      readonly args?: Readonly<Record<string, unknown>>;
      readonly card?: CardOperation;
      /** It comes without pages. */
      readonly isWhole?: true;
      /** Which of its arguments take the conditions of the scope. */
      readonly scope?: Readonly<Partial<Record<'cases' | 'from' | 'to' | 'case', string>>> & {
        /** The field that they compare. */
        readonly at?: string;
      };
    }
  /** Entries of a field of the records of another table. */
  | { readonly in: string; readonly field: string; readonly onCard?: true }
  /** Rows of fields of its cards that have several: the first values of all of them, the second ones and so on. */
  | { readonly rowsOf: string; readonly fields: readonly string[] }
  /** Objects that stand in a table block of cards, by its id. */
  | { readonly block: string }
  /** A list for each record of another table. */
  | { readonly each: string; readonly list: 'list_dictionary_values' }
  | { readonly own: 'days' | 'daysOff' | 'documents' | 'folders'; readonly card?: CardOperation };

export interface QueryTable {
  readonly name: string;
  readonly title: string;
  readonly rows: RowSource;
  readonly columns: readonly TableColumn[];
  /** Types whose card fields are columns as well. */
  readonly types?: 'list_case_types' | 'list_object_types';
  /** The field that says to which case a record belongs. */
  readonly ofCase?: string;
}

const at = (path: string) => path.split('.');
type More = Partial<Omit<TableColumn, 'name' | 'as' | 'from'>>;
const columnOf =
  (as: ValueKind) =>
  (name: string, from: string, title: string, more: More = {}): TableColumn => ({
    name,
    as,
    from: at(from),
    title,
    ...more,
  });

export const written = columnOf('text');
export const number = columnOf('number');
export const flag = columnOf('flag');
export const day = columnOf('day');
export const moment = columnOf('moment');
export const due = columnOf('due');
export const id = (name = 'id', from = 'Id', to?: string): TableColumn => ({
  name,
  as: 'id',
  from: at(from),
  ...(to === undefined ? {} : { to }),
});

/** The name of another record, and its id beside it. */
export const refers = (
  name: string,
  from: string,
  title: string,
  { of, to, as = `${name}_id`, onCard }: { of?: RecordKind; to?: string; as?: string; onCard?: true } = {},
): readonly TableColumn[] => {
  const card = onCard ? { onCard } : {};
  return [
    { name, as: 'name', from: at(from), title, of, ...card },
    { ...id(as, from, to), ...card },
  ];
};
