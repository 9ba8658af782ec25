import { isComparable, isSameValue } from './same-value.ts';
import { isSameMoment, momentsIn } from './written-moment.ts';

/** What of some values a record shows otherwise, and what it does not show at all; each by its path. */
export interface Kept {
  readonly unkept: readonly string[];
  readonly unseen: readonly string[];
}

type Open = Readonly<Record<string, unknown>>;

/**
 * Holds values that were written against the record that should have them. Where services write the same otherwise
 * (moments, numbers as text, white space, references for ids, lists in another order), it counts as the same. A value in
 * a form of another kind, such as a number for a word of a set, counts as unseen.
 * @param names what a value is called in the record, where it is not called as it was sent
 */
export function compareKept(sent: Open, record: unknown, names: Readonly<Record<string, string>> = {}): Kept {
  const unkept: string[] = [];
  const unseen: string[] = [];
  const compare = (given: Open, shown: Open, path: readonly string[]) => {
    const fields = new Map(Object.entries(shown).map(([key, value]) => [key.toLowerCase(), value]));
    for (const [name, value] of Object.entries(given)) {
      if (value === undefined) continue;
      const at = [...path, name];
      const found = [names[name] ?? name, ...shownAs(name)].find((one) => fields.has(one.toLowerCase()));
      const present = found === undefined ? undefined : fields.get(found.toLowerCase());
      // Services leave out what is empty.
      if (present === undefined) {
        if (!isEmpty(value)) unseen.push(at.join('.'));
      } else if (isGroup(value) && isGroup(present)) compare(value, present, at);
      else if (!agrees(value, present)) (contradicts(value, present) ? unkept : unseen).push(at.join('.'));
    }
  };
  if (isGroup(record)) compare(sent, record, []);
  else unseen.push(...Object.keys(sent).filter((name) => !isEmpty(sent[name])));
  return { unkept, unseen };
}

/**
 * The same for values that were written as one entry of a list: held against the entry that has the first of them, or
 * that of several which comes nearest.
 */
export function compareEntry(sent: Open, list: unknown): Kept {
  const names = Object.keys(sent).filter((name) => !isEmpty(sent[name]));
  if (!Array.isArray(list)) return { unkept: [], unseen: names };
  const [first = ''] = names;
  const own = list
    .map((entry) => compareKept(sent, entry))
    .filter(({ unkept, unseen }) => ![...unkept, ...unseen].includes(first));
  const doubts = ({ unkept, unseen }: Kept) => unkept.length + unseen.length;
  const [nearest] = own.sort((one, other) => doubts(one) - doubts(other));
  return nearest ?? { unkept: names, unseen: [] };
}

/** What `ResponsibleId` writes is read as `Responsible`, what `AttendeeIds` writes as `Attendees`. */
const shownAs = (name: string): string[] => (/^..+Ids?$/.test(name) ? [name.replace(/Id(s?)$/, '$1')] : []);

function agrees(given: unknown, shown: unknown): boolean {
  if (isEmpty(given) || isEmpty(shown)) return isEmpty(given) && isEmpty(shown);
  if (Array.isArray(given)) {
    const all = entriesOf(shown);
    return given.every((one) => all.some((other) => agrees(one, other)));
  }
  if (Array.isArray(shown)) return isTimeInNumbers(given, shown) || shown.some((one) => agrees(given, one));
  if (isGroup(given) && isGroup(shown)) {
    const { unkept } = compareKept(given, shown);
    return unkept.length === 0;
  }
  // Of a reference any field may be what was sent.
  return isGroup(shown) ? Object.values(shown).some((one) => agrees(given, one)) : isSameValue(given, shown);
}

/** Some services show a list as one text of its names. */
const entriesOf = (shown: unknown): readonly unknown[] => {
  if (Array.isArray(shown)) return shown;
  return typeof shown === 'string' ? [shown, ...shown.split(/[,;]/)] : [shown];
};

const isTimeInNumbers = (given: unknown, shown: readonly unknown[]) =>
  momentsIn(given).some((one) => momentsIn(shown).some((other) => isSameMoment(one, other)));

/** Whether a record that does not agree shows another value, rather than a form that tells nothing. */
function contradicts(given: unknown, shown: unknown): boolean {
  if (isEmpty(given) || isEmpty(shown)) return true;
  if (Array.isArray(given)) return given.some((one) => !agrees([one], shown) && contradicts(one, shown));
  if (isGroup(given)) return true;
  if (Array.isArray(shown) && momentsIn(given).length > 0 && momentsIn(shown).length > 0) return true;
  if (Array.isArray(shown) || isGroup(shown))
    return Object.values(shown).some((one) => !isEmpty(one) && contradicts(given, one));
  return isComparable(given, shown);
}

const isGroup = (value: unknown): value is Open =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** No text, and what .NET writes for no id and no moment. */
const nothing = /^(?:[{(]?0{8}(?:-?0{4}){3}-?0{12}[})]?|0001-01-01T00:00:00(?:\.0+)?Z?)?$/;

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return nothing.test(value.trim());
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === null || value === undefined;
}
