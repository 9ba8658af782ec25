import type { App } from '../../app.ts';
import { createTrace } from '../../contract/trace.ts';
import { joined, worded } from '../../contract/worded.ts';
import { callByHand } from '../../mcp/call-by-hand.ts';
import { type AnyTool, textsOf } from '../../mcp/tools/tool.ts';
import type { CommandContext } from '../command.ts';
import { type CheckResult, ok, warning } from './diagnosis.ts';
import { doctorMessages } from './messages.ts';

/** Checks which kinds of records the signed-in user may read. Requests the first record of one list per toolset. */
export async function checkRights(app: App, { info }: Pick<CommandContext, 'info'>): Promise<CheckResult> {
  const signal = AbortSignal.timeout(30_000);
  const principal = app.principal();
  const asked = await Promise.all(
    [...(await listsOf(app))].map(async ([toolset, { tool, input }]) => {
      const result = await callByHand(
        { ...app, info },
        {
          tool,
          input,
          signal,
          address: (step) => step,
          principal,
          trace: createTrace(),
          byHand: { files: {}, take: () => undefined },
        },
      );
      return { toolset, refusal: result.isError ? (textsOf(result)[0] ?? '') : undefined };
    }),
  );
  const readable = asked.flatMap(({ toolset, refusal }) => (refusal === undefined ? toolset : []));
  const refused = asked.flatMap(({ toolset, refusal }) =>
    refusal === undefined
      ? []
      : joined([`${toolset} (`, /^[A-Z_]+( \d+)?/.exec(refusal)?.[0] ?? doctorMessages.refused, ')'], ''),
  );
  const text = worded(doctorMessages.mayRead, { what: readable.join(', ') || doctorMessages.nothing });
  return refused.length === 0
    ? ok('rights', text)
    : warning('rights', worded(doctorMessages.mayNotRead, { text, what: joined(refused, ', ') }));
}

/** Returns one list tool without required arguments for each toolset. */
async function listsOf({ toolbox, policy }: App): Promise<Map<string, { tool: AnyTool; input: object }>> {
  const lists = new Map<string, { tool: AnyTool; input: object }>();
  for (const tool of (await toolbox.tools()).values()) {
    const { definition, toolset, schema } = tool;
    if (tool.kind !== 'operation' || toolset === undefined || lists.has(toolset)) continue;
    if (!definition.name.startsWith('list_') || !tool.isOffered(policy)) continue;
    const input = 'PageSize' in schema.shape ? { PageSize: 1 } : {};
    if (schema.safeParse(input).success) lists.set(toolset, { tool, input });
  }
  return lists;
}
