import type { CaseScope } from '../../contract/operations/effects.ts';
import type { ToolDefinition } from '../../contract/operations/operation.ts';
import { asCalled } from '../guards/policy.ts';
import { type Granted, lackingScopes } from '../guards/scopes.ts';
import type { AnyTool, Toolbox } from './tool.ts';

interface Message {
  readonly method?: unknown;
  readonly params?: { readonly name?: unknown; readonly arguments?: Readonly<Record<string, unknown>> };
}

/**
 * Returns the scopes that a client message requires and the token lacks, as far as the tool and its arguments determine
 * them. A scope that depends on the record is checked during the call.
 */
export const createCallScopes =
  ({ find }: Pick<Toolbox, 'find'>) =>
  async (caller: Granted, body: unknown): Promise<readonly CaseScope[]> => {
    if (caller.scopes === undefined) return [];
    const lacking: CaseScope[] = [];
    for (const message of (Array.isArray(body) ? body : [body]) as readonly (Message | null)[])
      if (message?.method === 'tools/call')
        lacking.push(...lackingScopes(caller, await calledBy(find, message.params)));
    return [...new Set(lacking)];
  };

const reading: ToolDefinition = { name: '', title: '', titleRu: '', description: '', access: 'read' };

/** Returns the tool that is called. An unknown tool counts as a read, because its error reveals nothing. */
async function calledBy(find: Toolbox['find'], params: Message['params']): Promise<ToolDefinition> {
  const [named, args] = [await find(String(params?.name)), params?.arguments];
  if (named?.kind !== 'meta') return withArguments(named, args);
  const { operation, arguments: inner } = args ?? {};
  return typeof operation === 'string' && named.passesOn !== undefined
    ? withArguments(await find(operation), inner)
    : reading;
}

function withArguments(tool: AnyTool | undefined, args: unknown): ToolDefinition {
  if (tool?.kind !== 'operation') return tool?.definition ?? reading;
  const parsed = tool.schema.safeParse(args);
  return parsed.success ? asCalled(tool.definition, parsed.data) : tool.definition;
}
