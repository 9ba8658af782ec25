import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import {
  createMcpHandler,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { Pool } from 'undici';

/**
 * Floor for one call over HTTP. The bare SDK passes get_object and list_objects through with a ready token:
 * in sessions for the older protocol revision, and without sessions for the newer one. It neither
 * authenticates callers nor checks anything.
 */
const [origin, token] = process.argv.slice(2);
const pool = new Pool(origin, { connections: 64 });
const headers = { authorization: `Bearer ${token}` };

function createBare() {
  const server = new Server({ name: 'bare-http', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', async ({ params }) => {
    const { id, PageSize } = params.arguments;
    const path = `/api/v2/objects${id ? `/${id}` : `?PageSize=${PageSize}`}`;
    const answer = await pool.request({ method: 'GET', path, headers });
    return { content: [{ type: 'text', text: await answer.body.text() }] };
  });
  return server;
}

const modern = createMcpHandler(createBare, { legacy: 'reject' });
const sessions = new Map();

async function inSession(request) {
  const known = sessions.get(request.headers.get('mcp-session-id'));
  if (known) return known.handleRequest(request);
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
  });
  await createBare().connect(transport);
  return transport.handleRequest(request);
}

const isModern = (request) => request.headers.get('mcp-protocol-version') === '2026-07-28';
const listener = getRequestListener((request) =>
  isModern(request) ? modern.fetch(request) : inSession(request),
);
const serve = (request, response) => void listener(request, response);
const server = createServer({ keepAliveTimeout: 120_000 }, serve).listen(0, '127.0.0.1', () =>
  process.stdout.write(`serves MCP at http://127.0.0.1:${server.address().port}/mcp\n`),
);
