import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Execute, Principal } from '../api/executor.ts';
import type { Log } from '../log.ts';
import type { Catalogue, CatalogueEntry } from './catalogue.ts';
import { parseArguments } from './input.ts';
import { instructions } from './instructions.ts';
import { errorResult, successResult } from './result.ts';

export interface ServerParts {
  readonly info: { readonly name: string; readonly version: string };
  readonly catalogue: Catalogue;
  readonly execute: Execute;
  readonly log: Log;
}

/** How long a client may keep the tool list, in milliseconds: it changes only with the server's configuration. */
const listLifetimeMs = 300_000;

/** A new MCP server for one connection or request; cheap, because everything that costs was made before. */
export function createServer(parts: ServerParts, principal: Principal): Server {
  const server = new Server(parts.info, {
    capabilities: { tools: {} },
    instructions,
    cacheHints: { 'tools/list': { ttlMs: listLifetimeMs, cacheScope: 'private' } },
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
    return callTool(parts, entry, request.params.arguments, { principal, signal: context.mcpReq.signal });
  });
  return server;
}

async function callTool(
  parts: ServerParts,
  entry: CatalogueEntry,
  args: unknown,
  call: { principal: Principal; signal: AbortSignal },
): Promise<CallToolResult> {
  const { operation, schema } = entry;
  const began = performance.now();
  try {
    const answer = await parts.execute(operation, parseArguments(schema, args), call);
    const result = successResult(operation, answer);
    parts.log.call({ tool: operation.name, status: answer.status, began });
    return result;
  } catch (error) {
    // A client that cancelled or left is no failure, and nobody reads the result.
    const isLeft = call.signal.aborted && error === call.signal.reason;
    if (!isLeft) parts.log.call({ tool: operation.name, error, began });
    return errorResult(operation, error);
  }
}

function unknownTool(name: string): ProtocolError {
  const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool ${JSON.stringify(shown)}: tools/list has all names.`,
  );
}
