import { startService, type TestClient, type TestService, textOf } from '../support/clients/harness.ts';
import { type Perturbation, type PerturbedService, startPerturbed } from '../support/servers/perturbing.ts';
import type { ChangeQuestion } from './change-questions.ts';
import { changedServices, type Honest } from './changed-services.ts';

/**
 * Result of a change. `right`: made as requested. `said`: not made as requested, and the result reports it.
 * `WRONG`: not made as requested, and the result does not report it.
 */
export type ChangeCell = 'right' | 'said' | 'WRONG';

export interface ChangeRow {
  readonly tool: string;
  readonly cells: readonly { readonly service: string; readonly cell: ChangeCell; readonly got: string }[];
}

export const doubts =
  /Not saved|does not show whether|could not (?:be read|check)|Still there|no longer has any entry|lost|was replaced\. To restore/;
/** Fields that differ with each attempt, or that other fields determine. */
const passing = /^(?:FileId|Url|Version|CreationDate|LastChangeDate|History|Log)$/;

/**
 * Makes each change on each modified service and compares the resulting records.
 * @param isWanted returns whether to test a service, by its name
 * @param profile kind of deployment of the embedded service
 */
export async function runChanges(
  questions: readonly ChangeQuestion[],
  isWanted: (service: string) => boolean = () => true,
  profile?: string,
): Promise<ChangeRow[]> {
  const service = await startService(profile === undefined ? {} : ({ profile } as object));
  const perturbed = await startPerturbed(service.url);
  const observer = await service.connectAs('admin', { over: 'memory' });
  const rows: ChangeRow[] = [];
  try {
    const world = { service, perturbed, observer };
    for (const question of questions) {
      const { honest, state } = await asItIs(world, question);
      const cells: ChangeRow['cells'][number][] = [];
      for (const one of changedServices(question, honest)) {
        if (!isWanted(one.name)) continue;
        const tried = await attempt(world, question, one);
        const isDoubted = tried.isError || doubts.test(tried.notes);
        const cell = tried.state === state ? 'right' : isDoubted ? 'said' : 'WRONG';
        cells.push({ service: one.name, cell, got: cell === 'WRONG' ? difference(state, tried) : '' });
      }
      rows.push({ tool: question.tool, cells });
    }
    return rows;
  } finally {
    await observer.close();
    await perturbed.close();
    await service.close();
  }
}

interface World {
  readonly service: TestService;
  readonly perturbed: PerturbedService;
  readonly observer: TestClient;
}

interface Tried {
  readonly notes: string;
  readonly isError: boolean;
  /** Records after the change. */
  readonly state: string;
}

async function asItIs(world: World, question: ChangeQuestion): Promise<{ honest: Honest; state: string }> {
  let honest: Honest | undefined;
  const before = await stateBefore(world, question);
  const { state, isError, notes } = await attempt(world, question, {
    name: 'is as it is',
    answer: (answer, { method, path }) => {
      if (isChange(method, path)) honest = { method, path, answer };
      return answer;
    },
    request: ({ method, path }) => {
      if (isChange(method, path)) honest = { method, path, answer: undefined };
    },
  });
  if (isError || honest === undefined || doubts.test(notes))
    throw new Error(`${question.tool} is not made as it should be: ${notes}`);
  if (state === before) throw new Error(`${question.tool} changes nothing that could be lost.`);
  return { honest, state };
}

async function stateBefore(
  { service, observer }: World,
  { before = [], shown }: ChangeQuestion,
): Promise<string> {
  service.reset();
  for (const [tool, args] of before) await observer.call(tool, { ...args });
  return (await Promise.all(shown.map(([tool, args]) => stateOf(observer, tool, args)))).join('\n');
}

const isChange = (method: string, path: string) => {
  const isReading = method === 'GET' || (method === 'POST' && /\/(?:Get\w+|documents)$/.test(path));
  return !isReading && !path.includes('/auth/');
};

async function attempt(world: World, question: ChangeQuestion, one: Perturbation): Promise<Tried> {
  const { service, perturbed, observer } = world;
  service.reset();
  for (const [tool, args] of question.before ?? []) await observer.call(tool, { ...args });
  let made: string | undefined;
  perturbed.perturbation = {
    ...one,
    answer: (answer, request) => {
      if (isChange(request.method, request.path)) made = answer?.Id ?? answer?.docID;
      return one.answer?.(answer, request) ?? answer;
    },
  };
  const client = await service.connectAs('admin', { over: 'memory', env: { CASEBRIDGE_URL: perturbed.url } });
  try {
    const answer = await client.callTool(question.tool, { ...question.args });
    const state = [];
    for (const [tool, args] of question.shown) state.push(await stateOf(observer, tool, args));
    if (question.madeShownBy !== undefined)
      state.push(
        made === undefined ? 'nothing' : await stateOf(observer, question.madeShownBy, { id: made }),
      );
    const [, ...notes] = answer.content.map(({ text = '' }) => text);
    return {
      isError: answer.isError === true,
      notes: answer.isError ? textOf(answer) : notes.join('\n'),
      state: state.join('\n'),
    };
  } finally {
    await client.close();
  }
}

async function stateOf(observer: TestClient, tool: string, args: object): Promise<string> {
  const answer = await observer.callTool(tool, { ...args });
  if (answer.isError) return textOf(answer).split(':')[0] ?? '';
  const { Id: _, docID: __, ...record } = await observer.call(tool, { ...args });
  return JSON.stringify(record, (name, value) => (passing.test(name) ? undefined : value), 1);
}

function difference(right: string, { state, notes }: Tried): string {
  const [before, after] = [right.split('\n'), state.split('\n')];
  const lines = [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line.trim()}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line.trim()}`),
  ];
  return `${lines.slice(0, 8).join('\n')}\n-- ${notes.slice(0, 400)}`;
}
