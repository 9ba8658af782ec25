import { NameError } from '../contract/errors.ts';
import { isRow, type Row } from '../contract/records/row.ts';

/**
 * Reads the blocks and fields of an object type, and finds them by name. The API description does not specify the
 * structure of a type.
 */

interface NamedItem {
  /** Tag, or id if there is no tag (API description, Conventions). */
  readonly key: string;
  readonly title: string;
  /** Tag and id in lower case. */
  readonly keys: readonly string[];
  /** Title in lower case. If the title is in two languages, also each half of it. */
  readonly titles: readonly string[];
  /**
   * Whether the block can have several rows, or the field several values. Undefined if the type does not specify this.
   */
  readonly isMulti: boolean | undefined;
}

/** A field of object cards. */
export interface FieldOfCard extends NamedItem {
  /** Title of the block that contains the field. */
  readonly block: string;
  /** Format in lower case, such as `user`. Undefined if the type does not specify it. */
  readonly format: string | undefined;
  /** Id of the dictionary that contains the values of the field. */
  readonly dictionary: string | undefined;
}

/** A block of object cards with its fields. */
export interface BlockOfCard extends NamedItem {
  readonly fields: readonly FieldOfCard[];
}

/** Reads the blocks of an object type, as `get_object_type` returns it. Omits fields without tag and id. */
export const blocksOfType = (type: unknown): readonly BlockOfCard[] =>
  rowsIn(isRow(type) ? type.Blocks : undefined).map((row) => {
    const block = named(row, isText(row.Kind) ? /multi/i.test(row.Kind) : undefined);
    const fields = rowsIn(row.Fields).map((field) => ({
      ...named(field, typeof field.IsMulti === 'boolean' ? field.IsMulti : undefined),
      block: block.title,
      format: isText(field.Format) ? plain(field.Format) : undefined,
      dictionary: isText(field.DictionaryId) ? field.DictionaryId : undefined,
    }));
    return { ...block, fields: fields.filter(({ key }) => key !== '') };
  });

function named({ Id, Tag, Name }: Row, isMulti: boolean | undefined): NamedItem {
  const title = isText(Name) ? Name : '';
  const keys = [Tag, Id].filter(isText);
  const titles = [title, ...title.split(' / ')].filter(isText).map(plain);
  return { key: keys[0] ?? '', title, keys: keys.map(plain), titles, isMulti };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const plain = (text: string) => text.trim().toLowerCase();
const rowsIn = (list: unknown): Row[] => (Array.isArray(list) ? list.filter(isRow) : []);

/**
 * Returns the blocks or fields with this name. If one of them has this tag or id, returns only that one, because the
 * service accepts only tags and ids.
 */
export function withName<Item extends NamedItem>(items: readonly Item[], name: string): readonly Item[] {
  const wanted = plain(name);
  const byKey = items.find(({ keys }) => keys.includes(wanted));
  return byKey ? [byKey] : items.filter(({ titles }) => titles.includes(wanted));
}

/**
 * Returns the field with this name, or undefined if there is none.
 * @param path path of the name in the arguments, for the error message
 * @throws NameError with the tags if several fields have this title
 */
export function fieldWithName(
  fields: readonly FieldOfCard[],
  name: string,
  path: string,
): FieldOfCard | undefined {
  // The same field may be in several blocks.
  const byTag = new Map(withName(fields, name).map((field) => [plain(field.key), field]));
  const [field, ...others] = byTag.values();
  if (field === undefined || others.length === 0) return field;
  throw new NameError(
    'NAME_AMBIGUOUS',
    `Nothing was sent. ${path}: ${others.length + 1} fields have this title. Pass the tag of the right one, which is shown as its id.`,
    [field, ...others].map(fieldCandidate),
  );
}

/** Describes a field as a candidate in an error. The `id` is the tag, or the id if there is no tag. */
export const fieldCandidate = ({ key, title, block }: FieldOfCard) => ({
  id: key,
  name: title === '' ? key : title,
  ...(block === '' ? {} : { detail: block }),
});
