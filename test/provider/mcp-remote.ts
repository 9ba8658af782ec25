import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { agree, type Visit } from '../support/clients/person.ts';
import { install } from '../support/repository/installed.ts';

const folder = fileURLToPath(new URL('./', import.meta.url));

/** Program with which clients that start their servers reach a remote server. It signs the user in. */
export interface McpRemote {
  readonly client: Client;
  /** Address to which the user was sent. */
  readonly visited: URL;
  close(): Promise<void>;
}

/** Starts it with nothing but the address of the server. */
export async function startMcpRemote(url: string, visit: Visit): Promise<McpRemote> {
  install(folder);
  const home = mkdtempSync(join(tmpdir(), 'casebridge-mcp-remote-'));
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(folder, 'node_modules/mcp-remote/dist/proxy.js'), url],
    // No browser is found, so the user opens the address that the program prints.
    env: { PATH: '', HOME: home, MCP_REMOTE_CONFIG_DIR: home },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'local', version: '1' });
  const printed = addressFrom(transport);
  const connected = client.connect(transport);
  const visited = await Promise.race([
    printed,
    connected.then(() => Promise.reject(new Error('connected without a sign-in'))),
  ]);
  await fetch(await agree(visited, visited.searchParams.get('redirect_uri') ?? '', visit));
  await connected;
  return {
    client,
    visited,
    close: async () => {
      await client.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const addressFrom = (transport: StdioClientTransport): Promise<URL> =>
  new Promise((resolve) => {
    let text = '';
    transport.stderr?.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const found = /by visiting:\s+(\S+)\s/.exec(text)?.[1];
      if (found !== undefined) resolve(new URL(found));
    });
  });
