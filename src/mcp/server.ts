import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { Principal } from '../api/executor.ts';
import { type CallParts, callTool } from './call.ts';
import { instructions } from './instructions.ts';

export interface ServerParts extends CallParts {
  readonly info: { readonly name: string; readonly version: string };
}

/** How long a client may keep the tool list, in milliseconds: it changes only with the server's configuration. */
const listLifetimeMs = 300_000;

/**
 * A new MCP server for one connection or request; cheap, because everything that costs was made before.
 * @param principalOf on whose behalf a call is made
 */
export function createServer(parts: ServerParts, principalOf: (context: ServerContext) => Principal): Server {
  const server = new Server(parts.info, {
    capabilities: { tools: {} },
    instructions,
    cacheHints: { 'tools/list': { ttlMs: listLifetimeMs, cacheScope: 'private' } },
    requestState: { verify: parts.confirmations.codec.verify },
  });
  server.setRequestHandler('tools/list', async () => {
    const tools = [...(await parts.catalogue.tools())];
    // Calls come next: what they need is loaded once the list is on its way.
    setImmediate(() => void parts.catalogue.entries());
    return { tools };
  });
  server.setRequestHandler('tools/call', async (request, context) => {
    const entry = (await parts.catalogue.entries()).get(request.params.name);
    if (!entry) throw unknownTool(request.params.name);
    const principal = principalOf(context);
    return callTool(parts, { entry, input: request.params.arguments, principal, server, context });
  });
  return server;
}

function unknownTool(name: string): ProtocolError {
  const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool ${JSON.stringify(shown)}: tools/list has all names.`,
  );
}
