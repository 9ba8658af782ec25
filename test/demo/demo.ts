import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { createSandbox } from '../../src/sandbox/index.ts';
import { unfence } from '../support/texts/fence.ts';

/**
 * Demo for `npm run demo`: starts the embedded service, the built server in a separate process, and a real MCP client.
 * The client answers a question with the call that an assistant would make.
 */
const serverPath = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const question = 'What is due on the Smith case this week, and who is responsible?';
const say = (text = '') => process.stdout.write(`${text}\n`);

async function main(): Promise<void> {
  const service = await createSandbox({ quirks: { language: 'user' } });
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
  say(`The embedded service runs at ${service.url}; casebridge offers ${tools.length} tools over stdio.`);
  say();
  say(`Question: ${question}`);
  await answer(client);
  await client.close();
  await service.close();
  say();
  say(
    'To try it in an assistant, paste this into its configuration (Claude Desktop, Cursor; other ones: docs/assistants.md):',
  );
  say();
  const entry = { command: 'node', args: [serverPath, '--sandbox'] };
  say(JSON.stringify({ mcpServers: { casebridge: entry } }, null, 2));
  say();
  say(`Then ask: ${question}`);
}

/** Calls a tool as an assistant would, and prints the call and the result. */
async function answer(client: Client): Promise<void> {
  const args = { case: 'Smith' };
  say(`  agenda ${JSON.stringify(args)}`);
  const { content, isError } = await client.callTool({ name: 'agenda', arguments: args });
  const [block] = content;
  const text = block?.type === 'text' ? block.text : '';
  if (isError) throw new Error(text);
  say();
  say(unfence(text));
}

await main();
