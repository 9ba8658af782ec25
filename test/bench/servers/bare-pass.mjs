import { Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Pool } from 'undici';

/**
 * Floor for one call. The bare SDK passes get_object and list_objects through. It sends the same request to
 * the service with the same library and a ready token. It does not check, clean, search, shorten or fence
 * arguments and results. It has no sign-in, timeouts, retries, request ids or logs.
 */
const [origin, token] = process.argv.slice(2);
const pool = new Pool(origin, { connections: 64 });
const headers = { authorization: `Bearer ${token}` };

serveStdio(() => {
  const server = new Server({ name: 'bare-pass', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const { id, PageSize } = params.arguments;
    const path = `/api/v2/objects${id ? `/${id}` : `?PageSize=${PageSize}`}`;
    const answer = await pool.request({ method: 'GET', path, headers });
    return { content: [{ type: 'text', text: await answer.body.text() }] };
  });
  return server;
});
