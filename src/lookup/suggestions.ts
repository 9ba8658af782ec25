import type { z } from 'zod';
import type { Desk } from '../contract/desk.ts';
import type { Suggest, Suggested, Suggestions } from '../contract/suggestion.ts';
import { remember } from './memory.ts';
import { normalise } from './names/normalise.ts';
import { searchParts } from './names/search-parts.ts';
import { sources } from './names/sources.ts';
import { type Listed, listAll } from './pages.ts';
import { caseRecord, isArchived, participantRecord, userRecord } from './records.ts';
import { readWhole } from './whole-list.ts';

/** As many as a field shows, and then some to choose from. */
const asked = 40;

/** What may be meant while somebody types. */
export const suggest: Readonly<Record<Suggested, Suggest>> = {
  case: suggestCases,
  user: suggestUsers,
  participant: suggestParticipants,
  'role in case': namesOf('role in case'),
  'object type': namesOf('object type'),
  dictionary: namesOf('dictionary'),
  'document type': namesOf('document type'),
  'task name': namesOf('task name'),
  stage: namesOf('stage'),
};

/** Numbers where these are typed, names otherwise: both find the case. Those in work come first. */
async function suggestCases(desk: Desk, typed: string): Promise<Suggestions> {
  const { items, isCut } = await search(desk, 'search_cases', typed, caseRecord);
  const inOrder = [...items.filter((one) => !isArchived(one)), ...items.filter(isArchived)];
  const values = inOrder.flatMap(({ Number: number, Name }) =>
    number !== undefined && (holds(number, typed) || !holds(Name, typed)) ? number : (Name ?? []),
  );
  return { values, hasMore: isCut };
}

async function suggestUsers(desk: Desk, typed: string): Promise<Suggestions> {
  const { items, isCut } = await recent(desk, 'list_users', () =>
    listAll(desk, ['list_users', { IsLocked: false }], userRecord),
  );
  const found = items.filter(({ Name, Email }) => holds(Name, typed) || holds(Email, typed));
  return { values: best(found, typed), hasMore: isCut };
}

async function suggestParticipants(desk: Desk, typed: string): Promise<Suggestions> {
  const { items, isCut } = await search(desk, 'list_participants', typed, participantRecord);
  return { values: best(items, typed), hasMore: isCut };
}

/**
 * What the service finds by what was typed; where that is nothing, by its surest part, since the service knows nothing
 * of look-alike letters, quotes and legal forms.
 */
async function search<Item extends z.ZodType<{ Id: string; Name?: string | undefined }>>(
  desk: Desk,
  operation: string,
  typed: string,
  item: Item,
): Promise<Listed<z.output<Item>>> {
  const ask = (words: string) =>
    recent(desk, `${operation} ${words.toLowerCase()}`, () =>
      listAll(desk, [operation, { ...(words === '' ? {} : { Name: words }), PageSize: asked }], item, {
        maxPages: 1,
      }),
    );
  const found = await ask(typed);
  const [part] = searchParts(typed);
  return found.items.length > 0 || part === undefined || part === typed ? found : ask(part);
}

/** Read again after a minute: a new case should be found soon. */
const recent = <T extends object>(desk: Desk, key: string, read: () => Promise<T>) =>
  remember(desk, `suggest ${key}`, read, 60_000);

/** Names out of a short list. */
function namesOf(kind: Suggested): Suggest {
  return async (desk, typed) => {
    const { list = '', dictionary } = sources[kind] ?? {};
    const dictionaryId = dictionary && (await idOfDictionary(desk, dictionary));
    if (dictionary && dictionaryId === undefined) return { values: [] };
    const items = await recent(desk, `${list} ${dictionaryId}`, () =>
      readWhole(desk, list, dictionaryId === undefined ? {} : { id: dictionaryId }),
    );
    return {
      values: best(
        items.filter(({ Name }) => holds(Name, typed)),
        typed,
      ),
    };
  };
}

async function idOfDictionary(desk: Desk, called: RegExp): Promise<string | undefined> {
  const items = await recent(desk, 'dictionaries', () => readWhole(desk, 'list_dictionaries'));
  return items.find(({ Name, SysName }) => called.test(Name ?? '') || called.test(SysName ?? ''))?.Id;
}

const holds = (text: string | undefined, typed: string) =>
  text !== undefined && normalise(text).includes(normalise(typed));

/** Names that begin with what was typed come first. */
function best(records: readonly { Name?: string | undefined }[], typed: string): string[] {
  const names = records.flatMap(({ Name }) => Name ?? []);
  const begins = (name: string) => normalise(name).startsWith(normalise(typed));
  return [...names.filter(begins), ...names.filter((name) => !begins(name))];
}
