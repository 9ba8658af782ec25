import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { Principal } from '../api/executor.ts';
import { createTrace, type TraceContext } from '../api/trace.ts';
import type { Lookup } from '../contract/lookup.ts';
import { callTool } from './call.ts';
import { instructions } from './instructions.ts';
import { addLibrary } from './library.ts';
import { callLookup } from './lookup-call.ts';
import type { ResourceParts } from './resources.ts';

export interface ServerParts extends ResourceParts {
  /** By tool name; brought when first called. */
  readonly lookups: () => Promise<ReadonlyMap<string, Lookup>>;
}

interface TransportRequest extends TraceContext {
  readonly requestId: string;
}

/** How long a client may keep a list: each changes only with the server's configuration. */
const listHint = { ttlMs: 300_000, cacheScope: 'private' } as const;

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
  const callerOf = (context: ServerContext) => {
    const carrier = requestOf(context);
    return {
      principal: principalOf(context),
      // Of the two the one in the message is nearer to the call.
      trace: createTrace(carrier?.requestId, context.mcpReq._meta as TraceContext | undefined, carrier),
    };
  };
  const server = new Server(parts.info, {
    capabilities: { tools: {} },
    instructions,
    cacheHints: {
      'tools/list': listHint,
      'resources/list': listHint,
      'resources/templates/list': listHint,
      'prompts/list': listHint,
    },
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
    const caller = callerOf(context);
    if (entry) return callTool(parts, { entry, input, ...caller, server, context });
    const lookup = (await parts.lookups()).get(name);
    if (lookup) return callLookup(parts, { lookup, input, ...caller, server, context });
    throw unknownTool(name);
  });
  addLibrary(server, parts, callerOf);
  return server;
}

function unknownTool(name: string): ProtocolError {
  const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool ${JSON.stringify(shown)}: tools/list has all names.`,
  );
}
