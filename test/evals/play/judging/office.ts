import { unzipSync } from 'fflate';
import { type PlainUser, type Records, readRecords } from './records.ts';

/** Records of the service as one user sees them, and ways to find them. All of it is read by plain requests. */
export interface Office extends Records {
  readonly me: any;
  /** Returns the one case with a number, or with a part of its name. @throws Error if there is not exactly one */
  caseOf(words: string): any;
  /** Returns the one party whose name has a part. */
  party(words: string): any;
  /** Returns a user by login. */
  user(login: string): any;
  /** Returns the one event whose name has a part. */
  event(words: string): any;
  /** Returns the one document whose name has a part. */
  document(words: string): any;
  /** Returns the tasks of a case, with a name or all. */
  tasksOf(caseWords: string, name?: string): readonly any[];
  /** Returns a value of a list by system name or by name: `listed('taskStatuses', 'Done')`. */
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

/** Reads the office of a user. */
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

/** Returns the words of XML or HTML without its elements. */
export const withoutElements = (source: string): string => source.replace(/<[^>]*>/g, '');

/** Returns the texts inside each element of a name. */
export const textsWithin = (source: string, element: string): string[] =>
  [...source.matchAll(new RegExp(`<${element}[ >][\\s\\S]*?</${element}>`, 'g'))].map(([part]) =>
    withoutElements(part),
  );
