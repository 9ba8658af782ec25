import type { PersonSource } from '../contract/records/record-source.ts';
import type { Row } from '../contract/records/row.ts';
import { searchPartsOf } from './search-parts.ts';
import { apartFromMarks, inOneScript, normalise, plain } from './spelling/normalise.ts';
import { stemOf } from './spelling/stem.ts';
import { fill } from './templates.ts';

export interface PersonName {
  /** Words of the last name. Undefined if the list does not return it separately. */
  readonly last: readonly string[] | undefined;
  /** Words of first and middle name, in this order. If the last name is unknown, all words of the name. */
  readonly others: readonly string[];
}

interface NamedPerson {
  readonly id: string;
  readonly name: string;
  readonly names: readonly string[];
  readonly aliases: readonly string[];
  readonly login?: string;
  readonly person?: PersonName;
}

/** Splits the name in a row of a list. Returns undefined if the row is not about a person. */
export function personIn({ last, first, middle, type }: PersonSource, row: Row): PersonName | undefined {
  const part = (template: string) => wordsOf(fill(template, row) ?? '');
  const lastWords = part(last);
  const givenWords = [...part(first), ...part(middle)];
  if (type !== undefined && row.Type !== type && lastWords.length === 0) return undefined;
  const whole = wordsOf(typeof row.Name === 'string' ? row.Name : '');
  if (lastWords.length === 0) return { last: undefined, others: whole };
  const known = new Set([...lastWords, ...givenWords]);
  return { last: lastWords, others: [...givenWords, ...whole.filter((word) => !known.has(word))] };
}

const wordsOf = (text: string) => normalise(text).split(' ').filter(Boolean);

/**
 * Checks whether words name a person. They must contain the whole last name, and may contain first and middle names or
 * their initials, in any order.
 * @param byFirstName whether the first name without the last name also names the person
 */
export function isNameOf(text: string, { last, others }: PersonName, byFirstName: boolean): boolean {
  const asked = wordsOf(text);
  const left = [...asked];
  const take = (word: string) => {
    const index = left.indexOf(word);
    if (index !== -1) left.splice(index, 1);
    return index !== -1;
  };
  const hasLast = last?.every(take) ?? false;
  const untaken = others.filter((word) => !take(word));
  // Initials are in the order of the names that they abbreviate.
  const fits = left.every((word, index) => word.length === 1 && untaken[index]?.startsWith(word));
  const first = others[0];
  if (!fits || first === undefined) return fits && hasLast;
  if (hasLast) return true;
  const hasFirst = asked.includes(first);
  if (last !== undefined) return byFirstName && hasFirst && left.length === 0;
  // The first word may be the first or the last name. In a name of three words, the others may be middle names.
  if (asked.length === 1) return byFirstName && (hasFirst || others.length === 2);
  return left.length < asked.length && (hasFirst || untaken.slice(0, left.length).includes(first));
}

/**
 * Creates a check whether words may also name a person. They do if each word occurs in the name, in another inflection
 * or as an initial, or if the text is the login. It finds more than `isNameOf`, because it must not miss a person with
 * that name.
 */
export function mayBeNamed(text: string): (entry: NamedPerson) => boolean {
  const asked = formsOf(text);
  const code = text.trim().toLowerCase();
  return ({ name, names, aliases, login }) => {
    if (login === code) return true;
    const own = [
      ...formsOf(name),
      ...[...names, ...aliases].flatMap((one) => one.split(' ')).map((same) => ({ same, stem: same })),
    ];
    const isWhole = (word: Form) => own.some((one) => one.same === word.same || isInflected(word, one));
    const isInitial = ({ same }: Form) =>
      own.some(({ same: one }) => (same.length === 1 || one.length === 1) && one[0] === same[0]);
    return asked.every((word) => isWhole(word) || isInitial(word)) && asked.some(isWhole);
  };
}

interface Form {
  readonly same: string;
  readonly stem: string;
}

const formsOf = (text: string): Form[] =>
  plain(text)
    .split(' ')
    .filter(Boolean)
    .map((word) => ({ same: normalise(word), stem: normalise(stemOf(inOneScript(word))) }));

/** Checks whether a word may be an inflection of a name: `Зуева` of `Зуев`, but not `Зуев` of `Зуева`. */
const isInflected = (word: Form, name: Form) => word.stem !== word.same && word.stem === name.stem;

/** Minimum length of a part of a name by which namesakes are searched. Shorter parts occur in too many names. */
const minPartLength = 3;

/**
 * Returns search terms that together find all persons with the same last name, in all inflections, spellings and letter
 * cases. The first term is part of the name as it is written. Returns an empty array if the name is too short.
 */
export function namesakeParts(text: string, { last }: Pick<PersonName, 'last'>): readonly string[] {
  const words = apartFromMarks(text)
    .split(/[^\p{L}\p{N}]+/u)
    .toSorted((left, right) => right.length - left.length);
  const word = words.find((one) => last?.includes(normalise(one))) ?? words[0] ?? '';
  // Leave out the first letter, because it may be a capital letter or not.
  const part = stemOf(inOneScript(word)).slice(1).toLowerCase();
  if (part.length < minPartLength) return [];
  const { strongest } = searchPartsOf(part);
  return [...strongest, ...strongest.slice(0, 1).map((one) => one.toUpperCase())];
}
