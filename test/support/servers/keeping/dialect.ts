import { type Field, groupId, type Record_, type Resource } from './records.ts';

/** How a service represents values of records in responses and requests. */
export interface Dialect {
  readonly name: string;
  /** Converts the name of a field. */
  readonly key: (name: string) => string;
  readonly id: 'plain' | 'braces';
  readonly moment: 'iso' | 'ms';
  /** Enumeration values: as in the API description, in upper case, or as numbers. */
  readonly words: 'described' | 'upper' | 'numbers';
  /**
   * References in responses: objects with id and name or with key and title, separate fields for id and name, or names
   * only.
   */
  readonly refs: 'object' | 'keyed' | 'flat' | 'name';
  /** People in requests: entries with types, or ids only. */
  readonly people: 'entries' | 'ids';
  /** References in requests: ids by default, or objects with an id. */
  readonly asks?: 'objects';
  /** Whether the fields of a group are next to the other fields instead of inside an object. */
  readonly isFlat?: true;
  /** Whether responses put some fields into a nested object. */
  readonly isNested?: true;
  /** Whether the service has an API reference. */
  readonly isDescribed: boolean;
}

const pascal = (name: string) => name;
const camel = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
const base = {
  key: pascal,
  id: 'plain',
  moment: 'iso',
  words: 'described',
  refs: 'object',
  people: 'entries',
} as const;

export const dialects: readonly Dialect[] = [
  { ...base, name: 'as described', isDescribed: true },
  { ...base, name: 'as described, without a reference', isDescribed: false },
  { ...base, name: 'camel case and upper-case kinds', key: camel, words: 'upper', isDescribed: true },
  {
    ...base,
    name: 'braces and milliseconds',
    id: 'braces',
    moment: 'ms',
    words: 'upper',
    isDescribed: false,
  },
  { ...base, name: 'numbers for kinds', key: camel, words: 'numbers', isDescribed: false },
  {
    ...base,
    name: 'lists of ids, flat references',
    key: camel,
    people: 'ids',
    refs: 'flat',
    isDescribed: true,
  },
  { ...base, name: 'keys and titles', refs: 'keyed', id: 'braces', isDescribed: true },
  { ...base, name: 'keys and titles, without a reference', refs: 'keyed', isDescribed: false },
  { ...base, name: 'references as objects in requests', key: camel, asks: 'objects', isDescribed: true },
  { ...base, name: 'fields of groups beside the others', isFlat: true, isDescribed: true },
  { ...base, name: 'nested answers', key: camel, isNested: true, isDescribed: true },
];

/** Dialect whose responses contain only the names of referenced records, although requests require their ids. */
export const nameless: Dialect = {
  ...base,
  name: 'references by name alone',
  refs: 'name',
  isDescribed: true,
};

const entryKinds = ['User', 'Group', 'Email', 'Participant', 'Public', 'Private', 'Individual', 'Company'];

/** Thrown if the service does not accept the format of a value. */
export class Refused extends Error {}

export function codec(dialect: Dialect) {
  const { key } = dialect;
  const writeId = (id: unknown) => (dialect.id === 'braces' ? `{${String(id).toUpperCase()}}` : id);
  const readId = (value: unknown): string => {
    const plain = String(value).toLowerCase();
    const found = /^\{?([\da-f-]{36})\}?$/.exec(plain)?.[1];
    if (typeof value !== 'string' || found === undefined)
      throw new Refused(`no id: ${JSON.stringify(value)}`);
    return found;
  };
  const writeWord = (word: unknown) =>
    dialect.words === 'upper'
      ? String(word).toUpperCase()
      : dialect.words === 'numbers'
        ? entryKinds.indexOf(String(word))
        : word;
  const readWord = (value: unknown): string => {
    const found = entryKinds.find((one) => writeWord(one) === value);
    if (found === undefined) throw new Refused(`no kind: ${JSON.stringify(value)}`);
    return found;
  };
  const writeMoment = (ms: unknown) => (dialect.moment === 'ms' ? ms : new Date(Number(ms)).toISOString());
  const readMoment = (value: unknown): number => {
    const ms =
      typeof value === 'number' && dialect.moment === 'ms'
        ? value
        : Date.parse(typeof value === 'string' ? value : '');
    if (Number.isNaN(ms)) throw new Refused(`no moment: ${JSON.stringify(value)}`);
    return ms;
  };
  const entry = (pairs: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(pairs).map(([name, value]) => [key(name), value]));
  const reference = (id: unknown, name: string) =>
    dialect.refs === 'keyed'
      ? entry({ Key: writeId(id), Title: name })
      : entry({ Id: writeId(id), Name: name });
  const own = (value: unknown, name: string) => (value as Record<string, unknown>)[key(name)];

  const shown = ({ name, kind, inside = [] }: Field, value: any): Record<string, unknown> => {
    const of = (one: unknown) => ({ [key(name)]: one });
    if (value === undefined || value === null) return of(null);
    if (kind === 'moment') return of(writeMoment(value));
    if (kind === 'word') return of(writeWord(value));
    if (kind === 'ids') return of(value.map(writeId));
    if (kind === 'ref' && dialect.refs === 'name') return of(`${name} of it`);
    if (kind === 'ref')
      return dialect.refs === 'flat'
        ? { [key(`${name}Id`)]: writeId(value), [key(`${name}Name`)]: `${name} of it` }
        : of(reference(value, `${name} of it`));
    if (kind === 'people')
      return of(
        value.map((one: any) => ({ ...reference(one.id, 'Somebody'), [key('Type')]: writeWord(one.kind) })),
      );
    if (kind === 'guests')
      return of(
        value.map((one: any) =>
          entry({
            Type: writeWord(one.type),
            ...(one.entity ? { EntityId: writeId(one.entity) } : { Email: one.email }),
          }),
        ),
      );
    if (kind === 'group' && dialect.isFlat)
      return entry(Object.fromEntries(inside.map((item) => [item, value[item] ?? null])));
    if (kind === 'group')
      return of(entry(Object.fromEntries(inside.map((item) => [item, value[item] ?? null]))));
    return of(value);
  };

  const nameInRequest = ({ name, kind }: Field) =>
    kind === 'ref'
      ? key(dialect.asks === 'objects' ? name : `${name}Id`)
      : kind === 'people' && dialect.people === 'ids'
        ? key('ResponsibleIds')
        : key(name);

  const taken = ({ kind, inside = [] }: Field, value: any): unknown => {
    const list = (item: (one: unknown) => unknown) => {
      if (!Array.isArray(value)) throw new Refused('no list');
      return value.map(item);
    };
    if (value === null) return undefined;
    if (kind === 'moment') return readMoment(value);
    if (kind === 'word') return readWord(value);
    if (kind === 'ref') return readId(dialect.asks === 'objects' ? own(value, 'Id') : value);
    if (kind === 'ids') return list(readId);
    if (kind === 'people')
      return list((one) =>
        dialect.people === 'ids'
          ? { id: readId(one), kind: readId(one) === groupId ? 'Group' : 'User' }
          : { id: readId(own(one, 'Id')), kind: readWord(own(one, 'Type')) },
      );
    if (kind === 'guests')
      return list((one) => {
        const id = own(one, 'EntityId');
        return {
          type: readWord(own(one, 'Type')),
          ...(id ? { entity: readId(id) } : { email: own(one, 'Email') }),
        };
      });
    if (kind === 'group')
      return Object.fromEntries(
        inside.flatMap((item) => (own(value, item) == null ? [] : [[item, own(value, item)]])),
      );
    if (kind === 'number' && typeof value !== 'number') throw new Refused('no number');
    if (kind === 'flag' && typeof value !== 'boolean') throw new Refused('no flag');
    if (kind === 'text' && typeof value !== 'string') throw new Refused('no text');
    return value;
  };

  return {
    answer: ({ fields }: Resource, id: string, record: Record_) => {
      const all = Object.assign({}, ...fields.map((one) => shown(one, record[one.name]))) as Record<
        string,
        unknown
      >;
      const head = { [key('Id')]: writeId(id), [key('LastChangeDate')]: writeMoment(record.changed ?? 0) };
      if (!dialect.isNested) return { ...head, ...all };
      const names = Object.keys(all);
      const deep = (name: string) => names.indexOf(name) % 2 === 1;
      const pick = (isDeep: boolean) =>
        Object.fromEntries(names.filter((one) => deep(one) === isDeep).map((one) => [one, all[one]]));
      return { ...head, ...pick(false), [key('Details')]: pick(true) };
    },
    /** Returns the fields of a request. */
    request: ({ fields }: Resource, body: Record<string, unknown>): Record_ => {
      const given = new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
      return Object.fromEntries(
        fields.flatMap((one) => {
          if (one.kind === 'group' && dialect.isFlat) {
            const parts = (one.inside ?? []).map(
              (item) => [item, given.get(key(item).toLowerCase())] as const,
            );
            const filled = parts.filter(([, value]) => value !== undefined && value !== null);
            return filled.length > 0 ? [[one.name, Object.fromEntries(filled)]] : [];
          }
          const name = nameInRequest(one).toLowerCase();
          return given.has(name) ? [[one.name, taken(one, given.get(name))]] : [];
        }),
      );
    },
    id: readId,
    idName: key('Id'),
    nameInRequest,
    entryKinds,
    writeWord,
  };
}
