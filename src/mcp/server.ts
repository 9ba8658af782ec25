import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { Principal } from '../api/executor.ts';
import { createTrace, type TraceContext } from '../api/trace.ts';
import type { Lookup } from '../contract/lookup.ts';
import { callTool } from './call.ts';
import { instructions } from './instructions.ts';
import { callLookup, type LookupParts } from './lookup-call.ts';

export interface ServerParts extends LookupParts {
  /** By tool name; brought when first called. */
  readonly lookups: () => Promise<ReadonlyMap<string, Lookup>>;
}

interface TransportRequest extends TraceContext {
  readonly requestId: string;
}

/** How long a client may keep the tool list, in milliseconds: it changes only with the server's configuration. */
const listLifetimeMs = 300_000;

/**
 * A new MCP server for one connection or request; cheap, because everything that costs was made before.
 * @param principalOf on whose behalf a call is made
 * @param requestOf what the transport knows of the request that carries a call
 */
export function createServer(
  parts: ServerParts,
  principalOf: (context: ServerContext) => Principal,
  requestOf: (context: ServerContext) => TransportRequest | undefined = () => undefined,
): Server {
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
    const { name, arguments: input } = request.params;
    const entry = (await parts.catalogue.entries()).get(name);
    const carrier = requestOf(context);
    const caller = {
      principal: principalOf(context),
      // Of the two the one in the message is nearer to the call.
      trace: createTrace(carrier?.requestId, context.mcpReq._meta as TraceContext | undefined, carrier),
    };
    if (entry) return callTool(parts, { entry, input, ...caller, server, context });
    const lookup = (await parts.lookups()).get(name);
    if (lookup) return callLookup(parts, { lookup, input, ...caller, server, context });
    throw unknownTool(name);
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
