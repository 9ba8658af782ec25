import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { Principal } from '../api/client/executor.ts';
import { answerToolName } from '../contract/features/card.ts';
import { createTrace, type TraceContext } from '../contract/trace.ts';
import { lazy } from '../util/lazy.ts';
import type { RequestContext } from './calls/request-context.ts';
import { registerContentHandlers } from './content-handlers.ts';
import { heldUntil } from './guards/limits/rate-limit.ts';
import { appsExtension, cardMediaType } from './guards/ways-to-ask.ts';
import { withoutAdditions } from './input/foreign-arguments.ts';
import { instructions } from './instructions.ts';
import { takesStructure, withoutOutput } from './revision.ts';
import { type Services, within } from './services.ts';
import { cardsShownBy, listedWithCards } from './shown-cards.ts';
import { requestSelectionOf } from './tools/request-selection.ts';
import type { ToolList, ToolLists } from './tools/tool-lists.ts';

export interface ServerServices extends Services {
  readonly toolLists: ToolLists;
}

interface TransportRequest extends TraceContext {
  readonly requestId: string;
  /** Resolves when the answer has been sent, or the client has gone. */
  readonly ended: Promise<unknown>;
}

/** Most connections begin with a list: what calls need is loaded with the first of them. */
const dispatch = lazy(() => import('./dispatch.ts'));

/** How long a client may keep a list: each changes only with the server's configuration. */
const listHint = { ttlMs: 300_000, cacheScope: 'private' } as const;

/**
 * A new MCP server for one connection or request; cheap, because everything that costs was made before.
 * @param principalOf on whose behalf a call is made
 * @param requestOf what the transport knows of the request that carries a call
 */
export function createServer(
  services: ServerServices,
  principalOf: (context: ServerContext) => Principal,
  requestOf: (context: ServerContext) => TransportRequest | undefined = () => undefined,
): Server {
  const requestContextOf = (context: ServerContext): RequestContext => {
    const carrier = requestOf(context);
    return {
      principal: principalOf(context),
      // Of the two the one in the message is nearer to the call.
      trace: createTrace(carrier?.requestId, context.mcpReq._meta as TraceContext | undefined, carrier),
      signal: context.mcpReq.signal,
    };
  };
  /** Less may be done where the request asks for less. */
  const servicesFor = async (context: ServerContext): Promise<ServerServices> => {
    const { policy } = await toolListFor(services.toolLists, context);
    const ended = requestOf(context)?.ended;
    return {
      ...services,
      policy,
      quota: services.quota && ended && heldUntil(ended, context.mcpReq.signal, services.quota),
    };
  };
  const server = new Server(services.info, {
    capabilities: {
      tools: {},
      ...(services.cards && { extensions: { [appsExtension]: { mimeTypes: [cardMediaType] } } }),
    },
    instructions,
    cacheHints: {
      'tools/list': listHint,
      'resources/list': listHint,
      'resources/templates/list': listHint,
      'prompts/list': listHint,
    },
    requestState: { verify: services.confirmations.codec.verify },
  });
  server.setRequestHandler('tools/list', async (_request, context) => {
    const { list, policy } = await toolListFor(services.toolLists, context);
    const listed = await list();
    const shown = cardsShownBy(services, server, context);
    const plain = takesStructure(server) ? listed : withoutOutput(listed);
    const tools = shown ? await listedWithCards(plain, services, policy, shown) : [...plain];
    // Calls come next: what they need is loaded once the list is on its way.
    setImmediate(
      () => void Promise.all([dispatch(), services.catalogue.entries().then(services.toolbox.tools)]),
    );
    return { tools };
  });
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: sent } }, context) => {
    // Only a request over HTTP can ask for less, and each wait costs.
    const mine = context.http === undefined ? services : await servicesFor(context);
    const request = { server, context, ...requestContextOf(context) };
    const { answerQuestion, callTool } = await dispatch();
    const traced = <Result>(run: () => Promise<Result>) =>
      within(services, request, { method: 'tools/call', tool: name }, run);
    if (name === answerToolName && services.cards !== undefined)
      return traced(() => answerQuestion(mine, { input: sent, ...request }));
    const tool = await services.toolbox.find(name);
    if (tool === undefined) throw unknownTool(name);
    const input = withoutAdditions(tool, sent);
    return traced(() => callTool(mine, tool, { input, ...request }));
  });
  registerContentHandlers(server, services, { requestContextOf, servicesFor, dispatch });
  return server;
}

/** What this very request may see: over HTTP it can ask for less than the operator allows. */
async function toolListFor(toolLists: ToolLists, { http }: ServerContext): Promise<ToolList> {
  const narrowing = http?.req && requestSelectionOf(http.req.headers, http.req.url);
  if (narrowing === undefined) return toolLists.operator;
  const list = 'wrong' in narrowing ? narrowing : await toolLists.of(narrowing);
  if ('wrong' in list) throw new ProtocolError(ProtocolErrorCode.InvalidParams, list.wrong);
  return list;
}

function unknownTool(name: string): ProtocolError {
  const shown = name.length > 80 ? `${name.slice(0, 80)}…` : name;
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Unknown tool ${JSON.stringify(shown)}: find_operations finds tools by words.`,
  );
}
