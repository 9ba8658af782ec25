import { readFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/server';

/**
 * Floor for listing tools. The bare SDK returns the list from the file on the command line. It uses stdio, or
 * HTTP if the second argument is `http`.
 */
const [file, transport] = process.argv.slice(2);
const listed = JSON.parse(readFileSync(file, 'utf8'));

function createBare() {
  const server = new Server({ name: 'bare-list', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => listed);
  return server;
}

async function serveHttp() {
  const { createServer } = await import('node:http');
  const { getRequestListener } = await import('@hono/node-server');
  const { createMcpHandler } = await import('@modelcontextprotocol/server');
  const handler = createMcpHandler(createBare);
  const listener = getRequestListener((request) => handler.fetch(request));
  const server = createServer((request, response) => void listener(request, response));
  server.listen(0, '127.0.0.1', () =>
    process.stdout.write(`serves MCP at http://127.0.0.1:${server.address().port}/mcp\n`),
  );
}

if (transport === 'http') await serveHttp();
else (await import('@modelcontextprotocol/server/stdio')).serveStdio(createBare);
