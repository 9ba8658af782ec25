import { setTimeout as sleep } from 'node:timers/promises';
import { reply } from '../../support/clients/raw.ts';
import type { Speaker } from './clients.ts';

/** One kind of request. Returns undefined on success, otherwise the unexpected response. */
export type Kind<Who> = (who: Who, turn: number) => Promise<string | undefined>;

type Answer = Awaited<ReturnType<Speaker['ask']>>;

/** Returns the error message of a response, otherwise the first text of the result, or else the result as JSON. */
export const wordsOf = ({ result, error }: Answer): string =>
  error?.message ?? result?.content?.[0]?.text ?? JSON.stringify(result ?? null);

export const isFine = (answer: Answer) =>
  answer.result !== undefined && !answer.result.isError ? undefined : wordsOf(answer);
const says = (answer: Answer, expected: RegExp) =>
  expected.test(wordsOf(answer)) ? undefined : wordsOf(answer);

export const call = (who: Speaker, name: string, args: object = {}, extra: object = {}) =>
  who.ask('tools/call', { name, arguments: args, ...extra });
const idOf = (kind: string, number: number) =>
  `00000000-0000-4000-8000-${kind}${number.toString(16).padStart(8, '0')}`;
const taskId = (turn: number) => idOf('7a5c', 1 + (turn % 20));
const pick = <Item>(turn: number, items: readonly Item[]) => items[turn % items.length] as Item;
const cases = ['Smith v. Northbridge', 'CL-2026-000123', 'Smith'];
/** Returns the id of the created record. */
const createdId = ({ result }: Answer): string =>
  /"Id":"([\da-f-]{36})"/.exec(result?.content?.[0]?.text ?? '')?.[1] ?? '';

/** Makes a call. If the server asks for confirmation, sends the response of the user. */
async function deletes(who: Speaker, name: string, args: object, answer: Parameters<typeof reply>[0]) {
  const asked = await call(who, name, args);
  if (asked.result?.resultType !== 'input_required') return asked;
  const { requestState } = asked.result;
  return call(who, name, args, { ...reply(answer), requestState });
}

/**
 * Deletes a record, with retries, because remaining records would make all lists longer. Returns the result
 * of the first attempt.
 */
async function removes(who: Speaker, name: string, args: object): Promise<string | undefined> {
  const first = isFine(await deletes(who, name, args, 'agrees'));
  for (let more = 3, left = first; more > 0 && left !== undefined; more -= 1)
    left = isFine(await deletes(who, name, args, 'agrees'));
  return first;
}

/** Change of a participant, because this kind of record has no history that would grow during the run. */
const site = (turn: number) => ({
  id: idOf('9a27', 1 + (turn % 10)),
  ContactInfo: { Site: `https://example.com/${turn}` },
});

const makeTask = (who: Speaker, turn: number) =>
  call(who, 'create_task', { Name: 'Call client', Description: `Soak ${turn}` });

/** Kinds of requests over both transports. */
export const kinds: Readonly<Record<string, Kind<Speaker>>> = {
  'one task': async (who, turn) => isFine(await call(who, 'get_task', { id: taskId(turn) })),
  'one case by name': async (who, turn) =>
    isFine(await call(who, 'get_object', { id: pick(turn, cases), detail: 'full' })),
  'a list of tasks': async (who, turn) =>
    isFine(await call(who, 'list_tasks', { Page: 1 + (turn % 3), PageSize: 20 })),
  'a long list, read on from what is kept': async (who) => {
    const list = await call(who, 'list_documents', { all: true, detail: 'full' });
    const uri = /answer:\/\/[\da-f]+/.exec(JSON.stringify(list.result ?? {}))?.[0];
    return isFine(uri === undefined ? list : await who.ask('resources/read', { uri }));
  },
  find_case: async (who, turn) => isFine(await call(who, 'find_case', { query: pick(turn, cases) })),
  case_brief: async (who, turn) => isFine(await call(who, 'case_brief', { case: pick(turn, cases) })),
  agenda: async (who, turn) =>
    isFine(await call(who, 'agenda', { person: pick(turn, ['Anna Petrova', 'Соловьёв', 'John Hale']) })),
  workload: async (who) => isFine(await call(who, 'workload')),
  find_person: async (who, turn) =>
    isFine(await call(who, 'find_person', { query: pick(turn, ['Petrova', 'Smith', 'кравцов']) })),
  'a person changed': async (who, turn) => isFine(await call(who, 'edit_participant', site(turn))),
  'a task made, changed and, after a question, deleted': async (who, turn) => {
    const made = await makeTask(who, turn);
    if (isFine(made) !== undefined) return isFine(made);
    const id = createdId(made);
    const changed = isFine(await call(who, 'update_task', { id, Description: `Changed ${turn}` }));
    const removed = await removes(who, 'delete_task', { id });
    return changed ?? removed;
  },
  'a question answered no': async (who, turn) =>
    says(await deletes(who, 'delete_task', { id: taskId(turn) }, 'declines'), /^DECLINED/),
  'a question left open': async (who, turn) => {
    const asked = await call(who, 'delete_task', { id: taskId(turn) });
    return asked.result?.resultType === 'input_required' ? undefined : wordsOf(asked);
  },
  find_operations: async (who, turn) =>
    isFine(await call(who, 'find_operations', { query: pick(turn, ['archive', 'роль', `word ${turn}`]) })),
  describe_operation: async (who, turn) =>
    isFine(
      await call(who, 'describe_operation', {
        operation: pick(turn, ['update_object', 'list_roles_in_case', 'run_script']),
      }),
    ),
  call_read_operation: async (who) =>
    isFine(await call(who, 'call_read_operation', { operation: 'list_users', arguments: {} })),
  call_write_operation: async (who, turn) =>
    isFine(await call(who, 'call_write_operation', { operation: 'edit_participant', arguments: site(turn) })),
  resources: async (who, turn) => {
    const list = await who.ask('resources/list', {});
    const uri = pick(turn, ['case://Smith', 'dictionaries://all', 'operations://all', 'user://Petrova']);
    return isFine(list) ?? isFine(await who.ask('resources/read', { uri }));
  },
  completions: async (who, turn) =>
    isFine(
      await who.ask('completion/complete', {
        ref: { type: 'ref/prompt', name: 'brief_me' },
        argument: { name: 'case', value: pick(turn, ['Sm', 'No', 'CL', 'А40', `x${turn}`]) },
      }),
    ),
  prompts: async (who, turn) => {
    const list = await who.ask('prompts/list', {});
    const prompt = { name: 'brief_me', arguments: { case: pick(turn, cases), language: 'ru' } };
    return isFine(list) ?? isFine(await who.ask('prompts/get', prompt));
  },
  'tools/list': async (who) => isFine(await who.ask('tools/list', {})),
  'server/discover': async (who) => isFine(await who.ask('server/discover', {})),
  'a file up, down and, after a question, away': async (who, turn) => {
    const text = `Soak ${turn} `.repeat(2000);
    const made = await call(who, 'create_document', {
      Name: `Soak ${turn}`,
      File: { name: 'soak.txt', text },
    });
    if (isFine(made) !== undefined) return isFine(made);
    const document = { docID: createdId(made) };
    const down = isFine(await call(who, 'download_document', document));
    const removed = await removes(who, 'delete_document', document);
    return down ?? removed;
  },
  'an odd name': async (who, turn) =>
    says(
      await call(who, 'get_participant', {
        id: pick(turn, ['\u202e'.repeat(50), 'Ж'.repeat(400), `nobody ${turn}`]),
      }),
      /^(NAME_|INVALID_)/,
    ),
  'wrong arguments': async (who, turn) =>
    says(await call(who, 'get_task', { id: [turn], [`odd${turn}`]: {} }), /^INVALID_ARGUMENTS/),
  'an unknown tool': async (who, turn) => says(await call(who, `odd_tool_${turn}`), /tool|found/i),
  'an unknown method': async (who, turn) => says(await who.ask(`odd/${turn}`, {}), /./),
  'a cancelled call': async (who, turn) => {
    const controller = new AbortController();
    const done = who.ask('tools/call', { name: 'workload', arguments: {} }, controller.signal);
    await sleep(turn % 12);
    controller.abort();
    const answer = await done;
    return answer.error === undefined ? undefined : wordsOf(answer);
  },
};
