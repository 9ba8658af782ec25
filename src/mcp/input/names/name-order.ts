import type { Arguments } from '../../../api/client/build-request.ts';
import { InvalidArgumentsError } from '../../../contract/errors.ts';
import type { AnswerReader } from '../../../contract/operations/deployment.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import { isEmptyValue, isRow, type Row, recordIn } from '../../../json/record-value.ts';

interface Renaming {
  readonly services: { readonly readAnswer: AnswerReader };
  readonly definition: Operation;
  readonly args: Arguments;
  readonly target: () => Promise<unknown>;
}

/** Order in which a service writes and reads the name of a person. */
type Order = 'last name' | 'first name';

/**
 * Pipeline step: refuses a full name that the service would split into the wrong parts. The current record shows the
 * order of the service: its full name begins with its last or with its first name.
 * @throws InvalidArgumentsError with the arguments to send instead
 */
export async function nameOrderChecked(call: Renaming): Promise<undefined> {
  const { definition, args, services } = call;
  const [argument, group] = Object.entries(definition.splits ?? {})[0] ?? [];
  const name = argument && args[argument];
  if (argument === undefined || group === undefined || typeof name !== 'string') return;
  const words = name.trim().split(/\s+/);
  const given = group
    .split('.')
    .reduce<unknown>((value, one) => (isRow(value) ? value[one] : undefined), args);
  const hasParts = isRow(given) && ['LastName', 'FirstName'].some((part) => !isEmptyValue(given[part]));
  if (words.length < 2 || hasParts || definition.target === undefined) return;
  // A record that cannot be read shows no order. The service then decides, and the answer shows the parts.
  const read = await call.target().catch(() => undefined);
  const record = recordIn(await services.readAnswer(definition.target.tool, args, read));
  const parts = isRow(record) ? partsOf(record, group.split('.').at(-1) ?? '') : undefined;
  if (parts === undefined) return;
  const [first = '', second = ''] = words;
  const { order } = parts;
  const isSwapped =
    order === 'last name'
      ? isSame(first, parts.firstName) ||
        (isSame(words.at(-1), parts.lastName) && !isSame(first, parts.lastName))
      : isSame(first, parts.lastName) || (isSame(second, parts.firstName) && !isSame(first, parts.firstName));
  if (!isSwapped) return;
  const meant = order === 'last name' ? [...words.slice(-1), ...words.slice(0, -1)] : words;
  const instead = ['LastName', 'FirstName', 'MiddleName'].flatMap((part, index) => {
    const text = (index === 2 ? meant.slice(2) : meant.slice(index, index + 1)).join(' ');
    return text === '' ? [] : [`${group}.${part} ${JSON.stringify(text)}`];
  });
  throw new InvalidArgumentsError(
    `Nothing was sent. ${argument} ${JSON.stringify(name)}: this service begins the name of a person with the ${order}, so it would store ${JSON.stringify(first)} as the ${order}. Leave out ${argument} and send ${instead.join(', ')}.`,
  );
}

/** Returns the parts of a person's current name, and their order. Returns undefined if the record does not show it. */
function partsOf(record: Row, group: string) {
  const inside = isRow(record[group]) ? record[group] : {};
  const [lastName, firstName] = ['LastName', 'FirstName'].map((part) => inside[part] ?? record[part]);
  const begin = String(record.Name ?? '')
    .trim()
    .split(/\s+/)[0];
  if (isSame(lastName, firstName)) return undefined;
  const order: Order | undefined = isSame(begin, lastName)
    ? 'last name'
    : isSame(begin, firstName)
      ? 'first name'
      : undefined;
  return order && { lastName, firstName, order };
}

const plain = (text: unknown) =>
  typeof text === 'string' ? text.toLowerCase().replaceAll('ё', 'е').replace(/[.,]/g, '').trim() : '';
const isSame = (one: unknown, other: unknown) => plain(one) !== '' && plain(one) === plain(other);
