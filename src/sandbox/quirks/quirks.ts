/** A property in which deployments differ, with its values. The first value is the one in the API description. */
interface Quirk {
  readonly values: readonly (string | number | boolean)[];
  readonly meaning: string;
}

/** All quirks. */
export const quirkTable = {
  fieldNames: {
    values: ['current', '2023', 'renamed', 'sparse'],
    meaning:
      'Names that the API description does not fix: current; those of 2023 (PersonInfo, Children …); other names and values; only some of them in answers.',
  },
  tokenNames: {
    values: ['usual', 'renamed'],
    meaning: 'Parameter names in token requests and responses: the OAuth names, or different ones.',
  },
  language: {
    values: ['both', 'user', 'ru', 'en'],
    meaning:
      'Language of names of types, states, roles, fields and folders: both in one name, that of the user who asks, Russian, or English.',
  },
  words: {
    values: ['usual', 'other'],
    meaning: 'Names and system names of task statuses, priorities, types, roles and stages.',
  },
  nameOrder: {
    values: ['last first', 'first last'],
    meaning: 'Order of the parts of a person’s name, for writing it and for splitting a full name.',
  },
  checksIn: {
    values: ['body', 'query'],
    meaning: 'Place of CheckForDuplicates, Version and IsVersionEnabled in the request.',
  },
  emptyFields: {
    values: ['null', 'absent'],
    meaning: 'Fields without a value: null, or left out of the answer.',
  },
  wholeLists: {
    values: ['envelope', 'array'],
    meaning: 'Lists without pages, and days off: in the envelope of a page, or as bare arrays.',
  },
  references: {
    values: ['base', 'common', 'named', 'flat'],
    meaning:
      'References to other records: Id, dates and Url; with a Name in common places; with a Name everywhere; only the id.',
  },
  objectNameFilter: {
    values: [false, true],
    meaning: 'Lists of objects and cases accept a filter Name.',
  },
  isLeaf: {
    values: ['false', 'correct', 'inverse'],
    meaning:
      'IsLeaf of folders: false on every node, true for folders without children, or true for folders with children.',
  },
  nextPageUrl: {
    values: ['absolute', 'relative', 'null'],
    meaning: 'NextPageUrl with or without the origin, or null on every page.',
  },
  dates: {
    values: ['milliseconds', 'seconds', 'ticks', 'unzoned'],
    meaning: 'Times end in .678Z, in Z, in .6780000Z, or in .678 without a zone.',
  },
  reference: {
    values: ['plain', 'hostile'],
    meaning:
      'The live reference: as it should be, or made to do harm to its readers (orders, traps, circles, 5 MB).',
  },
  referencePage: {
    values: ['script', 'literal', 'inline', 'legacy', 'initializer', 'route', 'unlisted', 'none'],
    meaning:
      'File that lists the documents of the reference: index.js (as JSON or as a literal), index.html (new or old), swagger-initializer.js, documentUrls; nowhere; or there is no reference.',
  },
  formToken: {
    values: ['refused', 'accepted'],
    meaning: 'A token request as a form: refused with 415, or accepted like JSON.',
  },
  badLoginStatus: {
    values: [400, 401, 403],
    meaning: 'Status of the answer to a wrong login or refresh token.',
  },
  viewOnlyValues: {
    values: ['ignored', 'refused'],
    meaning: 'Values for a block that the user may only view: ignored with 201, or refused with 403.',
  },
  updates: {
    values: ['merged', 'replaced'],
    meaning: 'PUT of tasks and events: what is left out stays, or is emptied (documents of a task stay).',
  },
  pathSpelling: {
    values: ['stated', 'corrected'],
    meaning: 'Misspelt paths as in the description (attachRecordin, participants{id}), or corrected.',
  },
  plainVersions: {
    values: [false, true],
    meaning: 'The version headers list 1, 2, 3, 4 and not 1.0, 2.0, 3.0, 4.0.',
  },
  archiveNames: {
    values: ['account', 'cp866', 'utf-8'],
    meaning: 'Charset of unmarked names in archives: by the language of the account, or the same for all.',
  },
} as const satisfies Record<string, Quirk>;

type Table = typeof quirkTable;
/** Values of all quirks, by name. */
export type Quirks = { readonly [Name in keyof Table]: Table[Name]['values'][number] };

/**
 * Parses quirks from a command line: `['isLeaf=correct', 'objectNameFilter']`. Without a value, the second value of the
 * quirk is used.
 * @throws RangeError which lists the valid forms
 */
export function parseQuirks(words: readonly string[]): Partial<Quirks> {
  const entries = words.map((word) => {
    const [name = '', text] = word.split('=', 2);
    if (!Object.hasOwn(quirkTable, name))
      throw new RangeError(
        `There is no quirk ${JSON.stringify(name)}: ${Object.keys(quirkTable).join(', ')}`,
      );
    const { values }: Quirk = quirkTable[name as keyof Table];
    const value = text === undefined ? values[1] : values.find((item) => String(item) === text);
    if (value === undefined) throw new RangeError(`The quirk ${name} is one of ${values.join(', ')}`);
    return [name, value];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the path of a route as the API description spells it, or with its spelling mistakes corrected if the quirk
 * `pathSpelling` is `corrected`.
 */
export function spelledPath(path: string, { pathSpelling }: Pick<Quirks, 'pathSpelling'>): string {
  if (pathSpelling === 'stated') return path;
  return path
    .replace(/attachRecordin$/, 'attachRecording')
    .replace('UserManagment', 'UserManagement')
    .replace('participants{id}', 'participants');
}
