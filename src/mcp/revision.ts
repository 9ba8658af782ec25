import { type Server, SUPPORTED_PROTOCOL_VERSIONS, type Tool } from '@modelcontextprotocol/server';

/** Revision that added `structuredContent` and `outputSchema`. */
const structured = '2025-06-18';

/**
 * Checks whether the client supports structured results. Older clients that forward them show each answer twice, the
 * second time without marker lines.
 */
export function takesStructure(server: Server): boolean {
  const revision = server.getNegotiatedProtocolVersion();
  return revision === undefined || revision >= structured;
}

/** First revision without sessions. Its results state their cache lifetime. */
const stateless = '2026-07-28';

/** Supported revisions, newest first. */
export const knownRevisions: readonly string[] = [stateless, ...SUPPORTED_PROTOCOL_VERSIONS];

/** Checks whether the client uses the revision without sessions, or a later one. */
export const isStateless = (server: Server): boolean =>
  (server.getNegotiatedProtocolVersion() ?? '') >= stateless;

const plainLists = new WeakMap<readonly Tool[], readonly Tool[]>();

/** Returns the list for clients without structured results. Cached per list. */
export function withoutOutput(tools: readonly Tool[]): readonly Tool[] {
  const plain = plainLists.get(tools) ?? tools.map(({ outputSchema: _, ...tool }) => tool);
  plainLists.set(tools, plain);
  return plain;
}
