import { readFileSync } from 'node:fs';
import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

/** The floor for listing tools: the bare SDK with a ready list, read from the file that the command line names. */
const listed = JSON.parse(readFileSync(process.argv[2], 'utf8'));

serveStdio(() => {
  const server = new Server({ name: 'bare-list', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => listed);
  return server;
});
