import type { Arguments } from '../../../api/client/build-request.ts';
import { InvalidArgumentsError } from '../../../contract/errors.ts';
import type { AnswerReader } from '../../../contract/operations/deployment.ts';
import type { Operation } from '../../../contract/operations/operation.ts';
import { isRow, type Row } from '../../../contract/records/row.ts';
import { isEmptyValue, recordIn } from '../../../json/record-value.ts';

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
  const words = wordsOf(name);
  const given = group
    .split('.')
    .reduce<unknown>((value, one) => (isRow(value) ? value[one] : undefined), args);
  const hasParts = isRow(given) && ['LastName', 'FirstName'].some((part) => !isEmptyValue(given[part]));
  if (words.length < 2 || hasParts || definition.target === undefined) return;
  // If the record cannot be read, the order is unknown. The service then splits the name, and the answer shows the
  // parts.
  const read = await call.target().catch(() => undefined);
  const record = recordIn(await services.readAnswer(definition.target.tool, args, read));
  const parts = isRow(record) ? partsOf(record, group.split('.').at(-1) ?? '') : undefined;
  if (parts === undefined) return;
  const { order, lastName, firstName } = parts;
  const [last, first] = [placeOf(lastName, words), placeOf(firstName, words)];
  const isLastAtEnd = last > 0 && last + lastName.length === words.length;
  const isSwapped =
    order === 'last name' ? first === 0 || isLastAtEnd : last === 0 || (first === 1 && !isLastAtEnd);
  if (!isSwapped) return;
  const instead = Object.entries(splitOf(words, parts)).flatMap(([part, text]) =>
    text.length === 0 ? [] : [`${group}.${part} ${JSON.stringify(text.join(' '))}`],
  );
  throw new InvalidArgumentsError(
    `Nothing was sent. ${argument} ${JSON.stringify(name)}: this service begins the name of a person with the ${order}, so it would store ${JSON.stringify(words[0])} as the ${order}. Leave out ${argument} and send ${instead.join(', ')}.`,
  );
}

interface Parts {
  readonly order: Order;
  readonly lastName: readonly string[];
  readonly firstName: readonly string[];
}

/** Splits a new name in the other order. A part of the current name stays that part. */
function splitOf(words: readonly string[], { order, lastName, firstName }: Parts) {
  const last = placeOf(lastName, words);
  const isKept = last >= 0;
  const room = order === 'last name' ? Math.min(lastName.length, words.length - firstName.length) : 1;
  const length = isKept ? lastName.length : Math.max(1, room);
  const at = isKept ? last : order === 'last name' ? words.length - length : 0;
  const others = words.toSpliced(at, length);
  const end = placeOf(firstName, others) === 0 ? firstName.length : 1;
  return {
    LastName: words.slice(at, at + length),
    FirstName: others.slice(0, end),
    MiddleName: others.slice(end),
  };
}

/** Returns the parts of a person's current name, and their order. Returns undefined if the record does not show it. */
function partsOf(record: Row, group: string): Parts | undefined {
  const inside = isRow(record[group]) ? record[group] : {};
  const [lastName = [], firstName = []] = ['LastName', 'FirstName'].map((part) =>
    wordsOf(inside[part] ?? record[part]),
  );
  const name = wordsOf(record.Name);
  if (placeOf(lastName, firstName) === 0) return undefined;
  const order: Order | undefined =
    placeOf(lastName, name) === 0 ? 'last name' : placeOf(firstName, name) === 0 ? 'first name' : undefined;
  return order && { lastName, firstName, order };
}

const wordsOf = (text: unknown): string[] =>
  typeof text === 'string' ? text.split(/[\s,]+/).filter((word) => word !== '') : [];
const plain = (word = '') => word.toLowerCase().replaceAll('ё', 'е').replaceAll('.', '');

/** Returns the index at which words contain other words. Returns -1 if they do not, or if there are no other words. */
const placeOf = (part: readonly string[], words: readonly string[]): number =>
  part.length === 0
    ? -1
    : words.findIndex((_, at) => part.every((word, index) => plain(words[at + index]) === plain(word)));
