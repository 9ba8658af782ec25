import { type Server, SUPPORTED_PROTOCOL_VERSIONS, type Tool } from '@modelcontextprotocol/server';

/** Protocol revision that added `structuredContent` and `outputSchema`. */
const structured = '2025-06-18';

/**
 * Checks whether the client supports structured results. Older clients that pass them on would show each answer twice,
 * the second time without delimiters around untrusted data.
 */
export function takesStructure(server: Server): boolean {
  const revision = server.getNegotiatedProtocolVersion();
  return revision === undefined || revision >= structured;
}

/** First protocol revision without sessions. Its results specify how long clients may cache them. */
const stateless = '2026-07-28';

/** Supported protocol revisions, newest first. */
export const knownRevisions: readonly string[] = [stateless, ...SUPPORTED_PROTOCOL_VERSIONS];

/** Checks whether the client uses a protocol revision without sessions. */
export const isStateless = (server: Server): boolean =>
  (server.getNegotiatedProtocolVersion() ?? '') >= stateless;

const plainLists = new WeakMap<readonly Tool[], readonly Tool[]>();

/** Returns the list without output schemas, cached per list. */
export function withoutOutput(tools: readonly Tool[]): readonly Tool[] {
  const plain = plainLists.get(tools) ?? tools.map(({ outputSchema: _, ...tool }) => tool);
  plainLists.set(tools, plain);
  return plain;
}
