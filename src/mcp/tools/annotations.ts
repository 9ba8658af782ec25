import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { Access } from '../../contract/operation.ts';

/**
 * The MCP hints that follow from what an operation does. Everything in the service may hold text of outsiders: open
 * world. Whether it can be repeated is said where it can be and where it matters: not of reading, and `false` is what
 * its absence means.
 */
export const annotations: Readonly<Record<Access, ToolAnnotations>> = {
  read: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
  create: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  update: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  delete: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  action: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
};
