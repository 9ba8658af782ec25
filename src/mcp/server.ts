import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { Principal } from '../api/client/executor.ts';
import { createTrace, type TraceContext } from '../contract/trace.ts';
import { registerContentHandlers } from './content/handlers.ts';
import type { ResourceServices } from './content/read-resource.ts';
import { heldUntil } from './guards/rate-limit.ts';
import { withoutAdditions } from './input/foreign-arguments.ts';
import { instructions } from './instructions.ts';
import { takesStructure, withoutOutput } from './revision.ts';
import { requestSelectionOf } from './tools/request-selection.ts';
import type { ToolServices } from './tools/tool.ts';
import type { ToolList, ToolLists } from './tools/tool-lists.ts';

export interface ServerServices extends ToolServices, ResourceServices {
  readonly toolLists: ToolLists;
}

interface TransportRequest extends TraceContext {
  readonly requestId: string;
  /** Resolves when the answer has been sent, or the client has gone. */
  readonly ended: Promise<unknown>;
}

/** How long a client may keep a list: each changes only with the server's configuration. */
const listHint = { ttlMs: 300_000, cacheScope: 'private' } as const;

/**
 * A new MCP server for one connection or request; cheap, because everything that costs was made before.
 * @param principalOf on whose behalf a call is made
 * @param requestOf what the transport knows of the request that carries a call
 */
export function createServer(
  parts: ServerServices,
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
  /** Less may be done where the request asks for less. */
  const partsOf = async (context: ServerContext): Promise<ServerServices> => {
    const { policy } = await viewOf(parts.toolLists, context);
    const ended = requestOf(context)?.ended;
    return {
      ...parts,
      policy,
      quota: parts.quota && ended && heldUntil(ended, context.mcpReq.signal, parts.quota),
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
  server.setRequestHandler('tools/list', async (_request, context) => {
    const view = await viewOf(parts.toolLists, context);
    const listed = await view.list();
    const tools = [...(takesStructure(server) ? listed : withoutOutput(listed))];
    // Calls come next: what they need is loaded once the list is on its way.
    setImmediate(() => void parts.catalogue.entries().then(parts.toolbox.tools));
    return { tools };
  });
  server.setRequestHandler('tools/call', async (request, context) => {
    const { name, arguments: sent } = request.params;
    // Only a request over HTTP can ask for less, and each wait costs.
    const mine = context.http === undefined ? parts : await partsOf(context);
    const tool = await parts.toolbox.find(name);
    if (tool === undefined) throw unknownTool(name);
    const input = withoutAdditions(tool, sent);
    return tool.call(mine, { input, ...callerOf(context), server, context });
  });
  registerContentHandlers(server, parts, { callerOf, partsOf });
  return server;
}

/** What this very request may see: over HTTP it can ask for less than the operator allows. */
async function viewOf(toolLists: ToolLists, { http }: ServerContext): Promise<ToolList> {
  const narrowing = http?.req && requestSelectionOf(http.req.headers, http.req.url);
  if (narrowing === undefined) return toolLists.operator;
  const view = 'wrong' in narrowing ? narrowing : await toolLists.of(narrowing);
  if ('wrong' in view) throw new ProtocolError(ProtocolErrorCode.InvalidParams, view.wrong);
  return view;
}

function unknownTool(name: string): ProtocolError {
  const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool ${JSON.stringify(shown)}: find_operations finds tools by words.`,
  );
}
