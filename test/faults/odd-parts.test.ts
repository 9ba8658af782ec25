import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draftRequest } from '../../src/api/client/build-request.ts';
import { createExecutor } from '../../src/api/client/executor.ts';
import { createTokenSource } from '../../src/api/tokens/token-source.ts';
import { wireDefaults } from '../../src/api/tokens/token-wire.ts';
import { createHttp } from '../../src/api/transport/send.ts';
import { shippedContent, shippedNames } from '../../src/catalogue.ts';
import { isCallError, UnexpectedAnswerError } from '../../src/contract/errors.ts';
import type { WorkflowContext } from '../../src/contract/features/workflow.ts';
import type { OperationClient, OperationResponse } from '../../src/contract/operations/operation-client.ts';
import { inLanguage } from '../../src/contract/worded.ts';
import { asDescribed } from '../../src/deployment/deployment.ts';
import { createDocumentReader } from '../../src/documents/reader.ts';
import { createRecordCaches } from '../../src/domain/cache.ts';
import { writeDocument } from '../../src/drafting/write.ts';
import { parseArguments } from '../../src/mcp/input/parse-arguments.ts';
import { argumentsSchema } from '../../src/mcp/tools/published-schema.ts';
import { createSandbox, type Sandbox } from '../../src/sandbox/index.ts';
import { createSqlEngine } from '../../src/sql/engine.ts';
import { createPagingHabits } from '../../src/util/pages.ts';
import { workflows } from '../../src/workflows/index.ts';
import { catalogue } from '../../tools/index.ts';
import { type Asked, lookupQuestions } from '../support/lookup-questions.ts';

/** The service answers one request of a workflow in an unexpected format. The rest of the result must be unaffected. */

const names = await shippedNames();
const { resources } = await shippedContent();
const operations = new Map(catalogue.flatMap((area) => area.operations).map((one) => [one.name, one]));
const oddAnswers: readonly (readonly [string, unknown])[] = [
  ['nothing (204)', undefined],
  ['null', null],
  ['an empty list', []],
  ['a list of other things', [null, 1, 'x', [], {}]],
  ['an empty object', {}],
  ['a page of other things', { Items: [null, 1, 'x', [], {}], NextPageUrl: 7 }],
  ['a page without a list', { Items: 'none' }],
  ['a text', 'x'],
  ['an empty text', ''],
  ['a number', 0],
  ['true', true],
  [
    'fields of other kinds',
    { Id: 1, Name: [], Type: 'x', Participants: {}, Fields: [], Groups: null, Dates: 1 },
  ],
];

const reader = createDocumentReader();
const engine = createSqlEngine();
let sandbox: Sandbox;
let ask: (name: string, args: Readonly<Record<string, unknown>>) => Promise<OperationResponse>;
let close: () => Promise<void>;
beforeAll(async () => {
  sandbox = await createSandbox();
  const http = createHttp({ baseUrl: new URL(sandbox.url), maxBytes: 16 * 1024 * 1024 });
  const timeoutMs = 20_000;
  const deployment = asDescribed;
  const execute = createExecutor({ send: http.send, timeoutMs });
  const tokens = createTokenSource({
    send: http.send,
    signIn: { kind: 'password', login: 'anna', password: 'sandbox-anna' },
    wire: wireDefaults,
    timeoutMs,
  });
  // Responses to reads are cached, because hundreds of runs read the same records and change nothing.
  const read = new Map<string, Promise<OperationResponse>>();
  ask = async (name, args) => {
    const operation = operations.get(name);
    if (operation === undefined) throw new Error(`no operation ${name}`);
    const principal = { id: 'anna', identity: async () => ({}), tokens };
    const checked = parseArguments(argumentsSchema(operation), args);
    const answer = () => execute(draftRequest(operation, checked, deployment), { principal });
    if (operation.access !== 'read') {
      read.clear();
      return answer();
    }
    const key = `${name} ${JSON.stringify(args)}`;
    const found = read.get(key) ?? answer();
    read.set(key, found);
    return structuredClone(await found);
  };
  close = http.close;
});
afterAll(async () => {
  await reader.close();
  await engine.close();
  await close?.();
  await sandbox?.close();
});

let count = 0;
/**
 * Creates a client without caches from other runs.
 * @param odd operation with a replaced response
 */
function deskWith(
  asked: Set<string>,
  odd?: { readonly operation: string; readonly body: unknown },
): OperationClient {
  count += 1;
  const answer: OperationClient['answer'] = async (name, args) => {
    asked.add(name);
    if (name !== odd?.operation) return ask(name, args);
    return { text: odd.body === undefined ? '' : JSON.stringify(odd.body), body: odd.body };
  };
  return {
    principalId: `somebody-${count}`,
    cache: createRecordCaches().of(`somebody-${count}`),
    paging: createPagingHabits(),
    identity: async () => ({ login: 'anna' }),
    signal: undefined,
    lookThrough: 2000,
    call: async (name, args) => (await answer(name, args)).body,
    answer,
  };
}

const around = (): WorkflowContext => ({
  now: new Date(),
  timeZone: 'Europe/Moscow',
  isOwnTimeZone: true,
  finalStatuses: [],
  language: 'en',
  server: { name: 'casebridge', version: '0' },
  policy: { allow: ['read', 'create', 'update'], confirm: [] },
  names,
  query: { engine, requests: 500 },
  documents: reader,
  sharedFile: undefined,
  room: { tokens: 6000, tokensOf: (text) => text.length / 4 },
  writer: { write: async (draft) => writeDocument(draft) },
  progress: () => undefined,
});

/** Returns one record of each kind, for arguments. */
async function named(): Promise<Asked> {
  const first = async (tool: string) =>
    ((await ask(tool, {})).body as { Items: { Id: string; Name: string }[] }).Items[0];
  const [matter, document] = [await first('search_cases'), await first('list_documents')];
  const types = (await ask('list_case_types', {})).body as { Name: string }[] | { Items: { Name: string }[] };
  const [type] = Array.isArray(types) ? types : types.Items;
  return {
    matter: matter?.Name ?? '',
    id: matter?.Id ?? '',
    document: document?.Id ?? '',
    type: type?.Name ?? '',
  };
}

/**
 * Runs a call. Returns undefined if it fails with one of casebridge's own errors, which explain what
 * happened.
 * @throws any other error
 */
async function outcome<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!isCallError(error)) throw error;
    return undefined;
  }
}

/**
 * Left out, because their reads depend on the planned calls. `e2e/plans/properties.test.ts` tests them with
 * random faults.
 */
const ofPlans = ['plan_changes', 'apply_plan', 'undo'];
const lookups = workflows.filter(({ name }) => !ofPlans.includes(name));

describe('a workflow with one response in an unexpected format', () => {
  it.each(lookups.map((lookup) => [lookup.name, lookup] as const))(
    '%s returns the rest, or reports the unreadable part [FLT-58]',
    async (name, lookup) => {
      const all = lookupQuestions(await named())[name];
      expect(all, 'a question for it').toBeDefined();
      let tried = 0;
      for (const question of all ?? []) {
        const args = lookup.input.safeParse(question);
        if (!args.success) continue;
        const asked = new Set<string>();
        await outcome(() => lookup.run(deskWith(asked), args.data, around()));
        expect(asked.size).toBeGreaterThan(0);
        for (const operation of asked)
          for (const [, body] of oddAnswers) {
            tried += 1;
            const answer = await outcome(() =>
              lookup.run(deskWith(new Set(), { operation, body }), args.data, around()),
            );
            if (answer !== undefined) lookup.output?.parse(answer.data);
          }
      }
      expect(tried).toBeGreaterThan(0);
    },
  );

  it('a resource is returned, or its unreadable part is reported [FLT-58]', async () => {
    const { id, document } = await named();
    for (const resource of resources)
      for (const value of [id, document]) {
        const asked = new Set<string>();
        await outcome(() => resource.read(deskWith(asked), value, around()));
        for (const operation of asked)
          for (const [, body] of oddAnswers)
            await outcome(() => resource.read(deskWith(new Set(), { operation, body }), value, around()));
      }
  });

  it('an agenda without the calendar of the service has everything else, and says so', async () => {
    const lookup = workflows.find(({ name }) => name === 'agenda');
    const odd = { operation: 'get_non_working_days', body: null };
    const answer = await lookup?.run(deskWith(new Set(), odd), {}, around());
    expect(answer?.notes?.map((note) => inLanguage(note, 'en')).join('\n')).toMatch(/non-working days/);
    expect(answer?.data).toHaveProperty('tasks');
    expect(new UnexpectedAnswerError('').code).toBe('UNEXPECTED_ANSWER');
  });
});
