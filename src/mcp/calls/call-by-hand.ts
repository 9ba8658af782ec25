import { type CallToolResult, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { AnyTool, ToolServices } from '../tools/tool.ts';
import type { ByHand } from './execute-audited.ts';
import type { Caller } from './request-context.ts';

export interface CallByHand extends Caller {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** Puts a next step, which is written for assistants, to a person. */
  readonly address: (step: string) => string;
  readonly byHand: ByHand;
}

/**
 * Calls a tool for a person at a shell, as an assistant's call goes but for what is between the two: nobody else is
 * asked, nothing is fenced, and answers are whole unless less was asked for. Never throws.
 */
export async function callByHand(
  parts: ToolServices,
  { tool, byHand, address, signal, ...call }: CallByHand,
): Promise<CallToolResult> {
  const sanitizer = { ...parts.sanitizer, fence: (text: string) => text, address };
  // Connected to nobody: there is nobody behind it who could be asked.
  const server = new Server(parts.info, { capabilities: {} });
  const context = { mcpReq: { id: 0, method: 'tools/call', signal } } as ServerContext;
  const policy = { ...parts.policy, confirm: new Set<never>() };
  const result = await tool.call({ ...parts, sanitizer, policy, byHand }, { ...call, server, context });
  if ('content' in result) return result as CallToolResult;
  throw new Error('a call by hand was answered with a question');
}
