import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Pool } from 'undici';

/** The floor for one call: the bare SDK passes get_object through, with a ready token and without a look at anything. */
const [origin, token] = process.argv.slice(2);
const pool = new Pool(origin, { connections: 64 });
const headers = { authorization: `Bearer ${token}` };

serveStdio(() => {
  const server = new Server({ name: 'bare-pass', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const path = `/api/v2/objects/${params.arguments.id}`;
    const answer = await pool.request({ method: 'GET', path, headers });
    return { content: [{ type: 'text', text: await answer.body.text() }] };
  });
  return server;
});
