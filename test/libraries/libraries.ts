import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { install } from '../support/repository/installed.ts';

/** How to reach a server: command to start it, or its URL. */
export type Way = { readonly command: string; readonly args: readonly string[] } | { readonly url: string };

/** Assistant built with a library, without a model. */
export interface Assistant {
  tools(): Promise<string[]>;
  /** Returns the text that the model would read, after conversion by the library. */
  call(name: string, args: object): Promise<string>;
  close(): Promise<void>;
}

const folder = fileURLToPath(new URL('./', import.meta.url));

/** The types of these packages are not installed with the project. */
type Untyped = any;

/** Imports a file of the installed packages. They are installed on first use. */
async function load(file: string): Promise<Untyped> {
  install(folder);
  return import(pathToFileURL(join(folder, 'node_modules', file)).href);
}

async function withAiSdk(way: Way): Promise<Assistant> {
  const { createMCPClient } = await load('@ai-sdk/mcp/dist/index.js');
  const { Experimental_StdioMCPTransport: Stdio } = await load('@ai-sdk/mcp/dist/mcp-stdio/index.js');
  const transport = 'url' in way ? { type: 'http', url: way.url } : new Stdio(way);
  const client = await createMCPClient({ transport });
  const tools = await client.tools();
  return {
    tools: async () => Object.keys(tools),
    call: async (name, args) =>
      JSON.stringify(await tools[name].execute(args, { toolCallId: '1', messages: [] })),
    close: () => client.close(),
  };
}

async function withLangChain(way: Way): Promise<Assistant> {
  const { MultiServerMCPClient } = await load('@langchain/mcp-adapters/dist/index.js');
  const client = new MultiServerMCPClient({ mcpServers: { casebridge: way } });
  const tools: Untyped[] = await client.getTools();
  return {
    tools: async () => tools.map(({ name }) => name),
    call: async (name, args) => JSON.stringify(await tools.find((tool) => tool.name === name).invoke(args)),
    close: () => client.close(),
  };
}

async function withOpenAiAgents(way: Way): Promise<Assistant> {
  const { MCPServerStdio, MCPServerStreamableHttp } = await load('@openai/agents-core/dist/index.mjs');
  const server = 'url' in way ? new MCPServerStreamableHttp(way) : new MCPServerStdio(way);
  await server.connect();
  return {
    tools: async () => (await server.listTools()).map(({ name }: { name: string }) => name),
    call: async (name, args) => JSON.stringify(await server.callTool(name, args)),
    close: () => server.close(),
  };
}

/** Libraries by their common names. */
export const libraries = {
  'the AI SDK': withAiSdk,
  'the LangChain adapters': withLangChain,
  'the OpenAI Agents SDK': withOpenAiAgents,
} as const satisfies Record<string, (way: Way) => Promise<Assistant>>;
