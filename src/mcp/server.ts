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
import { instructionsAt } from './instructions.ts';
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
  /** Resolves when the response has been sent or the client has disconnected. */
  readonly ended: Promise<unknown>;
}

/** Load the code of calls at the first call, because most connections start with a list of tools. */
const dispatch = lazy(() => import('./dispatch.ts'));

/** How long clients may cache lists. A list changes only with the server's configuration. */
const listHint = { ttlMs: 300_000, cacheScope: 'private' } as const;

/**
 * Creates an MCP server for one connection or request. This is cheap, because the parts that are expensive to create
 * already exist.
 * @param principalOf returns the caller of a request
 * @param requestOf returns the data that the transport has about a request
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
      // The trace context in the message takes precedence, because it is closer to the call than that of the HTTP
      // request.
      trace: createTrace(carrier?.requestId, context.mcpReq._meta as TraceContext | undefined, carrier),
      signal: context.mcpReq.signal,
    };
  };
  /** Returns the services with the policy of this request, which may be narrower than the operator's. */
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
    instructions: instructionsAt(new Date(), services.settings.timeZone),
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
    // Load the code of calls after the list has been sent, because calls usually follow.
    setImmediate(
      () => void Promise.all([dispatch(), services.catalogue.entries().then(services.toolbox.tools)]),
    );
    return { tools };
  });
  server.setRequestHandler('tools/call', async ({ params: { name, arguments: sent } }, context) => {
    // Skip `servicesFor` without HTTP, because only an HTTP request can narrow the policy, and each await takes time.
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

/** Returns the tool list for this request. Over HTTP, headers or the URL can select a narrower one. */
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
