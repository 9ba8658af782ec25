import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createSandbox } from '../../src/sandbox/index.ts';
import { unfence } from '../support/fence.ts';

/**
 * What `npm start` shows: the embedded service, the built server as a process of its own, and a real MCP client that
 * answers a question step by step, the way an assistant does.
 */
const serverPath = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const question = 'What is due on the Smith case this week, and who is responsible?';
const say = (text = '') => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const service = await createSandbox();
  const settings = {
    CASEBRIDGE_URL: service.url,
    CASEBRIDGE_LOGIN: service.user.login,
    CASEBRIDGE_PASSWORD: service.user.password,
  };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [serverPath],
    env: settings,
    stderr: 'inherit',
  });
  const client = new Client(
    { name: 'casebridge-demo', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  await client.connect(transport);
  const { tools } = await client.listTools();
  say(`The embedded service runs at ${service.url}; the bridge offers ${tools.length} tools over stdio.`);
  say();
  say(`Question: ${question}`);
  await answer(createCaller(client));
  await client.close();
  await service.close();
  say();
  say(
    'To try it in an assistant, paste this into its configuration (Claude Desktop, Cursor; other ones: README.md):',
  );
  say();
  const entry = { command: 'node', args: [serverPath, '--sandbox'] };
  say(JSON.stringify({ mcpServers: { casebridge: entry } }, null, 2));
  say();
  say(`Then ask: ${question}`);
}

type Call = (name: string, args: Record<string, unknown>) => Promise<{ Items: any[] } & Record<string, any>>;

/** Calls a tool, shows the call, and hands back its JSON. */
function createCaller(client: Client): Call {
  let step = 0;
  return async (name, args) => {
    step += 1;
    say(`  ${step}. ${name} ${JSON.stringify(args)}`);
    const { content, isError } = await client.callTool({ name, arguments: args });
    const [block] = content;
    const text = block?.type === 'text' ? block.text : '';
    if (isError) throw new Error(`${name}: ${text}`);
    return JSON.parse(unfence(text));
  };
}

async function answer(call: Call): Promise<void> {
  const { from, to } = thisWeek(new Date());
  const [found] = (await call('search_cases', { Name: 'Smith' })).Items;
  if (!found) throw new Error('the sample data has no Smith case');
  const tasks = await call('list_tasks', { CaseId: found.Id, ExecutionDateFrom: from, ExecutionDateTo: to });
  const events = await call('list_events', { CaseId: found.Id, StartDateFrom: from, StartDateTo: to });
  const responsible = await call('get_user', { id: found.Responsible.Id });
  say();
  say(
    `Answer: ${found.Name} (${found.Number}), responsible ${responsible.Name}. Week of ${from.slice(0, 10)}, times in UTC:`,
  );
  const due = [
    ...tasks.Items.map((task) => [
      task.ExecutionDate,
      `task     ${task.Name}: ${names(task.Responsibles)} (${task.Status.Name})`,
    ]),
    ...events.Items.map((event) => [event.StartDate, `event    ${event.Name} (${event.Type.Name})`]),
  ] as [string, string][];
  for (const [date, text] of due.sort(([left], [right]) => left.localeCompare(right)))
    say(`  ${weekday(date)} ${date.slice(0, 16).replace('T', ' ')}  ${text}`);
}

const names = (responsibles: { Name: string }[]) =>
  responsibles.map(({ Name }) => Name).join(', ') || 'nobody';
const weekday = (date: string) =>
  new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(new Date(date));

/** Monday 00:00 to the last millisecond of Sunday, UTC. */
function thisWeek(now: Date): { from: string; to: string } {
  const dayMs = 86_400_000;
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const monday = midnight - ((now.getUTCDay() + 6) % 7) * dayMs;
  return { from: new Date(monday).toISOString(), to: new Date(monday + 7 * dayMs - 1).toISOString() };
}

await main();
