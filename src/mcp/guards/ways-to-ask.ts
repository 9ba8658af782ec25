import { CLIENT_CAPABILITIES_META_KEY, type Server, type ServerContext } from '@modelcontextprotocol/server';

/** How casebridge can ask a person: in a dialog of the client (elicitation), or in a card (MCP Apps). */
export const waysToAsk = ['dialog', 'card'] as const;
export type WayToAsk = (typeof waysToAsk)[number];

/** Extension and media type of cards. */
export const appsExtension = 'io.modelcontextprotocol/ui';
export const cardMediaType = 'text/html;profile=mcp-app';

interface Declared {
  readonly elicitation?: { readonly form?: unknown; readonly url?: unknown };
  readonly extensions?: Readonly<Record<string, { readonly mimeTypes?: unknown } | undefined>>;
}

/** Returns the client's capabilities: from the request (protocol revision 2026) or from the initialization (2025). */
function declaredBy(server: Server, context: ServerContext): Declared {
  const envelope = context.mcpReq.envelope as Record<string, unknown> | undefined;
  return (envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities() ?? {}) as Declared;
}

function showsForms(server: Server, context: ServerContext): boolean {
  const { elicitation } = declaredBy(server, context);
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

export function showsCards(server: Server, context: ServerContext): boolean {
  const types = declaredBy(server, context).extensions?.[appsExtension]?.mimeTypes;
  return Array.isArray(types) && types.includes(cardMediaType);
}

const inDialogs: ReadonlySet<WayToAsk> = new Set(['dialog']);

/**
 * Returns how to ask a person. A dialog takes precedence, because it is safer. Returns undefined if no person can be
 * asked.
 * @param failsDialogs whether the client declared that it supports dialogs and then failed on one
 */
export function wayToAsk(
  { askBy = inDialogs }: { readonly askBy?: ReadonlySet<WayToAsk> },
  server: Server,
  context: ServerContext,
  failsDialogs = false,
): WayToAsk | undefined {
  if (!failsDialogs && askBy.has('dialog') && showsForms(server, context)) return 'dialog';
  return askBy.has('card') && showsCards(server, context) ? 'card' : undefined;
}
