import type { OperationName } from '../../../contract/operations/operation-client.ts';
import type { RecordKind } from '../../../contract/records/record-ref.ts';

/**
 * Format of the values in a column. A `day` is `2026-03-31`, a `moment` is `2026-03-31 18:00` in the caller's time
 * zone, and `due` is either of them, as in the record. A `name` is the name of the referenced record, an `id` its id.
 * `any` is an object card field of unknown format.
 */
export type ValueKind = 'text' | 'number' | 'flag' | 'day' | 'moment' | 'due' | 'name' | 'id' | 'any';

export interface TableColumn {
  readonly name: string;
  /** Title in English and Russian: `Stage / Стадия`. Ids have no title. */
  readonly title?: string;
  readonly as: ValueKind;
  /** Path of the value in the record. `^` stands for the record that contains the row. */
  readonly from: readonly string[];
  /** Kind of the referenced record, if its name may have to be looked up. */
  readonly of?: RecordKind | undefined;
  readonly within?: string | undefined;
  /** Table whose records the id identifies. */
  readonly to?: string;
  /**
   * Set if no list contains the value, so that each record must be read for it. `unless listed`: records are read only
   * if no record of the list has the field.
   */
  readonly onCard?: true | 'unless listed';
  /** Further names of the column. Neither `*` nor `describe_records` shows them. */
  readonly also?: readonly string[];
  /**
   * For an all-day event: whether the value is its first or its last day. Needed because the service stores date-times.
   */
  readonly dayOf?: 'first' | 'last';
  /** Field beside the last one of the path. It has the value if that one is empty. */
  readonly beside?: string;
  /** Text between the values of a list. */
  readonly between?: string;
}

export type CardOperation = 'get_object' | 'get_user' | 'get_document' | 'get_task';

export type RowSource =
  | {
      readonly list: OperationName;
      readonly args?: Readonly<Record<string, unknown>>;
      readonly card?: CardOperation;
      /** Set if the list has no pages. */
      readonly isWhole?: true;
      /** Table whose records this list should contain. They are added if a service returns none of them. */
      readonly includes?: string;
      /** Names of the list's arguments for the conditions of the scope. */
      readonly scope?: Readonly<Partial<Record<'cases' | 'from' | 'to' | 'case', string>>> & {
        /** Field that `from` and `to` limit here, too, because the service's own filter may be less exact. */
        readonly at?: string;
      };
    }
  /** Entries of a field in the records of another table. */
  | {
      readonly in: string;
      readonly field: string;
      /** If `unless listed`, single records are read only if no record of the list has the field. */
      readonly onCard?: true | 'unless listed';
      /** Meaning of an empty or missing field: no entries, or the service does not return them. */
      readonly empty?: 'no entries' | 'not returned';
    }
  /** Rows of card fields with several values. Row 1 has the first value of each. */
  | { readonly rowsOf: string; readonly fields: readonly string[] }
  /** Objects in a table block of object cards, by the id of the block. */
  | { readonly block: string }
  /** One list for each record of another table. */
  | { readonly each: string; readonly list: 'list_dictionary_values' }
  | { readonly own: 'days' | 'daysOff' | 'documents' | 'folders'; readonly card?: CardOperation };

export interface QueryTable {
  readonly name: string;
  readonly title: string;
  readonly rows: RowSource;
  readonly columns: readonly TableColumn[];
  /** Columns that `*` omits, because they may need further requests. */
  readonly further?: readonly TableColumn[];
  /** Operation that lists the types whose object card fields are also columns. */
  readonly types?: 'list_case_types' | 'list_object_types';
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

interface Referring extends Pick<TableColumn, 'of' | 'to' | 'onCard' | 'also'> {
  /** Name of the id column. */
  readonly as?: string;
}

/** Creates two columns: the name of a referenced record, and its id. */
export const refers = (
  name: string,
  from: string,
  title: string,
  { of, to, as = `${name}_id`, ...more }: Referring = {},
): readonly TableColumn[] => {
  const card = more.onCard ? { onCard: more.onCard } : {};
  return [
    { name, as: 'name', from: at(from), title, of, ...more },
    { ...id(as, from, to), ...card },
  ];
};
