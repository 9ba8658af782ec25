/** Assistant of a user during one request. Its calls and results are counted. */
export interface Assistant {
  /** Returns the JSON result of an operation. */
  json(tool: string, args?: Readonly<Record<string, unknown>>): Promise<any>;
  /** Returns all items of a list, reading all pages. */
  all(tool: string, args?: Readonly<Record<string, unknown>>): Promise<any[]>;
  /** Returns the structured content of a workflow, which contains the same facts as its text. */
  data(tool: string, args?: Readonly<Record<string, unknown>>): Promise<any>;
  /** Returns the text of a result. */
  read(tool: string, args?: Readonly<Record<string, unknown>>): Promise<string>;
}

export type Language = 'en' | 'ru';
export type Words = Readonly<Record<string, string>>;

/** Request of a user in both languages, and the calls of an assistant for it. */
export interface Story {
  readonly title: string;
  /** Login of the user who asks. */
  readonly who: string;
  readonly asked: Readonly<Record<Language, string>>;
  /** Whether the story is independent of the current date. */
  readonly isTimeless?: true;
  /** Names and values in the request. */
  readonly words: Readonly<Record<Language, Words>>;
  /** Uses one-to-one operations alone. Returns the facts of the answer. */
  plain(assistant: Assistant, words: Words): Promise<readonly string[]>;
  /** Uses workflows and names. Its results contain the same facts. */
  short(assistant: Assistant, words: Words): Promise<void>;
  /** Reads the state after a change. It is the same for both variants. */
  effect?(assistant: Assistant, words: Words): Promise<readonly string[]>;
}

const dayMs = 86_400_000;

/** Returns a date relative to today: `2026-03-31`. */
export const day = (fromToday = 0): string =>
  new Date(Date.now() + fromToday * dayMs).toISOString().slice(0, 10);

/** Returns Monday and Sunday of this week. */
export function thisWeek(): { from: string; to: string } {
  const sinceMonday = (new Date().getUTCDay() + 6) % 7;
  return { from: day(-sinceMonday), to: day(6 - sinceMonday) };
}

export const namesOf = (items: readonly any[]): string[] => items.map(({ Name }) => Name);

/** Returns the item with a system name. */
export const named = (items: readonly any[], sysName: string): any => {
  const found = items.find(({ SysName }) => SysName === sysName);
  if (found === undefined) throw new Error(`nothing is called ${sysName}`);
  return found;
};

/** Returns the name of a referenced record. By the API description, references contain only ids. */
export const nameOf = async (assistant: Assistant, tool: string, { Id: id }: any): Promise<string> =>
  (await assistant.json(tool, { id })).Name;

/** Returns the name of a referenced record from the list of all such records. */
export const nameIn = async (assistant: Assistant, list: string, { Id: id }: any): Promise<string> =>
  (await assistant.all(list)).find(({ Id }) => Id === id).Name;

/** Returns the parties of a case with their roles. */
export const partiesOf = async (assistant: Assistant, card: any): Promise<string[]> =>
  Promise.all(
    card.Participants.map(
      async ({ Participant, Role }: any) =>
        `${await nameOf(assistant, 'get_participant', Participant)}: ${await nameIn(assistant, 'list_roles_in_case', Role)}`,
    ),
  );

/** Returns the record of a user. It can only be found in the list of all users. */
export async function userOf(assistant: Assistant, login: string): Promise<any> {
  const found = (await assistant.all('list_users')).find(({ ExternalId }) => ExternalId === login);
  return assistant.json('get_user', { id: found.Id });
}

/**
 * Returns the case whose name or number contains a text.
 * @throws Error if there is not exactly one
 */
export async function caseOf(assistant: Assistant, Name: string): Promise<any> {
  const listed = await assistant.all('search_cases', { Name });
  // By the API description, no filter compares names, so the caller must compare the rows.
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
