import { InMemoryTransport } from '@modelcontextprotocol/client';
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ScriptedUser } from '../../../support/clients/asked.ts';
import type { TestClient } from '../../../support/clients/harness.ts';
import { connectClient } from '../../../support/clients/sdk-clients.ts';
import { createSender } from './requests.ts';
import { type OneToOneTool, readTools } from './tools.ts';

/**
 * Options of the comparison server. It has one tool per operation, like servers that are generated from an
 * OpenAPI document.
 */
interface OneToOneOptions {
  readonly origin: string;
  readonly login: string;
  readonly user: ScriptedUser;
}

/** Connects a client to a comparison server in this process. */
export async function connectOneToOne({ origin, login, user }: OneToOneOptions): Promise<TestClient> {
  const tools = await readTools(origin);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const served = serveStdio(() => createServer(tools, createSender(origin, login)), { transport: far });
  const connected = await connectClient(near, { user });
  return {
    ...connected,
    close: async () => {
      await connected.close();
      await served.close();
    },
  };
}

function createServer(tools: readonly OneToOneTool[], send: ReturnType<typeof createSender>): McpServer {
  const server = new McpServer({ name: 'one-to-one', version: '1.0.0' });
  for (const tool of tools) {
    const { name, description, inputSchema } = tool;
    server.registerTool(
      name,
      { description, inputSchema: fromJsonSchema<Record<string, unknown>>(inputSchema) },
      (args) => send(tool, args),
    );
  }
  return server;
}
