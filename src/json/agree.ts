import { isAnyId, momentIn, plainText } from './record-value.ts';

/** What of some values a record shows otherwise, and what it does not show at all; each by its path. */
export interface Kept {
  readonly unkept: readonly string[];
  readonly unseen: readonly string[];
}

type Open = Readonly<Record<string, unknown>>;

/**
 * Holds values that were written against the record that should have them. Where services write the same otherwise
 * (moments, numbers as text, white space, references for ids, lists in another order), it counts as the same.
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
      else if (!agrees(value, present)) unkept.push(at.join('.'));
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
    const all = Array.isArray(shown) ? shown : [shown];
    return given.every((one) => all.some((other) => agrees(one, other)));
  }
  if (Array.isArray(shown)) return shown.some((one) => agrees(given, one));
  if (isGroup(given) && isGroup(shown)) {
    const { unkept } = compareKept(given, shown);
    return unkept.length === 0;
  }
  // Of a reference any field may be what was sent.
  return isGroup(shown) ? Object.values(shown).some((one) => agrees(given, one)) : isSame(given, shown);
}

function isSame(given: unknown, shown: unknown): boolean {
  if (isAnyId(given) && isAnyId(shown)) return plainText(given) === plainText(shown);
  const [one, other] = [plain(given), plain(shown)];
  if (one === other) return true;
  if (one !== '' && Number(one) === Number(other)) return true;
  return isSameMoment(momentText(given) ?? one, momentText(shown) ?? other);
}

/** Returns a moment that stands in milliseconds, alone or in brackets, as other services write it. */
function momentText(value: unknown): string | undefined {
  const at = typeof value === 'number' || String(value).startsWith('/Date(') ? momentIn(value) : undefined;
  return at === undefined ? undefined : new Date(at).toISOString().toLowerCase();
}

const plain = (value: unknown) =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ').trim().toLowerCase();

const day = /^\d{4}-\d\d-\d\d$/;
const moment = /^\d{4}-\d\d-\d\dt\d\d:\d\d(:\d\d(\.\d+)?)?(z|[+-]\d\d:\d\d)?$/;
/** No zone is farther from UTC. */
const farthestMs = 14 * 3_600_000;

/** A day, or a moment without zone, is the same within any zone; services also leave out parts of a second. */
function isSameMoment(one: string, other: string): boolean {
  const isDay = day.test(one) || day.test(other);
  if (![one, other].every((text) => day.test(text) || moment.test(text))) return false;
  const isZoned = !isDay && hasZone(one) && hasZone(other);
  const apart = Math.abs(inUtc(one) - inUtc(other));
  return isDay ? apart < farthestMs + 86_400_000 : apart < (isZoned ? 1000 : farthestMs + 1000);
}

const inUtc = (text: string) => Date.parse(hasZone(text) || day.test(text) ? text : `${text}z`);
const hasZone = (text: string) => text.endsWith('z') || /[+-]\d\d:\d\d$/.test(text);

const isGroup = (value: unknown): value is Open =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isEmpty);
  return value === null || value === undefined;
}
