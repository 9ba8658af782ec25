import { unzipSync } from 'fflate';
import { type PlainUser, type Records, readRecords } from './records.ts';

/** Records of the service as one user sees them, and functions to find them. All of them are read by plain requests. */
export interface Office extends Records {
  readonly me: any;
  /**
   * Returns the case with a number, or whose name contains a text.
   * @throws Error if there is not exactly one
   */
  caseOf(words: string): any;
  /** Returns the only party whose name contains the words. */
  party(words: string): any;
  /** Returns a user by login. */
  user(login: string): any;
  /** Returns the only event whose name contains the words. */
  event(words: string): any;
  /** Returns the only document whose name contains the words. */
  document(words: string): any;
  /** Returns the tasks of a case. If `name` is given, only those with this name. */
  tasksOf(caseWords: string, name?: string): readonly any[];
  /** Returns a value of a list by its system name or name: `listed('taskStatuses', 'Done')`. */
  listed(list: string, name: string): any;
  /** Returns the name of a referenced record. */
  nameOf(reference: any): string;
  /** Returns the system name of a referenced value. */
  kindOf(reference: any): string;
  isOpen(task: any): boolean;
  /** Returns the XML or text of a document's file. */
  source(document: any): Promise<string>;
}

const one = <Item>(found: readonly Item[], what: string): Item => {
  const [first, second] = found;
  if (first === undefined || second !== undefined) throw new Error(`${found.length} records are ${what}`);
  return first;
};

/** Reads all records that a user sees. */
export async function readOffice(user: PlainUser, login: string): Promise<Office> {
  const records = await readRecords(user.api);
  const byId = new Map(
    Object.values(records).flatMap((some) => some.map((item) => [item.Id, item] as const)),
  );
  for (const { Groups = [], Roles = [] } of records.users)
    for (const item of [...Groups, ...Roles]) if (!byId.has(item.Id)) byId.set(item.Id, item);
  for (const item of records.cases) byId.set(item.Id, item);
  const named = (some: readonly any[], words: string) =>
    one(
      some.filter(({ Name }) => Name.includes(words)),
      words,
    );
  const kindOf = (reference: any): string => reference?.SysName ?? byId.get(reference?.Id)?.SysName ?? '';
  const office: Office = {
    ...records,
    me: records.users.find(({ ExternalId }) => ExternalId === login),
    caseOf: (words) =>
      records.cases.find(({ Name, Number: number }) => number === words || Name === words) ??
      named(records.cases, words),
    party: (words) => records.parties.find(({ Name }) => Name === words) ?? named(records.parties, words),
    user: (known) =>
      one(
        records.users.filter(({ ExternalId }) => ExternalId === known),
        known,
      ),
    event: (words) => named(records.events, words),
    document: (words) =>
      records.documents.find(({ Name }) => Name === words) ?? named(records.documents, words),
    tasksOf: (words, name) =>
      records.tasks.filter(
        ({ Case, Name }) => Case?.Id === office.caseOf(words).Id && (name === undefined || Name === name),
      ),
    listed: (list, name) =>
      one(
        records.lists.filter((item) => item.list === list && (item.SysName === name || item.Name === name)),
        `${list} ${name}`,
      ),
    nameOf: (reference) => reference?.Name ?? byId.get(reference?.Id)?.Name ?? '',
    kindOf,
    isOpen: ({ Status }) => !['Done', 'Cancelled'].includes(kindOf(Status)),
    source: async ({ Id, Extension }) => sourceOf(await user.file(Id), Extension),
  };
  return office;
}

/** Returns the body of a Word document as XML, or the text of any other file. */
export function sourceOf(bytes: Uint8Array, extension: string): string {
  if (extension !== 'docx') return new TextDecoder().decode(bytes);
  const parts = unzipSync(bytes);
  return Object.entries(parts)
    .filter(([name]) => /^word\/(?:document|comments|footnotes|header\d*)\.xml$/.test(name))
    .map(([, part]) => new TextDecoder().decode(part))
    .join('\n');
}

/** Returns the text of XML or HTML without its elements. */
export const withoutElements = (source: string): string => source.replace(/<[^>]*>/g, '');

/** Returns the text of each element with a name. */
export const textsWithin = (source: string, element: string): string[] =>
  [...source.matchAll(new RegExp(`<${element}[ >][\\s\\S]*?</${element}>`, 'g'))].map(([part]) =>
    withoutElements(part),
  );
