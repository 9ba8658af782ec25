import type { RowBlock } from '../../contract/features/whole-record.ts';
import type { Worded } from '../../contract/language.ts';
import type { Row } from '../../contract/records/row.ts';
import { asIs, joined, type Note, worded } from '../../contract/worded.ts';
import { isEmptyValue } from '../../json/record-value.ts';
import {
  blocksWithoutFields,
  type CardBlock,
  type CaseType,
  type FieldOfType,
  givesEmptyFields,
  keyOfField,
} from '../cases/card-type.ts';
import { valueKinds, wholeRecordMessages } from './messages.ts';

/** Maximum number of titles in one line, and maximum length of a title or of a list of values in characters. */
const most = { titles: 30, characters: 80 };

const isTable = ({ Kind }: CardBlock) => /table/i.test(Kind ?? '');

/**
 * Returns sentences about a card. They list its empty fields with the kinds of values that these accept, blocks that
 * may be hidden, and table blocks.
 */
export async function cardLines(
  card: Row,
  type: CaseType | undefined,
  valuesOfDictionary: (id: string) => Promise<readonly string[] | undefined>,
): Promise<Note[]> {
  if (type === undefined) return [];
  const tables = type.Blocks.filter(isTable);
  const hidden = blocksWithoutFields(card, type).filter((block) => !isTable(block));
  const left = type.Blocks.filter((block) => !hidden.includes(block) && !isTable(block));
  const valueIn = valuesOf(card);
  const empty = left.flatMap(({ Fields }) => Fields.filter((field) => isEmptyValue(valueIn(field))));
  const said = givesEmptyFields(card) || empty.every((field) => valueIn(field) !== undefined);
  const titles = await Promise.all(
    empty.map(async (field) => withKind(field, await kindOfValue(field, valuesOfDictionary))),
  );
  return [
    ...line(said ? 'empty' : 'emptyOrHidden', titles),
    ...line('hidden', hidden.map(titleOf)),
    ...line('tables', tables.map(titleOf)),
  ];
}

type Kind = Worded | undefined;
const withKind = (field: FieldOfType, kind: Kind): Note =>
  kind === undefined
    ? titleOf(field)
    : worded(wholeRecordMessages.titleWithKind, { title: titleOf(field), kind });

/** Returns the kind of a field's values. Returns undefined for text, and for a format without a known kind. */
async function kindOfValue(
  { Format = '', IsMulti = false, DictionaryId }: FieldOfType,
  valuesOfDictionary: (id: string) => Promise<readonly string[] | undefined>,
): Promise<Kind> {
  const format = Format.toLowerCase();
  const own = Object.hasOwn(valueKinds, format) ? valueKinds[format as keyof typeof valueKinds] : undefined;
  const kind = own ?? (IsMulti ? valueKinds.list : undefined);
  const values = DictionaryId === undefined ? undefined : await valuesOfDictionary(DictionaryId);
  const listed = values?.join(' | ') ?? '';
  return listed === '' || listed.length > most.characters ? kind : asIs(listed);
}

function line(message: 'empty' | 'emptyOrHidden' | 'hidden' | 'tables', titles: readonly Note[]): Note[] {
  if (titles.length === 0) return [];
  const shown = joined(titles.slice(0, most.titles), ', ');
  const count = titles.length - most.titles;
  const all = count > 0 ? worded(wholeRecordMessages.andMore, { titles: shown, count }) : shown;
  return [worded(wholeRecordMessages[message], { titles: all })];
}

const titleOf = ({
  Name,
  Tag,
  Id,
}: {
  Name?: string | undefined;
  Tag?: string | undefined;
  Id?: string | undefined;
}) => (Name ?? Tag ?? Id ?? '').replace(/\s+/g, ' ').slice(0, most.characters);

/** Returns a function that finds the value of a field. Ignores letter case, because services may change it. */
function valuesOf(card: Row): (field: FieldOfType) => unknown {
  const values = new Map(Object.entries(card).map(([key, value]) => [key.toLowerCase(), value]));
  return ({ Tag, Id }) => values.get((Tag ?? '').toLowerCase()) ?? values.get((Id ?? '').toLowerCase());
}

/**
 * Returns titles of fields that the card identifies by id, because they have no tag. Leaves out titles that occur
 * twice.
 */
export function titlesById(card: Row, type: CaseType | undefined): ReadonlyMap<string, string> {
  const fields = (type?.Blocks ?? []).flatMap(({ Fields }) => Fields);
  const counts = new Map<string, number>();
  for (const { Name = '' } of fields) counts.set(Name, (counts.get(Name) ?? 0) + 1);
  const isFree = (title: string) => counts.get(title) === 1 && !Object.hasOwn(card, title);
  return new Map(
    fields.flatMap(({ Id, Name }) =>
      Id !== undefined && Name !== undefined && isFree(Name) ? [[Id.toLowerCase(), Name] as const] : [],
    ),
  );
}

/**
 * Returns the blocks with several rows, whose fields are lists with one value per row. Leaves out a block whose lists
 * differ in length, because their rows are then unknown.
 */
export function rowBlocksOf(card: Row, type: CaseType | undefined): RowBlock[] {
  return (type?.Blocks ?? []).flatMap((block) => {
    const isMulti = /multi/i.test(block.Kind ?? '');
    const fields = block.Fields.filter(({ IsMulti }) => isMulti || IsMulti === false)
      .map(keyOfField)
      .filter((key) => Array.isArray(card[key]) && (card[key] as unknown[]).length > 0);
    const lengths = new Set(fields.map((key) => (card[key] as unknown[]).length));
    const name = block.Tag ?? block.Name;
    const isFree = name !== undefined && (!Object.hasOwn(card, name) || fields.includes(name));
    return fields.length > 1 && lengths.size === 1 && isFree ? [{ name, fields }] : [];
  });
}
