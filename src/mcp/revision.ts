import { type Server, SUPPORTED_PROTOCOL_VERSIONS, type Tool } from '@modelcontextprotocol/server';

/** The revision that brought `structuredContent` and `outputSchema`. */
const structured = '2025-06-18';

/**
 * Whether the client knows the structured part of results. Older clients that pass it on show every answer twice, the
 * second time without the fence.
 */
export function takesStructure(server: Server): boolean {
  const revision = server.getNegotiatedProtocolVersion();
  return revision === undefined || revision >= structured;
}

/** The first revision without a session: its results say how long they hold. */
const stateless = '2026-07-28';

/** The revisions in which clients are answered, the newest first. */
export const knownRevisions: readonly string[] = [stateless, ...SUPPORTED_PROTOCOL_VERSIONS];

/** Whether the client speaks the revision without sessions, or a later one. */
export const isStateless = (server: Server): boolean =>
  (server.getNegotiatedProtocolVersion() ?? '') >= stateless;

const plainLists = new WeakMap<readonly Tool[], readonly Tool[]>();

/** The list for clients that know no structured results; made once for each list. */
export function withoutOutput(tools: readonly Tool[]): readonly Tool[] {
  const plain = plainLists.get(tools) ?? tools.map(({ outputSchema: _, ...tool }) => tool);
  plainLists.set(tools, plain);
  return plain;
}
