import { InvalidArgumentsError } from '../../../contract/errors.ts';
import { nearestWords } from '../../../contract/spelling.ts';
import { normalise } from '../../../names/spelling/normalise.ts';
import { type CardField, fieldColumn, namesOfField, severalFields } from '../card-columns.ts';
import type { QueryTable, TableColumn } from '../tables/table.ts';

const maxNearest = 6;
/** Normalizes a name for comparison: `claim_amount`, `Claim amount` and `ClaimAmount` become equal. */
const squashed = (text: string) => normalise(text).replaceAll(' ', '');

/** Returns the names of a column: name, API path, and title in either language. */
const namesOfColumn = ({ name, title = '', from, as, also = [] }: TableColumn): readonly string[] => [
  name,
  ...also,
  ...(as === 'id' && from.at(-1) !== 'Id' ? [] : [from.join('.')]),
  ...title.split(' / ').flatMap((half) => [half, half.split(':')[0] as string]),
];

/** Returns a column for a nested field, by its API path, such as `Responsible.Name`. */
function withinColumn({ columns }: QueryTable, name: string): TableColumn | undefined {
  const [first = '', ...rest] = name.split('.');
  const home = columns.find(({ from }) => from[0]?.toLowerCase() === first.toLowerCase());
  if (home === undefined || rest.length === 0 || !/^\w+$/.test(rest.join(''))) return undefined;
  const part = (rest.at(-1) as string).toLowerCase();
  if (part === 'name') return { ...home, name };
  const path = [home.from[0] as string, ...rest.map((one) => (one.toLowerCase() === 'id' ? 'Id' : one))];
  return { name, as: part === 'id' ? 'id' : 'any', from: path };
}

/**
 * Returns the column with a name. Ignores letter case and the separators between words.
 * @param argument name of the argument, for the error message
 * @param fields object card fields of the relevant types.
 * @throws InvalidArgumentsError with the nearest names, or with the fields that share the name
 */
export function namedColumn(
  argument: string,
  name: string,
  table: QueryTable,
  fields: readonly CardField[],
): TableColumn {
  const wanted = squashed(name);
  const isMeant = (words: readonly string[]) => words.some((word) => squashed(word) === wanted);
  const byTag = fields.find(({ key }) => squashed(key) === wanted);
  const column = byTag ? undefined : table.columns.find((one) => isMeant(namesOfColumn(one)));
  if (column) return { ...column, name };
  const called = byTag ? [byTag] : fields.filter((field) => isMeant(namesOfField(field)));
  const [field] = called;
  if (field && called.length === 1) return fieldColumn(field, name, ['Fields', field.key]);
  const said = `${argument}: ${JSON.stringify(name.slice(0, 80))}`;
  if (called.length > 1) throw severalFields(said, called);
  const within = withinColumn(table, name);
  if (within) return within;
  const labels = new Map([
    ...table.columns.flatMap((one) => namesOfColumn(one).map((word) => [word, one.name] as const)),
    ...fields.flatMap((one) =>
      namesOfField(one).map((word) => [word, one.title ? `${one.key} (${one.title})` : one.key] as const),
    ),
  ]);
  const near = nearestWords(name, labels.keys(), 3 * maxNearest).map((word) => labels.get(word));
  const nearest = [...new Set(near)].slice(0, maxNearest);
  const there =
    nearest.length > 0
      ? `Similar fields: ${nearest.join(', ')}.`
      : `There are ${[...table.columns.map((one) => one.name), ...fields.map(({ key }) => key)].slice(0, 40).join(', ')}.`;
  throw new InvalidArgumentsError(`${said} is not a field of ${table.name}. ${there}`);
}
