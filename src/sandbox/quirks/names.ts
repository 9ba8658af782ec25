/**
 * Field names of a deployment, keyed by the default name (quirk `fieldNames=current`). A name is null if the deployment
 * lacks the field. Keys are `X` for a field at the top of a record, body or query, `Parent.X` for a field directly
 * below Parent, and `*.X` for a field anywhere.
 */
export type Names = Readonly<Record<string, string | null>>;

/** Enumeration values of a deployment, with the same keys as `Names`. */
type Words = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** One area of the API. */
export interface AreaNames {
  readonly query?: Names;
  readonly body?: Names;
  readonly answer?: Names;
  /** Names that are the same in request bodies and responses. */
  readonly record?: Names;
  readonly values?: Words;
  /** True if responses stay untranslated, because their keys are names that users chose. */
  readonly keepsAnswers?: true;
}

/**
 * Names by the beginning of the path after the version. `*` applies to every area. The longest matching beginning takes
 * precedence.
 */
export type NameTable = Readonly<Record<string, AreaNames>>;

export type Part = 'query' | 'body' | 'answer';

/** Checks whether a value is an object whose keys users choose, such as tags, headers or parameters. */
const isUsersOwn = (name: string | undefined, value: unknown) =>
  name !== undefined && /^(fields|attributes|parameters|headers|result)$/i.test(name) && isRecord(value);

/** Translation of one operation in both directions. */
export interface Translation {
  /** @returns null if the deployment lacks the field */
  nameOf(part: Part, name: string, parent?: string): string | null;
  /**
   * Returns the default name for a deployment's name. Returns null for a default name that the deployment has replaced,
   * and other names unchanged.
   */
  oursOf(part: Part, name: string, parent?: string): string | null;
  wordOf(word: string, name: string, parent?: string): string;
  oursOfWord(word: string, name: string, parent?: string): string;
}

/** @param path path of the route, such as `'/api/v2/cases/{id}'` */
export function translationOf(table: NameTable, path: string): Translation {
  const area = areaOf(table, path);
  const everywhere = table['*'] ?? {};
  const parts = { query: partOf('query'), body: partOf('body'), answer: partOf('answer') };
  const words = { ...everywhere.values, ...area.values };
  function partOf(part: Part): Names {
    if (part === 'answer' && area.keepsAnswers) return {};
    const shared = part === 'query' ? {} : { ...everywhere.record, ...area.record };
    return { ...everywhere[part], ...shared, ...area[part] };
  }
  const keysOf = (name: string, parent: string | undefined) => [
    parent === undefined ? name : `${parent}.${name}`,
    `*.${name}`,
  ];
  const find = <Value>(all: Readonly<Record<string, Value>>, name: string, parent: string | undefined) =>
    keysOf(name, parent).flatMap((key) => (Object.hasOwn(all, key) ? [all[key] as Value] : []))[0];
  return {
    nameOf: (part, name, parent) => {
      const found = find(parts[part], name, parent);
      return found === undefined ? name : found;
    },
    oursOf: (part, name, parent) => {
      const places = [parent === undefined ? '' : `${parent}.`, '*.'].map((place) => place.toLowerCase());
      const sent = name.toLowerCase();
      const here = Object.entries(parts[part]).flatMap(([key, theirs]) => {
        const place = places.find(
          (start) => key.toLowerCase().startsWith(start) && !key.slice(start.length).includes('.'),
        );
        return place === undefined ? [] : [{ ours: key.slice(place.length), theirs }];
      });
      const found = here.find(({ theirs }) => theirs?.toLowerCase() === sent);
      if (found) return found.ours;
      return here.some(({ ours }) => ours.toLowerCase() === sent) ? null : name;
    },
    wordOf: (word, name, parent) => find(words, name, parent)?.[word] ?? word,
    oursOfWord: (word, name, parent) => {
      const known = Object.entries(find(words, name, parent) ?? {});
      const found = known.find(([, theirs]) => theirs === word);
      if (found) return found[0];
      return known.some(([ours]) => ours === word) ? `${word} of another deployment` : word;
    },
  };
}

/** Objects and cases are one kind of record, as are their types. */
const areaAliases: readonly (readonly [RegExp, string])[] = [
  [/^\/api(\/v\d+)?\//i, ''],
  [/^cases\b/, 'objects'],
  [/^caseTypes\b/, 'objectTypes'],
  [/^UserManage?ment\//, ''],
];

function areaOf(table: NameTable, path: string): AreaNames {
  const local = areaAliases.reduce((text, [from, to]) => text.replace(from, to), path);
  const beginnings = Object.keys(table)
    .filter((key) => local === key || local.startsWith(`${key}/`) || local.startsWith(`${key}{`))
    .sort((left, right) => right.length - left.length);
  return table[beginnings[0] ?? ''] ?? {};
}

/** Translates a request to the default names. Drops default names that the deployment has replaced. */
export function readNames(
  translation: Translation,
  part: 'query' | 'body',
  value: unknown,
  parent?: string,
): unknown {
  if (Array.isArray(value)) return value.map((item) => readNames(translation, part, item, parent));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const name = translation.oursOf(part, key, parent);
    if (name === null) return [];
    return [[name, readValue(translation, part, item, { name, parent })] as const];
  });
  return Object.fromEntries(entries);
}

function readValue(
  translation: Translation,
  part: 'query' | 'body',
  item: unknown,
  { name, parent }: { name: string; parent: string | undefined },
): unknown {
  if (isUsersOwn(name, item)) return item;
  const word = (one: unknown) =>
    typeof one === 'string'
      ? translation.oursOfWord(one, name, parent)
      : readNames(translation, part, one, name);
  return Array.isArray(item) ? item.map(word) : word(item);
}

/** Translates a response to the names of the deployment. */
export function writeNames(translation: Translation, value: unknown): unknown {
  if (!isPage(value)) return writeRecord(translation, value, undefined);
  return { ...value, Items: value.Items.map((item) => writeRecord(translation, item, undefined)) };
}

function writeRecord(translation: Translation, value: unknown, parent: string | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => writeRecord(translation, item, parent));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const theirs = translation.nameOf('answer', name, parent);
    if (theirs === null) return [];
    const word = (one: unknown) =>
      typeof one === 'string' ? translation.wordOf(one, name, parent) : writeRecord(translation, one, name);
    if (isUsersOwn(name, item)) return [[theirs, item] as const];
    return [[theirs, Array.isArray(item) ? item.map(word) : word(item)] as const];
  });
  return Object.fromEntries(entries);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks whether a response is a page of a list. A folder has Items too, but no NextPageUrl. */
const isPage = (value: unknown): value is { Items: unknown[] } =>
  isRecord(value) && 'NextPageUrl' in value && Array.isArray(value.Items);
