import { type CallToolResult, Server, type ServerContext } from '@modelcontextprotocol/server';
import type { ByHand } from './calls/by-hand.ts';
import type { RequestContext } from './calls/request-context.ts';
import { callTool } from './dispatch.ts';
import type { CallServices } from './services.ts';
import type { AnyTool } from './tools/tool.ts';

export interface CallByHand extends Omit<RequestContext, 'signal'> {
  readonly tool: AnyTool;
  readonly input: unknown;
  readonly signal: AbortSignal;
  /** Rewrites the sentence about the next step, which addresses a model, for a person. */
  readonly address: (step: string) => string;
  readonly byHand: ByHand;
}

/**
 * Calls a tool for a person at the terminal. Unlike an assistant's call, it requires no confirmation, its answer has no
 * delimiters around untrusted text, and its answer is complete by default. Never rejects.
 */
export async function callByHand(
  services: CallServices,
  { tool, byHand, address, ...request }: CallByHand,
): Promise<CallToolResult> {
  const sanitizer = { ...services.sanitizer, fence: (text: string) => text, address };
  // This server has no client, so it cannot ask for a confirmation.
  const server = new Server(services.info, { capabilities: {} });
  const context = { mcpReq: { id: 0, method: 'tools/call', signal: request.signal } } as ServerContext;
  const policy = { ...services.policy, confirm: new Set<never>() };
  const result = await callTool({ ...services, sanitizer, policy, byHand }, tool, {
    ...request,
    server,
    context,
  });
  if ('content' in result) return result as CallToolResult;
  throw new Error('a manual call was answered with a question');
}
