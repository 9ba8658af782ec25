import type { Desk } from '../contract/desk.ts';
import type { Suggest, Suggested, Suggestions } from '../contract/suggestion.ts';
import { remember } from './memory.ts';
import { listAll } from './pages.ts';
import { caseRecord, isArchived, participantRecord, userRecord } from './records.ts';
import { readWhole } from './whole-list.ts';

/** As many as a field shows, and then some to choose from. */
const asked = 40;

/** What may be meant while somebody types. */
export const suggest: Readonly<Record<Suggested, Suggest>> = {
  case: suggestCases,
  user: suggestUsers,
  participant: suggestParticipants,
  'role in case': namesIn('list_roles_in_case'),
  'object type': namesIn('list_object_types'),
  dictionary: namesIn('list_dictionaries'),
  'document type': valuesOf('DocumentType'),
  'task name': valuesOf('TaskName'),
  stage: valuesOf('Stage'),
};

/** Numbers where these are typed, names otherwise: both find the case. Those in work come first. */
async function suggestCases(desk: Desk, typed: string): Promise<Suggestions> {
  const narrow = typed === '' ? {} : { Name: typed };
  const { items, isCut } = await remember(desk, `suggest case ${typed.toLowerCase()}`, () =>
    listAll(desk, ['search_cases', { ...narrow, PageSize: asked }], caseRecord, { maxPages: 1 }),
  );
  const inOrder = [...items.filter((one) => !isArchived(one)), ...items.filter(isArchived)];
  const values = inOrder.flatMap(({ Number: number, Name }) =>
    number !== undefined && (holds(number, typed) || !holds(Name, typed)) ? number : (Name ?? []),
  );
  return { values, hasMore: isCut };
}

async function suggestUsers(desk: Desk, typed: string): Promise<Suggestions> {
  const { items, isCut } = await remember(desk, 'suggest user', () =>
    listAll(desk, ['list_users', { IsLocked: false }], userRecord),
  );
  const found = items.filter(({ Name, Email }) => holds(Name, typed) || holds(Email, typed));
  return { values: best(found, typed), hasMore: isCut };
}

async function suggestParticipants(desk: Desk, typed: string): Promise<Suggestions> {
  const narrow = typed === '' ? {} : { Name: typed };
  const { items, isCut } = await remember(desk, `suggest participant ${typed.toLowerCase()}`, () =>
    listAll(desk, ['list_participants', { ...narrow, PageSize: asked }], participantRecord, { maxPages: 1 }),
  );
  return { values: best(items, typed), hasMore: isCut };
}

/** A short list that hardly ever changes. */
function namesIn(operation: string, args: Readonly<Record<string, unknown>> = {}): Suggest {
  return async (desk, typed) => {
    const items = await remember(desk, `suggest ${operation} ${JSON.stringify(args)}`, () =>
      readWhole(desk, operation, args),
    );
    return {
      values: best(
        items.filter(({ Name }) => holds(Name, typed)),
        typed,
      ),
    };
  };
}

/** The values of a dictionary that every deployment has. */
function valuesOf(sysName: string): Suggest {
  return async (desk, typed) => {
    const items = await remember(desk, 'suggest dictionaries', () => readWhole(desk, 'list_dictionaries'));
    const found = items.find(({ SysName }) => SysName === sysName);
    return found ? namesIn('list_dictionary_values', { id: found.Id })(desk, typed) : { values: [] };
  };
}

const fold = (text: string) => text.toLowerCase().replaceAll('ё', 'е');
const holds = (text: string | undefined, typed: string) =>
  text !== undefined && fold(text).includes(fold(typed));

/** Names that begin with what was typed come first. */
function best(records: readonly { Name?: string | undefined }[], typed: string): string[] {
  const names = records.flatMap(({ Name }) => Name ?? []);
  const begins = (name: string) => fold(name).startsWith(fold(typed));
  return [...names.filter(begins), ...names.filter((name) => !begins(name))];
}
