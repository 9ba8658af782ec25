import type { ShownNames } from '../domain/shown-names.ts';
import {
  isRecord,
  type NameTable,
  type Part,
  readNames,
  type Translation,
  translationOf,
  writeNames,
} from './names.ts';
import { namesOf2023 } from './names-2023.ts';
import { renamedNames, renamedToken } from './names-renamed.ts';
import { sparseNames } from './names-sparse.ts';
import type { Quirks } from './quirks.ts';

/** Applies the quirks of a deployment: converts responses to text, and requests to the form that the routes expect. */
export interface Dialect {
  /** @param path the path of the route, `'/api/v2/folders/{id}'` */
  write(body: unknown, path: string, names: ShownNames): string;
  read(value: unknown, path: string, part: 'query' | 'body'): unknown;
  /** Returns the translation for a path. Returns undefined if nothing is renamed. */
  translate(path: string): Translation | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

const tables: Record<Quirks['fieldNames'], NameTable> = {
  current: {},
  '2023': namesOf2023,
  renamed: renamedNames,
  sparse: sparseNames,
};

/**
 * Creates the dialect for all quirks that affect whole responses. With default quirks, it does not traverse responses.
 */
export function createDialect(quirks: Quirks): Dialect {
  const table = { ...tables[quirks.fieldNames], ...(quirks.tokenNames === 'renamed' ? renamedToken : {}) };
  const isPlain = Object.keys(table).length === 0;
  const translations = new Map<string, Translation>();
  const translate = (path: string) => {
    if (isPlain) return undefined;
    const translation = translations.get(path) ?? translationOf(table, path);
    translations.set(path, translation);
    return translation;
  };
  const writeDate = dateForms[quirks.dates];
  return {
    translate,
    write: (body, path, names) => {
      const translation = translate(path);
      const named = translation ? writeNames(translation, body) : body;
      const text = names.inJson(
        JSON.stringify(quirks.emptyFields === 'absent' ? withoutNulls(named) : named),
      );
      return writeDate ? text.replace(moments, writeDate) : text;
    },
    read: (value, path, part) => {
      const translation = translate(path);
      return translation ? readNames(translation, part, value) : value;
    },
    headers: {
      'api-supported-versions': quirks.plainVersions ? '1, 2, 3, 4' : '1.0, 2.0, 3.0, 4.0',
      'api-deprecated-versions': quirks.plainVersions ? '1' : '1.0',
      'cache-control': 'no-store,no-cache',
      pragma: 'no-cache',
      'strict-transport-security': 'max-age=2592000',
      server: 'sandbox',
    },
  };
}

/** Returns the deployment's name of a field in an error, such as `'IndividualInfo.LastName'`. */
export function nameInRefusal(translation: Translation, part: Part, path: string): string {
  let parent: string | undefined;
  const names = path.split('.').map((name) => {
    if (/^\d+$/.test(name)) return name;
    const theirs = translation.nameOf(part, name, parent) ?? name;
    parent = name;
    return theirs;
  });
  return names.join('.');
}

/** Removes fields that are null, except NextPageUrl. Null entries of a list stay. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isRecord(value)) return value;
  const filled = Object.entries(value).filter(([name, item]) => item !== null || name === 'NextPageUrl');
  return Object.fromEntries(filled.map(([name, item]) => [name, withoutNulls(item)]));
}

/** Matches strings that are a date-time and nothing else. */
const moments = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{3})Z"/g;
type WriteDate = (match: string, seconds: string, fraction: string) => string;
const dateForms: Record<Quirks['dates'], WriteDate | undefined> = {
  milliseconds: undefined,
  seconds: (_match, seconds) => `"${seconds}Z"`,
  ticks: (_match, seconds, fraction) => `"${seconds}${fraction}0000Z"`,
  unzoned: (_match, seconds, fraction) => `"${seconds}${fraction}"`,
};
