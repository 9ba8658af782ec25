/** Somebody's assistant, at work on one question. What it calls and receives is counted. */
export interface Assistant {
  /** The JSON that a tool of one operation answers. */
  json(tool: string, args?: Readonly<Record<string, unknown>>): Promise<any>;
  /** All items of a list, page after page. */
  all(tool: string, args?: Readonly<Record<string, unknown>>): Promise<any[]>;
  /** The structure beside the text of a lookup, which holds the same facts. */
  data(tool: string, args?: Readonly<Record<string, unknown>>): Promise<any>;
  /** What the assistant reads of an answer. */
  read(tool: string, args?: Readonly<Record<string, unknown>>): Promise<string>;
}

export type Language = 'en' | 'ru';
export type Words = Readonly<Record<string, string>>;

/** A question that people ask, in both languages, and how an assistant comes to the answer. */
export interface Story {
  readonly title: string;
  /** Login of who asks. */
  readonly who: string;
  readonly asked: Readonly<Record<Language, string>>;
  /** Nothing of it is about a date: that it is early or late, or what day it is, changes nothing. */
  readonly isTimeless?: true;
  /** What the question names. */
  readonly words: Readonly<Record<Language, Words>>;
  /** By one-to-one operations alone. @returns the facts of which the answer is made */
  plain(assistant: Assistant, words: Words): Promise<readonly string[]>;
  /** With lookups and names: what it reads holds the same facts. */
  short(assistant: Assistant, words: Words): Promise<void>;
  /** For a question that wants something changed: what is different afterwards, the same in both ways. */
  effect?(assistant: Assistant, words: Words): Promise<readonly string[]>;
}

const dayMs = 86_400_000;

/** `2026-03-31`, some days from today. */
export const day = (fromToday = 0): string =>
  new Date(Date.now() + fromToday * dayMs).toISOString().slice(0, 10);

/** Monday and Sunday of this week. */
export function thisWeek(): { from: string; to: string } {
  const sinceMonday = (new Date().getUTCDay() + 6) % 7;
  return { from: day(-sinceMonday), to: day(6 - sinceMonday) };
}

export const namesOf = (items: readonly any[]): string[] => items.map(({ Name }) => Name);

/** The one item with a system name. */
export const named = (items: readonly any[], sysName: string): any => {
  const found = items.find(({ SysName }) => SysName === sysName);
  if (found === undefined) throw new Error(`nothing is called ${sysName}`);
  return found;
};

/** What a reference means is called: by the API description it has an id and no name. */
export const nameOf = async (assistant: Assistant, tool: string, { Id: id }: any): Promise<string> =>
  (await assistant.json(tool, { id })).Name;

/** As `nameOf`, out of the list in which all of them stand. */
export const nameIn = async (assistant: Assistant, list: string, { Id: id }: any): Promise<string> =>
  (await assistant.all(list)).find(({ Id }) => Id === id).Name;

/** The parties of a case, each with its role. */
export const partiesOf = async (assistant: Assistant, card: any): Promise<string[]> =>
  Promise.all(
    card.Participants.map(
      async ({ Participant, Role }: any) =>
        `${await nameOf(assistant, 'get_participant', Participant)}: ${await nameIn(assistant, 'list_roles_in_case', Role)}`,
    ),
  );

/** The record of a user; nothing but the list of all tells which it is. */
export async function userOf(assistant: Assistant, login: string): Promise<any> {
  const found = (await assistant.all('list_users')).find(({ ExternalId }) => ExternalId === login);
  return assistant.json('get_user', { id: found.Id });
}

/** The one case that a part of its name or number finds. */
export async function caseOf(assistant: Assistant, Name: string): Promise<any> {
  const listed = await assistant.all('search_cases', { Name });
  // By the API description no filter knows names: whoever asks looks at the rows.
  const [found, second] = listed.filter((one) => `${one.Name} ${one.Number}`.includes(Name));
  if (found === undefined || second !== undefined) throw new Error(`${Name} is not the name of one case`);
  return found;
}

export async function openTasks(assistant: Assistant, tasks: readonly any[]): Promise<any[]> {
  const over = (await assistant.all('list_task_statuses'))
    .filter(({ SysName }) => ['Done', 'Cancelled'].includes(SysName))
    .map(({ Id }) => Id);
  return tasks.filter(({ Status }) => !over.includes(Status.Id));
}

export async function valuesOf(assistant: Assistant, dictionary: string): Promise<any[]> {
  const { Id } = named(await assistant.all('list_dictionaries'), dictionary);
  return assistant.all('list_dictionary_values', { id: Id });
}
