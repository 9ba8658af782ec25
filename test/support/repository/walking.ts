import fc from 'fast-check';
import { createCaller } from '../../sandbox/client.ts';
import { tools, validArguments } from '../arguments.ts';
import { type ConnectOptions, startService, type TestClient } from '../clients/harness.ts';
import { sampleIds } from '../sample-ids.ts';
import { type Bare, bareTexts } from '../texts/fence.ts';
import { marker, startPlantingService } from '../texts/planting.ts';

/** This file sends all requests that a client can send, and checks every message that the client receives. */

const smith = sampleIds.smith;

/** Paths of texts that are shown to the user: completion values and confirmations. */
const forPeople =
  /^result\.completion\.values\.\d+$|^params\.message$|^result\.inputRequests\.confirm\.params\.message$/;

export interface Walker {
  readonly client: TestClient;
  /**
   * Returns the texts received since the last call that contain the marker outside a fence, so that nothing marks them
   * as data.
   */
  bare(): Bare[];
  /** Returns the number of messages that contained the marker. */
  met(): number;
}

/**
 * Starts an embedded service, a proxy that inserts the marker into its responses, and clients of servers that use the
 * proxy.
 */
export async function startPlanted() {
  const service = await startService();
  const { body } = await createCaller(() => service.url)<object>('anna', `GET /api/v2/objects/${smith}`);
  const planting = await startPlantingService(service.url, () => body);
  return {
    planting,
    walk: (env: Record<string, string> = {}, options: ConnectOptions = {}) =>
      connectWalker((own) =>
        service.connectAs('anna', {
          ...options,
          ...own,
          env: {
            CASEBRIDGE_URL: planting.url,
            CASEBRIDGE_ANSWER_TOKENS: '600',
            CASEBRIDGE_TIMEOUT: '5',
            ...env,
          },
        }),
      ),
    close: async () => {
      await planting.close();
      await service.close();
    },
  };
}

async function connectWalker(
  connect: (own: Pick<ConnectOptions, 'onMessage'>) => Promise<TestClient>,
): Promise<Walker> {
  let found: Bare[] = [];
  let met = 0;
  const onMessage = (message: unknown) => {
    if (!marker.test(JSON.stringify(message))) return;
    met += 1;
    found.push(
      ...bareTexts(message).filter(({ place, text }) => marker.test(text) && !forPeople.test(place)),
    );
  };
  const client = await connect({ onMessage });
  return {
    client,
    bare: () => {
      const seen = found;
      found = [];
      return seen.map(({ place, text }) => ({ place, text: text.slice(0, 300) }));
    },
    met: () => met,
  };
}

export type Ask = readonly [what: string, ask: (client: TestClient) => Promise<unknown>];

export const calling = (name: string, args: object): Ask => [
  `${name} ${JSON.stringify(args)}`,
  (client) => client.callTool(name, args as Record<string, unknown>),
];

/** Arguments for operations whose checks reject generated arguments. */
const file = { File: { name: 'a.txt', text: 'x' } };
const user = { id: sampleIds.anna, Title: 'x', Text: 'x' };
const fixedArguments: Readonly<Record<string, object>> = {
  create_document: file,
  notify_user: { id: user.id, Text: 'x' },
  open_user_dialog: user,
  send_call_notification: { UserId: user.id, From: '+44 20 7946 0200' },
  upload_call_recording: { ...file, CallId: sampleIds.call },
  upload_from_address: { url: 'https://files.example.com/Index.txt' },
};

/** All operations, each with valid arguments that are the same in every run. */
export const operations = tools
  .filter(({ operation }) => !operation.handler)
  .map(({ operation, schema }) => {
    const [args = {}] = fc.sample(validArguments(schema), { numRuns: 1, seed: 7 });
    return { operation, ask: calling(operation.name, fixedArguments[operation.name] ?? args) };
  });

/**
 * Calls in many forms: by name instead of id, with each level of detail, with selected fields and rows, and through
 * workflows and meta tools.
 */
export const waysToAsk: readonly Ask[] = [
  ...[
    ['get_object', { id: 'Smith' }],
    ['get_object', { id: 'Nobody of this name' }],
    ['get_task', { id: 'Prepare bundle', detail: 'brief' }],
    ['get_object', { id: smith, fields: ['Nothing', 'Name'] }],
    ['list_tasks', { CaseId: 'Smith', detail: 'full' }],
    ['list_tasks', { all: true, skip: 1 }],
    ['list_events', { all: true }],
    ['search_cases', { Name: 'Smith', fields: ['Nothing'] }],
    ['create_task', { NameId: 'Prepare bundle', CaseId: smith, detail: 'full' }],
    ['update_object', { id: smith, Name: 'New' }],
    ['edit_object', { id: smith, Fields: { Nothing: 1 } }],
    ['call_read_operation', { operation: 'get_object', arguments: { id: smith } }],
    ['call_write_operation', { operation: 'create_object', arguments: { Name: 'x' } }],
    ['call_delete_operation', { operation: 'delete_task', arguments: { id: sampleIds.prepareBundle } }],
    ['find_operations', { query: 'OBE' }],
    ['describe_operation', { operation: 'create_task' }],
    ['find_case', { query: 'Smith' }],
    ['find_case', { query: 'Nobody of this name' }],
    ['case_brief', { case: smith }],
    ['case_brief', { case: 'Smith' }],
    ['agenda', { case: smith }],
    ['agenda', {}],
    ['case_timeline', { case: smith }],
    ['find_person', { query: 'Anna' }],
    ['find_person', { query: 'Nobody of this name', contacts: true }],
    ['workload', {}],
    [
      'query_records',
      { sql: 'SELECT name, Court FROM cases LIMIT 30', scope: { status: 'InWork', responsible: 'me' } },
    ],
    ['describe_records', { table: 'tasks' }],
    ['who_am_i', {}],
    ['read_document', { document: sampleIds.statementOfClaim }],
    ['read_document', { document: sampleIds.statementOfClaim, find: 'claim' }],
    ['compare_documents', { earlier: sampleIds.statementOfClaim, later: sampleIds.statementOfClaim }],
    ['draft_document', { text: '# A letter', name: 'A letter', case: 'Smith', date: '2026-03-04' }],
    [
      'open_case_intake',
      {
        name: 'A case',
        type: 'Арбитражное дело',
        party: 'Northbridge Ltd',
        role: 'Истец',
        task: 'Prepare bundle',
      },
    ],
  ].map(([name, args]) => calling(name as string, args as object)),
  ...plansInSteps(),
];

/**
 * Returns requests that plan, apply and undo changes. Each request also does the steps before it, because it may run
 * alone.
 */
function plansInSteps(): readonly Ask[] {
  const change = {
    tool: 'update_task',
    arguments: { id: sampleIds.prepareBundle, Name: 'Prepare bundle' },
    reason: 'A check',
  };
  const plan = async (client: TestClient) => {
    const answer = await client.callTool('plan_changes', { changes: [change] });
    // An error result contains no id of a plan. The server then rejects the next step because of the random id.
    return /Plan ([\da-f-]{36}):/.exec(JSON.stringify(answer.content))?.[1] ?? crypto.randomUUID();
  };
  const applied = async (client: TestClient) => {
    const id = await plan(client);
    await client.callTool('apply_plan', { plan: id });
    return id;
  };
  return [
    ['plan_changes of a task', plan],
    ['apply_plan of it', applied],
    ['undo of it', async (client) => client.callTool('undo', { act: await applied(client) })],
  ];
}

const addresses = [
  'dictionaries://all',
  'dictionaries://roles-in-case',
  'dictionaries://object-types',
  'dictionaries://Nothing',
  `case://${smith}`,
  'case://Smith',
  'case://Nobody',
  `document://${sampleIds.statementOfClaim}`,
  `participant://${sampleIds.northbridge}`,
  'participant://Northbridge',
  'user://me',
  'user://Nobody',
  'operations://all',
];

/** Requests other than tool calls: lists, resources, prompts and completions. */
export const library: readonly Ask[] = [
  [
    'lists',
    ({ library: all }) => Promise.all([all.listResources(), all.listResourceTemplates(), all.listPrompts()]),
  ],
  ...addresses.map(
    (uri): Ask => [uri, (client) => client.library.readResource({ uri }).catch(() => undefined)],
  ),
  ['prompts', fillPrompts],
  ['completions', completeAll],
];

async function fillPrompts({ library: all }: TestClient) {
  for (const { name, arguments: fields = [] } of (await all.listPrompts()).prompts)
    await all.getPrompt({
      name,
      arguments: Object.fromEntries(fields.map((field) => [field.name, 'Smith'])),
    });
}

async function completeAll({ library: all }: TestClient) {
  const argument = (name: string) => ({ name, value: 'S' });
  for (const { uriTemplate: uri } of (await all.listResourceTemplates()).resourceTemplates)
    await all.complete({
      ref: { type: 'ref/resource', uri },
      argument: argument(/\{(\w+)/.exec(uri)?.[1] ?? ''),
    });
  for (const { name, arguments: fields = [] } of (await all.listPrompts()).prompts)
    for (const field of fields)
      await all.complete({ ref: { type: 'ref/prompt', name }, argument: argument(field.name) });
}

/**
 * Sends requests.
 * @returns at most five texts with the marker outside a fence, and the number of messages that contained the marker
 */
export async function askAll({ client, bare, met }: Walker, asks: readonly Ask[]) {
  const before = met();
  const found: unknown[] = [];
  for (const [what, ask] of asks) {
    await ask(client);
    for (const one of bare()) found.push({ what, ...one });
  }
  return { found: found.slice(0, 5), met: met() - before };
}

/** A small sample of requests that covers every request type. */
export const few: readonly Ask[] = [
  calling('get_object', { id: smith }),
  calling('create_task', { Name: 'x' }),
  calling('get_short_lived_token', {}),
  calling('get_token', { grant_type: 'password' }),
  calling('find_case', { query: 'Smith' }),
  calling('who_am_i', {}),
  calling('agenda', {}),
  ...library.filter(([what]) => /^(?:dictionaries|case|document|user):/.test(what)),
  [
    'a completion',
    ({ library: all }) =>
      all.complete({
        ref: { type: 'ref/resource', uri: 'case://{id}' },
        argument: { name: 'id', value: 'S' },
      }),
  ],
];
